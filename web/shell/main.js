// The shell of the page: loads what is needed, sets the table, and connects buttons and keys.

import { Board, createDrag, createTrays, decodePieces, loadPieces } from "../board/index.js";
import { createMoves, createTurn, followPointing, Session } from "../game/index.js";
import {
  announce,
  carryGames,
  keepOpponent,
  loaded,
  loadTravel,
  pageOf,
  storedOpponent,
} from "../library/index.js";
import { followSettings, settings, toggle } from "../settings/index.js";
import { BEGUN, FRONT, GAMES, readAddress } from "./address.js";
import { connectControls } from "./controls.js";
import { recall } from "./device.js";
import { announceIn, find, make, set } from "./elements.js";
import { afterFrame, lazily, nextTask } from "./frames.js";
import { dressForHost } from "./host.js";
import { isFailure, loadModule, loadWhole } from "./module.js";
import { keepOffline } from "./offline.js";
import { createRooms } from "./rooms.js";
import {
  entry,
  loadDialogWords,
  loadWords,
  phrase,
  sentence,
  tell,
  valueText,
  words,
} from "./words.js";

/** @import { Event as TableEvent, Snapshot, Table, TableClass } from "./types" */
/** @import { Opened } from "../learn/exercise.js" */
/** @typedef {ReturnType<typeof readAddress>} Address */
/** @typedef {ReturnType<typeof createRooms>} Rooms */
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

/** A sentence over the page, with a way on. @param {string} text @param {Way} [way] */
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
  return text ? `${sentence(text)}.`.replace(/\.\.$/, ".") : "";
};

/** Whether the address is a link to a game. */
const isLink = () => location.hash.startsWith("#g=");

/** The game of a name, or that of the front page. @param {string} [name] */
const gameOf = (name = "") => (Object.hasOwn(GAMES, name) ? name : FRONT);

/** What is awaited later, but may fail before that. @template T @param {Promise<T>} work */
function ahead(work) {
  work.catch(() => {});
  return work;
}

/** @param {string} game */
function fetchGame(game) {
  const pieces = loadPieces(GAMES[game]);
  // While the module is on its way there is time for it.
  ahead(pieces.then(() => decodePieces(GAMES[game])));
  return ahead(Promise.all([loadModule(), pieces]));
}

