// Runs a command with the address of a built site in FIVEFOLD_URL, where it is served while the command
// runs: `node tools/with-site.mjs FOLDER BASE COMMAND…`. Ends as the command does.

import { spawn } from "node:child_process";
import { serve } from "./site-server.mjs";

const [folder, base, program, ...words] = process.argv.slice(2);
if (!program) throw new Error("with-site.mjs FOLDER BASE COMMAND…");
const { address } = await serve(folder, base);
const env = { ...process.env, FIVEFOLD_URL: address };
const child = spawn(program, words, { stdio: "inherit", env });
child.on("error", (error) => {
  console.error(error.message);
  process.exit(1);
});
child.on("exit", (code) => process.exit(code ?? 1));
