// The WebAssembly module of the page: every game, and what opens and writes links, letters and PGN.

import { once } from "./device.js";

/** @import { TableModule } from "./table" */

/**
 * Loads a copy of the module that shares nothing with another.
 * @param {string} [name] of the copy
 */
async function load(name = "") {
  const tag = /** @type {HTMLScriptElement} */ (document.querySelector("[data-module]"));
  const { module = "", wasm = "" } = tag.dataset;
  const script = new URL(module + name, document.baseURI);
  const loaded = /** @type {TableModule} */ (await import(script.href));
  await loaded.default({ module_or_path: new URL(wasm, document.baseURI) });
  return loaded;
}

/** The module, loaded when it is first asked for. */
export const loadModule = once(() => load());

/** Another copy of the module, for when the first has failed. */
export const loadAnother = () => load("?another");

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
  if (!(error instanceof Error) || !/app_bg[-\w]*\.wasm/.test(error.stack ?? "")) return false;
  return error.constructor !== Error || CALLED_AGAIN.test(error.message);
}
