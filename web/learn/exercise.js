// A lesson or a puzzle beside the board: the task, the answers, and the actions. The table decides
// all of it.

import { createParts } from "../dialogs/index.js";
import { find, make, ruleLink, tell, way, words } from "../shell/index.js";

/** @import { Event, Exercise, Session, Snapshot, Table, TableClass } from "../shell/types" */

/**
 * @typedef {object} Parts what an exercise needs of the page
 * @property {Session} session
 * @property {{ resize: () => void, focus: () => void, squareAt: (x: number, y: number) => string | undefined }} board
 * @property {() => void} flip turns the board round
 */

/**
 * @typedef {object} Opened an exercise that can be begun
 * @property {((tables: TableClass, canvas: HTMLCanvasElement) => Table) | undefined} table the table
 *   that it is taken at, if it is not that of the page
 * @property {(parts: Parts & { introduce: (game: string) => Promise<void> }) => void} begin it may have the page
 *   become that of another game
 */

/**
 * Shows the exercise of the session's table around its board.
 * @param {Parts} parts
 * @param {"lesson" | "puzzle"} kind
 * @param {Record<string, (shown: Exercise) => void>} [work] what buttons do that is none of the table's
 */
export function showExercise({ session, board }, kind, work = {}) {
  const { game } = session.snap;
  const root = document.documentElement;
  /** @type {HTMLElement} */
  let caption = make("p");
  const title = make("h2", { id: "task-title" });
  const text = make("p", "task");
  const task = { id: "task", "aria-labelledby": title.id };
  const said = make("p", "reply");
  const ways = make("div", "ways");
  const answer = { id: "answer", "aria-label": words(`${kind}.answer`) };
  const shown = () => /** @type {Exercise} */ (session.snap.exercise);

  /** After a button: on the board if a turn is waited for, else where it goes on. @param {string} name */
  const focus = (name) => {
    const on = ["play", "again", "next", "finish"].find((name) =>
      shown().ways.some((way) => way.name === name),
    );
    if (shown().stage !== "open") named.get(on ?? "")?.focus();
    else if (name !== "hint") board.focus();
  };
  const { build, named } = createParts(game, (does) => {
    if (work[does]) return work[does](shown());
    session.emit(/** @type {Event} */ (does));
    focus(does);
  });

  /** @param {Exercise} exercise */
  const renderWays = (exercise) => {
    const next = exercise.ways.map((way) => named.get(way.name) ?? build(way));
    for (const [name, element] of named) element.classList.toggle("main", name === exercise.main);
    if (next.length === ways.childElementCount && next.every((one) => one.parentElement === ways))
      return;
    const focused = document.activeElement;
    ways.replaceChildren(...next);
    // Taken out and put in again, it has lost the focus.
    if (focused instanceof HTMLElement && next.includes(focused)) focused.focus();
  };

  /** The number of the task for which the trays were laid out. @type {number | null | undefined} */
  let laid;
  /** @param {Snapshot} snap */
  const render = (snap) => {
    const { exercise } = snap;
    if (!exercise) return;
    root.dataset.lessonState = exercise.stage;
    const old = caption;
    caption = build(exercise.caption);
    old.replaceWith(caption);
    title.textContent = tell(exercise.title, game);
    text.hidden = !exercise.text;
    text.textContent = exercise.text ? tell(exercise.text, game) : "";
    const { kind, says, rule } = exercise.answer;
    said.dataset.kind = kind;
    said.hidden = exercise.stage === "end";
    const line = make("span", "", says.map((one) => tell(one, game)).join(" "));
    if (rule) line.append(" ", ruleLink(rule));
    said.replaceChildren(line);
    renderWays(exercise);
    if (laid === exercise.at) return;
    laid = exercise.at;
    // The tray stays when it is empty, so that the board keeps its size.
    const stocks = snap.hand ?? snap.reserve?.[snap.turn] ?? [];
    const has = stocks.some(({ count }) => count > 0);
    root.toggleAttribute("data-drops", has);
    board.resize();
  };

  root.dataset.lesson = game;
  const name = words(`${kind}.name`, { game: words(`games.${game}.name`) });
  document.title = `${name} · ${words("title")}`;
  find("game-name").textContent = name;
  const leave = way(words("lesson.leave"), `?game=${game}&with=computer`, "leave");
  // A puzzle has ways on beside its answer.
  leave.hidden = kind !== "lesson";
  find("frame").before(make("section", task, leave, caption, title, text));
  find("turn").after(make("section", answer, said, ways));
  session.watch(render);
  session.show();
}
