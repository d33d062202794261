// Facts about a game besides its steps.

import { everyOne, me, others, putNext, transact } from "./storage.js";

/** @import { FileFacts } from "../shell/types" */

/** @typedef {Omit<FileFacts, "lines"> & Partial<Pick<FileFacts, "lines">> & { relay?: Relayed }} Facts few games have lines, or go through a relay */
/** @typedef {{ key: string, met: boolean, accepted?: boolean }} Relayed the key in a game's link, whether both players know of it already, and whether the player has accepted the invitation before it came */

/** What is known of a game. @param {string} key @returns {Promise<Facts | undefined>} */
export const storedFacts = (key) =>
  transact(["facts"], "readonly", async ([facts]) => facts.get(key));

/** @param {string} key @param {Facts} facts */
export const keepFacts = (key, facts) => putNext("facts", key, () => ({ ...facts, key }));

/** The games that have been begun here and not been ended. @returns {Promise<Set<string>>} */
export async function gamesUnderWay() {
  const games = await everyOne("games").catch(() => []);
  return new Set(games.filter(({ underWay }) => underWay).map(({ key }) => String(key)));
}

/** Asks the browser not to evict the games when it needs space. */
export async function keepForLong() {
  if (!(await navigator.storage?.persisted?.())) await navigator.storage?.persist?.();
}

/**
 * Watches for other windows that take up a game.
 * @param {() => string} key that of the game on the page
 * @param {() => void} taken
 */
export function onOtherWindow(key, taken) {
  others?.addEventListener("message", ({ data }) => {
    if (data?.key === key() && data.me !== me) taken();
  });
}
