// The shell of the page: loads what is needed, sets the table, and connects buttons and keys.

import { createBoard, createDrag, createTrays, decodePieces, loadPieces } from "../board/index.js";
import { addOverlays, createMoves, createTurn, Session } from "../game/index.js";
import {
  announce,
  arrive,
  carryGames,
  faultText,
  keepOpponent,
  loaded,
  pageOf,
  storedOpponent,
} from "../library/index.js";
import { canvasColors, followSettings, isStill, settings } from "../settings/index.js";
import { FRONT, GAMES, readAddress } from "./address.js";
import { afterFrame, lazily } from "./frames.js";
import { dressForHost } from "./host.js";
import { isFailure, loadModule } from "./module.js";
import { keepOffline } from "./offline.js";
import { createRooms } from "./rooms.js";
import { colorName, loadLaterWords, loadWords, other, tell, words } from "./words.js";

/** @typedef {import('./table').Table} Table */
/** @typedef {import('./table').Snapshot} Snapshot */

/** @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const root = document.documentElement;
const canvas = /** @type {HTMLCanvasElement} */ (find("canvas"));

/** Fills in the words that never change. */
function fillWords() {
  for (const element of document.querySelectorAll("[data-word]")) {
    element.textContent = words(element.getAttribute("data-word") ?? "");
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", words(element.getAttribute("data-label") ?? ""));
  }
  for (const element of document.querySelectorAll("[data-tip]")) {
    const tip = words(element.getAttribute("data-tip") ?? "");
    element.setAttribute("aria-label", tip);
    element.setAttribute("title", tip);
  }
  /** @type {HTMLInputElement} */ (find("typed-text")).placeholder = words("label.typed-hint");
}

/**
 * A sentence over the page, with a way on.
 * @param {string} text
 * @param {{ label: string, href?: string, work?: () => void }} [way] without an address and
 *   work, the page is loaded again
 */
function notify(text, way) {
  const box = find("notice");
  const link = /** @type {HTMLAnchorElement} */ (box.querySelector("a"));
  /** @type {HTMLElement} */ (box.querySelector("p")).textContent = text;
  link.hidden = !way;
  if (way) {
    link.textContent = way.label;
    link.href = way.href ?? location.href;
    link.onclick = way.href
      ? null
      : (event) => {
          // A reload takes up the stored game, also where the address begins one of its own.
          event.preventDefault();
          if (way.work) way.work();
          else location.reload();
        };
  }
  box.hidden = false;
  say(text);
}

/**
 * Has assistive technology say something.
 * @param {string} text
 */
function say(text) {
  const status = find("status");
  // The same words again are news only if something changes.
  status.textContent = status.textContent === text ? `${text}\u00a0` : text;
}

/** @param {unknown} error */
const message = (error) => {
  const text = error instanceof Error ? error.message : String(error);
  return text ? `${text.charAt(0).toUpperCase()}${text.slice(1)}.`.replace(/\.\.$/, ".") : "";
};

/** Whether the address is a link to a game. */
const isLink = () => location.hash.startsWith("#g=");

/** The game of a name, or that of the front page. @param {string} [name] */
const gameOf = (name = "") => (Object.hasOwn(GAMES, name) ? name : FRONT);

/** @param {string} game */
function fetchGame(game) {
  const loading = Promise.all([loadModule(), loadPieces(GAMES[game])]);
  // Awaited later, but may fail before that.
  loading.catch(() => {});
  return loading;
}

/** All of a game's page but the board. @param {string} game */
async function introduce(game) {
  await loadWords("first");
  fillWords();
  find("says").textContent = words("notice.loading");

  root.dataset.game = game;
  find("game-name").textContent = words(`games.${game}.name`);
  document.title = `${words(`games.${game}.name`)} · ${words("title")}`;
  find("win").textContent = words(`games.${game}.win`);
  find("lose").textContent = words(`games.${game}.lose`);
  /** @type {HTMLAnchorElement} */ (find("lesson")).href = `?game=${game}&lesson=1`;
  /** @type {HTMLAnchorElement} */ (find("rules")).href = `./${game}/`;
  listGames(game);
}

