// The reader of files of games, with thousands of damaged ones: it neither fails nor loses what the
// player had, and what it takes in can be read.
//
// FIVEFOLD_FILES=SEED,FILES damages in other ways, or for longer.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile as writeToDisk } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { crc32 } from "node:zlib";
import { address } from "./driver.mjs";
import { chance, damaged } from "./games-file.mjs";

/** @typedef {import("../../web/shell/table").Post} Post */
/** @typedef {import("../../web/shell/contract").Brought} Brought */

const [SEED = "1", FILES = "3000"] = (process.env.FIVEFOLD_FILES ?? "").split(",");
const NOW = 1.7e12;

/** The checksum of a file's games. @param {unknown} games */
const sumOf = (games) => crc32(JSON.stringify(games) ?? "");

/** What came of a file: the words of its sentences, with their numbers. @param {import("../../web/shell/contract").Brings} brought */
const said = ({ says }) =>
  says.map(({ key, values }) => {
    const [count] = Object.values(values).flatMap((value) => Object.values(value));
    return `${key.replace("library.", "")} ${count ?? ""}`.trim();
  });

/** The module that reads links, as the site has it. @returns {Promise<Post>} */
async function post() {
  const page = await (await fetch(address())).text();
  const marks = JSON.parse(page.match(/id="files">([^<]*)</)?.[1] ?? "{}");
  const named = (/** @type {string} */ path) =>
    fetch(address(`assets/${path.replace(/\.\w+$/, `-${marks[path]}$&`)}`));
  const [script, code] = await Promise.all(["whole/whole.js", "whole/whole_bg.wasm"].map(named));
  const place = await mkdtemp(join(tmpdir(), "fivefold-app-"));
  try {
    const file = join(place, "app.mjs");
    await writeToDisk(file, await script.text());
    const module = await import(pathToFileURL(file).href);
    module.initSync({ module: await code.arrayBuffer() });
    return module;
  } finally {
    await rm(place, { recursive: true });
  }
}

const MAGNETIC = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const BATTERIES = "2eoploe2/2baddab2/1ssssssss1/10/10/10/10/1SSSSSSSS1/2BADDAB2/2EOPLOE2 w - - 0 1";

/** @param {string} key @param {string} game @param {string} start @param {string} steps @returns {Brought} */
const whole = (key, game, start, steps) => ({
  entry: {
    key,
    saved: `fivefold-record 1\ngame ${game}\nstart ${start}\nsteps${steps}\nundone\n`,
    at: NOW - 5,
    underWay: true,
  },
  name: `My ${key}`,
  facts: {
    begun: NOW - 9,
    opponent: { level: 13, color: "black", seed: /** @type {any} */ (null) },
    white: "Ada",
    black: "",
    lines: "",
  },
  mail: null,
});

const GAMES = [
  whole("magnetic", "magnetic", MAGNETIC, " c2c4 d8a5"),
  whole("kept a", "magnetic", MAGNETIC, " e2e4"),
  whole("batteries", "batteries", BATTERIES, " c3c4"),
];

const PLAYABLE = ["magnetic", "batteries"];
const EVERY = Object.keys(
  JSON.parse(readFileSync(new URL("../../web/games.json", import.meta.url), "utf8")).pieces,
);

test("a file is read as it was written, each game once", async () => {
  const module = await post();
  const text = module.write_file(GAMES);
  const there = module.read_file(text, [], PLAYABLE, NOW);
  assert.deepEqual(said(there), ["imported 3"]);
  assert.deepEqual(
    there.fresh.map(({ entry: { saved, at }, name, facts }) => ({ saved, at, name, facts })),
    GAMES.map(({ entry: { saved, at }, name, facts }) => ({ saved, at, name, facts })),
  );
  const again = module.read_file(text, there.fresh, PLAYABLE, NOW);
  assert.deepEqual(said(again), ["imported 0", "known 3"]);
});

const NO_MAIL = { link: "", seat: "", sent: false, seen: false, came: "" };

/** What a device has of games by link. @type {{ key: string, link: string, seat: string }[]} */
const MAIL = JSON.parse(
  readFileSync(new URL("../fixtures/d596b89/stored.json", import.meta.url), "utf8"),
).stores.mail;

/**
 * Games by link as White's device has them: one with draws, one in which White has begun a turn.
 * @param {Post} module
 * @returns {Brought[]}
 */
