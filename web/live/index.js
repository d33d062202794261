// Games between two devices in which letters arrive by themselves. Nothing here is fetched, and no
// connection is opened, before a player asks for it.

export { relayAddress } from "./address.js";
export { beginRelayed, playFriend } from "./begin.js";
export { createLive } from "./room.js";

/** Lays out a live game of others, for who has a link to watch it. @param {string} game */
export const openWatched = async (game) => (await import("./watch.js")).open(game);

/** Opens the list of challenges at the relay of the site. @param {string} game that is offered first */
export const openLobby = async (game) => (await import("./lobby.js")).openLobby(game);
