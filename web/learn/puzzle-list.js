// The list of all puzzles, the one of the day on the front page, and results to be shared.

import { loadPieces, miniature } from "../board/index.js";
import { closing, colorName, copyable, GAMES, make, sheet, tell, words } from "../shell/index.js";
import { openBook, puzzlesOf } from "./daily.js";
import { gradeMark } from "./exercise.js";

/** @typedef {import('../shell/contract').Tile} Tile */
/** @typedef {import('../shell/table').Book} Book */

/** The puzzle of the day, as a card that leads to it. @param {Book} book */
async function cardOf(book) {
  const due = book.game("today") ?? "";
  const [file] = await Promise.all([puzzlesOf(due), loadPieces(GAMES[due])]);
  const { id, game, fen, called, task, color, state, streak } = book.card(file);
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
  const link = make("a", "whole", miniature(game, fen), told);
  link.href = `?puzzle=${id}`;
  const card = make("div", "card today", link);
  card.dataset.game = game;
  return card;
}

/** The puzzle of the day, as a card that leads to it. */
export async function todaysCard() {
  const book = await openBook();
  return cardOf(book).finally(() => book.free());
}

/** @param {Tile} tile @param {string} game @param {string} here the puzzle on the page */
function link({ id, number, state, task, name }, game, here) {
  const made = make("a", state === "done" ? "solved" : state, String(number));
  made.href = `?puzzle=${id}`;
  made.setAttribute("aria-label", tell(name, game));
  made.title = tell(task, game);
  if (id === here) made.setAttribute("aria-current", "page");
  return make("li", "", made);
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
  const { box, form } = sheet("puzzles", words("puzzle.title"));
  const games = book.sections().map(({ game, solved, count, grades }) => {
    const rows = grades.map(([grade, tiles]) => {
      const list = make("ol", "", ...tiles.map((tile) => link(tile, game, here)));
      list.setAttribute("aria-label", words("puzzle.grade-of", { grade }));
      return make("div", "row", gradeMark(grade), list);
    });
    const name = make("strong", "", words(`games.${game}.name`));
    const counted = make("span", "", words("puzzle.count", { solved, count }));
    const part = make("details", "card", make("summary", "", name, counted), ...rows);
    part.dataset.game = game;
    part.open = game === current;
    return part;
  });
  book.free();
  const first = make("p", "said", said);
  first.setAttribute("role", "status");
  first.hidden = said === "";
  form.append(first, today, ...games, make("div", "pair", closing()));
  box.showModal();
}

/**
 * Opens the dialog that shares a result.
 * @param {string} text
 */
export function shareResult(text) {
  const { box, form } = sheet("share-result", words("puzzle.share-title"));
  const said = make("p", "said");
  said.setAttribute("role", "status");
  const { field, copy } = copyable(words("puzzle.share-text"), text, true, (told) => {
    said.textContent = told;
  });
  copy.className = "main";
  const buttons = make("div", "row", copy);
  if (typeof navigator.share === "function") {
    const send = make("button", "", words("travel.send"));
    send.type = "button";
    // Who waves the system's sheet away has not failed.
    send.addEventListener("click", () => navigator.share({ text }).catch(() => {}));
    buttons.append(send);
  }
  const what = make("p", "", words("puzzle.share-what"));
  form.append(what, field, buttons, said, make("div", "pair", closing()));
  box.showModal();
  copy.focus();
}
