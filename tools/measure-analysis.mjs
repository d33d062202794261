// What the analysis board costs with five lines of the computer's: how soon the first line is there, whether
// memory stays flat over 500 positions walked, and for how long the main thread is busy at a time while the
// graph is drawn, too. `node tools/measure-analysis.mjs [POSITIONS] [GAME…]`, with the site's address in FIVEFOLD_URL
// and the browser in FIVEFOLD_CHROMIUM. Fails above the limits.
//
// What is walked is the computer's own: its best turn is taken again and again; where such a line ends before so
// many turns, the next best begins another beside it. Memory is what the page's process, worker included, has for
// itself; tasks are measured by their thread's own time.

import { chromium } from "playwright-core";
import { memoryOf, STARTS, TRACED, tasksOf } from "./tasks.mjs";

/**
 * The limits: milliseconds, milliseconds, and the part that memory may grow by from the second fifth on: until
 * then each place of the line has been looked at several times, and the module has grown to what that needs.
 */
const LIMITS = { first: 300, task: 16, growth: 0.15 };
const POSITIONS = Number(process.argv[2] ?? 500);
/** How many turns the tree has that is walked, if the game gives as many. */
const TURNS = 40;
/** How many lines the computer finds. */
const LINES = 5;
/** How often the first line is waited for. */
const ROUNDS = 14;
/** How often the computer has gone on before every second of these times: then it is in the midst of long thinking. */
const FOUND = 12;

const site = process.env.FIVEFOLD_URL ?? "http://127.0.0.1:8080/";
const browser = await chromium.launch({
  executablePath: process.env.FIVEFOLD_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
});

/** @typedef {import("playwright-core").Page} Page */
/** What is done on the page: a key, a turn of the tree, or the first turn of a line of the computer's, by number. @typedef {{ key?: string, turn?: number, line?: number }} Deed */

/**
 * Does something and waits until the computer has said something of what is shown then; how long that took, in
 * milliseconds, or nothing where nothing was to come.
 * @param {Page} page @param {Deed} deed
 */
const walk = (page, deed) =>
  page.evaluate(async ({ key = "", turn, line }) => {
    const says = () => document.querySelector("#analysis .lines")?.textContent ?? "";
    const thinks = () =>
      /looks at/.test(document.querySelector("#analysis .judged")?.textContent ?? "");
    const place = () => document.querySelector("#tree [aria-selected=true]");
    const [before, stood] = [says(), place()];
    const begun = performance.now();
    /** @type {NodeListOf<HTMLElement>} */
    const rows = document.querySelectorAll("#tree [role=treeitem]");
    const first = `#analysis .lines > li:nth-child(${(line ?? 0) + 1}) button:not(.opener)`;
    /** @type {HTMLElement | null} */
    const pressed = turn === undefined ? document.querySelector(first) : rows[turn];
    if (key) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    else pressed?.click();
    while (performance.now() < begun + 5000) {
      await new Promise((done) => requestAnimationFrame(done));
      if (place() !== stood && says() !== before && says() !== "") return performance.now() - begun;
      // The line has an end, and behind the end of a game nothing is thought.
      if (performance.now() > begun + 500 && !thinks() && (says() === "" || place() === stood))
        break;
    }
    return null;
  }, deed);

/** Waits until the computer has gone on so often; where it has found all there is, not for ever. @param {Page} page */
const inTheMidst = (page) =>
  page.evaluate(async (often) => {
    const effort = () => document.querySelector("#analysis .effort")?.textContent;
    const end = performance.now() + 3000;
    let known = effort();
    for (let found = 0; found < often && performance.now() < end; ) {
      await new Promise((done) => requestAnimationFrame(done));
      if (effort() !== known) found += 1;
      known = effort();
    }
  }, FOUND);

/** How many turns stand in the tree. @param {Page} page */
const turnsOf = (page) => page.locator("#tree [role=treeitem]").count();

/**
 * Has the computer's best turns become a tree: a line to its end, then others that begin with the next best turns
 * of the start, then of what follows it.
 * @param {Page} page
 */