async function start() {
  // What `early.js` has made of the address; a link may turn out to be none.
  const said = gameOf(root.dataset.game);
  let loading = fetchGame(said);
  // Taken in before the address is read: it becomes that of the game.
  const arriving = isLink() ? arrive() : undefined;
  arriving?.catch(() => {});
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
  const remembering = opening ? undefined : loaded(address.key);
  opening?.catch(() => {});
  remembering?.catch(() => {});
  if (!arriving || game !== said) await introduce(game);
  if (address.problem) {
    await loadLaterWords().catch(() => {});
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

  const ahead = await remembering?.catch(() => undefined);
  /** @type {Table | undefined} */
  let table;
  try {
    table = lesson
      ? (lesson.table?.(Table, canvas) ?? new Table(canvas, game, address.fen, address.seed))
      : open(Table, address, game, arrived);
  } catch (error) {
    await loadLaterWords().catch(() => {});
    const key = address.fen === undefined ? "notice.no-game" : "notice.bad-position";
    stop(words(key, { why: message(error) }), {
      label: words("button.without-position", { game: words(`games.${game}.name`) }),
      href: `?game=${game}`,
    });
    return;
  }
  play(table, address, game, lesson, ahead);
  if (arrived?.fault) {
    await loadLaterWords();
    notify(faultText(arrived.fault));
  }
}

/**
 * The table of the page, which asks for what is stored under its key.
 * @param {import('./table').TableClass} Table
 * @param {import('./address.js').Address} address
 * @param {string} game
 * @param {{ saved?: string, letter?: string }} [arrived] what came by a link
 */
function open(Table, { key, fen, seed }, game, { saved, letter } = {}) {
  const confirms = settings.confirm;
  if (letter) return Table.open(canvas, { link: letter, confirms });
  const opponent = storedOpponent(key) ?? undefined;
  return Table.open(canvas, { game, fen, seed, saved, key, opponent, confirms });
}

/**
 * Nothing can be played: says why and shows a way on.
 * @param {string} text
 * @param {{ label: string, href?: string }} [way]
 */
function stop(text, way = { label: words("button.start"), href: "?game=charismatic" }) {
  root.dataset.stopped = "true";
  notify(text, way);
}

/** @param {string} current */
function listGames(current) {
  find("games").replaceChildren(
    ...Object.keys(GAMES).map((game) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = `?game=${game}`;
      const emblem = document.createElement("i");
      emblem.className = "emblem";
      emblem.dataset.emblem = game;
      const label = document.createElement("span");
      label.textContent = link.title = words(`games.${game}.name`);
      link.append(emblem, label);
      if (game === current) link.setAttribute("aria-current", "page");
      item.append(link);
      return item;
    }),
  );
}

/**
 * @param {Table} first
 * @param {import('./address.js').Address} address
 * @param {string} game
 * @param {import('../learn/exercise.js').Opened | undefined} lesson
 * @param {import('./contract').Event[]} [ahead] what is stored
 */
