// The shell: loads the WebAssembly module that the build names on this script's tag.

const tag = /** @type {HTMLScriptElement} */ (document.querySelector("script[data-module]"));
const { module = "", wasm = "" } = tag.dataset;
const app = await import(new URL(module, document.baseURI).href);
await app.default({ module_or_path: new URL(wasm, document.baseURI) });

const status = /** @type {HTMLElement} */ (document.getElementById("status"));
status.textContent = "Ready";
