// How soon the page answers: how long its main thread works from a press of the mouse or a key until
// the next frame is painted, for a machine four times as slow ("interaction to next paint").
// `node tools/measure-response.mjs [ROUNDS]`, with the site's address in FIVEFOLD_URL and the browser in
// FIVEFOLD_CHROMIUM. Fails above the limit.
//
// Times are the thread's own, times four, so that other work on the machine does not count. All that the
// thread does in between is summed up, whatever it is for.

import { chromium } from "playwright-core";

/** The limit for what was measured of an action, in milliseconds, and of how many of a hundred it is. */
const LIMIT = 50;
const PERCENTILE = 98;
const SLOWER = 4;

const site = process.env.FIVEFOLD_URL ?? "http://127.0.0.1:8080/";
const rounds = Number(process.argv[2] ?? 9);
const browser = await chromium.launch({
  executablePath: process.env.FIVEFOLD_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
});

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {[name: string, act: (page: Page) => Promise<unknown>]} Action */

/** How long a hand holds the mouse down, in milliseconds. */
const HELD = 80;

/** Waits until the page has painted what it owes, and has nothing left to do. @param {Page} page */
const rest = (page) =>
  page.evaluate(
    () =>
      new Promise((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(done))),
      ),
  );

/** Presses the mouse in the middle of a box, as a hand does. @param {Page} page @param {{ x: number, y: number, width: number, height: number }} box */
async function press(page, { x, y, width, height }) {
  const middle = /** @type {const} */ ([x + width / 2, y + height / 2]);
  await page.mouse.move(...middle);
  await rest(page);
  await page.mouse.click(...middle, { delay: HELD });
}

/** @param {string} square @returns {(page: Page) => Promise<void>} */
const click = (square) => async (page) => press(page, await boxOf(page, square));
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/** @param {Page} page @param {string} square @returns {Promise<Box>} */
async function boxOf(page, square) {
  const box = await page.locator(`[role=gridcell][data-square=${square}]`).boundingBox();
  if (!box) throw new Error(`${square} cannot be seen`);
  return box;
}
/** Drags something, as a hand does. @param {Page} page @param {Box} start @param {Box} end */
async function dragged(page, start, end) {
  const middle = (/** @type {Box} */ box) =>
    /** @type {const} */ ([box.x + box.width / 2, box.y + box.height / 2]);
  await page.mouse.move(...middle(start));
  await rest(page);
  await page.mouse.down();
  await page.mouse.move(...middle(end), { steps: 4 });
  await rest(page);
  await page.mouse.up();
}
/** @param {string} from @param {string} to @returns {(page: Page) => Promise<void>} */
const drag = (from, to) => async (page) =>
  dragged(page, await boxOf(page, from), await boxOf(page, to));
/** Drags a piece from a tray onto the board. @param {RegExp} name @param {string} to @returns {(page: Page) => Promise<void>} */
const drop = (name, to) => async (page) => {
  const piece = await page.getByRole("option", { name }).first().boundingBox();
  if (!piece) throw new Error(`${name} cannot be seen`);
  await dragged(page, piece, await boxOf(page, to));
};
/** Chooses an answer in a dialog. @param {string} name @returns {(page: Page) => Promise<void>} */
const choose = (name) => async (page) => {
  const label = page.locator("dialog[open] label", { hasText: new RegExp(`^\\s*${name}\\s*$`) });
  await label.first().scrollIntoViewIfNeeded();
  const box = await label.first().boundingBox();
  if (!box) throw new Error(`${name} cannot be seen`);
  await press(page, box);
};
/** @param {string} key @returns {(page: Page) => Promise<void>} */
const strike = (key) => (page) => page.keyboard.press(key);
/** @param {string} name @returns {(page: Page) => Promise<void>} */
const button = (name) => async (page) => {
  const box = await page.getByRole("button", { name, exact: true }).first().boundingBox();
  if (!box) throw new Error(`${name} cannot be seen`);
  await press(page, box);
};

