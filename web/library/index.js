// What is stored on the device, and how games are exported and imported.

export { makeRoom } from "./aside.js";
export { gamesUnderWay, keepForLong, onOtherWindow, storedFacts } from "./facts.js";
export { showDue } from "./inbox.js";
export { beginByLink, carryGames, loaded } from "./keeping.js";
export { pageOf } from "./keys.js";
export { ownName } from "./mail.js";
export { keepOpponent, keptOpponent, storedOpponent } from "./opponents.js";
export { announce, everyOne, putNext } from "./storage.js";
export { readGame } from "./stored.js";

/** What takes games in: links, and what somebody has pasted. */
export const loadTravel = () => import("./travel.js");

/** The list of games. @param {string} here the key of the game on the page */
export const openLibrary = async (here) => (await import("./library.js")).openLibrary(here);

/** The dialog that shares a game. @type {typeof import("./share.js").openShare} */
export const openShare = async (...given) => (await import("./share.js")).openShare(...given);

/** The dialog that takes in what others have shared. @param {string} game the game on the page */
export const openPaste = async (game) => (await import("./share.js")).openPaste(game);
