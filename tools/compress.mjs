// Puts compressed copies beside the files of a site, for web servers that send them as they are:
// `compress.mjs FOLDER`.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** What does not become smaller: pictures. */
const TEXTS = /\.(html|css|js|json|net|svg|wasm|webmanifest|txt)$/;

/** How hard Brotli tries. @param {number} length of the file, in bytes */
const brotli = (length) => ({
  [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
  [constants.BROTLI_PARAM_SIZE_HINT]: length,
  // Tried on what the front page fetches: 300 bytes less in all.
  [constants.BROTLI_PARAM_LGBLOCK]: constants.BROTLI_MAX_INPUT_BLOCK_BITS,
  [constants.BROTLI_PARAM_NDIRECT]: 12,
});

const folder = process.argv[2];
if (!folder) throw new Error("the folder of the site is wanted");
for (const name of readdirSync(folder, { recursive: true })) {
  const file = join(folder, String(name));
  if (!TEXTS.test(file)) continue;
  // What a host changes has no copy: the old one would go on being sent.
  if (basename(file) === "site.json") continue;
  const whole = readFileSync(file);
  for (const [ending, copy] of [
    ["gz", gzipSync(whole, { level: 9 })],
    ["br", brotliCompressSync(whole, { params: brotli(whole.length) })],
  ]) {
    if (copy.length < whole.length) writeFileSync(`${file}.${ending}`, copy);
  }
}
