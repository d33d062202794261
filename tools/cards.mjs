// Makes the cards with the puzzle of the day for who has kept nothing of puzzles: those of a few days, which
// then come round again. `cards.mjs FOLDER` reads the module and the puzzles that are in the folder, and
// writes puzzles/cards.json there; the front page need not fetch what else the book of puzzles knows.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** @import { Card } from "../web/shell/contract" */
/** @import { WholeModule } from "../web/shell/table" */

const DAY = 86_400_000;
/** Any day on which there are puzzles. */
const SOME_DAY = Date.UTC(2030, 0, 1) / DAY;

const folder = process.argv[2];
if (!folder) throw new Error("the folder with the module and the puzzles is wanted");
/** @param {string} file */
const read = (file) => readFileSync(join(folder, file));
/** @param {string} name */
const puzzles = (name) => JSON.parse(read(`puzzles/${name}.json`).toString());

const script = read("whole/whole.js").toString("base64");
const whole = /** @type {WholeModule} */ (await import(`data:text/javascript;base64,${script}`));
await whole.default({ module_or_path: new Uint8Array(read("whole/whole_bg.wasm")) });
const rows = puzzles("days");

/** The card of a day, counted from 1 January 1970. @param {number} day @returns {Card} */
function cardOf(day) {
  const date = new Date(day * DAY);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
  const book = new whole.Book(rows, [], [], year, month, date.getUTCDate());
  const card = book.card(puzzles(book.game("today") ?? ""));
  book.free();
  return card;
}

/** The number of a card's day. @param {Card} card */
const numberOf = ({ called }) => Number(Object(called.values.day).count);

const since = SOME_DAY - numberOf(cardOf(SOME_DAY)) + 1;
const cards = [cardOf(since)];
for (;;) {
  const next = cardOf(since + cards.length);
  if (next.id === cards[0].id) break;
  cards.push(next);
}
for (const [place, card] of [...cards, ...cards].entries()) {
  const found = cardOf(since + place);
  if (found.id !== card.id || numberOf(found) !== place + 1) throw new Error(`day ${place + 1}`);
}
writeFileSync(join(folder, "puzzles/cards.json"), JSON.stringify({ since, cards }));
