// The list of all puzzles, the one of the day on the front page, and results to be shared.

import { loadPieces, miniature } from "../board/index.js";
import { closing, colorName, copyable, GAMES, make, sheet, words } from "../shell/index.js";
import {
  allPuzzles,
  dayOf,
  progress,
  puzzleOf,
  puzzlesOf,
  resultText,
  solvedDays,
  streakOf,
  taskText,
} from "./daily.js";

/** @typedef {import('./daily.js').Entry} Entry */
/** @typedef {import('./daily.js').Progress} Progress */

const GRADES = [1, 2, 3, 4, 5];

/** How hard a puzzle is, as five dots. @param {number} grade */
export function gradeMark(grade) {
  const dots = GRADES.map((one) => make("i", one <= grade ? "full" : ""));
  const mark = make("span", "grade", ...dots);
  mark.setAttribute("role", "img");
  mark.setAttribute("aria-label", words("puzzle.grade", { grade }));
  return mark;
}

/** The puzzle of the day, as a card that leads to it. */
export async function todaysCard() {
  const [all, days] = await Promise.all([allPuzzles(), solvedDays()]);
  const day = dayOf(new Date());
  const entry = puzzleOf(all, day);
  const { game } = entry;
  const [puzzles] = await Promise.all([puzzlesOf(game), loadPieces(GAMES[game])]);
  const fen = puzzles.find(({ id }) => id === entry.id)?.fen ?? "";
  const color = colorName(fen.split(" ")[1] === "b" ? "black" : "white");
  const result = days.get(day);
  const streak = streakOf(new Set(days.keys()), day);
  const state = result
    ? words("puzzle.card-solved", { how: resultText(result) })
    : words("puzzle.card-solve");
  const by = make("small", "", make("em", "", state));
  if (streak > 1) by.prepend(make("span", "", words("puzzle.streak", { days: streak })));
  const told = make(
    "span",
    "",
    make("strong", "", words("puzzle.of-day", { day })),
    words("puzzle.card", { game: words(`games.${game}.name`), task: taskText(entry) }),
    make("span", "", words("puzzle.to-move", { color })),
    by,
  );
  const link = make("a", "whole", miniature(game, fen), told);
  link.href = `?puzzle=${entry.id}`;
  const card = make("div", "card today", link);
  card.dataset.game = game;
  return card;
}

/**
 * A puzzle among those of its game and grade.
 * @param {Entry} entry
 * @param {Progress | undefined} known
 * @param {string} here the puzzle on the page
 */
function tile(entry, known, here) {
  const { id, number, grade } = entry;
  const link = make("a", "", String(number));
  link.href = `?puzzle=${id}`;
  const task = taskText(entry);
  let name = words("puzzle.tile", { number, task, grade: words("puzzle.grade", { grade }) });
  if (known?.solved) name = words("puzzle.tile-solved", { name });
  else if (known?.shown) name = words("puzzle.tile-shown", { name });
  link.setAttribute("aria-label", name);
  link.title = task;
  link.className = known?.solved ? "solved" : known?.shown ? "seen" : "";
  if (id === here) link.setAttribute("aria-current", "page");
  return make("li", "", link);
}

/**
 * Opens the list of all puzzles.
 * @param {string} here the puzzle on the page, or ""
 * @param {string} [said] what is to be said first
 */
export async function openPuzzles(here, said = "") {
  const [all, known, today] = await Promise.all([allPuzzles(), progress(), todaysCard()]);
  const { box, form } = sheet("puzzles", words("puzzle.title"));
  const shown = document.documentElement.dataset.game ?? "";
  const games = Object.keys(GAMES).map((game) => {
    const own = all.filter((entry) => entry.game === game);
    own.sort((one, two) => one.number - two.number);
    const solved = own.filter(({ id }) => known.get(id)?.solved).length;
    const count = words("puzzle.count", { solved, count: own.length });
    const summary = make(
      "summary",
      "",
      make("strong", "", words(`games.${game}.name`)),
      make("span", "", count),
    );
    const rows = GRADES.flatMap((grade) => {
      const some = own.filter((entry) => entry.grade === grade);
      if (some.length === 0) return [];
      const tiles = make("ol", "", ...some.map((entry) => tile(entry, known.get(entry.id), here)));
      tiles.setAttribute("aria-label", words("puzzle.grade-of", { grade }));
      return [make("div", "row", gradeMark(grade), tiles)];
    });
    const part = make("details", "card", summary, ...rows);
    part.dataset.game = game;
    part.open = game === shown;
    part.hidden = own.length === 0;
    return part;
  });
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
  form.append(
    make("p", "", words("puzzle.share-what")),
    field,
    buttons,
    said,
    make("div", "pair", closing()),
  );
  box.showModal();
  copy.focus();
}
