// A lesson: tasks on the page's board, each of which asks for one turn and answers it. The texts
// are in web/lessons; the table reads and judges them.

import { load, loadDialogWords, loadStyle, loadWhole, recall, retain } from "../shell/index.js";
import { showExercise } from "./exercise.js";

/** @import { Opened } from "./exercise.js" */

const KEY = "fivefold-lessons";

/** Fetches what a game's lesson needs. @param {string} game @returns {Promise<Opened>} */
export async function open(game) {
  // A lesson answers refusals at once.
  const [file] = await Promise.all([
    load(`lessons/${game}.json`),
    loadDialogWords(),
    loadStyle("learn/lessons.css"),
  ]);
  return {
    table: (tables, canvas) => tables.lesson(canvas, game, file, recall(KEY)?.[game]),
    begin(parts) {
      // What is kept nowhere holds for this visit.
      parts.session.on("keepLesson", async ({ game, progress }) => {
        const { lesson_kept } = await loadWhole();
        const all = recall(KEY);
        retain(KEY, { ...all, [game]: lesson_kept(all?.[game], progress) });
      });
      showExercise(parts, "lesson");
    },
  };
}
