// Writes a catalogue for each game beside the whole one, without the refusals of the other games,
// and one for the lessons, and takes the whole one away: `node tools/split-catalogue.mjs FOLDER` with
// FOLDER/en.json.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

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
  const refusal = Object.fromEntries(
    Object.entries(catalogue.refusal).filter(([group]) => !others.has(group)),
  );
  const text = JSON.stringify({ ...catalogue, refusal });
  writeFileSync(join(folder, "en", `${game}.json`), text);
}
rmSync(whole);