function play(first, address, game, lesson, ahead) {
  const session = new Session(first, lesson ? "" : address.key);
  if (!lesson) carryGames(session, game, ahead);
  if (address.front && session.snap.view.of === 0) {
    session.invites = true;
    first.mark("c2", "c4");
  }
  // Said when it can be seen.
  session.onSay = (text) => afterFrame(() => say(text));
  const isUnderWay = () => session.snap.view.of > 0 && !session.snap.result;
  session.onCrash = (error) => {
    console.error(error);
    rooms.broken(error);
  };

  const board = createBoard(session, { frame: find("frame"), canvas, grid: find("grid") });
  const drag = createDrag(session, find("held"), board.squareAt);
  board.listen(drag);
  const trays = createTrays(session, find, drag);
  const turn = createTurn(session, find);

  /** What is said of whose turn it is. */
  let told = "";
  /** @param {Snapshot} snap */
  const page = (snap) => {
    root.dataset.phase = snap.phase;
    root.dataset.most = snap.most > 1 ? "many" : "one";
    // In a variation of a game that is over, it is somebody's turn.
    const over = snap.result !== null && snap.view.at >= 0;
    const color = colorName(snap.turn);
    let who = words("turn.to-move", { color });
    if (snap.phase === "placement") {
      who = words(snap.controls.draw ? "turn.draws" : "turn.places", { color });
    }
    if (over) who = words("turn.over");
    if (who !== told) {
      told = who;
      const verb = document.createElement("span");
      verb.className = "verb";
      const [first, ...rest] = who.split(" ");
      verb.textContent = ` ${rest.join(" ")}`;
      find("who").replaceChildren(...(over ? [who] : [first, verb]));
    }
    find("who").dataset.color = over ? "" : snap.turn;
    find("do-resign").hidden = find("do-offer").hidden =
      !isUnderWay() || session.unconfirmed !== "";
    session.invites &&= snap.view.of === 0;
    const isFront = session.invites;
    root.dataset.front = String(isFront);
    find("choice").hidden = !isFront;
    const last = snap.score.filter((done) => done.done).at(-1);
    find("last-turn").textContent = last ? last.san.replaceAll(",", ", ") : "";
    find("last-turn").dataset.color = last?.color ?? "";
  };
  /** @param {Element} element */
  const isShown = (element) => element.getClientRects().length > 0;
  /** What had the focus last. @type {Element | null} */
  let had = null;
  addEventListener("focusin", ({ target }) => {
    had = /** @type {Element} */ (target);
  });
  /** A button that vanishes must not take the focus with it. */
  const keepFocus = () =>
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
  const moves = createMoves(session, find);
  const list = lazily(() => moves.render(session.snap));
  session.views = [board.render, trays.render, turn.render, page, keepFocus, list];

  /** Whose attacks are shown: those of the side to move, or the other's. @type {boolean | undefined} */
  let attacks;
  /** @param {Table} table */
  const dress = (table) => {
    table.set_colors(canvasColors());
    table.set_motion(isStill());
    table.set_coordinates(settings.coordinates);
    table.show_attacks(attacks);
    decodePieces(GAMES[game], (role, color, image) => {
      if (session.table !== table) return;
      table.set_sprite(role, color, image);
      session.wake();
    }).catch(() => {});
  };
  const applySettings = followSettings(() => {
    session.table.set_colors(canvasColors());
    session.table.set_motion(isStill());
    session.table.set_coordinates(settings.coordinates);
    session.wake();
  });

  dress(first);
  session.refresh();
  trays.fill();
  board.resize();
  // Whose letter is due, the room of the friend says.
  if (find("notice").hidden && !session.key.startsWith("mail "))
    session.say(session.invites ? words("front.try") : session.text(session.snap.says));

  session.on("notice", (told) => {
    loadLaterWords().then(() => notify(tell(told, game)));
  });
  session.on("moved", ({ from, key }) => {
    keepOpponent(key, session.snap.opponent);
    if (session.key === from) session.key = key;
    history.replaceState(history.state, "", pageOf(key, game));
  });
  session.on("offerBack", () => {
    const goBack = () => {
      find("notice").hidden = true;
      session.emit("goBack");
    };
    loadLaterWords().then(() =>
      notify(words("kept.left"), { label: words("kept.go-back"), work: goBack }),
    );
  });
  session.on("turnBoard", () => session.act((table) => table.flip()));

  const overlays = addOverlays(session, find("grid"), board.squareAt, turn.render);
  const rooms = createRooms({
    session,
    game,
    find,
    boxOf: board.boxOf,
    moves,
    overlays,
    changed: applySettings,
    dress: () => dress(session.table),
    stop,
    notify,
  });
  session.onPromote = rooms.promotion;
  canvas.addEventListener("contextrestored", () => dress(session.table));
  // What is not done through the session: layouts, hit tests, images.
  addEventListener("error", ({ error }) => {
    if (isFailure(error)) session.crash(error);
  });
  addEventListener("unhandledrejection", ({ reason }) => {
    if (isFailure(reason)) session.crash(reason);
  });

  /** @param {string} id @param {() => void} work */
  const on = (id, work) => find(id).addEventListener("click", work);
  /** @param {import('./contract').Event} event */
  const emit = (event) => session.emit(event);
  const endTurn = () => emit("endTurn");
  const undo = () => emit("undo");
  const draw = () => {
    const { draw } = session.snap.controls;
    emit("draw");
    if (draw && !session.snap.controls.draw) trays.pour();
  };
  on("do-end", endTurn);
  on("do-undo", undo);
  on("do-redo", () => emit("redo"));
  on("do-reset", () => emit({ undoTo: 0 }));
  on("do-clear", () => emit("clear"));
  on("do-place", () => emit("placeRest"));
  on("do-shuffle", () => emit("shuffle"));
  on("do-draw", draw);
  on("do-quick", () => emit("quickStart"));
  on("do-replay", () => session.replay());
  on("do-live", () => session.look(session.snap.view.of));
  on("do-new", rooms.new);
  on("do-again", rooms.new);
  on("do-rematch", rooms.rematch);
  on("do-flip", () => {
    session.act((table) => table.flip());
    const color = colorName(session.snap.flipped ? "black" : "white");
    session.say(words("step.flipped", { color }));
  });
  on("do-attacks", () => {
    // Theirs, one's own, none.
    attacks = attacks === undefined ? false : attacks ? undefined : true;
    const shown = attacks !== undefined;
    find("do-attacks").setAttribute("aria-pressed", String(shown));
    session.act((table) => table.show_attacks(attacks));
    const { turn } = session.snap;
    const color = colorName(attacks ? turn : other(turn));
    session.say(words(shown ? "step.attacks" : "step.attacks-off", { color }));
  });
  on("do-share", rooms.share);
  on("do-open", rooms.open);
  on("do-games", rooms.games);
  on("do-puzzles", rooms.puzzles);
  // A lesson is neither shared nor kept.
  for (const name of ["share", "open", "games"]) find(`do-${name}`).hidden = lesson !== undefined;
  on("do-resign", rooms.resign);
  on("do-offer", rooms.offer);
  on("do-settings", rooms.settings);
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    board.focus();
  });

  /** @param {import('./contract').Walk} walk */
  const walker = (walk) => () => session.emit({ walk });
  on("do-first", walker("first"));
  on("do-previous", walker("back"));
  on("do-next", walker("on"));
  on("do-latest", walker("latest"));

  const field = /** @type {HTMLInputElement} */ (find("typed-text"));
  find("typed").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (text === "") return;
    session.emit({ typed: text });
    if (session.snap.tone === "owed") field.value = "";
    else field.select();
  });
  // What was refused is nothing to the next game.
  session.watch(({ view, tone }) => {
    const isLeft = view.of === 0 && tone !== "refusal" && document.activeElement !== field;
    if (isLeft) field.value = "";
  });

  connectPanels();

  /** Keys that work wherever the focus is, unless it is in a field or a dialog. */
  /** @type {Record<string, () => void>} */
  const keys = {
    "[": walker("back"),
    "]": walker("on"),
    "{": walker("first"),
    "}": walker("latest"),
    v: walker("into"),
    V: walker("out"),
    Backspace: undo,
    "?": rooms.keys,
    m: rooms.mute,
  };
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    if (event.key === "Enter" && event.ctrlKey) {
      event.preventDefault();
      endTurn();
      return;
    }
    const target = /** @type {Element} */ (event.target);
    if (target.matches("input") || event.ctrlKey || event.altKey || event.metaKey) return;
    const work = settings.shortcuts ? keys[event.key] : undefined;
    if (!work) return;
    event.preventDefault();
    work();
  });
  lesson?.begin({ session, board });
  root.dataset.ready = "true";
  afterFrame(() => {
    const choosing = find("choice").hidden ? Promise.resolve() : rooms.choice();
    if (!lesson) choosing.then(rooms.inbox);
    dressForHost(find).catch(() => {});
    keepOffline((reload) =>
      loadLaterWords().then(() =>
        notify(words("site.new-version"), { label: words("button.reload"), work: reload }),
      ),
    ).catch(console.error);
  });
}