/** What is done on each game's page, in this order. @type {Record<string, Action[]>} */
const ACTIONS = {
  magnetic: [
    ["choose a piece", click("c2")],
    ["step, with two impulses", click("c4")],
    ["choose a piece", click("d8")],
    ["step, with two impulses", click("a5")],
    ["key to another square", strike("ArrowUp")],
    ["drop a piece that was dragged", drag("e2", "e4")],
    ["flip the board", button("Flip board")],
    ["step back", button("Step back")],
  ],
  batteries: [
    ["choose a piece on 10x10", click("c3")],
    ["step on 10x10", click("c4")],
    ["refused step", click("c4")],
  ],
  charismatic: [
    ["draw five pieces", button("Draw five pieces")],
    ["drop a piece from the hand", drop(/^white /, "d2")],
    ["place the rest", button("Place for me")],
  ],
  chessence: [
    ["choose a piece", click("d2")],
    ["open the settings", button("Settings")],
    ["choose a theme", choose("Dark")],
    ["choose a board", choose("Wood")],
    ["choose the size of pieces", choose("Large")],
    ["choose another set of pieces", choose("Classic")],
    ["switch the sounds off", choose("Sounds")],
    ["close the settings", button("Close")],
  ],
  contramatic: [
    ["drop a piece from the reserve", drop(/^white queen/, "d1")],
    ["place the rest", button("Place for me")],
    ["end a turn of many steps", button("End turn")],
  ],
};

/** @typedef {{ name: string, ph: string, ts: number, dur?: number, tdur?: number, pid: number, tid: number, args: any }} Event */

/** What the thread works from an input to the end of the next frame, in milliseconds. @param {Event[]} events */
function answer(events) {
  const main = events.find(
    ({ name, args }) => name === "thread_name" && args.name === "CrRendererMain",
  );
  const mains = events.filter(({ pid, tid }) => pid === main?.pid && tid === main?.tid);
  const inputs = mains.filter(
    ({ name, args }) =>
      name === "EventDispatch" && /^(pointer(down|up)|click|keydown)$/.test(args.data?.type),
  );
  if (inputs.length === 0) throw new Error("no input was traced");
  const tasks = mains.filter(({ name, dur = 0 }) => name === "RunTask" && dur > 0);
  const named = (/** @type {string} */ wanted) => mains.filter(({ name }) => name === wanted);
  // Of a click, the press and the release are answered each on its own; the slower one counts.
  const each = inputs.map((input) => {
    const after = (/** @type {Event[]} */ found) =>
      Math.min(...found.filter(({ ts }) => ts > input.ts).map(({ ts }) => ts));
    const isPress = input.args.data.type === "pointerdown";
    // A press that shows nothing is answered before it ends.
    const ended = isPress ? after(inputs) : Number.POSITIVE_INFINITY;
    // A piece is lifted on the canvas alone, in a frame for which the page paints nothing. What a release or
    // a key asks for may come a frame later.
    const frames = isPress ? [...named("Paint"), ...named("Commit")] : named("Paint");
    const end = Math.min(after(frames), ended);
    const counted = tasks.filter(
      ({ ts, dur = 0 }) => ts + dur > input.ts && ts <= end && ts + dur < ended + 1,
    );
    return counted.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000;
  });
  return Math.max(...each);
}

/** @type {Map<string, number[]>} */
const found = new Map();
for (let round = 0; round < rounds; round += 1) {
  for (const [game, actions] of Object.entries(ACTIONS)) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(new URL(`?game=${game}`, site).href);
    await page.locator("html[data-ready=true]").waitFor();
    // What is loaded after the first board is another matter.
    await page.waitForLoadState("networkidle");
    for (const [name, act] of actions) {
      await browser.startTracing(page, {
        categories: ["devtools.timeline", "disabled-by-default-devtools.timeline"],
      });
      await act(page);
      await rest(page);
      const trace = JSON.parse((await browser.stopTracing()).toString());
      const times = found.get(`${game}: ${name}`) ?? [];
      times.push(SLOWER * answer(trace.traceEvents));
      found.set(`${game}: ${name}`, times);
    }
    await page.close();
  }
}
await browser.close();

let failed = false;
console.log(
  `| action | median | ${PERCENTILE} of 100 within | worst |\n| --- | ---: | ---: | ---: |`,
);
for (const [name, times] of found) {
  times.sort((one, other) => one - other);
  const median = times[Math.floor(times.length / 2)];
  const high = times[Math.ceil((times.length * PERCENTILE) / 100) - 1];
  const cells = [median, high, times[times.length - 1]].map((time) => `${time.toFixed(0)} ms`);
  console.log(`| ${name} | ${cells.join(" | ")} |`);
  failed ||= high > LIMIT;
}
if (failed) {
  console.error(`more than ${LIMIT} ms`);
  process.exit(1);
}
