// Does what src/main.rs does, with the module that wasm-bindgen made for Node.js.
// Arguments: the module's script, and the number of rounds.

import { createRequire } from "node:module";

/** A task is repeated until it has taken so long, in milliseconds. */
const LEAST = 300;

const [module, rounds] = process.argv.slice(2);
const { Bench } = createRequire(import.meta.url)(module);
const bench = new Bench();
for (let round = 0; round < Number(rounds); round++) {
  for (let task = 0; task < bench.tasks(); task++) {
    const start = performance.now();
    let counted = 0;
    while (performance.now() - start < LEAST) counted += bench.run(task);
    const seconds = (performance.now() - start) / 1000;
    console.log(`${bench.name(task)}\t${counted}\t${seconds}`);
  }
}
