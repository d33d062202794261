// The shell of the page: loads what is needed, sets the table, and connects buttons and keys.

import { createBoard, createDrag, createTrays, loadPieces } from "../board/index.js";
import { createMoves, createTurn, followPointing, Session } from "../game/index.js";
import {
  announce,
  arrive,
  carryGames,
  keepOpponent,
  loaded,
  pageOf,
  storedOpponent,
} from "../library/index.js";
import { followSettings, keepSettings, settings } from "../settings/index.js";
import { BEGUN, FRONT, GAMES, readAddress } from "./address.js";
import { recall } from "./device.js";
import { announceIn, find, make, set } from "./elements.js";
import { afterFrame, lazily } from "./frames.js";
import { dressForHost } from "./host.js";
import { isFailure, loadModule } from "./module.js";
import { keepOffline } from "./offline.js";
import { connectPanels } from "./panels.js";
import { createRooms } from "./rooms.js";
import { colorName, entry, loadDialogWords, loadWords, tell, words } from "./words.js";

/** @import { Snapshot, Table, TableClass } from "./table" */
/** @import { Event as TableEvent } from "./contract" */
/** @import { Opened } from "../learn/exercise.js" */
/** @typedef {ReturnType<typeof readAddress>} Address */
/** @typedef {{ label: string, href?: string, work?: () => void }} Way without an address and work, the page is loaded again */

const root = document.documentElement;
const canvas = /** @type {HTMLCanvasElement} */ (find("canvas"));

/** Fills in the words that never change. */
function fillWords() {
  for (const element of document.querySelectorAll("[data-word]")) {
    element.textContent = words(element.getAttribute("data-word") ?? "");
  }
  for (const element of document.querySelectorAll("[data-label], [data-tip]")) {
    const tip = element.getAttribute("data-tip");
    const label = words(tip ?? element.getAttribute("data-label") ?? "");
    set(element, { "aria-label": label });
    if (tip) element.setAttribute("title", label);
  }
  /** @type {HTMLInputElement} */ (find("typed-text")).placeholder = words("label.typed-hint");
}

/**
 * A sentence over the page, with a way on.
 * @param {string} text
 * @param {Way} [way]
 */
function notify(text, way) {
  const box = find("notice");
  const link = /** @type {HTMLAnchorElement} */ (box.querySelector("a"));
  /** @type {HTMLElement} */ (box.querySelector("p")).textContent = text;
  link.hidden = !way;
  if (way) {
    // A reload takes up the stored game, also where the address begins one of its own.
    const { label, href, work = () => location.reload() } = way;
    const go = (/** @type {MouseEvent} */ event) => {
      event.preventDefault();
      work();
    };
    set(link, { textContent: label, href: href ?? location.href, onclick: href ? null : go });
  }
  box.hidden = false;
  say(text);
}

/** Has assistive technology say something. @param {string} text */
const say = (text) => announceIn(find("status"), text);

/** @param {unknown} error */
const message = (error) => {
  const text = error instanceof Error ? error.message : String(error);
  return text ? `${text.charAt(0).toUpperCase()}${text.slice(1)}.`.replace(/\.\.$/, ".") : "";
};

/** Whether the address is a link to a game. */
const isLink = () => location.hash.startsWith("#g=");

/** The game of a name, or that of the front page. @param {string} [name] */
const gameOf = (name = "") => (Object.hasOwn(GAMES, name) ? name : FRONT);

/** So close together, in milliseconds, turns of the wheel are one. */
const WHEEL = 60;

/** What is awaited later, but may fail before that. @template T @param {Promise<T>} work */
function ahead(work) {
  work.catch(() => {});
  return work;
}

/** @param {string} game */
const fetchGame = (game) => ahead(Promise.all([loadModule(), loadPieces(GAMES[game])]));

