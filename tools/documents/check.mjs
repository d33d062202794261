// Spelling and links of the documents, and the spelling of what the page says. Links to other sites
// are not asked for: the check needs no network.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** What the page says. */
const WORDS = ["web/strings/*.json", "web/lessons/*.json", "web/rules/*.html"];

/** The files of the repository that fit, as git names them. @param {string[]} patterns */
function files(...patterns) {
  const options = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", ...patterns];
  const { stdout } = spawnSync("git", options, { cwd: ROOT, encoding: "utf8" });
  return stdout.split("\0").filter(Boolean);
}

/** Runs a program of npm's; its exit status. @param {string} name @param {string[]} options @param {string} folder */
function status(name, options, folder) {
  const program = `${HERE}node_modules/.bin/${name}`;
  return spawnSync(program, options, { cwd: folder, stdio: "inherit" }).status ?? 1;
}

const documents = files("*.md");
const spelled = [...documents, ...files(...WORDS)];
const spelling = ["--config", `${HERE}cspell.json`, "--no-progress", "--no-summary", "--gitignore"];
const links = ["--no-config", "--no-ignore", "--frail", "--quiet", "--no-stdout"];
const plugins = ["--use", "remark-gfm", "--use", "remark-validate-links=repository:false"];
const failed = [
  status("cspell", ["lint", ...spelling, ...spelled], ROOT),
  // Its plugins are looked for where it runs.
  status("remark", [...links, ...plugins, ...documents.map((file) => `../../${file}`)], HERE),
].some((result) => result !== 0);
if (failed) process.exit(1);
console.log(`${documents.length} documents and ${spelled.length - documents.length} files of words`);
