// Runs the tests of several files one after the other, in one browser: `node tests/e2e/several.mjs FILE…`.
// To start Node and a browser for a file, and to open windows of each kind in it, takes as much of a processor as five
// loads of a page.

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** What a file may take at most, in milliseconds: a browser that hangs ends its run and not that of all. */
const LONGEST = 900_000;

const files = process.argv.slice(2);
setTimeout(() => {
  console.error(`Not done within ${(LONGEST / 60_000) * files.length} minutes.`);
  process.exit(1);
}, LONGEST * files.length).unref();
for (const file of files) await import(pathToFileURL(resolve(file)).href);
