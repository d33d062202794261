// The games of the menu, for the tests that hold for all of them.

import { readFileSync } from "node:fs";

/** @param {string} path in the repository */
const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

/** @type {Record<string, { name: string }>} */
const words = JSON.parse(read("web/strings/en.json")).games;

/** Their names in addresses, in the order of the menu. */
export const GAMES = Object.keys(JSON.parse(read("web/games.json")).pieces);

/** Their names for people. */
export const NAMES = GAMES.map((game) => words[game].name);

/** The initial positions, from the table of docs/link-format.md, which the rules' tests check. */
export const STARTS = Object.fromEntries(
  [...read("docs/link-format.md").matchAll(/^\| ([a-z-]+) \| `([^`]+ [wb] [^`]+)` \|$/gm)]
    .map(([, game, fen]) => [game, fen])
    .filter(([game]) => GAMES.includes(game)),
);
