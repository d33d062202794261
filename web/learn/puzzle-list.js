// The list of all puzzles, and results to be shared.

import { copyable, openSheet, sayer, sendButton } from "../dialogs/index.js";
import { make, tell, words } from "../shell/index.js";
import { openBook } from "./daily.js";
import { gradeMark } from "./exercise.js";
import { cardOf } from "./today.js";

/** @import { Tile } from "../shell/types" */

/** @param {Tile} tile @param {string} game @param {string} here the puzzle on the page */
function link({ id, number, state, task, name }, game, here) {
  const given = {
    class: state === "done" ? "solved" : state,
    href: `?puzzle=${id}`,
    title: tell(task, game),
    "aria-label": tell(name, game),
    "aria-current": id === here ? "page" : undefined,
  };
  return make("li", "", make("a", given, String(number)));
}

/**
 * Opens the list of all puzzles.
 * @param {string} current the game at this page
 * @param {string} [here] the puzzle on the page
 * @param {string} [said] what is to be said first
 */
export async function openPuzzles(current, here = "", said = "") {
  const book = await openBook();
  const today = await cardOf(book);
  const games = book.sections().map(({ game, solved, count, grades }) => {
    const rows = grades.map(([grade, tiles]) => {
      const given = { "aria-label": words("puzzle.grade-of", { grade }) };
      const list = make("ol", given, ...tiles.map((tile) => link(tile, game, here)));
      return make("div", "row", gradeMark(grade), list);
    });
    const name = make("strong", "", words(`games.${game}.name`));
    const counted = make("span", "", words("puzzle.count", { solved, count }));
    const given = { class: "card", "data-game": game, open: game === current };
    return make("details", given, make("summary", "", name, counted), ...rows);
  });
  book.free();
  const first = make("p", { class: "said", role: "status", hidden: said === "" }, said);
  openSheet("puzzles", words("puzzle.title"), [first, today, ...games]);
}

/** Opens the dialog that shares a result. @param {string} text */
export function shareResult(text) {
  const { line, say } = sayer();
  const { field, copy } = copyable(words("puzzle.share-text"), text, true, say);
  copy.className = "main";
  const buttons = make("div", "row", copy, ...sendButton({ text }, field, say));
  const what = make("p", "", words("puzzle.share-what"));
  openSheet("share-result", words("puzzle.share-title"), [what, field, buttons, line]);
  copy.focus();
}