async function grow(page) {
  for (let other = 0; (await turnsOf(page)) < TURNS && other < LINES * TURNS; other += 1) {
    await walk(page, { key: "Home" });
    for (let step = 0; step < Math.floor(other / LINES); step += 1)
      await walk(page, { key: "ArrowRight" });
    const known = await turnsOf(page);
    await walk(page, { line: other % LINES });
    if ((await turnsOf(page)) === known) continue;
    while ((await turnsOf(page)) < TURNS && (await walk(page, { key: " " })) !== null);
  }
}

let failed = false;
console.log(
  "| game | first line: median | longest | turns | positions | memory: after a fifth | at the end | JavaScript: after a fifth | at the end | tasks | 99 % | longest |",
);
console.log(`|${" --- |".repeat(12)}`);
const games = process.argv.length > 3 ? process.argv.slice(3) : Object.keys(STARTS);
for (const game of games) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const fen = STARTS[/** @type {keyof typeof STARTS} */ (game)];
  await page.goto(new URL(`?${new URLSearchParams({ analysis: game, fen })}`, site).href);
  const computer = page.getByRole("switch", { name: "Computer" });
  // Where the pointer is above it, the engine is loaded.
  await computer.hover();
  await computer.click();
  await page.getByRole("list", { name: "Lines" }).getByRole("listitem").first().waitFor();
  const first = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round % 2) await inTheMidst(page);
    await computer.click();
    await page.locator("#analysis .lines li").first().waitFor({ state: "detached" });
    first.push(
      await page.evaluate(async () => {
        const begun = performance.now();
        /** @type {HTMLElement} */ (document.querySelector("#analysis [role=switch]")).click();
        while (!document.querySelector("#analysis .lines li")) {
          await new Promise((done) => requestAnimationFrame(done));
        }
        return performance.now() - begun;
      }),
    );
  }
  first.sort((a, b) => a - b);
  const lines = page.getByRole("spinbutton", { name: "Lines" });
  await lines.fill(String(LINES));
  await lines.blur();
  await page
    .locator("#analysis .lines > li")
    .nth(LINES - 1)
    .waitFor();
  await grow(page);
  const turns = await turnsOf(page);
  // The graph of what is known so far, and of all once the report has gone through the line.
  await page.getByRole("button", { name: "Report", exact: true }).click();
  await page.getByRole("table", { name: "Report" }).waitFor({ timeout: 240_000 });
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const measure = async () => {
    await session.send("HeapProfiler.collectGarbage");
    const { metrics } = await session.send("Performance.getMetrics");
    const heap = metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? 0;
    return { heap: heap / 1e6, all: await memoryOf(browser) };
  };
  const found = [];
  let [walked, place, way] = [0, turns, -1];
  /** @type {number[]} */
  const tasks = [];
  for (let fifth = 0; fifth < 5; fifth += 1) {
    await browser.startTracing(page, { categories: TRACED });
    for (const end = walked + POSITIONS / 5; walked < end; ) {
      if (place + way < 0 || place + way >= turns) way = -way;
      place += way;
      if ((await walk(page, { turn: place })) !== null) walked += 1;
    }
    tasks.push(...tasksOf(await browser.stopTracing()));
    found.push(await measure());
  }
  tasks.sort((a, b) => a - b);
  const most = tasks[Math.floor(tasks.length * 0.99)];
  const [early, late] = [found[1], found[found.length - 1]];
  const longestFirst = first[first.length - 1];
  failed ||= longestFirst > LIMITS.first || most > LIMITS.task;
  failed ||= late.all > early.all * (1 + LIMITS.growth);
  const ms = (/** @type {number} */ value) => `${value.toFixed(1)} ms`;
  const mb = (/** @type {number} */ value) => `${value.toFixed(1)} MB`;
  const cells = [
    game,
    ms(first[Math.floor(ROUNDS / 2)]),
    ms(longestFirst),
    String(turns),
    String(walked),
    ...[early.all, late.all, early.heap, late.heap].map(mb),
    String(tasks.length),
    ms(most),
    ms(tasks[tasks.length - 1]),
  ];
  console.log(`| ${cells.join(" | ")} |`);
  await page.close();
}
await browser.close();
if (failed) process.exitCode = 1;
