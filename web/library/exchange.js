// The module that reads and writes PGN and draws QR codes, fetched when it is first wanted.

import { asset } from "../shell/words.js";

/** @typedef {import('./post.js').Taken} Taken */

/**
 * What it has, made by wasm-bindgen.
 * @typedef {object} Exchange
 * @property {(input: { module_or_path: string }) => Promise<unknown>} default
 * @property {(saved: string, tags: string[], lines: string[]) => string} write_pgn
 * @property {(text: string) => Taken} read_pgn
 * @property {(text: string) => Uint8Array} qr the squares of one row after the other
 */

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
