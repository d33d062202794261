// Lessons and puzzles.

/** Lays out the lesson of a game. @param {string} game */
export const openLesson = async (game) => (await import("./lessons.js")).open(game);

/** Lays out a puzzle. @param {string} game @param {string} asked its name, or "today" */
export const openPuzzle = async (game, asked) => (await import("./puzzles.js")).open(game, asked);

/** The list of all puzzles. @param {string} game @param {string} [here] the puzzle on the page */
export const openPuzzles = async (game, here) =>
  (await import("./puzzle-list.js")).openPuzzles(game, here);

/** The puzzle of the day, as a card that leads to it. */
export const todaysCard = async () => (await import("./today.js")).todaysCard();
