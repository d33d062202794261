// The WebAssembly modules: each game has one of its own, and another that opens links as well.

import { asset } from "./words.js";

/** @typedef {import('./table').TableModule} TableModule */

/** The game of the module that the build names on the script's tag. */
const FIRST = "magnetic";

/**
 * Loads the module that plays a game, on a page that was opened with a link that which opens it.
 * @param {string} game
 */
export async function loadModule(game) {
  const tag = /** @type {HTMLScriptElement} */ (document.querySelector("[data-module]"));
  const { module = "", wasm = "" } = tag.dataset;
  const { link = "" } = document.documentElement.dataset;
  // Both Contramatic games are played by one module.
  const name = `later/${link}${game.replace("complete-", "")}/app`;
  const addresses =
    link + game === FIRST ? [module, wasm] : [asset(`${name}.js`), asset(`${name}_bg.wasm`)];
  const [script, code] = addresses.map((address) => new URL(address, document.baseURI));
  const loaded = /** @type {TableModule} */ (await import(/** @type {URL} */ (script).href));
  await loaded.default({ module_or_path: /** @type {URL} */ (code) });
  return loaded;
}
