// How long the page takes over hostile links and texts (tests/e2e/hostile-texts.mjs), and over the
// longest that can be read, for each megabyte: `node tools/time-hostile.mjs`, with the site's address
// in FIVEFOLD_URL. Fails above the limit.
//
// Measured as `time-links.mjs` does, with the page's modules in Node.js and processor time. A text
// shorter than a megabyte counts as one. Links are opened by the module of their game, those that
// name none by that of the front page.

import { readFileSync } from "node:fs";
import { LINKS, LONG, TEXTS } from "../tests/e2e/hostile-texts.mjs";
import { fetched, linkModule, spent } from "./site-modules.mjs";

/** @typedef {import("../web/later/post.js").Post} Post */

/** The limit for a megabyte of what is refused, in milliseconds. */
const LIMIT = 50;
const MEGABYTE = 1 << 20;

/** @type {Record<string, Post>} */
const modules = {};

/** The module that opens a game's links, or all of `post`. @param {string} [game] */
async function load(game) {
  const name = linkModule(game);
  const script = Buffer.from(await (await fetched(`${name}.js`)).text()).toString("base64");
  // Each a module of its own, however alike their scripts are.
  const module = await import(
    `data:text/javascript;name=${name.replaceAll("/", "-")};base64,${script}`
  );
  await module.default({ module_or_path: await (await fetched(`${name}_bg.wasm`)).arrayBuffer() });
  return /** @type {Post} */ (module);
}
const post = await load();

/** What reads a text, as `web/later/travel.js` chooses. @param {string} text @param {Post} post */
function read(text, post) {
  if (/^\s*\[\w+\s+"/.test(text) || /^\s*\d+\.\s*\S/.test(text)) return post.read_pgn(text);
  if (/^[\w*]+(\/[\w*]+)+/.test(text)) return post.read_fen(text, "magnetic");
  return post.open_link(text);
}

/** The least of three times, in milliseconds. @param {string} text @param {string} [game] */
async function time(text, game) {
  if (game) modules[game] ??= await load(game);
  const module = game ? modules[game] : post;
  const times = [1, 2, 3].map(() => {
    const begun = spent();
    read(text, module);
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
    return /** @type {[string, string, string]} */ ([`${game}, ${steps} steps`, `#${link}`, game]);
  });

let failed = false;
/**
 * @param {string} kind
 * @param {[name: string, text: string, ...rest: unknown[]][]} cases
 * @param {number} limit
 * @param {(rest: unknown) => string | undefined} [game] whose links they are
 */
async function measure(kind, cases, limit, game = () => undefined) {
  console.log(`| ${kind} | characters | ms | ms a megabyte |\n| --- | ---: | ---: | ---: |`);
  for (const [name, text, rest] of cases) {
    const took = await time(text, game(rest));
    const each = took / Math.max(1, text.length / MEGABYTE);
    console.log(`| ${name} | ${text.length} | ${took.toFixed(1)} | ${each.toFixed(1)} |`);
    failed ||= each > limit;
  }
}
await measure("hostile links", LINKS, LIMIT, () => "magnetic");
await measure("the longest links", bombs, LIMIT, String);
await measure("hostile texts", TEXTS, LIMIT);
await measure("long texts that can be read", LONG, Number.POSITIVE_INFINITY);
if (failed) {
  console.error(`more than ${LIMIT} ms`);
  process.exit(1);
}
