// The book of all puzzles: which there are, which one a day has, and how far the player has come with
// them on this device. The module reads it; here it is fetched and kept.

import { everyOne, putNext } from "../library/index.js";
import { loadModule, loadWhole, once } from "../shell/index.js";
import { load } from "./files.js";

/** @import { PuzzleProgress } from "../shell/contract" */
/** @typedef {{ day: number, misses: number, hints: number }} SolvedDay */

/** Of this visit, where the browser keeps nothing. */
const memory = {
  /** @type {Map<string, PuzzleProgress>} */
  puzzles: new Map(),
  /** @type {Map<number, SolvedDay>} */
  days: new Map(),
};

/** What is kept of puzzles or of days. @param {"puzzles" | "days"} store @returns {Promise<any[]>} */
const kept = (store) => everyOne(store).catch(() => [...memory[store].values()]);

/** The list of all puzzles. */
const loadList = once(() => load("puzzles/days.json"));

/**
 * All puzzles, as they stand now with this player.
 * @param {boolean} [listed] whether they are to be listed, which the whole module alone does
 */
export async function openBook(listed) {
  const [{ Book }, rows, progress, days] = await Promise.all([
    listed ? loadWhole() : loadModule(),
    loadList(),
    kept("puzzles"),
    kept("days"),
  ]);
  const now = new Date();
  return new Book(rows, progress, days, now.getFullYear(), now.getMonth() + 1, now.getDate());
}

/** The puzzles of a game. @param {string} game */
export const puzzlesOf = (game) => load(`puzzles/${game}.json`);

/** @param {PuzzleProgress} one */
export async function keepPuzzle(one) {
  const { puzzle_kept } = await loadWhole();
  memory.puzzles.set(one.id, puzzle_kept(memory.puzzles.get(one.id), one));
  // Where it is not kept, it holds for this visit.
  await putNext("puzzles", one.id, (found) => puzzle_kept(found, one)).catch(() => {});
}

/** A day's puzzle is solved; the first time counts. @param {SolvedDay} one */
export async function keepDay(one) {
  if (!memory.days.has(one.day)) memory.days.set(one.day, one);
  await putNext("days", one.day, (found) => found ?? one).catch(() => {});
}
