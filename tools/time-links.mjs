// How long the page takes to open links to long games: the links that must always be read
// (crates/record/tests/links), the longest of each game. `node tools/time-links.mjs`, with the
// site's address in FIVEFOLD_URL. Fails above the limit.
//
// Measured here in Node.js, which has Chromium's engine, in this process's processor time, so that
// other work on the machine does not count. Each link is opened by a module that has just been
// loaded; what the loading took is told apart. Only the first has to be compiled.

import { readFileSync } from "node:fs";
import { fetched, spent } from "./site-modules.mjs";

/** The limit for loading the module and opening a link, in milliseconds. */
const LIMIT = 100;

const script = await (await fetched("post/post.js")).text();
const bytes = await (await fetched("post/post_bg.wasm")).arrayBuffer();

/** The module anew, as the page loads it. @param {number} index of the load */
async function load(index) {
  const text = `${script}\n// ${index}`;
  const url = `data:text/javascript;base64,${Buffer.from(text).toString("base64")}`;
  const module = await import(url);
  const start = spent();
  await module.default({ module_or_path: bytes });
  return {
    module: /** @type {import("../web/later/post.js").Post} */ (module),
    took: spent() - start,
  };
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
for (const [index, [game, { link, steps }]] of [...longest].entries()) {
  const { module, took } = await load(index);
  const times = [];
  for (let round = 0; round < 9; round += 1) {
    const start = spent();
    const { games } = module.open_link(link);
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
if (failed) {
  console.error(`more than ${LIMIT} ms`);
  process.exit(1);
}
