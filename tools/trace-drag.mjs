// How long the page's main thread is busy at a time: while a piece is dragged over the 10x10 board,
// while Magnetic impulses play, and while nothing happens. Times are the thread's own, so that other
// work on the machine does not count. `node tools/trace-drag.mjs`, with the
// site's address in FIVEFOLD_URL and the browser in FIVEFOLD_CHROMIUM. Fails above the limits.

import { chromium } from "playwright-core";

/** The limits for a task, in milliseconds. */
const LIMITS = { median: 8, p99: 16 };
/** How long an idle page is watched, in milliseconds. */
const IDLE = 3000;

const site = process.env.FIVEFOLD_URL ?? "http://127.0.0.1:8080/";
const browser = await chromium.launch({
  executablePath: process.env.FIVEFOLD_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
});

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{ name: string, ph: string, ts: number, dur?: number, tdur?: number, pid: number, tid: number, args: any }} Event */

/** @param {Page} page @param {string} square */
async function middle(page, square) {
  const box = await page.locator(`[role=gridcell][data-square=${square}]`).boundingBox();
  if (!box) throw new Error(`${square} cannot be seen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Two frames painted since the last input. @param {Page} page */
const painted = (page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

/**
 * Drags along squares, a step of the pointer a frame.
 * @param {Page} page
 * @param {string[]} squares
 * @param {number} paces between two squares
 */
async function drag(page, squares, paces) {
  const points = [];
  for (const square of squares) points.push(await middle(page, square));
  await page.mouse.move(points[0].x, points[0].y);
  await page.mouse.down();
  for (const [place, to] of points.slice(1).entries()) {
    const from = points[place];
    for (let pace = 1; pace <= paces; pace += 1) {
      const part = pace / paces;
      await page.mouse.move(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part);
    }
  }
  await page.mouse.up();
}

/**
 * What the page's main thread did meanwhile.
 * @param {Page} page
 * @param {() => Promise<void>} work
 */
async function trace(page, work) {
  await browser.startTracing(page, {
    categories: ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"],
  });
  await work();
  /** @type {Event[]} */
  const events = JSON.parse((await browser.stopTracing()).toString()).traceEvents;
  const main = events.find(
    ({ name, args }) => name === "thread_name" && args.name === "CrRendererMain",
  );
  const mains = events.filter(({ pid, tid }) => pid === main?.pid && tid === main?.tid);
  const inside = mains.filter(({ name }) => ["EventDispatch", "FireAnimationFrame"].includes(name));
  // Tasks that answer input or paint; the many empty ones would flatter.
  const tasks = mains.filter(
    ({ name, dur = 0, ts }) =>
      name.endsWith("RunTask") &&
      dur > 0 &&
      inside.some((event) => event.ts >= ts && event.ts <= ts + dur),
  );
  const count = (/** @type {string} */ name) => mains.filter((event) => event.name === name).length;
  return {
    tasks: tasks.map(({ dur = 0, tdur = dur }) => tdur / 1000).sort((a, b) => a - b),
    frames: count("FireAnimationFrame"),
    timers: count("TimerFire"),
  };
}

/** @param {string} query */
async function open(query) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(new URL(query, site).href);
  await page.locator("html[data-ready=true]").waitFor();
  // What comes after the first board is there when the page has been quiet.
  await page.waitForLoadState("networkidle");
  await painted(page);
  return page;
}

let failed = false;

/** @param {string} name @param {number[]} tasks */
function report(name, tasks) {
  const at = (/** @type {number} */ part) => tasks[Math.ceil(tasks.length * part) - 1] ?? 0;
  const [median, p99, most] = [at(0.5), at(0.99), at(1)];
  const good = tasks.length > 0 && median < LIMITS.median && p99 < LIMITS.p99;
  failed ||= !good;
  const figures = [median, p99, most].map((value) => `${value.toFixed(1)} ms`).join(" | ");
  console.log(`| ${name} | ${tasks.length} | ${figures} |`);
}

console.log("| what | tasks | median | 99 % | longest |\n| --- | ---: | ---: | ---: | ---: |");
const batteries = await open("?game=batteries");
const dragged = await trace(batteries, async () => {
  const way = ["c2", "a4", "j4", "a7", "j7", "c7", "j9", "c2"];
  await drag(batteries, way, 30);
  await painted(batteries);
});
report("a Battery dragged over the 10x10 board", dragged.tasks);

const fen = encodeURIComponent("3b3k/8/3K4/q1R2rP1/3Q4/8/3b4/8 w - - 0 1");
const magnetic = await open(`?game=magnetic&fen=${fen}`);
const impulses = await trace(magnetic, async () => {
  for (const [from = "", to = ""] of [
    ["d4", "d5"],
    ["a5", "b4"],
    ["d5", "e4"],
  ]) {
    for (const square of [from, to]) {
      const { x, y } = await middle(magnetic, square);
      await magnetic.mouse.click(x, y);
    }
    // Until nothing moves any more.
    await magnetic.evaluate(() => new Promise((done) => setTimeout(done, 700)));
  }
});
report("three impulses of Magnetic Chess, each played", impulses.tasks);

for (const page of [batteries, magnetic]) {
  await page.mouse.move(5, 5);
  await painted(page);
  const idle = await trace(page, () => new Promise((done) => setTimeout(done, IDLE)));
  failed ||= idle.frames > 0 || idle.timers > 0;
  console.log(`idle for ${IDLE / 1000} s: ${idle.frames} frames, ${idle.timers} timers`);
}
await browser.close();
if (failed) process.exitCode = 1;
