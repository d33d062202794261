// The list of all puzzles, and results to be shared.

import { canSend, createParts, openParts, openSheet } from "../dialogs/index.js";
import { loadWhole, make, words } from "../shell/index.js";
import { openBook } from "./daily.js";
import { cardOf } from "./today.js";

/**
 * Opens the list of all puzzles.
 * @param {string} current the game at this page
 * @param {string} [here] the puzzle on the page
 * @param {string} [said] what is to be said first
 */
export async function openPuzzles(current, here = "", said = "") {
  const book = await openBook();
  const today = await cardOf(book);
  const { build } = createParts(current);
  const games = book.list(current, here).map((part) => build(part));
  book.free();
  const first = make("p", { class: "said", role: "status", hidden: said === "" }, said);
  openSheet("puzzles", words("puzzle.title"), [first, today, ...games]);
}

/** Opens the dialog that shares a result. @param {string} text */
export async function shareResult(text) {
  const parts = (await loadWhole()).result_dialog(text, canSend());
  openParts("share-result", words("puzzle.share-title"), parts, "", {});
}
