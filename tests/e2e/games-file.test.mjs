// The reader of files of games, with thousands of damaged ones: it neither fails nor loses what the
// player had, and what it takes in can be read.
//
// FIVEFOLD_FILES=SEED,FILES damages in other ways, or for longer.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile as writeToDisk } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { readFile, writeFile } from "../../web/later/games-file.js";
import { address } from "./driver.mjs";
import { chance, damaged } from "./games-file.mjs";

/** @typedef {import("../../web/later/post.js").Post} Post */
/** @typedef {import("../../web/later/shelf.js").Whole} Whole */

const [SEED = "1", FILES = "3000"] = (process.env.FIVEFOLD_FILES ?? "").split(",");
const NOW = 1.7e12;

/** The module that reads links, as the site has it. @returns {Promise<Post>} */
async function post() {
  const page = await (await fetch(address())).text();
  const modules = page.match(/data-modules="([^"]*)"/)?.[1] ?? "";
  const folder = new URL("../post/", new URL(modules, address()));
  const script = await (await fetch(new URL("post.js", folder))).text();
  const code = await (await fetch(new URL("post_bg.wasm", folder))).arrayBuffer();
  const place = await mkdtemp(join(tmpdir(), "fivefold-post-"));
  try {
    const file = join(place, "post.mjs");
    await writeToDisk(file, script);
    const module = await import(pathToFileURL(file).href);
    module.initSync({ module: code });
    return module;
  } finally {
    await rm(place, { recursive: true });
  }
}

const MAGNETIC = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const BATTERIES = "2eoploe2/2baddab2/1ssssssss1/10/10/10/10/1SSSSSSSS1/2BADDAB2/2EOPLOE2 w - - 0 1";

/** @param {string} key @param {string} game @param {string} start @param {string} steps @returns {Whole} */
const whole = (key, game, start, steps) => ({
  entry: {
    key,
    saved: `fivefold-record 1\ngame ${game}\nstart ${start}\nsteps${steps}\nundone\n`,
    at: NOW - 5,
    underWay: true,
  },
  name: `My ${key}`,
  facts: { begun: NOW - 9, opponent: { level: 2, color: "black" }, white: "Ada", black: "" },
});

const GAMES = [
  whole("magnetic", "magnetic", MAGNETIC, " c2c4 d8a5"),
  whole("kept a", "magnetic", MAGNETIC, " e2e4"),
  whole("batteries", "batteries", BATTERIES, " c3c4"),
];

const isPlayable = (/** @type {string} */ game) => game === "magnetic" || game === "batteries";

test("a file is read as it was written, each game once", async () => {
  const module = await post();
  const text = writeFile(module, GAMES);
  const there = readFile(module, text, [], isPlayable, NOW);
  assert.equal(there.fault, "");
  assert.deepEqual(
    there.games.map(({ entry: { saved, at }, name, facts }) => ({ saved, at, name, facts })),
    GAMES.map(({ entry: { saved, at }, name, facts }) => ({ saved, at, name, facts })),
  );
  const again = readFile(module, text, there.games, isPlayable, NOW);
  assert.deepEqual([again.games.length, again.known, again.bad], [0, 3, 0]);
});

test(`${FILES} damaged files: what is taken in is sound, and nothing takes a known place`, async (context) => {
  const module = await post();
  const file = writeFile(module, GAMES);
  const random = chance(Number(SEED));
  const sum = (/** @type {unknown} */ games) => module.sum(JSON.stringify(games) ?? "");
  const here = GAMES.slice(0, 1);
  /** @type {Record<string, number>} */
  const seen = {};
  for (let files = 0; files < Number(FILES); files += 1) {
    const text = damaged(file, random, sum);
    const frozen = JSON.stringify(here);
    const brought = readFile(module, text, here, isPlayable, NOW);
    assert.equal(JSON.stringify(here), frozen);
    const outcome = brought.fault || (brought.games.length > 0 ? "taken" : "nothing");
    seen[outcome] = (seen[outcome] ?? 0) + 1;
    const keys = new Set(here.map(({ entry }) => entry.key));
    for (const { entry, name, facts } of brought.games) {
      assert.ok(!keys.has(entry.key), text);
      keys.add(entry.key);
      assert.notEqual(module.fen_of(entry.saved), "");
      assert.ok(entry.at > 0 && entry.at <= NOW && name.length <= 160, text);
      assert.ok(!facts || (facts.begun > 0 && facts.begun <= NOW), text);
    }
  }
  context.diagnostic(JSON.stringify(seen));
  // All that a reader can say has been said.
  for (const outcome of ["damaged", "foreign", "newer", "taken"]) assert.ok(seen[outcome], outcome);
});
