// A lesson: tasks on the board of the page, each of which asks for one turn and answers it. What is
// asked and answered stands in web/lessons; the table reads and judges it.

import { loadLaterWords, loadStyle } from "../shell/index.js";
import { load, showExercise } from "./exercise.js";

const KEY = "fivefold-lessons";

/** How far the lessons have come on this device. @returns {Record<string, unknown>} */
function progress() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** @param {string} game @param {string[]} states */
function keep(game, states) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...progress(), [game]: states }));
  } catch {
    // It holds for this visit.
  }
}

/**
 * Fetches what a game's lesson needs.
 * @param {string} game
 * @returns {Promise<import('./exercise.js').Opened>}
 */
export async function open(game) {
  // A lesson answers refusals at once.
  const [file] = await Promise.all([
    load(`lessons/${game}.json`),
    loadLaterWords(),
    loadStyle("learn/lessons.css"),
  ]);
  return {
    table: (tables, canvas) => tables.lesson(canvas, game, file, progress()[game]),
    begin(parts) {
      parts.session.on("keepLesson", ({ game, progress }) => keep(game, progress));
      const links = { play: () => `?game=${game}`, rules: () => `./${game}/` };
      showExercise(parts, "lesson", { links });
    },
  };
}
