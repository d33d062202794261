// What the report of a game of 60 turns takes the computer player, in each game, and for how long the main
// thread of the page is busy at a time meanwhile: `node tools/measure-report.mjs`, with the site's address in
// FIVEFOLD_URL and the browser in FIVEFOLD_CHROMIUM. Fails above the limits.
//
// The module runs in Node.js, which has the JavaScript engine of Chromium; times are this process's processor
// time. The games are of level 15 against itself; one that ends before is reported as far as it goes, and its
// time told for 60 turns.

import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { fetched, site, spent } from "./site-modules.mjs";
import { STARTS, TRACED, tasksOf } from "./tasks.mjs";

/** The limits, in milliseconds: of the report, and of 99 of 100 tasks of the page. */
const LIMIT = { report: 30_000, task: 16 };
const TURNS = 60;

/** How many positions are looked at for each place, as the table has it. @param {string} game */
function nodesFor(game) {
  const source = readFileSync(new URL("../crates/table/src/report.rs", import.meta.url), "utf8");
  const [, body] = source.match(/pub fn nodes_for[^{]*\{([\s\S]*?)\n\}/) ?? [];
  const name = game.replace(/(^|-)(\w)/g, (_, __, letter) => letter.toUpperCase());
  const arm =
    body?.match(new RegExp(`GameId::${name}\\b[^=]*=> ([\\d_]+)`)) ?? body?.match(/_ => ([\d_]+)/);
  return Number(arm?.[1].replaceAll("_", ""));
}

const script = await (await fetched("engine/engine-worker.js")).text();
const bytes = await (await fetched("engine/engine-worker_bg.wasm")).arrayBuffer();
const net = new Uint8Array(await (await fetched("computer/nets/magnetic.net")).arrayBuffer());
const url = `data:text/javascript;base64,${Buffer.from(script).toString("base64")}`;
const module = await import(url);
await module.default({ module_or_path: bytes });

let failed = false;
/** The steps of the games that went on for all their turns. @type {Map<string, string[]>} */
const whole = new Map();
console.log("| game | positions a turn | turns | seconds for 60 turns | longest turn |");
console.log("| --- | ---: | ---: | ---: | ---: |");
for (const [game, fen] of Object.entries(STARTS)) {
  const opponent = new module.Player(game, 1, 16);
  opponent.set_level(15);
  let [steps, turns] = ["", 0];
  const saved = () => `fivefold-record 1\ngame ${game}\nstart ${fen}\nsteps${steps}\nundone\n`;
  for (; turns < TURNS; turns += 1) {
    const thought = opponent.think(
      saved(),
      20_000,
      false,
      () => false,
      () => {},
    );
    if (!thought) break;
    steps += ` ${thought.turn.join(" ")}`;
  }
  opponent.free();
  if (turns === TURNS) whole.set(game, steps.trim().split(" "));
  const nodes = nodesFor(game);
  const players = new module.Players();
  const places = Array.from({ length: turns + 1 }, (_, place) => turns - place);
  const effort = { level: 0, ms: 0, nodes, seed: 0, asked: 0 };
  const question = { id: 1, kind: "survey", game, saved: saved(), places, ...effort };
  players.seat(question);
  if (game === "magnetic") {
    players.set_net(net);
  }
  const took = [];
  for (let goesOn = true; goesOn; ) {
    const begun = spent();
    goesOn = players.answer(question, () => {});
    took.push(spent() - begun);
  }
  const all = took.reduce((sum, one) => sum + one, 0);
  const sixty = (all / took.length) * (TURNS + 1);
  failed ||= sixty > LIMIT.report;
  const seconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(2)} s`;
  console.log(
    `| ${game} | ${nodes} | ${turns} | ${seconds(sixty)} | ${seconds(Math.max(...took))} |`,
  );
}

const browser = await chromium.launch({
  executablePath: process.env.FIVEFOLD_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
});
console.log("\n| game | tasks | 99 % | longest |");
console.log("| --- | ---: | ---: | ---: |");
for (const [game, steps] of whole) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const address = new URLSearchParams({
    analysis: game,
    fen: STARTS[/** @type {"magnetic"} */ (game)],
  });
  await page.goto(new URL(`?${address}`, site).href);
  // Before that, Enter sends the form away, and the page with it.
  await page.locator("html[data-ready=true]").waitFor();
  const field = page.locator("#typed-text");
  for (const step of steps) {
    await field.fill(step);
    await field.press("Enter");
    await page.waitForFunction(
      () => /** @type {any} */ (document.getElementById("typed-text")).value === "",
    );
  }
  await browser.startTracing(page, { categories: TRACED });
  await page.getByRole("button", { name: "Report", exact: true }).click();
  await page.getByRole("table", { name: "Report" }).waitFor({ timeout: 120_000 });
  const tasks = tasksOf(await browser.stopTracing());
  const most = tasks[Math.floor(tasks.length * 0.99)];
  failed ||= most > LIMIT.task;
  const figures = [most, tasks[tasks.length - 1]].map((ms) => `${ms.toFixed(1)} ms`);
  console.log(`| ${game} | ${tasks.length} | ${figures.join(" | ")} |`);
  await page.close();
}
await browser.close();
if (failed) process.exitCode = 1;
