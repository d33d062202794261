// Puzzles as far as they are not on the board: which there are, which one a day has, and how far
// the player has come with them on this device.

import { everyOne, putInto } from "../library/index.js";
import { asset, words } from "../shell/index.js";

/** @typedef {"mate" | "win" | "king"} Goal checkmate, the game's own way to win, or the king */

/**
 * What the list of all puzzles says of one.
 * @typedef {object} Entry
 * @property {string} id the game and a number: "magnetic-3"
 * @property {string} game
 * @property {number} number
 * @property {number} grade 1 (easy) to 5
 * @property {Goal} goal
 * @property {number} turns how many the solver has
 * @property {number} steps the fewest that the first turn needs
 */

/**
 * A turn that is accepted, and for puzzles of two turns the answers to it.
 * @typedef {{ turn: string[], replies?: { turn: string[], then: string[][] }[] }} Solution
 */

/** @typedef {{ id: string, fen: string, goal: Goal, turns: number, steps: number, grade: number, solutions: Solution[] }} Puzzle */

/**
 * What is kept of a puzzle: the mistakes and hints of the attempt under way, and those of the first
 * success.
 * @typedef {object} Progress
 * @property {string} id
 * @property {number} misses
 * @property {number} hints
 * @property {number} shown the day on which the solution was last shown; 0: never
 * @property {Result | null} solved
 */

/** @typedef {{ misses: number, hints: number }} Result */

/** The puzzle on the page, if it has one. */
export const here = { puzzle: "" };

/** The day before the first, in local time. */
const EPOCH = Date.UTC(2026, 9, 31);
const DAY = 86_400_000;

/**
 * The number of a date's day: 1 is 1 November 2026, and so are all before it.
 * @param {Date} date in the device's own time zone
 */
export function dayOf(date) {
  const midnight = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.max(1, Math.round((midnight - EPOCH) / DAY));
}

/**
 * The puzzle of a day. All have their turn; what is appended comes when those before it are through.
 * @param {Entry[]} all in the order of days
 * @param {number} day
 * @returns {Entry}
 */
export const puzzleOf = (all, day) => all[(day - 1) % all.length];

/** The number in a puzzle's name, and the game. @param {string} id */
export function partsOf(id) {
  const [, game = "", number = ""] = id.match(/^(.+)-(\d+)$/) ?? [];
  return { game, number: Number(number) };
}

/** @type {Promise<Entry[]> | undefined} */
let listing;

/** All puzzles, in the order of days. */
export function allPuzzles() {
  listing ??= (async () => {
    const answer = await fetch(asset("puzzles/days.json"));
    if (!answer.ok) throw new Error(`puzzles: ${answer.status}`);
    /** @type {[string, number, Goal, number, number][]} */
    const rows = await answer.json();
    return rows.map(([id, grade, goal, turns, steps]) => {
      return { id, grade, goal, turns, steps, ...partsOf(id) };
    });
  })();
  listing.catch(() => {
    listing = undefined;
  });
  return listing;
}

/** The puzzles of a game. @param {string} game @returns {Promise<Puzzle[]>} */
export async function puzzlesOf(game) {
  const answer = await fetch(asset(`puzzles/${game}.json`));
  if (!answer.ok) throw new Error(`puzzles of ${game}: ${answer.status}`);
  return (await answer.json()).puzzles;
}

/**
 * For how many days on end today's puzzle has been solved. A clock that is set back neither breaks
 * nor prolongs that, since each day counts once, and the run of days about today counts whole.
 * @param {Set<number>} days those whose puzzle was solved
 * @param {number} today
 */
export function streakOf(days, today) {
  const anchor = days.has(today) ? today : today - 1;
  if (!days.has(anchor)) return 0;
  let [first, last] = [anchor, anchor];
  while (days.has(first - 1)) first -= 1;
  while (days.has(last + 1)) last += 1;
  return last - first + 1;
}

/** Of this visit, where the browser keeps nothing. */
const memory = {
  /** @type {Map<string, Progress>} */
  puzzles: new Map(),
  /** @type {Map<number, Result & { day: number }>} */
  days: new Map(),
};

/** What is known of the puzzles, by their names. @returns {Promise<Map<string, Progress>>} */
export async function progress() {
  try {
    const all = await everyOne("puzzles");
    return new Map(all.map((one) => [one.id, one]));
  } catch {
    return memory.puzzles;
  }
}

/** @param {Progress} one */
export async function keepProgress(one) {
  memory.puzzles.set(one.id, one);
  try {
    await putInto("puzzles", one);
  } catch {
    // It holds for this visit.
  }
}

/** The days whose puzzles were solved, and how. @returns {Promise<Map<number, Result>>} */
export async function solvedDays() {
  try {
    const all = await everyOne("days");
    return new Map(all.map((one) => [one.day, one]));
  } catch {
    return memory.days;
  }
}

/** A day's puzzle is solved; the first time counts. @param {number} day @param {Result} result */
export async function keepDay(day, { misses, hints }) {
  if ((await solvedDays()).has(day)) return;
  const one = { day, misses, hints };
  memory.days.set(day, one);
  try {
    await putInto("days", one);
  } catch {
    // It holds for this visit.
  }
}

/** "in two moves", "in one turn" @param {Entry} entry */
const span = ({ game, turns }) =>
  words(`puzzle.in.${game === "charismatic" ? "turn" : "move"}.${turns}`);

/** @param {number} count */
export const numeral = (count) => words(`puzzle.numbers.${count}`);

/** "Checkmate", "Capture the king" @param {Entry} entry */
export function goalText({ goal, game }) {
  const own = words(`puzzle.goal.${goal}.${game}`);
  return own.startsWith("puzzle.") ? words(`puzzle.goal.${goal}.any`) : own;
}

/** "Checkmate in one turn, with four pieces" @param {Entry} entry */
export function taskText(entry) {
  const { steps, turns } = entry;
  const pieces = numeral(steps);
  const suffix =
    steps < 2 ? "" : words(turns === 1 ? "puzzle.with" : "puzzle.with-first", { pieces });
  return words("puzzle.task", { goal: goalText(entry), span: span(entry) }) + suffix;
}

/** "first try, one hint" @param {Result} result */
export function resultText({ misses, hints }) {
  const tries = misses < 5 ? `puzzle.tries.${misses + 1}` : "puzzle.tries.many";
  const parts = [words(tries, { count: misses + 1 })];
  if (hints > 0) parts.push(words(hints === 1 ? "puzzle.one-hint" : "puzzle.hints", { hints }));
  return parts.join(", ");
}

/**
 * What one tells others of a solved puzzle, without giving anything away.
 * @param {Entry} entry
 * @param {Result} result
 * @param {{ day: number, streak: number }} when day 0: not on a day of its own
 */
export function shareText(entry, result, { day, streak }) {
  const { game, number, turns, steps } = entry;
  const goal = goalText(entry).replace(/^./, (letter) => letter.toLowerCase());
  const within =
    turns === 1 && steps > 1
      ? words("puzzle.short-with", { pieces: numeral(steps) })
      : ` ${span(entry)}`;
  const name = words(`games.${game}.name`);
  const how = resultText(result);
  const text = words(day > 0 ? "puzzle.share-day" : "puzzle.share-one", {
    day,
    game: name,
    number,
    task: goal + within,
    how,
  });
  return streak > 1 ? `${text}\n${words("puzzle.streak", { days: streak })}` : text;
}
