// What the player can do with the page: its buttons, its keys, the wheel, and moves that are typed.

import { settings } from "../settings/index.js";
import { find } from "./elements.js";
import { connectPanels } from "./panels.js";

/** @import { Session } from "../game/session.js" */
/** @import { Event as TableEvent } from "./contract" */
/** @import { Look, Rooms } from "./main.js" */

/** What a button or a key does. @typedef {Record<string, () => unknown>} Deeds */

/**
 * @typedef {object} Page what is done something with
 * @property {Session} session
 * @property {{ focus: () => void }} board
 * @property {{ pour: () => void }} trays
 * @property {Rooms} rooms
 * @property {Look} look
 */

/** So close together, in milliseconds, turns of the wheel are one. */
const WHEEL = 60;

/** Tells a session of an event, when it is called. @param {Session} session */
const emitterOf = (session) => (/** @type {TableEvent} */ event) => () => session.emit(event);

/** What the buttons do, by their names. @param {Page} page @returns {Deeds} */
function buttonsOf({ session, trays, rooms, look }) {
  const emitter = emitterOf(session);
  return {
    end: emitter("endTurn"),
    undo: emitter("undo"),
    redo: emitter("redo"),
    reset: emitter({ undoTo: 0 }),
    clear: emitter("clear"),
    place: emitter("placeRest"),
    shuffle: emitter("shuffle"),
    draw() {
      const { draw } = session.snap.controls;
      session.emit("draw");
      if (draw && !session.snap.controls.draw) trays.pour();
    },
    quick: emitter("quickStart"),
    replay: emitter("replay"),
    live: emitter({ walk: "latest" }),
    first: emitter({ walk: "first" }),
    previous: emitter({ walk: "back" }),
    next: emitter({ walk: "on" }),
    latest: emitter({ walk: "latest" }),
    resign: emitter("resign"),
    offer: emitter("offerDraw"),
    new: rooms.new,
    again: rooms.new,
    rematch: rooms.rematch,
    flip: look.flip,
    attacks: look.showAttacks,
    pieces: rooms.pieces,
    share: rooms.share,
    open: rooms.open,
    games: rooms.games,
    puzzles: rooms.puzzles,
    settings: rooms.settings,
    zen: look.zen,
  };
}

/**
 * Keys that work wherever the focus is, unless it is in a field or a dialog.
 * @param {Page} page
 * @param {() => boolean} closeOpen closes what is open, if anything is
 * @returns {Deeds}
 */
function keysOf({ session, rooms, look }, closeOpen) {
  const emitter = emitterOf(session);
  return {
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
    z: look.zen,
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
    does();
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

/** Has everything on the page do something. @param {Page} page */
export function connectControls(page) {
  const { session, board } = page;
  const buttons = buttonsOf(page);
  for (const [name, does] of Object.entries(buttons))
    find(`do-${name}`).addEventListener("click", () => does());
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    board.focus();
  });
  connectTyped(session);
  connectKeys(session, buttons, keysOf(page, connectPanels()));
  connectWheel(session);
}
