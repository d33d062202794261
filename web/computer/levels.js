// The computer as an opponent, as it is kept and read.

/** @typedef {import('../shell/table').Color} Color */
/**
 * @typedef {{ level: number, color: Color, seed?: number }} Opponent its level, the side it plays,
 *   and, once a game is begun, what it plays by: its choices, its lapses, its form of the day
 */

export const LEVELS = [1, 2, 3, 4, 5, 6];

/**
 * An opponent, if it is one. @param {any} found
 * @returns {Opponent | undefined}
 */
export function readOpponent(found) {
  const { level, color, seed } = found ?? {};
  if (!LEVELS.includes(level) || (color !== "white" && color !== "black")) return undefined;
  const isSeed = Number.isInteger(seed) && seed >= 0 && seed <= 0xffffffff;
  return isSeed ? { level, color, seed } : { level, color };
}