/** All of a game's page but the board. @param {string} game */
async function introduce(game) {
  await loadWords("first");
  fillWords();
  find("says").textContent = words("notice.loading");

  root.dataset.game = game;
  const name = words(`games.${game}.name`);
  document.title = `${name} · ${words("title")}`;
  find("game-name").textContent = name;
  find("win").textContent = words(`games.${game}.win`);
  find("lose").textContent = words(`games.${game}.lose`);
  // Where the pieces are the game's own, there is a list of them.
  const legend = entry(`games.${game}.legend`);
  const pieces = set(find("do-pieces"), { hidden: legend === undefined });
  set(/** @type {Element} */ (pieces.lastElementChild), { textContent: legend ?? "" });
  find("lesson").setAttribute("href", `?game=${game}&lesson=1`);
  find("rules").setAttribute("href", `./${game}/`);
  const links = Object.keys(GAMES).map((other) => {
    const title = words(`games.${other}.name`);
    const emblem = make("i", { class: "emblem", "data-emblem": other });
    const current = other === game ? "page" : undefined;
    const given = { href: `?game=${other}&with=computer`, title, "aria-current": current };
    return make("li", "", make("a", given, emblem, make("span", "", title)));
  });
  find("games").replaceChildren(...links);
}

async function start() {
  // What `early.js` has made of the address; a link may turn out to be none.
  const said = gameOf(root.dataset.game);
  let loading = fetchGame(said);
  // Taken in before the address is read: it becomes that of the game.
  const arriving = isLink() ? ahead(arrive()) : undefined;
  if (arriving) await introduce(said);
  const arrived = await arriving;
  const address = readAddress(location.search);
  const game = gameOf(address.game);
  if (game !== said) loading = fetchGame(game);
  // A window that has this game open hands it over before it is read here.
  if (!address.lesson) announce(address.key);
  const opening = address.lesson
    ? import("../learn/index.js").then(({ openLesson, openPuzzle }) =>
        address.puzzle ? openPuzzle(game, address.puzzle) : openLesson(game),
      )
    : undefined;
  // The table asks for it as soon as there is one.
  const remembering = opening ? undefined : ahead(loaded(address.key));
  opening?.catch(() => {});
  if (!arriving || game !== said) await introduce(game);
  if (address.problem) {
    await loadDialogWords().catch(() => {});
    find("says").textContent = "";
    const { key, values } = address.problem;
    stop(words(key, values));
    return;
  }

  let Table;
  let lesson;
  try {
    [{ Table }] = await loading;
    lesson = await opening;
  } catch {
    stop(words("notice.no-module"), { label: words("button.reload") });
    return;
  }

  const stored = await remembering?.catch(() => undefined);
  /** @type {Table | undefined} */
  let table;
  try {
    table = lesson
      ? (lesson.table?.(Table, canvas) ?? Table.open(canvas, { game }))
      : open(Table, address, game, arrived);
  } catch (error) {
    await loadDialogWords().catch(() => {});
    const key = address.fen === undefined ? "notice.no-game" : "notice.bad-position";
    const label = words("button.without-position", { game: words(`games.${game}.name`) });
    stop(words(key, { why: message(error) }), { label, href: `?game=${game}` });
    return;
  }
  play(table, address, game, lesson, stored);
  if (arrived?.fault) {
    await loadDialogWords();
    notify(tell(arrived.fault.says, arrived.fault.game));
  }
}

/**
 * The table of the page, which asks for what is stored under its key.
 * @param {TableClass} Table
 * @param {Address} address
 * @param {string} game
 * @param {{ saved?: string, letter?: string }} [arrived] what came by a link
 */
function open(Table, { key, fen, seed, alone }, game, { saved, letter } = {}) {
  const confirms = settings.confirm;
  if (letter) return Table.open(canvas, { link: letter, confirms });
  const opponent = storedOpponent(key, undefined, alone) ?? undefined;
  return Table.open(canvas, { game, fen, seed, saved, key, opponent, confirms });
}

