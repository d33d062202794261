// The analysis board: the tree of turns, the computer's lines, and how the game stands. What is tried and
// what is asked the table decides.

import { loadPieces } from "../board/index.js";
import { Thinker } from "../computer/index.js";
import { openSheet } from "../dialogs/index.js";
import { loaded, loadTravel, openPaste, pageOf } from "../library/index.js";
import { settings } from "../settings/index.js";
import {
  button,
  draw,
  find,
  GAMES,
  lazily,
  loadDialogWords,
  loadStyle,
  loadWhole,
  make,
  set,
  tell,
  toolButton,
  way,
  words,
} from "../shell/index.js";
import { addBook } from "./book.js";
import { addConditional } from "./conditional.js";
import { makeLook } from "./look.js";
import { makeProofs } from "./proofs.js";
import { addReport } from "./report.js";
import { addStudy } from "./study.js";
import { addTree } from "./tree.js";

/** @import { AdvisedLine, Analyse, Session } from "../shell/types" */

/** The strokes of the picture for the position editor. */
const PENCIL = "M4.500 19.500l1-4.500L16 4.500l3.500 3.500L9 18.500zM13.500 7l3.500 3.500";

/** An arrow that turns back. */
const BACK = "M9 6.500L4.500 11 9 15.500M5 11h9a5 5 0 010 9h-3";

/** Keys that go through the game where the mouse has pressed on the board. */
const WALKS = ["ArrowLeft", "ArrowRight", "Home", "End", "Shift"];

/** What the keys of studies begin with, and links to them. */
const STUDY = "analysis study ";
const LINK = "#s=";

/** What a key names of which an analysis is. @param {string} key */
const origin = (key) => key.replace(/^analysis /, "");

/**
 * Fetches what the analysis of a position needs, or of a game on the device.
 * @param {{ game: string, fen?: string, key: string }} address
 * @returns {Promise<import("../learn/exercise.js").Opened>}
 */
export async function openBoard({ game, fen, key }) {
  const isStudy = key.startsWith(STUDY);
  const fault = location.hash.startsWith(LINK) ? await receive() : null;
  const [events] = await Promise.all([
    loaded(isStudy ? key : origin(key)),
    loadDialogWords(),
    loadStyle("shell/dialogs.css"),
    loadStyle("shell/choice.css"),
    loadStyle("analysis/analysis.css"),
  ]);
  const found = events.map((event) => Object(event).loaded?.found).find(Boolean);
  const content = found?.content ?? null;
  const [study, of] = isStudy ? [content, null] : [null, content];
  const there = study && (await loadWhole()).study_game(study.saved, game);
  // None of its chapters is of this game any more.
  if (there && there !== game) await leave(pageOf(key, there));
  return {
    table: (tables, canvas) => tables.analyse(canvas, { game, fen, key, of, study }),
    begin({ session, introduce }) {
      // It is there already.
      const here = {
        "aria-current": "page",
        onclick: (/** @type {Event} */ event) => event.preventDefault(),
      };
      set(find("analyse"), here);
      openAnalysis(session);
      followGame(session, introduce);
      if (fault) openSheet("fault", words("study.title"), [tell(fault.says, fault.game || game)]);
    },
  };
}

/** Goes on to another page, and no further here. @param {string} page @returns {Promise<never>} */
function leave(page) {
  location.replace(page);
  return new Promise(() => {});
}

/** Keeps the study of the link in the address and opens it; what is wrong with the link if it cannot be. */
async function receive() {
  const { takeStudy } = await loadTravel();
  const { page, fault } = await takeStudy(location.hash);
  if (page) await leave(page);
  history.replaceState(history.state, "", location.pathname + location.search);
  return fault;
}

/** Names the page after the game that is on its board. @param {string} game */
function nameAfter(game) {
  const name = words(`games.${game}.name`);
  document.title = `${words("analysis.name", { game: name })} · ${words("title")}`;
}

/**
 * The page becomes that of another game where a chapter of it comes onto the board.
 * @param {Session} session @param {(game: string) => Promise<void>} introduce
 */
function followGame(session, introduce) {
  let { game } = session.snap;
  /** The games whose pieces are there. */
  const dressed = new Set([game]);
  /** @param {string} game */
  const dress = async (game) => {
    dressed.add(game);
    await loadPieces(GAMES[game]);
    await session.dress(game);
  };
  const follow = async () => {
    if (game === session.snap.game) return;
    game = session.snap.game;
    history.replaceState(history.state, "", pageOf(session.key, game));
    // Once more: the settings may ask for another set by now.
    const dressing = dress(game);
    await introduce(game);
    nameAfter(game);
    await dressing;
    session.refresh();
  };
  // Those of the other chapters are there before these are shown.
  const prepare = () => {
    const games = session.table.studied().chapters.map(({ game }) => game);
    for (const game of games) if (!dressed.has(game)) dress(game).catch(console.warn);
  };
  session.watch(() => follow().catch(console.warn));
  session.watch(lazily(prepare));
  prepare();
}

