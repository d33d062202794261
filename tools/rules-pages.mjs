// Makes the rules' pages of their values, for the crate `site`: a list on standard input, the pages in the same order
// on standard output.

import { readFileSync } from "node:fs";
import { pageOf } from "../web/rules/template.mjs";

const all = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(all.map((/** @type {any} */ page) => pageOf(page, all))));