/** The menu and what else is a sheet where the window is small: modal, as dialogs are. */
function connectPanels() {
  const shade = find("shade");
  const panels = [
    ["open-menu", "rail"],
    ["open-moves", "moves"],
    ["open-rest", "rest"],
    ["open-goals", "goals"],
  ].map(([opener, panel]) => ({ opener: find(opener), panel: find(panel) }));
  /** All that is neither the panel nor around it. @param {HTMLElement} panel */
  const outside = (panel) =>
    [...document.querySelectorAll("body > *, main > *, #tools > *")].filter(
      (element) =>
        element !== shade && !element.matches("dialog, #status") && !element.contains(panel),
    );
  const close = () => {
    for (const { opener, panel } of panels) {
      if (!isOpen(panel)) continue;
      panel.classList.remove("open");
      for (const element of outside(panel)) element.removeAttribute("inert");
      opener.setAttribute("aria-expanded", "false");
      if (panel.contains(document.activeElement)) opener.focus();
    }
    shade.hidden = true;
  };
  for (const { opener, panel } of panels) {
    opener.addEventListener("click", () => {
      panel.classList.add("open");
      for (const element of outside(panel)) element.setAttribute("inert", "");
      opener.setAttribute("aria-expanded", "true");
      shade.hidden = false;
      const first = [...panel.querySelectorAll("button, a")].find(
        (element) => element.getClientRects().length > 0,
      );
      /** @type {HTMLElement} */ (first ?? panel).focus();
    });
    panel.addEventListener("keydown", (event) => {
      if (event.key === "Escape") close();
    });
    // What is pressed there begins something else, to which the focus comes from the opener.
    panel.addEventListener(
      "click",
      (event) => {
        const pressed = /** @type {Element} */ (event.target).closest("button, a");
        if (pressed && (panel.id !== "moves" || pressed.id === "close-moves")) close();
      },
      true,
    );
  }
  shade.addEventListener("click", close);
  // In a window that was made larger the panels stand in the page.
  addEventListener("resize", () => {
    if (panels.some(({ opener, panel }) => isOpen(panel) && opener.offsetWidth === 0)) close();
  });
  find("notice")
    .querySelector("button")
    ?.addEventListener("click", () => {
      find("notice").hidden = true;
    });
}

/** @param {Element} panel */
const isOpen = (panel) => panel.classList.contains("open");

// From the first moment on: a link may be opened in a page that is being loaded.
addEventListener("hashchange", () => {
  if (isLink()) location.reload();
});
start().catch((error) => {
  console.error(error);
  find("failed").hidden = false;
});
