// The data of a game by link beside the game itself.

import { forget, quietly, recall, retain } from "../shell/index.js";

/** @import { Post } from "../shell/types" */
/** What is known of a game by link; `unread`: it was put aside without knowing what the store has. @typedef {Post & { unread?: boolean }} Mail */

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
  return found && kept.unread === true ? { ...found, unread: true } : found;
}

/**
 * @param {string} key the game's
 * @param {Mail} mail
 * @returns {boolean} whether it outlives the page
 */
export const putMailAside = (key, mail) => retain(place(key), mail);

/** Forgets what was put aside. @param {string} key the game's */
export const forgetMailAside = (key) => forget(place(key));

/** The name that the player goes by; where it is not kept, it is asked for again. */
export const ownName = {
  get: () => quietly(() => localStorage.getItem("fivefold-name")) ?? "",
  /** @param {string} name */
  set: (name) => quietly(() => localStorage.setItem("fivefold-name", name)),
};

/**
 * What is known of a game by link, if that is what it is.
 * @param {any} found
 * @returns {Mail | undefined}
 */
export function mailIn(found) {
  const { link, seat, sent, seen, came, since } = found ?? {};
  return [link, seat, came].every((text) => typeof text === "string")
    ? {
        link,
        seat,
        came,
        sent: sent === true,
        seen: seen === true,
        ...(since > 0 && { since: Number(since) }),
      }
    : undefined;
}
