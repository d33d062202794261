// What this device knows of a game by link beside the game itself.

import { forget, quietly, recall, retain } from "../shell/index.js";
import { mailIn } from "./reading.js";

/** @import { Mail } from "./reading.js" */

/** For browsers that keep nothing. @type {Map<string, Mail>} */
const held = new Map();

/**
 * Where it stands if the store of the games does not take it, and where an older Fivefold kept it.
 * @param {string} key the game's
 */
const place = (key) => `fivefold-mail:${key}`;

/**
 * What the store of the games did not take: newer than what that has.
 * @param {string} key the game's
 */
export function mailAside(key) {
  const kept = recall(place(key));
  const found = mailIn(kept);
  if (!found) return held.get(key);
  return kept.unread === true ? { ...found, unread: true } : found;
}

/**
 * @param {string} key the game's
 * @param {Mail} mail
 * @returns {boolean} whether it outlives the page
 */
export function putMailAside(key, mail) {
  held.set(key, mail);
  return retain(place(key), mail);
}

/** Forgets what was put aside. @param {string} key the game's */
export function forgetMailAside(key) {
  held.delete(key);
  forget(place(key));
}

/** The name that the player goes by; where it is not kept, it is asked for again. */
export const ownName = {
  get: () => quietly(() => localStorage.getItem("fivefold-name")) ?? "",
  /** @param {string} name */
  set: (name) => quietly(() => localStorage.setItem("fivefold-name", name)),
};
