// For every file under a folder, one line: its size, its size as `gzip -9` makes it, its path.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { gzipSync } from "node:zlib";

const folder = process.argv[2];
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));
for (const file of files.sort()) {
  const bytes = readFileSync(file);
  const path = relative(folder, file).split(sep).join("/");
  console.log(bytes.length, gzipSync(bytes, { level: 9 }).length, path);
}
