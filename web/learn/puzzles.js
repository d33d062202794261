// A puzzle on the page's board. The table reads and judges it; the computer refutes turns.

import { loadDialogWords, loadStyle, loadWhole, tell, words } from "../shell/index.js";
import { keepDay, keepPuzzle, openBook, puzzlesOf } from "./daily.js";
import { showExercise } from "./exercise.js";
import { openPuzzles, shareResult } from "./puzzle-list.js";

/** @import { Opened } from "./exercise.js" */

/**
 * Fetches what a puzzle needs.
 * @param {string} game the game of the page
 * @param {string} asked the puzzle's name, or "today"
 * @returns {Promise<Opened>}
 */
export async function open(game, asked) {
  const styles = [loadStyle("learn/lessons.css"), loadStyle("learn/puzzles.css")];
  const [book] = await Promise.all([openBook(), loadDialogWords(), ...styles]);
  const id = book.find(asked);
  if (id === undefined) {
    const message = words("puzzle.none", { id: asked });
    return {
      table: undefined,
      begin: () => void openPuzzles(game, "", message).catch(console.error),
    };
  }
  if (book.game(id) !== game) {
    // The board on its way is that of another game.
    location.replace(`?puzzle=${id}`);
    return new Promise(() => {});
  }
  const file = await puzzlesOf(game);
  history.replaceState(history.state, "", `?puzzle=${id}`);
  return {
    table: (tables, canvas) => tables.puzzle(canvas, book, id, file),
    begin(parts) {
      const { session } = parts;
      session.on("keepPuzzle", (kept) => void keepPuzzle(kept));
      session.on("keepDay", ({ day, solved }) => void keepDay({ day, ...solved }));
      const address = new URL(`?puzzle=${id}`, document.baseURI).href;
      document.documentElement.dataset.puzzle = id;
      showExercise(parts, "puzzle", {
        async analysis() {
          const fen = (await loadWhole()).fen_of(session.saved, 0);
          location.assign(`?${new URLSearchParams({ analysis: game, of: `puzzle ${id}`, fen })}`);
        },
        all: () => openPuzzles(game, id),
        share({ share }) {
          const lines = (share ?? []).map((line) => tell(line, game));
          return shareResult([...lines, address].join("\n"));
        },
      });
    },
  };
}
