// What the analysis board costs with five lines of the computer's: how soon the first line is there, whether
// memory stays flat over 500 positions walked, and for how long the main thread is busy at a time while the
// graph is drawn, too. `node tools/measure-analysis.mjs [POSITIONS] [GAME…]`, with the site's address in FIVEFOLD_URL
// and the browser in FIVEFOLD_CHROMIUM. Fails above the limits.
//
// The line that is walked is the computer's own: its best turn is taken again and again. Memory is what the
// page's process, worker included, has for itself; tasks are measured by their thread's own time.

import { chromium } from "playwright-core";
import { memoryOf, STARTS, TRACED, tasksOf } from "./tasks.mjs";

/** The limits: milliseconds, milliseconds, and the part that memory may grow by from the first fifth on. */
const LIMITS = { first: 300, task: 16, growth: 0.15 };
const POSITIONS = Number(process.argv[2] ?? 500);
/** How long the line is that is walked. */
const TURNS = 40;
/** How often the first line is waited for. */
const ROUNDS = 7;

const site = process.env.FIVEFOLD_URL ?? "http://127.0.0.1:8080/";
const browser = await chromium.launch({
  executablePath: process.env.FIVEFOLD_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
});

/**
 * Presses a key and waits until the computer has said something of what is shown then; how long that took, in
 * milliseconds, or nothing where nothing was to come.
 * @param {import("playwright-core").Page} page @param {string} key
 */
const walk = (page, key) =>
  page.evaluate(async (key) => {
    const says = () => document.querySelector("#analysis .lines")?.textContent ?? "";
    const thinks = () =>
      /looks at/.test(document.querySelector("#analysis .judged")?.textContent ?? "");
    const place = () => document.querySelector("#tree [aria-selected=true]");
    const [before, stood] = [says(), place()];
    const begun = performance.now();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    while (performance.now() < begun + 5000) {
      await new Promise((done) => requestAnimationFrame(done));
      if (place() !== stood && says() !== before && says() !== "") return performance.now() - begun;
      // The line has an end, and behind the end of a game nothing is thought.
      if (performance.now() > begun + 500 && !thinks() && (says() === "" || place() === stood))
        break;
    }
    return null;
  }, key);

let failed = false;
console.log(
  "| game | first line: median | longest | positions | memory: after a fifth | at the end | JavaScript: after a fifth | at the end | tasks | 99 % | longest |",
);
console.log(`|${" --- |".repeat(11)}`);
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
  await lines.fill("5");
  await lines.blur();
  await page.locator("#analysis .lines li").nth(4).waitFor();
  for (let turn = 0; turn < TURNS; turn += 1) {
    if ((await walk(page, " ")) === null) break;
  }
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
  let [walked, back] = [0, true];
  /** @type {number[]} */
  const tasks = [];
  for (let fifth = 0; fifth < 5; fifth += 1) {
    await browser.startTracing(page, { categories: TRACED });
    for (const end = walked + POSITIONS / 5; walked < end; walked += 1) {
      if ((await walk(page, back ? "ArrowLeft" : "ArrowRight")) === null) back = !back;
    }
    tasks.push(...tasksOf(await browser.stopTracing()));
    found.push(await measure());
  }
  tasks.sort((a, b) => a - b);
  const most = tasks[Math.floor(tasks.length * 0.99)];
  const [early, late] = [found[0], found[found.length - 1]];
  const longestFirst = first[first.length - 1];
  failed ||= first[Math.floor(ROUNDS / 2)] > LIMITS.first || most > LIMITS.task;
  failed ||= late.all > early.all * (1 + LIMITS.growth);
  const ms = (/** @type {number} */ value) => `${value.toFixed(1)} ms`;
  const mb = (/** @type {number} */ value) => `${value.toFixed(1)} MB`;
  const cells = [
    game,
    ms(first[Math.floor(ROUNDS / 2)]),
    ms(longestFirst),
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
