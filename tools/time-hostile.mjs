// How long the page takes over hostile links and texts (tests/e2e/hostile-texts.mjs), and over the
// longest that can be read, for each megabyte: `node tools/time-hostile.mjs`, with the site's address
// in FIVEFOLD_URL. Fails above the limit.
//
// Measured as `time-links.mjs` does, with the page's modules in Node.js and processor time. A text
// shorter than a megabyte counts as one.

import { readFileSync } from "node:fs";
import { LINKS, LONG, TEXTS } from "../tests/e2e/hostile-texts.mjs";
import { linkModule, spent } from "./site-modules.mjs";

/** @typedef {import("../web/shell/table").Post} Post */

/** The limit for a megabyte of what is refused, in milliseconds. */
const LIMIT = 50;
const MEGABYTE = 1 << 20;

/** A module, by the addresses of its script and its WebAssembly. @param {string[]} addresses */
async function load(addresses) {
  const [code, wasm] = await Promise.all(addresses.map((address) => fetch(address)));
  const script = Buffer.from(await code.text()).toString("base64");
  const module = await import(`data:text/javascript;base64,${script}`);
  await module.default({ module_or_path: await wasm.arrayBuffer() });
  return /** @type {Post} */ (module);
}
const post = await load(await linkModule());

/** The least of three times, in milliseconds. @param {string} text */
function time(text) {
  const times = [1, 2, 3].map(() => {
    const begun = spent();
    post.read_anything(text, "magnetic", ["magnetic"]);
    return spent() - begun;
  });
  return Math.min(...times);
}

/** The longest games that can be forged, with right checksums. */
const bombs = readFileSync(
  new URL("../crates/record/tests/links/longest.txt", import.meta.url),
  "utf8",
)
  .trim()
  .split("\n")
  .map((line) => {
    const [link, game, steps] = line.split(" ");
    return /** @type {[string, string]} */ ([`${game}, ${steps} steps`, `#${link}`]);
  });

let failed = false;
/**
 * @param {string} kind
 * @param {[name: string, text: string, ...rest: unknown[]][]} cases
 * @param {number} limit
 */
function measure(kind, cases, limit) {
  console.log(`| ${kind} | characters | ms | ms a megabyte |\n| --- | ---: | ---: | ---: |`);
  for (const [name, text] of cases) {
    const took = time(text);
    const each = took / Math.max(1, text.length / MEGABYTE);
    console.log(`| ${name} | ${text.length} | ${took.toFixed(1)} | ${each.toFixed(1)} |`);
    failed ||= each > limit;
  }
}
measure("hostile links", LINKS, LIMIT);
measure("the longest links", bombs, LIMIT);
measure("hostile texts", TEXTS, LIMIT);
measure("long texts that can be read", LONG, Number.POSITIVE_INFINITY);
if (failed) {
  console.error(`more than ${LIMIT} ms`);
  process.exit(1);
}
