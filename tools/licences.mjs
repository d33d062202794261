// Whether the licences of what npm installs allow its use, and whether nothing of it gets into the
// product but the dependencies of package.json, whose licences stand in web/root/licences.txt.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Licences of the tools: permissive ones, and one that asks for changes to the tool alone. */
const ALLOWED =
  /^(MIT|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD|BlueOak-1\.0\.0|CC0-1\.0|MPL-2\.0|Unlicense)$/;
/** Word lists and tables of licences of the spelling check, looked at by hand. @type {Record<string, string>} */
const DATA = {
  "@cspell/dict-django": "WTFPL",
  "@cspell/dict-en-common-misspellings": "CC BY-SA 4.0",
  "spdx-exceptions": "CC-BY-3.0",
};

/** Whether a licence may be used; of several, one is enough. @param {string} licence */
const isAllowed = (licence) =>
  licence
    .replace(/[()]/g, "")
    .split(" OR ")
    .some((one) => one.split(" AND ").every((part) => ALLOWED.test(part)));

/** @type {string[]} */
const faults = [];

let count = 0;
for (const folder of [".", "tools/lighthouse", "tools/documents"]) {
  /** @type {{ packages: Record<string, { license?: string, link?: boolean }> }} */
  const lock = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
  for (const [path, { license }] of Object.entries(lock.packages)) {
    if (!path) continue;
    count += 1;
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const file = join(folder, path, "package.json");
    // The lock file repeats what packages say of themselves; those that are here are asked.
    const said = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).license : license;
    if (typeof said !== "string" || !(isAllowed(said) || DATA[name] === said)) {
      faults.push(`${name}: its licence is ${JSON.stringify(said ?? null)}`);
    }
  }
}

const { dependencies: shipped } = JSON.parse(readFileSync("package.json", "utf8"));
const oneLine = (/** @type {string} */ text) => text.replace(/\s+/g, " ").trim();
const notices = oneLine(readFileSync("web/root/licences.txt", "utf8"));
/** What comes with a package, itself included. @param {string} name @returns {string[]} */
const withAll = (name) => {
  const manifest = readFileSync(join("node_modules", name, "package.json"), "utf8");
  return [name, ...Object.keys(JSON.parse(manifest).dependencies ?? {}).flatMap(withAll)];
};
for (const name of Object.keys(shipped).flatMap(withAll)) {
  const [licence] = oneLine(readFileSync(join("node_modules", name, "LICENSE"), "utf8"))
    // Apache's has a sample of a notice behind it.
    .split("APPENDIX: How to apply");
  if (!notices.includes(`${name} (`) || !notices.includes(licence))
    faults.push(`${name} is shipped: web/root/licences.txt wants its name and licence`);
}

/** Where a module says what it imports: by a statement, or when it is needed. */
const IMPORTS = /^(?:import|export)\b[\w\s{},*]*["']([^"']+)["']|\bawait import\("([^"]+)"\)/gm;
for (const file of readdirSync("web", { recursive: true, encoding: "utf8" })) {
  if (!file.endsWith(".js")) continue;
  const text = readFileSync(join("web", file), "utf8");
  for (const [, always, later] of text.matchAll(IMPORTS)) {
    const from = always ?? later;
    // A package may have several modules.
    const name = from.split("/", from.startsWith("@") ? 2 : 1).join("/");
    if (!from.startsWith(".") && !Object.hasOwn(shipped, name))
      faults.push(`web/${file} imports ${from}: that is no dependency of package.json`);
  }
}

for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
const names = Object.keys(shipped).join(", ");
console.log(`${count} npm packages, of which these may be shipped: ${names}; all licences allowed`);
