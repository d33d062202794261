// The puzzle of the day, on the front page and over the list of all puzzles.

import { loadPieces, miniature } from "../board/index.js";
import { colorName, GAMES, make, tell, words } from "../shell/index.js";
import { openBook, puzzlesOf } from "./daily.js";

/** @import { Book } from "../shell/table" */

/** The puzzle of the day, as a card that leads to it. @param {Book} book */
export async function cardOf(book) {
  const due = book.game("today") ?? "";
  const [file] = await Promise.all([puzzlesOf(due), loadPieces(GAMES[due])]);
  const { id, game, board, called, task, color, state, streak } = book.card(file);
  const by = make("small", "", make("em", "", tell(state, game)));
  if (streak) by.prepend(make("span", "", tell(streak, game)));
  const told = make(
    "span",
    "",
    make("strong", "", tell(called, game)),
    tell(task, game),
    make("span", "", words("puzzle.to-move", { color: colorName(color) })),
    by,
  );
  const link = make("a", { class: "whole", href: `?puzzle=${id}` }, miniature(board), told);
  return make("div", { class: "card today", "data-game": game }, link);
}

/** The puzzle of the day, as a card that leads to it. */
export async function todaysCard() {
  const book = await openBook();
  return cardOf(book).finally(() => book.free());
}
