// The page's controls: its buttons, its keys, the wheel, and typed moves.

import { settings } from "../settings/index.js";
import { find } from "./elements.js";
import { connectPanels } from "./panels.js";

/** @import { Event as TableEvent, Session } from "./types" */
/** @import { Rooms } from "./main.js" */

/** What a button or a key does: an event of the table, or anything else. @typedef {Record<string, TableEvent | (() => unknown)>} Deeds */

/**
 * @typedef {object} Page what is done something with
 * @property {Session} session
 * @property {{ focus: () => void }} board
 * @property {{ pour: () => void }} trays
 * @property {Rooms} rooms
 * @property {() => void} zen
 */

/** So close together, in milliseconds, turns of the wheel are one. */
const WHEEL = 60;

/** Does it. @param {Session} session @param {Deeds[string]} deed */
const perform = (session, deed) => (typeof deed === "function" ? deed() : session.emit(deed));

/** What the buttons do, by their names. @param {Page} page @returns {Deeds} */
function buttonsOf({ session, trays, rooms, zen }) {
  return {
    end: "endTurn",
    undo: "undo",
    redo: "redo",
    reset: { undoTo: 0 },
    clear: "clear",
    place: "placeRest",
    shuffle: "shuffle",
    draw() {
      const { draw } = session.snap.controls;
      session.emit("draw");
      if (draw && !session.snap.controls.draw) trays.pour();
    },
    quick: "quickStart",
    replay: "replay",
    live: { walk: "latest" },
    first: { walk: "first" },
    previous: { walk: "back" },
    next: { walk: "on" },
    latest: { walk: "latest" },
    resign: "resign",
    offer: "offerDraw",
    new: rooms.new,
    again: rooms.new,
    rematch: rooms.rematch,
    flip: "flip",
    attacks: "attacks",
    pieces: rooms.pieces,
    share: rooms.share,
    open: rooms.open,
    games: rooms.games,
    puzzles: rooms.puzzles,
    settings: rooms.settings,
    zen: zen,
  };
}

/**
 * Keys that work wherever the focus is, unless it is in a field or a dialog.
 * @param {Page} page
 * @param {() => boolean} closeOpen closes what is open, if anything is
 * @returns {Deeds}
 */
function keysOf({ session, rooms, zen }, closeOpen) {
  return {
    "[": { walk: "back" },
    "]": { walk: "on" },
    "{": { walk: "first" },
    "}": { walk: "latest" },
    ArrowLeft: { walk: "back" },
    ArrowRight: { walk: "on" },
    Home: { walk: "first" },
    End: { walk: "latest" },
    Escape: () => closeOpen() || session.emit("letGo"),
    v: { walk: "into" },
    V: { walk: "out" },
    Backspace: "undo",
    "?": rooms.keys,
    m: rooms.mute,
    z: zen,
  };
}

/** @param {Session} session @param {Deeds} buttons @param {Deeds} keys */
function connectKeys(session, buttons, keys) {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const { key, ctrlKey, altKey, metaKey } = event;
    const isSwitchedOff = !settings.shortcuts && key !== "Escape";
    const isTyped = /** @type {Element} */ (event.target).matches("input") && key !== "Escape";
    const isPlain = !(ctrlKey || altKey || metaKey || isSwitchedOff || isTyped);
    const does = key === "Enter" && ctrlKey ? buttons.end : isPlain ? keys[key] : undefined;
    // Without a step in the game there is nowhere to go, and the keys scroll the page.
    if (session.snap.view.of === 0 && /^(Arrow|Home|End)/.test(key)) return;
    if (!does) return;
    event.preventDefault();
    perform(session, does);
  });
}

/** One click of a wheel is one step; what comes close behind it belongs to it. @param {Session} session */
function connectWheel(session) {
  let wheeled = Number.NEGATIVE_INFINITY;
  const turn = (/** @type {WheelEvent} */ event) => {
    const { back, on } = session.snap.view;
    if (event.ctrlKey || !(event.deltaY < 0 ? back : on)) return;
    event.preventDefault();
    if (event.timeStamp - wheeled < WHEEL) return;
    wheeled = event.timeStamp;
    session.emit({ walk: event.deltaY < 0 ? "back" : "on" });
  };
  find("grid").addEventListener("wheel", turn, { passive: false });
}

/** The field for typed moves. @param {Session} session */
function connectTyped(session) {
  const field = /** @type {HTMLInputElement} */ (find("typed-text"));
  find("typed").addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = field.value.trim();
    if (typed === "") return;
    session.emit({ typed });
    if (session.snap.tone !== "prompt") field.select();
    else field.value = "";
  });
  // A refused text does not stay for the next game.
  session.watch(({ view, tone }) => {
    const isBegun = view.of > 0 || tone === "refusal" || document.activeElement === field;
    if (!isBegun) field.value = "";
  });
}

/** Has everything on the page do something. @param {Page} page */
export function connectControls(page) {
  const { session, board } = page;
  const buttons = buttonsOf(page);
  for (const [name, does] of Object.entries(buttons))
    find(`do-${name}`).addEventListener("click", () => perform(session, does));
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    board.focus();
  });
  connectTyped(session);
  connectKeys(session, buttons, keysOf(page, connectPanels()));
  connectWheel(session);
}
