// The WebAssembly modules: each game has one of its own.

/** @typedef {import('./table').TableModule} TableModule */

/** The game of the module that the build names on the script's tag. */
const FIRST = "magnetic";

/**
 * Loads the module that plays a game.
 * @param {string} game
 */
export async function loadModule(game) {
  const tag = /** @type {HTMLScriptElement} */ (document.querySelector("[data-module]"));
  const { module = "", wasm = "", modules = "" } = tag.dataset;
  // Both Contramatic games are played by one module.
  const folder = `${modules}${game.replace("complete-", "")}/`;
  const addresses = game === FIRST ? [module, wasm] : [`${folder}app.js`, `${folder}app_bg.wasm`];
  const [script, code] = addresses.map((address) => new URL(address, document.baseURI));
  const loaded = /** @type {TableModule} */ (await import(/** @type {URL} */ (script).href));
  await loaded.default({ module_or_path: /** @type {URL} */ (code) });
  return loaded.Table;
}
