// Puts compressed copies beside the files of a site, for web servers that send them as they are:
// `compress.mjs FOLDER`.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

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

/** Puts copies beside a file, where they are smaller. @param {string} file */
async function compress(file) {
  const whole = readFileSync(file);
  const [gzipped, brotlied] = await Promise.all([
    promisify(gzip)(whole, { level: 9 }),
    promisify(brotliCompress)(whole, { params: brotli(whole.length) }),
  ]);
  if (gzipped.length < whole.length) writeFileSync(`${file}.gz`, gzipped);
  if (brotlied.length < whole.length) writeFileSync(`${file}.br`, brotlied);
}

const files = readdirSync(folder, { recursive: true })
  .map((name) => join(folder, String(name)))
  // What a host changes has no copy: the old one would go on being sent.
  .filter((file) => TEXTS.test(file) && basename(file) !== "site.json");
// Node's threads share the work.
await Promise.all(files.map(compress));
