// The opponents, stored beside each game.

import { forget, LEVEL, recall, retain } from "../shell/index.js";

/** @import { Opponent } from "../shell/types" */
/** @import { Facts } from "./facts.js" */

/** An opponent, if it is one. @param {any} found @returns {Opponent | undefined} */
function readOpponent(found) {
  const { level, color, seed } = found ?? {};
  if (!Number.isInteger(level) || !LEVEL.test(level)) return undefined;
  if (color !== "white" && color !== "black") return undefined;
  const isSeed = Number.isInteger(seed) && seed >= 0 && seed <= 0xffffffff;
  return isSeed ? { level, color, seed } : { level, color };
}

/** What is kept where an address asks for the computer, but a person was chosen. */
const PERSON = "person";

/** @param {string} key the game's */
const place = (key) => `fivefold-opponent:${key}`;

/**
 * Whom the game is played against, as it was kept.
 * @param {string} key the game's
 * @returns {Opponent | null | undefined} null: two people play; undefined: nothing was kept
 */
export function keptOpponent(key) {
  const kept = recall(place(key));
  return kept === PERSON ? null : readOpponent(kept);
}

/**
 * Whom the game is played against: as it was kept, as it was begun, or as the page's address says.
 * @param {string} key the game's
 * @param {Facts} [facts] what is known of it
 * @param {number} [level] that of who is met where nobody has been chosen; 0: nobody
 * @returns {Opponent | null} null: two people play
 */
export function storedOpponent(key, facts, level = 0) {
  const kept = keptOpponent(key);
  if (kept !== undefined) return kept;
  if (facts) return readOpponent(facts.opponent) ?? null;
  const asked = Number(new URLSearchParams(location.search).get("level") ?? level);
  return readOpponent({ level: asked, color: "black" }) ?? null;
}

/** Forgets whom a game was played against. @param {string} key */
export const forgetOpponent = (key) => forget(place(key));

/** Where it is not kept, it holds for this visit. @param {string} key @param {Opponent | null} opponent */
export const keepOpponent = (key, opponent) => retain(place(key), opponent ?? PERSON);
