// Lighthouse's scores of the finished site, with its defaults for phones: `cargo xtask lighthouse`.
// Of several runs of a page the median one counts. Fails below the limits.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const site = process.env.FIVEFOLD_URL;
if (!site) throw new Error("FIVEFOLD_URL is not set: `cargo xtask lighthouse`");
const runs = Number(process.argv[2] ?? 5);

/** The least scores, of 100. @type {Record<string, number>} */
const LIMITS = { performance: 97, accessibility: 100, "best-practices": 100 };

/** A long game of each kind stands there. */
const LINKS = readFileSync("crates/record/tests/links/version-1.txt", "utf8");
const [link] = /g=\S+/.exec(LINKS) ?? [""];
/** What is measured, by its name. @type {Record<string, string>} */
const PAGES = {
  "front page": "",
  "game page": "?game=charismatic",
  "game link": `#${link}`,
};

// It is not among the packages that everybody has, nor are its types.
const lighthousePackage = createRequire(new URL("lighthouse/package.json", import.meta.url));
const lighthouse = lighthousePackage("lighthouse/core/index.cjs");
const { computeMedianRun } = await import(
  lighthousePackage.resolve("lighthouse/core/lib/median-run.js")
);
const { launch } = await import(lighthousePackage.resolve("chrome-launcher"));

/** @typedef {{ categories: Record<string, { score: number, auditRefs: { id: string, weight: number }[] }>, audits: Record<string, { title: string, score: number | null, numericValue: number, displayValue?: string }> }} Result */

/** One run on a page, in a browser of its own. @param {string} address @returns {Promise<Result>} */
async function run(address) {
  const chrome = await launch({
    chromePath: process.env.FIVEFOLD_CHROMIUM ?? "/usr/bin/chromium",
    chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic"],
    logLevel: "silent",
  });
  try {
    const options = { port: chrome.port, logLevel: "error", onlyCategories: Object.keys(LIMITS) };
    const { lhr } = await lighthouse(address, options);
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
    return lhr;
  } finally {
    await chrome.kill();
  }
}

const seconds = (/** @type {number} */ time) => `${(time / 1000).toFixed(2)} s`;
const rows = [];
/** @type {string[]} */
const faults = [];
for (const [name, path] of Object.entries(PAGES)) {
  /** @type {Result[]} */
  const results = [];
  for (let i = 0; i < runs; i += 1) results.push(await run(new URL(path, site).href));
  /** @type {Result} */
  const { categories, audits } = computeMedianRun(results);
  const scores = Object.entries(LIMITS).map(([id, limit]) => {
    // Of the categories that do not depend on time, the worst run counts.
    const all = results.map((result) => Math.round(result.categories[id].score * 100));
    const score = id === "performance" ? Math.round(categories[id].score * 100) : Math.min(...all);
    if (score < limit) {
      const lost = categories[id].auditRefs
        .filter(({ id, weight }) => weight > 0 && (audits[id].score ?? 1) < 0.9)
        .map(({ id }) => `${audits[id].title} (${audits[id].displayValue ?? "not so"})`);
      faults.push(`${name}: ${id} ${score}, wanted ${limit}: ${lost.join("; ")}`);
    }
    return score;
  });
  rows.push([
    name,
    ...scores,
    seconds(audits["first-contentful-paint"].numericValue),
    seconds(audits["largest-contentful-paint"].numericValue),
    `${Math.round(audits["total-blocking-time"].numericValue)} ms`,
    audits["cumulative-layout-shift"].numericValue.toFixed(3),
    seconds(audits["speed-index"].numericValue),
  ]);
}
console.log(
  "| page | performance | accessibility | best practices | first paint | largest paint | blocked | shift | speed index |",
);
console.log("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
for (const row of rows) console.log(`| ${row.join(" | ")} |`);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
