// What the device or a file has, if it is what it should be.

/** @import { Opponent, Post } from "../shell/contract" */

/** What is known of a game by link; `unread`: it was put aside without knowing what the store has. @typedef {Post & { unread?: boolean }} Mail */

export const LEVELS = [1, 2, 3, 4, 5, 6];

/** An opponent, if it is one. @param {any} found @returns {Opponent | undefined} */
export function readOpponent(found) {
  const { level, color, seed } = found ?? {};
  if (!LEVELS.includes(level) || (color !== "white" && color !== "black")) return undefined;
  const isSeed = Number.isInteger(seed) && seed >= 0 && seed <= 0xffffffff;
  return isSeed ? { level, color, seed } : { level, color };
}

/**
 * What is known of a game by link, if that is what it is.
 * @param {any} found
 * @returns {Mail | undefined}
 */
export function mailIn(found) {
  const { link, seat, sent, seen, came } = found ?? {};
  return [link, seat, came].every((text) => typeof text === "string")
    ? { link, seat, came, sent: sent === true, seen: seen === true }
    : undefined;
}
