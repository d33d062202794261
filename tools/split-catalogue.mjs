// Writes two catalogues for each game beside the whole one, without the refusals and overlays of the
// other games: what the first board needs, and what comes later; and one for the lessons. Takes the whole one
// away: `node tools/split-catalogue.mjs FOLDER` with FOLDER/en.json.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

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
    const wanted = groups.filter(([group]) => LATER.includes(group) === later);
    const file = join(folder, "en", `${game}${later ? "-later" : ""}.json`);
    writeFileSync(file, JSON.stringify(Object.fromEntries(wanted)));
  }
}
rmSync(whole);
