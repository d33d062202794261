// The page's address.

import { pieces } from "../games.json";
import { entryNumber } from "./back.js";

/** The numbers of the computer's levels; 1 to 6 are those of before, which the table reads as the nearest. */
export const LEVEL = /^(1?[1-6]|1[7-9]|20)$/;

/** The games, in the order of the menu, and the pieces that can stand on their boards. */
export const GAMES = /** @type {Record<string, string[]>} */ (pieces);

/** The game of the front page: it begins with pieces on the board, and its first step astonishes. */
export const FRONT = "magnetic";

/** Under which name it is kept that it has been begun once (`early.js`). */
export const BEGUN = "fivefold-begun";

/**
 * The address of the analysis of what is on the board: of a game that is kept, or of the position alone.
 * @param {import("./types").Session} session @param {Record<string, string>} [wishes]
 */
export function analysisOf({ key, snap: { game, fen } }, wishes) {
  /** @type {Record<string, string>} */
  const asked = { analysis: game, fen, ...wishes };
  if (!/^(analysis |$)/.test(key)) asked.of = key;
  return `?${new URLSearchParams(asked)}`;
}

/**
 * What an address asks for: a game, perhaps from a position or with a seed; the puzzle that is wanted, by
 * its name or "today"; whether a live game of others is to be watched; whether it asks for nothing,
 * which is the front page; the level of the computer that who comes alone meets (`with=computer`), and
 * whether one is asked whom to play (`with=ask`). The key is the name under which the game is kept, and empty
 * where none is: in a lesson, at a puzzle, and where a game is watched. That of an analysis names the game that
 * it is of (`of`); the position editor has one that is never used. A game with clocks has a time control, until
 * it is stored.
 * @param {string} search
 */
export function readAddress(search) {
  const asked = new URLSearchParams(search);
  const puzzle = asked.get("puzzle") ?? "";
  // A puzzle's name begins with its game's.
  const analysis = asked.get("analysis") ?? asked.get("editor");
  const game = puzzle.match(/(.+)-\d/)?.[1] ?? analysis ?? asked.get("game") ?? FRONT;
  const fen = asked.get("fen") ?? undefined;
  const written = asked.get("seed");
  const seed = written === null ? undefined : Number(written);
  const isSeed = written === null || (/^\d{1,10}$/.test(written) && Number(written) < 2 ** 32);
  const level = asked.get("level");
  /** What cannot be: the keys of words, and what they name. @type {{ isSo: boolean, key: string, values: Record<string, string> }[]} */
  const problems = [
    { isSo: !Object.hasOwn(GAMES, game), key: "site.bad-game", values: { game } },
    { isSo: !isSeed, key: "site.bad-seed", values: { seed: written ?? "" } },
    { isSo: !LEVEL.test(level ?? "1"), key: "site.bad-level", values: { level: level ?? "" } },
  ];
  const problem = problems.find(({ isSo }) => isSo);
  const fresh = fen !== undefined || seed !== undefined || level !== null || analysis !== null;
  const against = level === null ? "" : `&level=${level}`;
  // A game that came from elsewhere, or is one of several.
  const kept = asked.get("kept");
  let key = game;
  if (fresh) {
    // Opened anew, the address begins a game of its own; a reload and the history lead to the old.
    const [entry] = /** @type {any[]} */ (performance.getEntriesByType("navigation"));
    const known = entry?.type !== "navigate" && entryNumber();
    const begun = known || Date.now();
    if (!known) history.replaceState(begun, "");
    key = `${game}?fen=${fen ?? ""}&seed=${seed ?? ""}${against} ${begun}`;
    if (analysis) key = `analysis ${asked.get("of") ?? begun}`;
  }
  // One whose own address would begin it anew is named by its whole key.
  if (kept !== null) key = kept.startsWith("~") ? kept.slice(1) : `kept ${kept}`;
  for (const kind of ["mail", "timed"]) if (asked.has(kind)) key = `${kind} ${asked.get(kind)}`;
  const watch = asked.has("watch");
  if (puzzle !== "" || asked.has("lesson") || watch) key = "";
  const front = !fresh && key !== "" && !asked.has("game");
  // Who comes alone plays the computer, unless he has chosen, or chooses, otherwise.
  const company = asked.get("with");
  const asks = company === "ask";
  const alone = front ? 11 : company === null ? 0 : 12;
  const clock = asked.get("clock") ?? undefined;
  return { game, fen, seed, clock, key, front, alone, asks, puzzle, watch, problem };
}
