// The computer as an opponent, as it is kept and read.

/** @typedef {import('../table').Color} Color */
/** @typedef {{ level: number, color: Color }} Opponent its level, and the side it plays */

export const LEVELS = [1, 2, 3, 4, 5, 6];

/**
 * An opponent, if it is one. @param {any} found
 * @returns {Opponent | undefined}
 */
export function readOpponent(found) {
  const { level, color } = found ?? {};
  if (!LEVELS.includes(level) || (color !== "white" && color !== "black")) return undefined;
  return { level, color };
}
