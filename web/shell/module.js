// The WebAssembly modules of the page: `play` with all that playing needs, and `whole` with letters, links,
// lessons, puzzles and PGN besides. A page begins with one of them and fetches the other when it is
// first wanted.

import { once } from "./device.js";
import { asset } from "./files.js";

/** @import { TableModule, WholeModule } from "./types" */

/** @param {string} name @param {string} [copy] which shares nothing with another */
async function load(name, copy = "") {
  // Pages with `early.js` fetch nothing large before something is painted.
  await window.painted;
  const loaded = /** @type {WholeModule} */ (await import(asset(`${name}/${name}.js`) + copy));
  await loaded.default({ module_or_path: asset(`${name}/${name}_bg.wasm`) });
  return loaded;
}

const loadPlay = once(() => /** @type {Promise<TableModule>} */ (load("play")));

/** The module with everything. */
export const loadWhole = once(() => load("whole"));

/** Another copy of it, for when the first has failed. */
export const loadAnother = () => load("whole", "?another");

/** The module that the page begins with, as `early.js` has found: it has a table for it. */
export function loadModule() {
  const { module } = document.documentElement.dataset;
  return module === "whole" ? loadWhole() : loadPlay();
}

/**
 * What wasm-bindgen throws when a module that has trapped is called again; where the module's memory is
 * destroyed, its texts are.
 */
const CALLED_AGAIN = /recursive use of an object|null pointer passed|Rust value while|\ufffd/;

/**
 * Whether an error tells that the module of the game has failed: a trap, or what the module threw
 * when it was called again. What it refuses with an error of its own is no failure.
 * @param {unknown} error
 */
export function isFailure(error) {
  if (error instanceof WebAssembly.RuntimeError) return true;
  const trace = error instanceof Error ? (error.stack ?? "") : "";
  if (!(error instanceof Error) || !/(play|whole)_bg[-\w]*\.wasm/.test(trace)) return false;
  return error.constructor !== Error || CALLED_AGAIN.test(error.message);
}
