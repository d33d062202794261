// Gives every puzzle its day: writes web/puzzles/days.json, what the page knows of all puzzles, in the
// order in which they are the puzzle of the day. What has a place there keeps it; new puzzles are
// shuffled, each game spread evenly, and appended. To be run when web/puzzles has changed:
//   node tools/puzzle-days.mjs

import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const FOLDER = new URL("../web/puzzles/", import.meta.url);
const DAYS = "days.json";

/** @typedef {[id: string, grade: number, goal: string, turns: number, steps: number]} Row */

/** @param {string} name */
const read = (name) => JSON.parse(readFileSync(new URL(name, FOLDER), "utf8"));

/** A number from 0 to 1 that a text alone decides (FNV-1a, then mixed). @param {string} text */
function chance(text) {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

const files = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
/** @type {Row[]} */
const before = files.includes(DAYS) ? read(DAYS) : [];
const known = new Set(before.map(([id]) => id));
/** @type {Map<string, Row>} */
const rows = new Map();
/** New ones, each with its place between the first (0) and the last (1). @type {{ id: string, place: number }[]} */
const fresh = [];
for (const name of files.filter((name) => name !== DAYS)) {
  /** @type {string[]} */
  const added = [];
  for (const { id, grade, goal, turns, steps } of read(name).puzzles) {
    rows.set(id, [id, grade, goal, turns, steps]);
    if (!known.has(id)) added.push(id);
  }
  added.sort((one, other) => chance(one) - chance(other));
  for (const [at, id] of added.entries()) {
    fresh.push({ id, place: (at + chance(`${name} ${id}`)) / added.length });
  }
}
fresh.sort((one, other) => one.place - other.place);
const order = [...before.map(([id]) => id), ...fresh.map(({ id }) => id)];
const gone = order.filter((id) => !rows.has(id));
// A puzzle that has been published may have been solved, and shared.
if (gone.length > 0) console.warn(`no longer there: ${gone.join(" ")}`);
const lines = order.flatMap((id) => (rows.has(id) ? [JSON.stringify(rows.get(id))] : []));
writeFileSync(new URL(DAYS, FOLDER), `[\n${lines.join(",\n")}\n]\n`);
console.log(`${lines.length} puzzles, ${fresh.length} new`);
