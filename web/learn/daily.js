// The book of all puzzles: the list, the puzzle of each day, and the player's progress on this
// device. The module reads it; this fetches and stores it.

import { everyOne, putNext } from "../library/index.js";
import { forget, load, loadWhole, once, recall, retain } from "../shell/index.js";

/** @import { PuzzleProgress } from "../shell/types" */
/** @typedef {{ day: number, misses: number, hints: number }} SolvedDay */

/** The journal of progress that is not stored yet: a page may be closed in that moment, or have no store. */
const NOTES = "fivefold-learnt";

/** @returns {Record<string, PuzzleProgress | SolvedDay>} */
const noted = () => recall(NOTES) ?? {};

/** What is kept of puzzles or of days. @param {"puzzles" | "days"} store @returns {Promise<any[]>} */
const kept = (store) =>
  everyOne(store).catch(() => {
    const own = Object.entries(noted()).filter(([name]) => name.startsWith(store));
    return own.map(([, one]) => one);
  });

/** The list of all puzzles. */
const loadList = once(() => load("puzzles/days.json"));

/** Whether anything is kept of puzzles. */
export async function hasTried() {
  await keepNoted().catch(() => forget(NOTES));
  const all = await Promise.all([kept("puzzles"), kept("days")]);
  return all.some((list) => list.length > 0);
}

/** All puzzles, as they stand now with this player. */
export async function openBook() {
  await keepNoted().catch(() => forget(NOTES));
  const [{ Book }, rows, progress, days] = await Promise.all([
    loadWhole(),
    loadList(),
    kept("puzzles"),
    kept("days"),
  ]);
  const now = new Date();
  return new Book(rows, progress, days, now.getFullYear(), now.getMonth() + 1, now.getDate());
}

/** The puzzles of a game. @param {string} game */
export const puzzlesOf = (game) => load(`puzzles/${game}.json`);

/**
 * Keeps what was told, beside what another window may have kept since. Where it is not kept, it holds for
 * this visit.
 * @template {PuzzleProgress | SolvedDay} T
 * @param {"puzzles" | "days"} store
 * @param {string | number} key
 * @param {T} one
 * @param {(found: any, one: T) => T} together
 */
async function keep(store, key, one, together) {
  const name = `${store} ${key}`;
  const note = together(noted()[name], one);
  retain(NOTES, { ...noted(), [name]: note });
  try {
    await putNext(store, key, (found) => together(found, note));
  } catch {
    return;
  }
  const { [name]: last, ...others } = noted();
  // Something newer may have been told since.
  if (JSON.stringify(last) === JSON.stringify(note)) retain(NOTES, others);
}

/** Keeps what a page had no time for. */
async function keepNoted() {
  for (const one of Object.values(noted())) await ("day" in one ? keepDay(one) : keepPuzzle(one));
}

/** @param {PuzzleProgress} one */
export const keepPuzzle = async (one) =>
  keep("puzzles", one.id, one, (await loadWhole()).puzzle_kept);

/** A day's puzzle is solved; the first time counts. @param {SolvedDay} one */
export const keepDay = (one) => keep("days", one.day, one, (found, told) => found ?? told);