function byLink(module, games = ["charismatic", "magnetic"]) {
  const all = MAIL.map(({ key, ...mail }) => {
    const [{ game, saved }] = module.open_link(mail.link, EVERY).games;
    const steps = game === "magnetic" ? saved.replace(/\nsteps.*/, "$& c2c4") : saved;
    const { entry, name, facts } = whole(key, game, "", "");
    const known = { sent: true, seen: false, came: "", ...mail };
    return { game, whole: { entry: { ...entry, saved: steps }, name, facts, mail: known } };
  });
  return games.flatMap((name) => all.filter(({ game }) => game === name).map(({ whole }) => whole));
}

test("a game by link goes on from a file: its letter and its seat are in it", async () => {
  const module = await post();
  const mine = byLink(module);
  const text = module.write_file(mine);
  const there = module.read_file(text, [], EVERY, NOW);
  assert.deepEqual(said(there), ["imported 2"]);
  assert.deepEqual(there.fresh, mine);
  const again = module.read_file(text, there.fresh, EVERY, NOW);
  assert.deepEqual(said(again), ["imported 0", "known 2"]);

  // A device that looked on gets the seat; one that is behind gets the newer letter.
  const looking = mine.map((game) => ({ ...game, mail: { ...NO_MAIL, ...game.mail, seat: "" } }));
  assert.deepEqual(module.read_file(text, looking, EVERY, NOW).further, mine);
  const [{ mail, entry }] = mine;
  const [invited] = module.open_link(mail?.seat ?? "", EVERY).games;
  const behind = {
    ...mine[0],
    entry: { ...entry, saved: invited.saved },
    mail: { ...NO_MAIL, ...mail, link: mail?.seat ?? "" },
  };
  assert.deepEqual(module.read_file(text, [behind], EVERY, NOW).further, [mine[0]]);
  const back = module.read_file(module.write_file([behind]), mine, EVERY, NOW);
  assert.deepEqual(said(back), ["imported 0", "known 1"]);
});

test("where the letter of a game by link is damaged, the game itself is taken in", async () => {
  const module = await post();
  const [fair, plain] = byLink(module);
  const [other] = byLink(module, ["contramatic"]);
  const { link = "", seat = "" } = plain.mail ?? {};
  /** @type {unknown[]} */
  const mails = [
    5,
    {},
    { ...plain.mail, link: 5 },
    { ...plain.mail, link: link.replace(/..E$/, "E") },
    // A link without a letter, and letters and seats of another game.
    { ...plain.mail, link: module.link_of(plain.entry.saved) },
    { ...plain.mail, seat: link },
    { ...plain.mail, seat: other.mail?.seat },
    { ...plain.mail, came: other.mail?.link },
    { ...plain.mail, link: fair.mail?.link, seat: "" },
    { ...plain.mail, seat: `${seat}E` },
  ];
  for (const mail of mails) {
    const file = JSON.parse(module.write_file([plain, GAMES[0]]));
    file.games[0].mail = mail;
    file.sum = sumOf(file.games);
    const brought = module.read_file(JSON.stringify(file), [], EVERY, NOW);
    assert.deepEqual(said(brought), ["imported 2", "unsealed 1"]);
    const [game] = brought.fresh;
    assert.equal(game.mail, null);
    assert.equal(game.entry.saved, plain.entry.saved);
    assert.match(game.entry.key, /^kept /);
  }
});

test(`${FILES} damaged files: what is taken in is sound, and nothing takes a known place`, async (context) => {
  const module = await post();
  const file = module.write_file([...GAMES, ...byLink(module)]);
  const random = chance(Number(SEED));
  const here = GAMES.slice(0, 1);
  /** @type {Record<string, number>} */
  const seen = {};
  for (let files = 0; files < Number(FILES); files += 1) {
    const text = damaged(file, random, sumOf);
    const frozen = JSON.stringify(here);
    const brought = module.read_file(text, here, PLAYABLE, NOW);
    assert.equal(JSON.stringify(here), frozen);
    const [first] = said(brought);
    const fault = first.match(/^fault\.(\w+)/)?.[1];
    const outcome = fault ?? (brought.fresh.length > 0 ? "taken" : "nothing");
    seen[outcome] = (seen[outcome] ?? 0) + 1;
    const keys = new Set(here.map(({ entry }) => entry.key));
    assert.ok(brought.further.every(({ mail }) => mail !== null));
    for (const { entry, name, facts, mail } of brought.fresh) {
      assert.equal(mail !== null, entry.key.startsWith("mail "), text);
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
