// The puzzle of the day, on the front page and over the list of all puzzles.

import { loadPieces, miniature } from "../board/index.js";
import { colorName, GAMES, load, make, tell, words } from "../shell/index.js";
import { hasTried, openBook, puzzlesOf } from "./daily.js";

/** @import { Book, Card } from "../shell/types" */

const DAY = 86_400_000;

/** The puzzle of the day, as a card that leads to it. @param {Card} card */
async function show({ id, game, board, called, task, color, state, streak }) {
  await loadPieces(GAMES[game]);
  const by = make("small", "", make("em", "", tell(state, game)));
  if (streak) by.prepend(make("span", "", tell(streak, game)));
  const caption = make(
    "span",
    "",
    make("strong", "", tell(called, game)),
    tell(task, game),
    make("span", "", words("puzzle.to-move", { color: colorName(color) })),
    by,
  );
  const link = make("a", { class: "whole", href: `?puzzle=${id}` }, miniature(board), caption);
  return make("div", { class: "card today", "data-game": game }, link);
}

/** The puzzle of the day, as a card that leads to it. @param {Book} book */
export async function cardOf(book) {
  return show(book.card(await puzzlesOf(book.game("today") ?? "")));
}

/** The card of who has kept nothing of puzzles: one of those that the site comes with (tools/cards.mjs). */
async function firstCard() {
  const { since, cards } = await load("puzzles/cards.json");
  const now = new Date();
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY;
  const past = Math.max(0, today - since);
  /** @type {Card} */
  const card = cards[past % cards.length];
  card.called.values.day = { count: past + 1 };
  return show(card);
}

/** The puzzle of the day, as a card that leads to it. */
export async function todaysCard() {
  if (!(await hasTried())) return firstCard();
  const book = await openBook();
  return cardOf(book).finally(() => book.free());
}
