// How long the page takes over hostile links and texts (tests/e2e/hostile-texts.mjs), and over the
// longest that can be read, for each megabyte: `node tools/time-hostile.mjs`, with the site's address
// in FIVEFOLD_URL. Fails above the limit.
//
// Measured as `time-links.mjs` does, with the page's module in Node.js and processor time. A text
// shorter than a megabyte counts as one.

import { readFileSync } from "node:fs";
import { LINKS, LONG, TEXTS } from "../tests/e2e/hostile-texts.mjs";
import { fetched, spent } from "./site-modules.mjs";

/** The limit for a megabyte of what is refused, in milliseconds. */
const LIMIT = 50;
const MEGABYTE = 1 << 20;

const script = await (await fetched("post/post.js")).text();
/** @type {import("../web/later/post.js").Post} */
const post = await import(`data:text/javascript;base64,${Buffer.from(script).toString("base64")}`);
const bytes = await (await fetched("post/post_bg.wasm")).arrayBuffer();
await post.default({ module_or_path: /** @type {any} */ (bytes) });

/** What reads a text, as `web/later/travel.js` chooses. @param {string} text */
function read(text) {
  if (/^\s*\[\w+\s+"/.test(text) || /^\s*\d+\.\s*\S/.test(text)) return post.read_pgn(text);
  if (/^[\w*]+(\/[\w*]+)+/.test(text)) return post.read_fen(text, "magnetic");
  return post.open_link(text);
}

/** The least of three times, in milliseconds. @param {string} text */
function time(text) {
  const times = [1, 2, 3].map(() => {
    const begun = spent();
    read(text);
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
/** @param {string} kind @param {[name: string, text: string, ...rest: unknown[]][]} cases @param {number} limit */
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
