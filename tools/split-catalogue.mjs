// Writes two catalogues for each game beside the whole one, without the refusals and overlays of the
// other games: what the first board needs, and what comes later; and one for the lessons. Takes the whole one
// away: `node tools/split-catalogue.mjs FOLDER` with FOLDER/en.json. The games' pieces are read from
// FOLDER/../games.json.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The games in which no pieces are placed or drawn before the first move. */
const READY = ["chessence", "magnetic", "batteries", "progressive"];
/** The games in which a turn has one step. */
const SHORT = ["chessence", "magnetic", "batteries"];
/** The game of the front page. */
const FRONT = "magnetic";
/** What a man of Chessence can move as. */
const POWERS = ["rook", "bishop", "knight"];

/**
 * Of groups that the first board needs in part, what it needs; all of them come later as a whole.
 * @type {Record<string, (word: string, game: string) => boolean>}
 */
const FIRST = {
  front: (_, game) => game === FRONT,
  history: (word) => word !== "row",
  many: (_, game) => !READY.includes(game),
  pieces: (word, game) =>
    pieces[game].includes(word) || (game === "chessence" && POWERS.includes(word)),
  notice: (word) => !/^(bad-|no-game)/.test(word),
  owed: (word, game) =>
    !(READY.includes(game) && /^(draw|offends|place)/.test(word)) &&
    !(SHORT.includes(game) && /^(steps|may|must|check|stuck|joined)$/.test(word)),
  step: (word, game) =>
    !(READY.includes(game) && /^(draw|cleared|placed|no-way|shuffled)$/.test(word)) &&
    !(SHORT.includes(game) && /^(back|chip|pip)$/.test(word)),
  turn: (word, game) => !(READY.includes(game) && /^(draws|places)$/.test(word)),
};

/** The groups of words that come later. */
const LATER = [
  "ask",
  "broken",
  "choice",
  "fair",
  "computer",
  "kept",
  "keys",
  "library",
  "lines",
  "mail",
  "overlay",
  "puzzle",
  "refusal",
  "settings",
  "site",
  "travel",
];

const folder = process.argv[2];
if (!folder) throw new Error("the folder of the catalogue is wanted");
const whole = join(folder, "en.json");
const catalogue = JSON.parse(readFileSync(whole, "utf8"));
const games = Object.keys(catalogue.games);
const list = JSON.parse(readFileSync(join(folder, "../games.json"), "utf8"));
const pieces = /** @type {Record<string, string[]>} */ (list.pieces);
mkdirSync(join(folder, "en"), { recursive: true });
const { lesson } = catalogue;
delete catalogue.lesson;
writeFileSync(join(folder, "en", "lesson.json"), JSON.stringify({ lesson }));
for (const game of games) {
  // A refusal of Complete Contramatic Chess may name a rule of Contramatic Chess.
  const others = new Set([...games, "orthodox"].filter((other) => !game.endsWith(other)));
  /** @param {Record<string, unknown>} groups */
  const own = (groups) =>
    Object.fromEntries(Object.entries(groups).filter(([group]) => !others.has(group)));
  const refusal = own(catalogue.refusal);
  const overlay = own(catalogue.overlay);
  // Of the other games their names are wanted alone.
  const named = Object.entries(catalogue.games).map(([id, words]) => [
    id,
    id === game ? words : { name: words.name },
  ]);
  const groups = Object.entries({
    ...catalogue,
    games: Object.fromEntries(named),
    royal: own(catalogue.royal),
    refusal,
    overlay,
  });
  for (const later of [false, true]) {
    const wanted = groups
      .filter(([group]) => LATER.includes(group) === later || (later && group in FIRST))
      .map(([group, words]) => [group, later ? words : part(group, words, game)]);
    const file = join(folder, "en", `${game}${later ? "-later" : ""}.json`);
    writeFileSync(file, JSON.stringify(Object.fromEntries(wanted)));
  }
}
rmSync(whole);

/**
 * What the first board of a game needs of a group.
 * @param {string} group
 * @param {Record<string, unknown>} words
 * @param {string} game
 */
function part(group, words, game) {
  const needs = FIRST[group];
  if (!needs) return words;
  return Object.fromEntries(Object.entries(words).filter(([word]) => needs(word, game)));
}
