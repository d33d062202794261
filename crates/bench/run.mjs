// Does what src/main.rs does, with the module that wasm-bindgen made.
// Arguments: the module's script, and the number of rounds.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/** A task is repeated until it has taken so long, in milliseconds. */
const LEAST = 300;

const [script, rounds] = process.argv.slice(2);
const { Bench, initSync } = await import(pathToFileURL(script).href);
initSync({ module: readFileSync(script.replace(/\.js$/, "_bg.wasm")) });
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
for (let question = 0; question < bench.questions(); question++) {
  const start = performance.now();
  bench.ask(question);
  const seconds = (performance.now() - start) / 1000;
  console.log(`answer\t${bench.question(question)}\t${seconds}`);
}
