// How long a table takes from an event to what the page shows of it: `handle`, `snapshot` and `cells` of
// the module that the page loads, in games of up to a thousand steps, the beginnings of the longest golden links. `node tools/time-table.mjs`,
// with the site's address in FIVEFOLD_URL. Fails above the limit.
//
// Measured in Node.js, which has Chromium's engine, in the processor time of the process, so that other work
// on the machine does not count, times four, for a machine four times as slow.

import { readFileSync } from "node:fs";
import { fetched, spent } from "./site-modules.mjs";

/** @typedef {import("../web/shell/table").TableClass} TableClass */
/** @typedef {import("../web/shell/table").Table} Table */
/** @typedef {import("../web/shell/contract").Cell} Cell */
/** @typedef {import("../web/shell/table").Post} Post */
/** @typedef {import("../web/shell/contract").Event} Event */
/** @typedef {import("../web/shell/contract").Request} Request */

/** The limit for the median, in milliseconds. */
const LIMIT = 4;
const SLOWER = 4;
/** So often each event is told, after so many times that are not counted: the engine compiles beside those. */
const ROUNDS = 40;
const WARMING = 40;
const GAMES = ["batteries", "magnetic", "charismatic"];
/** How long the games are at most, in steps. */
const LENGTHS = [20, 300, 1000];
const GOLDEN = new URL("../crates/record/tests/links/version-1.txt", import.meta.url);

// What draws is left out: a canvas that takes everything.
class CanvasRenderingContext2D {}
class HTMLCanvasElement {
  getContext = () => new CanvasRenderingContext2D();
  width = 0;
  height = 0;
}
Object.assign(globalThis, { CanvasRenderingContext2D, HTMLCanvasElement });

/** A module of the page, by its name. @param {string} name */
async function load(name) {
  const [code, wasm] = await Promise.all(
    [`${name}/${name}.js`, `${name}/${name}_bg.wasm`].map(fetched),
  );
  const script = Buffer.from(await code.text()).toString("base64");
  const module = await import(`data:text/javascript;base64,${script}`);
  await module.default({ module_or_path: await wasm.arrayBuffer() });
  return module;
}
const { Table } = /** @type {{ Table: TableClass }} */ (await load("play"));
const post = /** @type {Post} */ (await load("whole"));

/** A store that has nothing, and keeps everything at once. @param {Table} table @param {Request[]} requests */
function answer(table, requests) {
  for (const request of requests) {
    if (typeof request === "string") continue;
    if ("load" in request) table.handle({ loaded: { key: request.load.key, found: null } });
    if ("keep" in request) {
      const { key, revision } = request.keep;
      answer(table, table.handle({ kept: { key, revision } }));
    }
  }
}

/** @param {Table} table @param {Event} event */
const tell = (table, event) => answer(table, table.handle(event));

/** The longest golden link of a game, as its game is saved: its first so many steps. @param {string} game @param {number} most */
function saved(game, most) {
  const links = readFileSync(GOLDEN, "utf8").trim().split("\n");
  const [link] = links
    .map((line) => line.split(" "))
    .filter(([, name]) => name === game)
    .reduce((one, other) => (Number(other[2]) > Number(one[2]) ? other : one));
  const text = post.open_link(link, [game]).games[0].saved;
  const steps = (text.match(/^steps (.*)$/m)?.[1] ?? "").split(" ").slice(0, most);
  const [header, name, start] = text.split("\n");
  return {
    count: steps.length,
    text: `${header}\n${name}\n${start}\nsteps ${steps.join(" ")}\nundone\n`,
  };
}

/** The squares of tables. @type {WeakMap<Table, Cell[]>} */
const squares = new WeakMap();

/** What the page asks for after an event: the squares of all that. @param {Table} table */
function look(table) {
  table.snapshot();
  const cells = squares.get(table) ?? [];
  for (const [index, cell] of table.cells()) cells[index] = cell;
  squares.set(table, cells);
  return cells;
}

/** The time from an event to what is shown, in milliseconds. @param {Table} table @param {Event} event */
function time(table, event) {
  const begun = spent();
  const requests = table.handle(event);
  look(table);
  const took = spent() - begun;
  answer(table, requests);
  return took;
}

/** Takes a step, undone where that goes. @param {Table} table @param {(name: string, took: number) => void} note */
function step(table, note) {
  const { turn } = table.snapshot();
  for (const { square, piece } of [...look(table)]) {
    if (piece?.color !== turn) continue;
    const took = time(table, { tap: square });
    const goal = look(table).find(({ target }) => target === "move");
    if (!goal) {
      tell(table, "letGo");
      continue;
    }
    note("piece chosen", took);
    note("step", time(table, { tap: goal.square }));
    if (table.snapshot().promotion) tell(table, { promote: "queen" });
    if (table.snapshot().controls.undo) note("undo", time(table, "undo"));
    return;
  }
}

/** What is timed of a game, by name. @param {string} game @param {string} saved */
function timed(game, saved) {
  /** @type {Map<string, number[]>} */
  const times = new Map();
  const note = (/** @type {string} */ name, /** @type {number} */ took) =>
    times.set(name, [...(times.get(name) ?? []), SLOWER * took]);
  for (let round = -WARMING; round < ROUNDS; round += 1) {
    if (round === 0) times.clear();
    const canvas = /** @type {any} */ (new HTMLCanvasElement());
    const setup = /** @type {any} */ ({ game, key: game });
    const read = Table.open(canvas, setup);
    read.opened();
    look(read);
    const content = { saved, held: "", computer: null, post: null };
    const found = /** @type {any} */ ({ revision: "7", content });
    note("read from the store", time(read, { loaded: { key: game, found } }));
    // The first step is that of a game that has just been read: it counts like the others.
    step(read, note);
    step(read, note);
    for (const walk of /** @type {const} */ (["back", "first", "on", "latest"])) {
      note("look about", time(read, { walk }));
    }
    read.free();
  }
  return times;
}

const median = (/** @type {number[]} */ times) =>
  times.sort((one, other) => one - other)[Math.floor(times.length / 2)];

let failed = false;
console.log("| game | steps | event | median | worst |\n| --- | ---: | --- | ---: | ---: |");
for (const game of GAMES) {
  for (const most of LENGTHS) {
    const { count, text } = saved(game, most);
    for (const [name, times] of timed(game, text)) {
      const middle = median(times);
      const worst = times[times.length - 1];
      console.log(`| ${game} | ${count} | ${name} | ${middle.toFixed(1)} | ${worst.toFixed(1)} |`);
      // What is read from the store is played through again, step by step.
      failed ||= middle > LIMIT && name !== "read from the store";
    }
    if (count < most) break;
  }
}
if (failed) {
  console.error(`more than ${LIMIT} ms`);
  process.exit(1);
}
