// Puts compressed copies beside the files of a site, for web servers that send them as they are:
// `compress.mjs FOLDER`.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** What does not become smaller: pictures. */
const TEXTS = /\.(html|css|js|json|svg|wasm|webmanifest|txt)$/;

const folder = process.argv[2];
if (!folder) throw new Error("the folder of the site is wanted");
for (const name of readdirSync(folder, { recursive: true })) {
  const file = join(folder, String(name));
  if (!TEXTS.test(file)) continue;
  const whole = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(whole, { level: 9 }));
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(whole, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: whole.length,
      },
    }),
  );
}
