// The book of all puzzles: which there are, which one a day has, and how far the player has come with
// them on this device. The module reads it; here it is fetched and kept.

import { everyOne, putNext } from "../library/index.js";
import { forget, loadWhole, once, recall, retain } from "../shell/index.js";
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

/** Where stands what was told and may not be kept yet: a page may be left in that moment. */
const NOTES = "fivefold-learnt";

/** @returns {Record<string, PuzzleProgress | SolvedDay>} */
const noted = () => recall(NOTES) ?? {};

/**
 * Keeps what was told, beside what another window may have kept since.
 * @template {PuzzleProgress | SolvedDay} T
 * @param {"puzzles" | "days"} store
 * @param {string | number} key
 * @param {T} one
 * @param {(found: any, one: T) => T} together
 */
async function keep(store, key, one, together) {
  const name = `${store} ${key}`;
  retain(NOTES, { ...noted(), [name]: one });
  await putNext(store, key, (found) => together(found, one));
  const { [name]: last, ...others } = noted();
  // Something newer may have been told since.
  if (JSON.stringify(last) === JSON.stringify(one)) retain(NOTES, others);
}

/** Keeps what a page had no time for. */
async function keepNoted() {
  for (const one of Object.values(noted())) await ("day" in one ? keepDay(one) : keepPuzzle(one));
}

/** @param {PuzzleProgress} one */
export async function keepPuzzle(one) {
  const { puzzle_kept } = await loadWhole();
  memory.puzzles.set(one.id, puzzle_kept(memory.puzzles.get(one.id), one));
  // Where it is not kept, it holds for this visit.
  await keep("puzzles", one.id, one, puzzle_kept).catch(() => {});
}

/** A day's puzzle is solved; the first time counts. @param {SolvedDay} one */
export async function keepDay(one) {
  if (!memory.days.has(one.day)) memory.days.set(one.day, one);
  await keep("days", one.day, one, (found, told) => found ?? told).catch(() => {});
}