/** @param {Session} session */
function openAnalysis(session) {
  const of = origin(session.key);
  const { game } = session.snap;
  const emit = (/** @type {Analyse} */ analyse) => session.emit({ analyse });
  nameAfter(game);

  const asked = () => session.table.analysed();
  const toggle = (/** @type {"computer" | "threats"} */ kind) => {
    const { isOn, threats } = asked();
    emit(kind === "computer" ? { computer: !isOn } : { threats: !threats });
  };
  const computer = button(words("analysis.computer"), () => toggle("computer"), {
    role: "switch",
  });
  const threats = button(words("analysis.threats"), () => toggle("threats"), {
    "aria-keyshortcuts": "x",
  });
  const count = make("input", { type: "number", min: "1", max: "5", value: "1" });
  count.onchange = () => emit({ lines: Math.min(Math.max(Math.round(Number(count.value)), 1), 5) });
  const says = make("p", "judged");
  const luck = make("p", "drawn");
  const proven = makeProofs();
  const effort = make("p", "effort");
  const lines = make("ol", {
    class: "lines",
    role: "list",
    "aria-label": words("analysis.lines"),
    tabIndex: -1,
  });
  const label = make("label", "", words("analysis.lines"), count);
  const back = way("", pageOf(of, game), "button back");
  const toGame = words("analysis.back");
  back.append(
    draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: BACK })),
  );
  set(back, { "aria-label": toGame, title: toGame });
  // An analysis that began with a position, or with nothing, has no game.
  back.hidden = /^(\d+$|study )/.test(of);
  const title = words("editor.title");
  const edit = toolButton(
    title,
    PENCIL,
    () =>
      location.assign(
        `?${new URLSearchParams({ editor: session.snap.game, fen: session.snap.fen })}`,
      ),
    { class: "icon edit", title },
  );
  find("close-moves").before(edit);
  const head = make("div", "row", computer, label, threats, back);
  const given = { id: "analysis", "aria-label": words("analysis.title") };
  const look = makeLook({ session, lines });
  const under = [lines, look.panel, effort];
  // The bar is drawn beside the board, and read where all else is read of the position.
  const limits = { role: "meter", "aria-valuemin": "0", "aria-valuemax": "100" };
  const meter = make("div", {
    ...limits,
    class: "unseen",
    "aria-label": words("analysis.evaluation"),
  });
  const region = make("section", given, head, meter, luck, says, proven.element, ...under);
  find("turn").after(region);
  const fill = make("i");
  const bar = make("div", { id: "evaluation", "aria-hidden": true }, fill);
  find("frame").after(bar);

  /**
   * The rows of the lines: each button keeps its place while what the computer expects changes, so that it
   * can be pressed.
   * @type {{ row: HTMLElement, score: HTMLElement, turns: HTMLElement[] }[]}
   */
  const rows = [];
  /** @param {AdvisedLine} line @param {number} place */
  const drawLine = ({ score, turns }, place) => {
    if (!rows[place]) {
      const name = make("strong");
      rows[place] = { row: make("li", "", name, look.opener(place)), score: name, turns: [] };
      lines.append(rows[place].row);
    }
    const known = rows[place];
    known.score.textContent = score;
    for (const [at, turn] of turns.entries()) {
      const take = () => emit({ take: { line: place, turns: at + 1 } });
      if (!known.turns[at]) {
        known.turns[at] = button("", take);
        look.point(known.turns[at], place, at);
      }
      if (!known.turns[at].isConnected) known.row.append(" ", known.turns[at]);
      set(known.turns[at], { textContent: turn.text, className: turn.color });
    }
    for (const gone of known.turns.splice(turns.length)) gone.remove();
  };

  const render = () => {
    const view = asked();
    set(computer, { "aria-checked": view.isOn, "aria-disabled": !view.may });
    set(threats, { "aria-pressed": view.threats, "aria-disabled": !view.may });
    if (document.activeElement !== count) count.value = String(view.count);
    const judged = view.says ? tell(view.says, session.snap.game) : "";
    // The page itself says how a game has ended.
    const news = judged === find("says").textContent ? "" : judged;
    if (says.textContent !== news) says.textContent = news;
    const drawn = view.draw ? tell(view.draw, session.snap.game) : "";
    if (luck.textContent !== drawn) luck.textContent = drawn;
    proven.render(view.proofs.map((proof) => tell(proof, session.snap.game)));
    const numbers = { depth: view.depth, nodes: view.nodes, speed: view.speed };
    const grouped = Object.entries(numbers).map(([key, value]) => [
      key,
      value.toLocaleString("en"),
    ]);
    effort.textContent = view.depth ? words("analysis.depth", Object.fromEntries(grouped)) : "";
    const percent = Math.round((view.expected ?? 500) / 10);
    const text = view.expected === null ? words("analysis.unknown") : judged;
    set(meter, { "aria-valuenow": percent, "aria-valuetext": text });
    bar.title = text;
    bar.classList.toggle("unknown", view.expected === null);
    bar.classList.toggle("flipped", session.snap.flipped);
    fill.style.setProperty("--white", `${percent}%`);
    const hadFocus = lines.contains(document.activeElement);
    for (const [place, line] of view.lines.entries()) drawLine(line, place);
    for (const [gone, { row }] of rows.splice(view.lines.length).entries()) {
      look.forget(view.lines.length + gone);
      row.remove();
    }
    // Who takes one turn after another stays at the lines while the next are sought.
    if (!hadFocus) return;
    if (!view.isOn) computer.focus();
    else if (rows[0] && !document.activeElement?.matches(".lines *")) rows[0].turns[0]?.focus();
    else if (!lines.contains(document.activeElement)) lines.focus();
  };

  const thinker = new Thinker();
  session.on("analyse", (question, answer) =>
    thinker.ask(question, (event) =>
      answer("analyse" in Object(event) ? event : { analyse: { failed: question.id } }),
    ),
  );
  session.on("stopAnalysing", () => thinker.cancel());
  computer.addEventListener("pointerenter", () => thinker.warm());

  /** What keys do that other pages do not have. @type {Record<string, () => unknown>} */
  const keys = {
    "Shift+ArrowLeft": () => emit({ branch: true }),
    "Shift+ArrowRight": () => emit({ branch: false }),
    "Shift+ArrowUp": () => emit({ beside: true }),
    "Shift+ArrowDown": () => emit({ beside: false }),
    l: () => toggle("computer"),
    x: () => toggle("threats"),
    f: () => session.emit("flip"),
    " ": () => emit({ take: { line: 0, turns: 1 } }),
  };
  /** Whether the cursor on the board is where the mouse has pressed, and no key has led it on. */
  let isPressed = false;
  const point = () => {
    isPressed = true;
  };
  find("grid").addEventListener("pointerdown", point, { signal: session.signal });
  // Before the page's own, which know no Shift.
  const press = (/** @type {KeyboardEvent} */ event) => {
    const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
    const target = /** @type {Element} */ (event.target);
    const does = keys[`${shiftKey && key.startsWith("Arrow") ? "Shift+" : ""}${key}`];
    const isTaken = target.matches("input, textarea") || document.querySelector("dialog[open]");
    isPressed &&= does !== undefined || WALKS.includes(key);
    const pressed = isPressed
      ? "button, a, [role=option]"
      : "button, a, [role=gridcell], [role=option]";
    // A space presses what has the focus.
    const presses = key === " " && target.closest(pressed);
    if (
      !does ||
      !settings.shortcuts ||
      isTaken ||
      presses ||
      ctrlKey ||
      altKey ||
      metaKey ||
      session.broken
    )
      return;
    event.preventDefault();
    event.stopPropagation();
    does();
  };
  const follow = () => location.hash.startsWith(LINK) && location.reload();
  addEventListener("hashchange", follow, { signal: session.signal });
  // A file that is dropped is opened as one that is chosen.
  const hasFile = (/** @type {DragEvent} */ { dataTransfer }) =>
    dataTransfer?.types.includes("Files");
  const over = (/** @type {DragEvent} */ event) => hasFile(event) && event.preventDefault();
  const drop = async (/** @type {DragEvent} */ event) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    if (!document.querySelector("dialog[open]"))
      (await openPaste(session.snap.game)).readFile(file);
  };
  addEventListener("dragover", over, { signal: session.signal });
  addEventListener("drop", drop, { signal: session.signal });
  addEventListener("keydown", press, { capture: true, signal: session.signal });

  threats.after(addReport({ session, region }));
  addConditional({ session, game, region });
  addBook({ session, region });
  addStudy({ session, region });
  addTree({ session });
  session.watch(lazily(render));
  render();
}
