// How long the page takes to open links to long games: the links that must always be read
// (crates/record/tests/links), the longest of each game. `node tools/time-links.mjs`, with the
// site's address in FIVEFOLD_URL and the browser in FIVEFOLD_CHROMIUM. Fails above the limit.
//
// Measured in Chromium, and in Node.js, which has its engine, in the processor time of the page's thread
// and of the process, so that other work on the machine does not count. Each link is opened by a
// module that has just been loaded; what the loading took is told apart.

import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { linkModule, site, spent } from "./site-modules.mjs";

/** @typedef {import("../web/shell/table").Post} Reader */

/** The limit for loading the module and opening a link, in milliseconds. */
const LIMIT = 100;

const addresses = await linkModule();

/** The module that opens links, anew, as the page loads it. @param {string} game */
async function load(game) {
  const [code, wasm] = await Promise.all(addresses.map((address) => fetch(address)));
  const script = await code.text();
  const bytes = await wasm.arrayBuffer();
  const text = `${script}\n// ${game}`;
  const url = `data:text/javascript;base64,${Buffer.from(text).toString("base64")}`;
  const module = await import(url);
  const start = spent();
  await module.default({ module_or_path: bytes });
  return { module: /** @type {Reader} */ (module), took: spent() - start };
}

const golden = new URL("../crates/record/tests/links/version-1.txt", import.meta.url);
/** @type {Map<string, { link: string, steps: number }>} */
const longest = new Map();
for (const line of readFileSync(golden, "utf8").trim().split("\n")) {
  const [link, game, count] = line.split(" ");
  const steps = Number(count);
  if (steps > (longest.get(game)?.steps ?? 0)) longest.set(game, { link, steps });
}

let failed = false;
for (const [game, { link, steps }] of longest) {
  const { module, took } = await load(game);
  const times = [];
  for (let round = 0; round < 9; round += 1) {
    const start = spent();
    const { games } = module.open_link(link, [game]);
    times.push(spent() - start);
    if (games.length !== 1) throw new Error(`${game} was not read`);
  }
  const first = times[0];
  const again = Math.min(...times);
  console.log(
    `${game}, ${steps} steps, ${link.length + 1} characters: ${took.toFixed(1)} ms loading, ` +
      `${first.toFixed(1)} ms the first time, ${again.toFixed(1)} ms again`,
  );
  failed ||= took + first > LIMIT;
}

const browser = await chromium.launch({
  executablePath: process.env.FIVEFOLD_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
});
for (const [game, { link }] of longest) {
  // A context of its own knows no module that was compiled before.
  const page = await (await browser.newContext()).newPage();
  await page.goto(new URL("site.json", site).href);
  const tells = await page.context().newCDPSession(page);
  await tells.send("Performance.enable", { timeDomain: "threadTicks" });
  /** What a task costs the page's thread, in milliseconds. @param {() => Promise<unknown>} work */
  const cost = async (work) => {
    const busy = async () => {
      const { metrics } = await tells.send("Performance.getMetrics");
      return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
    };
    const before = await busy();
    await work();
    return ((await busy()) - before) * 1000;
  };
  const took = await cost(() =>
    page.evaluate(async ([script, code]) => {
      const module = await import(script);
      await module.default({ module_or_path: code });
      Object.assign(globalThis, { reader: module });
    }, addresses),
  );
  const open = () =>
    page.evaluate(
      (link) => /** @type {any} */ (globalThis).reader.open_link(link).games.length,
      link,
    );
  const first = await cost(open);
  const again = Math.min(await cost(open), await cost(open), await cost(open));
  console.log(
    `${game} in Chromium: ${took.toFixed(1)} ms loading, ${first.toFixed(1)} ms the first time, ` +
      `${again.toFixed(1)} ms again`,
  );
  failed ||= !(took + first <= LIMIT);
  await page.context().close();
}
await browser.close();
if (failed) {
  console.error(`more than ${LIMIT} ms`);
  process.exit(1);
}
