// Whether the page's memory stays flat over a thousand turns, game after game: what is live in
// JavaScript after a collection, elements, listeners, and the memory of the WebAssembly modules.
// `node tools/measure-memory.mjs [TURNS]`, with the site's address in FIVEFOLD_URL and the browser in
// FIVEFOLD_CHROMIUM. Fails if it grows.

import { chromium } from "playwright-core";

const site = process.env.FIVEFOLD_URL ?? "http://127.0.0.1:8080/";
const turns = Number(process.argv[2] ?? 1000);
/** How often it is measured, in turns. */
const EACH = Math.max(1, Math.floor(turns / 5));
/** A game is left for the next one after so many turns: its list of moves is not a leak. */
const LONGEST = 40;
/** What may be there at the end more than at the first fifth, as a part of that. */
const GROWTH = 0.15;

const browser = await chromium.launch({
  executablePath: process.env.FIVEFOLD_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
});

/** @typedef {import("playwright-core").Page} Page */

/**
 * Takes a turn at random, by keys; says whether there was one.
 * @param {Page} page
 */
const turn = (page) =>
  page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const cells = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[role=gridcell]")]);
    /** @param {HTMLElement} cell */
    const press = async (cell) => {
      cell.focus();
      cell.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      await frame();
      await frame();
    };
    const name = (/** @type {Element} */ cell) => cell.getAttribute("aria-label") ?? "";
    const side = document.documentElement.dataset.side;
    const count = () => document.querySelectorAll("#score li").length;
    const before = count();
    for (const cell of cells
      .filter((cell) => /, (white|black) /.test(name(cell)))
      .sort(() => Math.random() - 0.5)) {
      if (side && !name(cell).includes(`, ${side} `)) continue;
      await press(cell);
      const targets = cells.filter((cell) => name(cell).includes("legal target"));
      if (targets.length === 0) continue;
      await press(targets[Math.floor(Math.random() * targets.length)]);
      /** @type {HTMLElement | null} */ (
        document.querySelector("#promotion[open] button")
      )?.click();
      await frame();
      if (count() !== before) return true;
    }
    return false;
  });

/** @param {Page} page */
async function anew(page) {
  await page.locator("#do-new").click();
  await page
    .getByRole("dialog", { name: "New game" })
    .getByRole("button", { name: "Begin anew" })
    .click();
  await page.getByRole("dialog", { name: "New game" }).waitFor({ state: "hidden" });
}

let failed = false;
console.log("| game | turns | JavaScript, MB | WebAssembly, MB | elements | listeners |");
console.log("| --- | ---: | ---: | ---: | ---: | ---: |");
for (const game of ["magnetic", "batteries"]) {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
  });
  await page.addInitScript(() => {
    /** @type {any} */
    const here = globalThis;
    here.memories = [];
    const instantiate = WebAssembly.instantiateStreaming;
    WebAssembly.instantiateStreaming = async (...given) => {
      const made = await instantiate(...given);
      here.memories.push(made.instance.exports.memory);
      return made;
    };
  });
  await page.goto(new URL(`?game=${game}`, site).href);
  await page.locator("html[data-ready=true]").waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  /** Live bytes and elements. */
  const measure = async () => {
    await session.send("HeapProfiler.collectGarbage");
    const { metrics } = await session.send("Performance.getMetrics");
    const metric = (/** @type {string} */ name) =>
      metrics.find((metric) => metric.name === name)?.value ?? 0;
    const wasm = await page.evaluate(() =>
      /** @type {any} */ (globalThis).memories.reduce(
        (/** @type {number} */ sum, /** @type {WebAssembly.Memory} */ { buffer }) =>
          sum + buffer.byteLength,
        0,
      ),
    );
    return {
      heap: metric("JSHeapUsedSize"),
      wasm,
      elements: metric("Nodes"),
      listeners: metric("JSEventListeners"),
    };
  };
  const found = [];
  let inGame = 0;
  for (let played = 0; played < turns; ) {
    const moved = inGame < LONGEST && (await turn(page));
    if (moved) {
      played += 1;
      inGame += 1;
    } else {
      await anew(page);
      inGame = 0;
    }
    if (moved && played % EACH === 0) {
      // At the same place of a game each time: at its beginning.
      await anew(page);
      inGame = 0;
      const now = await measure();
      found.push(now);
      const mega = (/** @type {number} */ bytes) => (bytes / 1e6).toFixed(2);
      console.log(
        `| ${game} | ${played} | ${mega(now.heap)} | ${mega(now.wasm)} | ${now.elements} | ${now.listeners} |`,
      );
    }
  }
  const [first, last] = [found[0], found[found.length - 1]];
  for (const what of /** @type {(keyof typeof first)[]} */ (Object.keys(first))) {
    if (last[what] > first[what] * (1 + GROWTH)) {
      console.error(`${game}: ${what} has grown from ${first[what]} to ${last[what]}`);
      failed = true;
    }
  }
  await page.close();
}
await browser.close();
if (failed) process.exit(1);
