// The module that reads and writes PGN and draws QR codes, fetched when it is first wanted.

import { asset, words } from "../shell/index.js";

/** @typedef {import('./post.js').Taken} Taken */

/**
 * What it has, made by wasm-bindgen.
 * @typedef {object} Exchange
 * @property {(input: { module_or_path: string }) => Promise<unknown>} default
 * @property {(saved: string, tags: string[], lines: string[]) => string} write_pgn
 * @property {(text: string) => Taken} read_pgn
 * @property {(text: string) => Uint8Array} qr the squares of one row after the other
 */

/** Light squares about a QR code, as its standard wants them. */
const QUIET = 4;

const SVG = "http://www.w3.org/2000/svg";

/** @type {Promise<Exchange> | undefined} */
let loading;

async function load() {
  /** @type {Exchange} */
  const exchange = await import(asset("exchange/exchange.js"));
  await exchange.default({ module_or_path: asset("exchange/exchange_bg.wasm") });
  return exchange;
}

export function loadExchange() {
  loading ??= load();
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/**
 * A QR code as a drawing; nothing if the text is too long for one.
 * @param {Uint8Array} modules
 */
export function drawCode(modules) {
  const size = Math.sqrt(modules.length);
  if (!size) return undefined;
  const svg = document.createElementNS(SVG, "svg");
  const side = size + 2 * QUIET;
  svg.setAttribute("viewBox", `${-QUIET} ${-QUIET} ${side} ${side}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", words("travel.qr"));
  svg.setAttribute("class", "qr");
  let way = "";
  for (let place = 0; place < modules.length; place += 1) {
    if (modules[place]) way += `M${place % size} ${Math.floor(place / size)}h1v1h-1z`;
  }
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", way);
  svg.append(path);
  return svg;
}