/** All of a game's page but the board. @param {string} game */
async function introduce(game) {
  await loadWords("first");
  fillWords();
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
  const noted = gameOf(root.dataset.game);
  let loading = fetchGame(noted);
  // Taken in before the address is read: it becomes that of the game.
  const arriving = isLink() ? ahead(loadTravel().then(({ arrive }) => arrive())) : undefined;
  if (arriving) await introduce(noted);
  const arrived = await arriving;
  const address = readAddress(location.search);
  const game = gameOf(address.game);
  if (game !== noted) loading = fetchGame(game);
  // A window that has this game open hands it over before it is read here.
  if (address.key) announce(address.key);
  const opening = address.watch
    ? import("../live/index.js").then(({ openWatched }) => openWatched(game))
    : address.key === ""
      ? import("../learn/index.js").then(({ openLesson, openPuzzle }) =>
          address.puzzle ? openPuzzle(game, address.puzzle) : openLesson(game),
        )
      : address.key.startsWith("analysis ")
        ? import("../analysis/index.js").then(({ openBoard }) => openBoard(address))
        : undefined;
  // The table asks for it as soon as there is one.
  const remembering = address.key ? ahead(loaded(address.key)) : undefined;
  opening?.catch(() => {});
  if (!arriving || game !== noted) await introduce(game);
  if (address.problem) {
    await loadDialogWords().catch(() => {});
    find("says").textContent = "";
    const { key, values } = address.problem;
    if (values.game) {
      // It is the page of no game.
      find("game-name").textContent = document.title = words("title");
      find("games").querySelector("[aria-current]")?.removeAttribute("aria-current");
    }
    stop(words(key, values));
    return;
  }

  let Table;
  let opened;
  try {
    [{ Table }] = await loading;
    opened = await opening;
  } catch {
    stop(words("notice.no-module"), { label: words("button.reload") });
    return;
  }

  const stored = await remembering?.catch(() => undefined);
  /** @type {Table | undefined} */
  let table;
  try {
    table = opened
      ? (opened.table?.(Table, canvas) ?? Table.open(canvas, { game }))
      : open(Table, address, game, arrived);
  } catch (error) {
    await loadDialogWords().catch(() => {});
    const key = address.fen === undefined ? "site.no-game" : "site.bad-position";
    const label = words("button.without-position", { game: words(`games.${game}.name`) });
    const fault = address.fen && (await loadWhole()).fen_fault(game, address.fen);
    const why = fault ? phrase(fault, game) : message(error);
    stop(words(key, { why }), { label, href: `?game=${game}` });
    return;
  }
  await nextTask();
  await play(table, address, game, opened, stored);
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
function open(Table, { key, fen, seed, clock, alone }, game, { saved, letter } = {}) {
  const confirms = settings.confirm;
  if (letter) return Table.open(canvas, { link: letter, confirms });
  const opponent = storedOpponent(key, undefined, alone) ?? undefined;
  return Table.open(canvas, { game, fen, seed, clock, saved, key, opponent, confirms });
}

/** Nothing can be played: says why and shows a way on. @param {string} text @param {Way} [way] */
function stop(text, way = { label: words("button.start"), href: "?game=charismatic" }) {
  root.dataset.stopped = "true";
  notify(text, way);
}

/**
 * The lines about the turn beside the board: whose turn it is, the last turn, and what can be done.
 * @param {Session} session
 * @param {boolean} isFront whether it is the page without a game in its address
 */
function createHead(session, isFront) {
  return (/** @type {Snapshot} */ snap) => {
    const { phase, most, turn, view, last, result, mover, flipped, game } = snap;
    root.dataset.phase = phase;
    root.dataset.most = most > 1 ? "many" : "one";
    const who = tell(mover, game);
    // In a variation of a game that is over, it is somebody's turn.
    const over = result !== null && view.at >= 0;
    if (who !== find("who").textContent) {
      const name =
        over || !mover.values.color ? who : sentence(valueText(mover.values.color, game));
      const [before = "", behind = ""] = who.split(name);
      const verb = (/** @type {string} */ text) => make("span", "verb", text);
      find("who").replaceChildren(verb(before), name, verb(behind));
    }
    find("who").dataset.color = over ? "" : turn;
    session.invites &&= view.of === 0;
    if (isFront) root.dataset.front = session.invites ? "true" : "played";
    const label = last.says ? tell(last.says, game) : "";
    const line = set(find("last-turn"), { textContent: label });
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

/** What the table has the page itself do. @param {Session} session */
function serve(session) {
  session.on("notice", (told) => {
    loadDialogWords().then(() => notify(tell(told, session.snap.game)));
  });
  session.on("moved", ({ from, key }) => {
    keepOpponent(key, session.snap.opponent);
    if (session.key === from) session.key = key;
    history.replaceState(history.state, "", pageOf(key, session.snap.game));
  });
  session.on("offerBack", () => {
    const work = () => {
      find("notice").hidden = true;
      session.emit("goBack");
    };
    const offer = () => notify(words("kept.left"), { label: words("kept.go-back"), work });
    loadDialogWords().then(offer);
  });
}

/**
 * Takes the page's failures for those of the session's module: what is not done through the session are
 * layouts, hit tests and images.
 * @param {Session} session
 */
function heedFailures(session) {
  const heed = (/** @type {unknown} */ error) => {
    if (isFailure(error)) session.crash(error);
  };
  addEventListener("error", ({ error }) => heed(error));
  addEventListener("unhandledrejection", ({ reason }) => heed(reason));
}

/** What can wait until the board stands. @param {Session} session @param {Rooms} rooms @param {Address} address */
async function settle(session, rooms, address) {
  const choosing = find("choice").hidden ? undefined : rooms.choice();
  if (address.asks && session.snap.view.of === 0) rooms.new();
  dressForHost(rooms.lobby).catch(() => {});
  const offer = (/** @type {() => void} */ work) =>
    notify(words("site.new-version"), { label: words("button.reload"), work });
  keepOffline((reload) => loadDialogWords().then(() => offer(reload))).catch(console.error);
  await choosing;
  if (address.key) rooms.inbox();
}

/**
 * Begins to play, in several tasks.
 * @param {Table} first
 * @param {Address} address
 * @param {string} game
 * @param {Opened | undefined} opened a lesson, a puzzle or an analysis
 * @param {TableEvent[]} [stored] what is stored
 */
async function play(first, address, game, opened, stored) {
  const isKept = address.key !== "";
  const session = new Session(first, address.key);
  if (isKept) carryGames(session, game, stored);
  // Parameters of the address apply once.
  if (isKept && location.search.includes("with="))
    history.replaceState(history.state, "", pageOf(address.key, game));
  find("choice").hidden = !address.front;
  if (address.front) {
    session.invites = recall(BEGUN) === null && session.snap.view.of === 0;
    if (session.invites) first.mark("c2", "c4");
  }
  // Announced when it can be seen.
  session.say = (text) => afterFrame(() => say(text));
  session.onCrash = (error) => {
    console.error(error);
    rooms.broken(error);
  };
  // Before what the table itself says, which comes last. The room of the friend announces whose letter is due.
  const greeting = session.invites ? words("front.try") : session.text(session.snap.says);
  if (!session.key.startsWith("mail ")) afterFrame(() => find("notice").hidden && say(greeting));
  await nextTask();

  const board = new Board(session, { frame: find("frame"), canvas, grid: find("grid") });
  const drag = createDrag(session, find("held"), board.squareAt);
  board.listen(drag);
  const trays = createTrays(session, drag);
  const turn = createTurn(session);
  const moves = createMoves(session);
  const list = lazily(() => moves.render(session.snap));
  const head = createHead(session, address.front);
  const keepFocus = createFocusKeeper(board);
  session.views = [board.render, trays.render, head, turn.render, keepFocus, list];
  session.isHidden = isKept;
  const changed = followSettings(() => {
    session.color();
    board.resize();
  });
  const dress = () => void session.dress().catch(() => {});
  /** Leaves all but the board out of sight, or shows it again. */
  const zen = () => {
    toggle("zen");
    changed();
  };
  // One after another, so that a slow device can answer in between.
  dress();
  await nextTask();
  session.refresh();
  await nextTask();
  trays.fill();
  board.resize();
  await nextTask();
  serve(session);
  followPointing(session, find("grid"), board, turn.render);
  const { boxOf } = board;
  const place = { session, boxOf, moves, changed, dress, stop, notify };
  const rooms = createRooms({
    ...place,
    get game() {
      return session.snap.game;
    },
  });
  session.onPromote = rooms.promotion;
  canvas.addEventListener("contextrestored", dress);
  heedFailures(session);
  connectControls({ session, board, trays, rooms, zen });
  for (const name of ["share", "open", "games"]) find(`do-${name}`).hidden = !isKept;
  opened?.begin({ session, board, introduce });
  root.dataset.ready = "true";
  afterFrame(() => settle(session, rooms, address));
}

// From the first moment on: a link may be opened in a page that is being loaded.
addEventListener("hashchange", () => {
  if (isLink()) location.reload();
});
start().catch((error) => {
  console.error(error);
  find("says").textContent = "";
  find("failed").hidden = false;
});
