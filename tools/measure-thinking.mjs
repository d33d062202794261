// What the computer player costs the page: how long a level 15 answer and a hint take at a quarter of
// this machine's speed, what memory the page takes while the top level thinks, and how long the main
// thread is busy at a time meanwhile. `node tools/measure-thinking.mjs`, with the site's address in
// FIVEFOLD_URL and the browser in FIVEFOLD_CHROMIUM. Fails above the limits.
//
// Chromium can slow down its main thread but not a worker. The answers are therefore measured here,
// in the same JavaScript engine, with a clock that runs on this process's processor time, four times
// as fast: to the worker's code the machine is four times as slow. What loading the module takes is
// told apart. Memory is what the page's process, worker included, has for itself (`Private_Dirty`);
// tasks are measured by their thread's own time.

import { chromium } from "playwright-core";
import { fetched, spent } from "./site-modules.mjs";
import { memoryOf, TRACED, tasksOf } from "./tasks.mjs";

/** The limits: milliseconds, megabytes. */
const LIMITS = { answer: 300, hint: 500, memory: 128, task: 16 };
const SLOWED = 4;
/** Turns of each game that are measured, for each side together. */
const TURNS = 24;
/** Seeds whose games are measured. */
const SEEDS = 12;
/** What a hint and a level 15 answer may take, as the page asks for them. */
const HINT = 380;
const ANSWER = 280;
const NODES = 1e12;
/** What the worker lets its players remember, in megabytes. */
const MEMORY = { opponent: 16, adviser: 8 };

const site = process.env.FIVEFOLD_URL ?? "http://127.0.0.1:8080/";

/** Where each game begins here: Black, whom the page's computer plays, is to move. */
const STARTS = {
  charismatic: "r2k3r/2npbp2/1q3b2/1npppppp/2PB2P1/P3N3/B1PPPPP1/R3KNQR[] b HAha - 0 1 - -",
  chessence: "km4/mmm2*/1mm1*1/2*3/1*2*1/3*2/1*1MM1/*2MMM/4MK[MMMmmm] b - - 0 1",
  contramatic: "b3k3/3p1pq1/np3npP/p1p5/4Pp2/1r3PR1/PPPP2PB/4K1NN[] b - - 0 4 -",
  "complete-contramatic": "1b2r3/nn3ckb/2p1p2p/p2p1p2/2pP1PpP/1P2P1N1/BP1CPP2/QN1K4[] b - - 0 8 -",
  magnetic: "r1bqk2r/pppp1ppp/2n2n2/4p3/1bB1P3/2N2N2/PPPP1PPP/R1BQK2R b KQkq - 0 5",
  batteries: "2eoploe2/2baddab2/1ssssssss1/10/10/10/10/1SSSSSSSS1/2BADDAB2/2EOPLOE2 b - - 0 1",
};

/**
 * What is measured of the module, made by wasm-bindgen.
 * @typedef {object} EngineModule
 * @property {(input: { module_or_path: ArrayBuffer }) => Promise<unknown>} default
 * @property {new (game: string, seed: number, megabytes: number) => Player} Player
 */
/**
 * @typedef {object} Player
 * @property {() => void} free
 * @property {(level: number) => void} set_level
 * @property {(saved: string, nodes: number, reasoned: boolean, stop: () => boolean,
 *   report: (thought: import("../web/shell/contract").Thought) => void) =>
 *   import("../web/shell/contract").Thought | null} think
 */

/** The module as the worker loads it, and how long that took at the slowed speed. */
async function load() {
  const script = await (await fetched("engine/engine-worker.js")).text();
  const bytes = await (await fetched("engine/engine-worker_bg.wasm")).arrayBuffer();
  const url = `data:text/javascript;base64,${Buffer.from(script).toString("base64")}`;
  const module = await import(url);
  const start = spent();
  await module.default({ module_or_path: bytes });
  return { module: /** @type {EngineModule} */ (module), took: (spent() - start) * SLOWED };
}

/**
 * Plays a game, a level 15 answer a turn, and asks for a hint at each. What they took, in
 * milliseconds at the slowed speed.
 * @param {EngineModule} module
 * @param {string} game
 * @param {string} fen
 * @param {number} seed
 */
function play({ Player }, game, fen, seed) {
  const [opponent, adviser] = [MEMORY.opponent, MEMORY.adviser].map(
    (megabytes) => new Player(game, seed, megabytes),
  );
  opponent.set_level(15);
  adviser.set_level(0);
  /** @type {number[]} */
  const answers = [];
  /** @type {number[]} */
  const hints = [];
  let steps = "";
  for (let turn = 0; turn < TURNS; turn += 1) {
    const saved = `fivefold-record 1\ngame ${game}\nstart ${fen}\nsteps${steps}\nundone\n`;
    /** @param {typeof opponent} player @param {number} ms @param {boolean} reasoned */
    const ask = (player, ms, reasoned) => {
      const start = spent();
      const end = start + ms / SLOWED;
      const thought = player.think(
        saved,
        NODES,
        reasoned,
        () => spent() >= end,
        () => {},
      );
      return { thought, took: (spent() - start) * SLOWED };
    };
    const answer = ask(opponent, ANSWER, false);
    if (!answer.thought) break;
    answers.push(answer.took);
    hints.push(ask(adviser, HINT, true).took);
    steps += ` ${answer.thought.turn.join(" ")}`;
  }
  opponent.free();
  adviser.free();
  return { answers, hints };
}

let failed = false;

/** @param {number[]} values */
const middle = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const { module, took } = await load();
console.log(`module loaded in ${took.toFixed(0)} ms\n`);
console.log("| game | level 15: median | worst | hint: median | worst |");
console.log("| --- | ---: | ---: | ---: | ---: |");
for (const [game, fen] of Object.entries(STARTS)) {
  const games = Array.from({ length: SEEDS }, (_, seed) => play(module, game, fen, seed));
  const answers = games.flatMap((played) => played.answers);
  const hints = games.flatMap((played) => played.hints);
  const figures = [answers, hints].flatMap((all) => [middle(all), Math.max(...all)]);
  failed ||= answers.length < 4 * SEEDS || figures[1] > LIMITS.answer || figures[3] > LIMITS.hint;
  console.log(`| ${game} | ${figures.map((ms) => `${ms.toFixed(0)} ms`).join(" | ")} |`);
}

const browser = await chromium.launch({
  executablePath: process.env.FIVEFOLD_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
});

console.log("\n| game | memory | tasks | longest |");
console.log("| --- | ---: | ---: | ---: |");
for (const [game, fen] of Object.entries(STARTS)) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const query = `?game=${game}&level=20&seed=5&fen=${encodeURIComponent(fen)}`;
  await page.goto(new URL(query, site).href);
  await page.locator("html[data-computer=thinks]").waitFor({ state: "attached" });
  await browser.startTracing(page, { categories: TRACED });
  // In the middle of its thought.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 1000)));
  const memory = await memoryOf(browser);
  // Until its turn has been played.
  await page.locator("html[data-computer='']").waitFor({ state: "attached" });
  const tasks = tasksOf(await browser.stopTracing());
  const longest = tasks[tasks.length - 1];
  failed ||= memory > LIMITS.memory || longest > LIMITS.task;
  console.log(`| ${game} | ${memory.toFixed(0)} MB | ${tasks.length} | ${longest.toFixed(1)} ms |`);
  await page.close();
}
await browser.close();
if (failed) process.exitCode = 1;