/**
 * Nothing can be played: says why and shows a way on.
 * @param {string} text
 * @param {Way} [way]
 */
function stop(text, way = { label: words("button.start"), href: "?game=charismatic" }) {
  root.dataset.stopped = "true";
  notify(text, way);
}

/**
 * What stands about the board: whose turn it is, the last turn, and what can be done.
 * @param {Session} session
 * @param {boolean} isFront whether it is the page without a game in its address
 */
function createHead(session, isFront) {
  let shown = "";
  return (/** @type {Snapshot} */ snap) => {
    const { phase, most, turn, own, view, last, result, mover, flipped, game } = snap;
    root.dataset.phase = phase;
    root.dataset.most = most > 1 ? "many" : "one";
    const who = tell(mover, game);
    // In a variation of a game that is over, it is somebody's turn.
    const over = result !== null && view.at >= 0;
    if (who !== shown) {
      shown = who;
      const [first, ...rest] = who.split(" ");
      const verb = make("span", "verb", ` ${rest.join(" ")}`);
      find("who").replaceChildren(...(over || own === turn ? [who] : [first, verb]));
    }
    find("who").dataset.color = over ? "" : turn;
    session.invites &&= view.of === 0;
    if (isFront) root.dataset.front = session.invites ? "true" : "played";
    const told = last.says && entry("last") ? tell(last.says, game) : "";
    if (last.says && !told) session.words().then(() => entry("last") && session.show());
    const line = set(find("last-turn"), { textContent: told, title: told });
    // Beside who has played it.
    const strip = find((last.color === "black") === flipped ? "near" : "far");
    if (line.parentElement !== strip) strip.append(line);
  };
}

/** A button that vanishes must not take the focus with it. @param {{ focus: () => void }} board */
function createFocusKeeper(board) {
  /** @param {Element} element */
  const isShown = (element) => element.getClientRects().length > 0;
  /** What had the focus last. @type {Element | null} */
  let had = null;
  addEventListener("focusin", ({ target }) => {
    had = /** @type {Element} */ (target);
  });
  return () =>
    // The pieces in the hand come after the frame.
    afterFrame(() => {
      const { activeElement } = document;
      if (!had || isShown(had)) return;
      if (activeElement !== had && activeElement !== document.body) return;
      const next = ["#hand [tabindex='0']", "#do-end", "#do-draw", "#do-rematch"]
        .map((selector) => document.querySelector(selector))
        .find((element) => element && isShown(element));
      if (next instanceof HTMLElement) next.focus();
      else board.focus();
    });
}

/** The field for typed moves. @param {Session} session */
function connectTyped(session) {
  const field = /** @type {HTMLInputElement} */ (find("typed-text"));
  let isRefused = false;
  find("typed").addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = field.value.trim();
    if (typed === "") return;
    session.emit({ typed });
    isRefused = session.snap.tone !== "prompt";
    if (isRefused) field.select();
    else field.value = "";
  });
  // What was refused is nothing to the next game.
  session.watch(({ view, tone }) => {
    if (!isRefused || view.of > 0 || tone === "refusal" || document.activeElement === field) return;
    isRefused = false;
    field.value = "";
  });
}

/**
 * @param {Table} first
 * @param {Address} address
 * @param {string} game
 * @param {Opened | undefined} lesson
 * @param {TableEvent[]} [stored] what is stored
 */
