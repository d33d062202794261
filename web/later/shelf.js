// The games on the device, all of them: what the list of games does with the store.

import "../first.js";
import { answered, within } from "../storage.js";

/**
 * A game on the device.
 * @typedef {object} Entry
 * @property {string} key
 * @property {string} saved as the table saves it
 * @property {number} at when it was changed, in milliseconds since 1970
 * @property {boolean} underWay whether it has begun and not ended
 */

/** All games, the one changed last first. @returns {Promise<Entry[]>} */
export async function allGames() {
  const games = await answered((await within("games", "readonly")).getAll());
  return games.sort((one, other) => other.at - one.at);
}

/** Takes a game off the device. @param {string} key */
export async function removeGame(key) {
  await answered((await within("games", "readwrite")).delete(key));
}

/** Puts a game back that was taken off, or brings one. @param {Entry} entry */
export async function putGame(entry) {
  await answered((await within("games", "readwrite")).put(entry));
}

/** The names that the player has given to games, by their keys. @returns {Promise<Map<string, string>>} */
export async function names() {
  const found = await answered((await within("names", "readonly")).getAll());
  return new Map(found.map(({ key, name }) => [key, name]));
}

/** Names a game; an empty name is none. @param {string} key @param {string} name */
export async function rename(key, name) {
  const store = await within("names", "readwrite");
  if (name) await answered(store.put({ key, name }));
  else await answered(store.delete(key));
}
