// How long a visitor on a slow line waits until the first piece can be chosen, and how much is fetched
// until then and in all: `node tools/time-first-piece.mjs [FOLDER] [ROUNDS] [ADDRESS]`, with the browser
// in FIVEFOLD_CHROMIUM. FOLDER is a built site (dist), ADDRESS what is opened of it ("": the front page).
//
// Chromium is slowed down as a phone on slow 4G: 150 ms there and back, 1.6 Mbit/s, a processor four
// times slower. The site is served with Brotli where there is a copy. Each round has a profile of its own,
// without a service worker; what counts is the median.

import { chromium } from "playwright-core";
import { serve } from "./site-server.mjs";

const [folder = "dist", rounds = "5", opened = ""] = process.argv.slice(2);
const LATENCY = 150;
const BYTES_PER_SECOND = 1_600_000 / 8;
const SLOWER = 4;
/** How long nothing may be fetched until all has come, in milliseconds. */
const QUIET = 2500;

const server = await serve(folder, "/", [["br", ".br"]]);
const site = server.address + opened;

const browser = await chromium.launch({
  executablePath: process.env.FIVEFOLD_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
});

/**
 * @typedef {object} Visit
 * @property {number} ready when the first piece could be chosen, in milliseconds
 * @property {number} paint when something was painted first
 * @property {number} early how many requests had begun until then
 * @property {number} bytesEarly what came of them
 * @property {{ url: string, at: number, bytes: number }[]} all every request
 * @property {number} bytes what came of them
 */

/** @returns {Promise<Visit>} */
async function visit() {
  const context = await browser.newContext({
    serviceWorkers: "block",
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const noted = /** @type {any} */ (globalThis);
    noted.readyAt = 0;
    new MutationObserver(() => {
      if (document.documentElement?.dataset.ready && !noted.readyAt)
        noted.readyAt = performance.now();
    }).observe(document, { attributes: true, subtree: true, attributeFilter: ["data-ready"] });
  });
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  /** @type {Map<string, { url: string, at: number, bytes: number }>} */
  const requests = new Map();
  let last = Date.now();
  session.on("Network.requestWillBeSent", ({ requestId, request, timestamp }) => {
    if (!request.url.startsWith("http")) return;
    requests.set(requestId, { url: request.url, at: timestamp, bytes: 0 });
    last = Date.now();
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bytes = encodedDataLength;
    last = Date.now();
  });
  await page.goto(site, { waitUntil: "commit" });
  const readyAt = await page.waitForFunction(() => /** @type {any} */ (globalThis).readyAt, null, {
    timeout: 120_000,
  });
  const ready = Number(await readyAt.jsonValue());
  while (Date.now() - last < QUIET) await new Promise((done) => setTimeout(done, 100));
  const all = [...requests.values()];
  const begun = Math.min(...all.map(({ at }) => at));
  const early = all.filter(({ at }) => (at - begun) * 1000 < ready);
  const paint = await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
  );
  await context.close();
  const sum = (/** @type {{ bytes: number }[]} */ list) =>
    list.reduce((bytes, request) => bytes + request.bytes, 0);
  return { ready, paint, early: early.length, all, bytesEarly: sum(early), bytes: sum(all) };
}

/** @param {number[]} values */
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** @type {Visit[]} */
const visits = [];
for (let round = 0; round < Number(rounds); round += 1) visits.push(await visit());
await browser.close();
server.close();
const of = (/** @type {(visit: Visit) => number} */ value) => median(visits.map(value));
if (process.env.FIVEFOLD_LIST) {
  for (const { url, at, bytes } of visits[0].all)
    console.log(((at - visits[0].all[0].at) * 1000).toFixed(0).padStart(6), bytes, url);
}
console.log(`${folder}: first paint ${(of((v) => v.paint) / 1000).toFixed(2)} s`);
console.log(`first piece can be chosen: ${(of((v) => v.ready) / 1000).toFixed(2)} s`);
console.log(`requests until then: ${of((v) => v.early)}, ${of((v) => v.bytesEarly)} bytes`);
console.log(`requests in all: ${of((v) => v.all.length)}, ${of((v) => v.bytes)} bytes`);