function play(first, address, game, lesson, stored) {
  const session = new Session(first, lesson ? "" : address.key);
  if (!lesson) carryGames(session, game, stored);
  // What the address asks for holds once.
  if (location.search.includes("with="))
    history.replaceState(history.state, "", pageOf(address.key, game));
  if (address.front) {
    find("choice").hidden = false;
    session.invites = recall(BEGUN) === null && session.snap.view.of === 0;
    if (session.invites) first.mark("c2", "c4");
  }
  // Said when it can be seen.
  session.say = (text) => afterFrame(() => say(text));
  session.onCrash = (error) => {
    console.error(error);
    rooms.broken(error);
  };

  const board = createBoard(session, { frame: find("frame"), canvas, grid: find("grid") });
  const drag = createDrag(session, find("held"), board.squareAt);
  board.listen(drag);
  const trays = createTrays(session, drag);
  const turn = createTurn(session);
  const moves = createMoves(session);
  const list = lazily(() => moves.render(session.snap));
  session.views = [
    board.render,
    trays.render,
    turn.render,
    createHead(session, address.front),
    createFocusKeeper(board),
    list,
  ];

  /** Whose attacks are shown: those of the side to move, or the other's. @type {boolean | undefined} */
  let attacks;
  const dress = () => {
    session.table.show_attacks(attacks);
    session.dress().catch(() => {});
  };
  session.isHidden = lesson === undefined;
  const changed = followSettings(() => {
    session.color();
    board.resize();
  });
  /** Leaves all but the board out of sight, or shows it again. */
  const zen = () => {
    settings.zen = !settings.zen;
    keepSettings();
    changed();
  };

  dress();
  session.refresh();
  trays.fill();
  board.resize();
  // Whose letter is due, the room of the friend says.
  if (find("notice").hidden && !session.key.startsWith("mail "))
    session.say(session.invites ? words("front.try") : session.text(session.snap.says));

  session.on("notice", (told) => {
    loadDialogWords().then(() => notify(tell(told, game)));
  });
  session.on("moved", ({ from, key }) => {
    keepOpponent(key, session.snap.opponent);
    if (session.key === from) session.key = key;
    history.replaceState(history.state, "", pageOf(key, game));
  });
  session.on("offerBack", () => {
    const work = () => {
      find("notice").hidden = true;
      session.emit("goBack");
    };
    const offer = () => notify(words("kept.left"), { label: words("kept.go-back"), work });
    loadDialogWords().then(offer);
  });
  session.on("turnBoard", () => session.act((table) => table.flip()));

  followPointing(session, find("grid"), board, turn.render);
  const rooms = createRooms({
    session,
    game,
    boxOf: board.boxOf,
    moves,
    changed,
    dress,
    stop,
    notify,
  });
  session.onPromote = rooms.promotion;
  canvas.addEventListener("contextrestored", dress);
  // What is not done through the session: layouts, hit tests, images.
  addEventListener("error", ({ error }) => {
    if (isFailure(error)) session.crash(error);
  });
  addEventListener("unhandledrejection", ({ reason }) => {
    if (isFailure(reason)) session.crash(reason);
  });

  /** @param {TableEvent} event */
  const emitter = (event) => () => session.emit(event);
  const flip = () => {
    session.act((table) => table.flip());
    const color = colorName(session.snap.flipped ? "black" : "white");
    session.say(words("step.flipped", { color }));
  };
  const showAttacks = () => {
    // Theirs, one's own, none.
    attacks = attacks === undefined ? false : attacks ? undefined : true;
    const shown = attacks !== undefined;
    set(find("do-attacks"), { "aria-pressed": shown });
    session.act((table) => table.show_attacks(attacks));
    const color = colorName(attacks ? session.snap.turn : session.snap.other);
    session.say(words(shown ? "step.attacks" : "step.attacks-off", { color }));
  };
  const draw = () => {
    const { draw } = session.snap.controls;
    session.emit("draw");
    if (draw && !session.snap.controls.draw) trays.pour();
  };
  /** What the buttons do. @type {Record<string, () => unknown>} */
  const work = {
    "do-end": emitter("endTurn"),
    "do-undo": emitter("undo"),
    "do-redo": emitter("redo"),
    "do-reset": emitter({ undoTo: 0 }),
    "do-clear": emitter("clear"),
    "do-place": emitter("placeRest"),
    "do-shuffle": emitter("shuffle"),
    "do-draw": draw,
    "do-quick": emitter("quickStart"),
    "do-replay": emitter("replay"),
    "do-live": emitter({ walk: "latest" }),
    "do-first": emitter({ walk: "first" }),
    "do-previous": emitter({ walk: "back" }),
    "do-next": emitter({ walk: "on" }),
    "do-latest": emitter({ walk: "latest" }),
    "do-resign": emitter("resign"),
    "do-offer": emitter("offerDraw"),
    "do-new": rooms.new,
    "do-again": rooms.new,
    "do-rematch": rooms.rematch,
    "do-flip": flip,
    "do-attacks": showAttacks,
    "do-pieces": rooms.pieces,
    "do-share": rooms.share,
    "do-open": rooms.open,
    "do-games": rooms.games,
    "do-puzzles": rooms.puzzles,
    "do-settings": rooms.settings,
    "do-zen": zen,
  };
  for (const [id, does] of Object.entries(work)) find(id).addEventListener("click", () => does());
  // A lesson is neither shared nor kept.
  for (const name of ["share", "open", "games"]) find(`do-${name}`).hidden = lesson !== undefined;
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    board.focus();
  });
  connectTyped(session);
  const closeOpen = connectPanels();
  // One click of a wheel is one step; what comes close behind it belongs to it.
  let wheeled = Number.NEGATIVE_INFINITY;
  find("grid").addEventListener(
    "wheel",
    (event) => {
      const { back, on } = session.snap.view;
      if (event.ctrlKey || !(event.deltaY < 0 ? back : on)) return;
      event.preventDefault();
      if (event.timeStamp - wheeled < WHEEL) return;
      wheeled = event.timeStamp;
      session.emit({ walk: event.deltaY < 0 ? "back" : "on" });
    },
    { passive: false },
  );

  /** Keys that work wherever the focus is, unless it is in a field or a dialog. @type {Record<string, () => unknown>} */
  const keys = {
    "[": emitter({ walk: "back" }),
    "]": emitter({ walk: "on" }),
    "{": emitter({ walk: "first" }),
    "}": emitter({ walk: "latest" }),
    ArrowLeft: emitter({ walk: "back" }),
    ArrowRight: emitter({ walk: "on" }),
    Home: emitter({ walk: "first" }),
    End: emitter({ walk: "latest" }),
    Escape: () => closeOpen() || session.emit("letGo"),
    v: emitter({ walk: "into" }),
    V: emitter({ walk: "out" }),
    Backspace: emitter("undo"),
    "?": rooms.keys,
    m: rooms.mute,
    z: zen,
  };
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const { key, ctrlKey, altKey, metaKey } = event;
    const isSwitchedOff = !settings.shortcuts && key !== "Escape";
    const isTyped = /** @type {Element} */ (event.target).matches("input") && key !== "Escape";
    const isPlain = !(ctrlKey || altKey || metaKey || isSwitchedOff || isTyped);
    const does = key === "Enter" && ctrlKey ? work["do-end"] : isPlain ? keys[key] : undefined;
    // Without a step in the game there is nowhere to go, and the keys scroll the page.
    if (session.snap.view.of === 0 && /^(Arrow|Home|End)/.test(key)) return;
    if (!does) return;
    event.preventDefault();
    does();
  });
  lesson?.begin({ session, board });
  root.dataset.ready = "true";
  afterFrame(() => {
    const choosing = find("choice").hidden ? Promise.resolve() : rooms.choice();
    if (!lesson) choosing.then(rooms.inbox);
    if (address.asks && session.snap.view.of === 0) rooms.new();
    dressForHost().catch(() => {});
    keepOffline((reload) =>
      loadDialogWords().then(() =>
        notify(words("site.new-version"), { label: words("button.reload"), work: reload }),
      ),
    ).catch(console.error);
  });
}

// From the first moment on: a link may be opened in a page that is being loaded.
addEventListener("hashchange", () => {
  if (isLink()) location.reload();
});
start().catch((error) => {
  console.error(error);
  find("failed").hidden = false;
});
