// The module that sends games elsewhere and takes them in, fetched when it is first wanted.

import { asset } from "../words.js";

/**
 * A game taken in.
 * @typedef {object} Whole
 * @property {string} game
 * @property {string} saved as the table saves it
 * @property {string} white
 * @property {string} black
 * @property {string} date
 */

/**
 * Why something could not be taken in.
 * @typedef {object} Fault
 * @property {string} key of the sentence, under "travel.fault"
 * @property {number} line
 * @property {string} token
 * @property {string} why
 * @property {string} game
 * @property {import('../table').Refusal | null | undefined} refused
 */

/** @typedef {{ games: Whole[], fault?: Fault | null }} Taken */

/**
 * What the module has, made by wasm-bindgen.
 * @typedef {object} Post
 * @property {(input: { module_or_path: string }) => Promise<unknown>} default
 * @property {(saved: string) => string} link_of
 * @property {(text: string) => Taken} open_link
 * @property {(saved: string, tags: string[]) => string} write_pgn
 * @property {(text: string) => Taken} read_pgn
 * @property {(text: string, game?: string) => Taken} read_fen
 * @property {(saved: string, at?: number) => string} fen_of
 * @property {(saved: string) => boolean} is_over
 * @property {(text: string) => number} sum
 * @property {(text: string) => Uint8Array} qr the squares of one row after the other
 */

/** @type {Promise<Post> | undefined} */
let loading;

async function load() {
  const post = /** @type {Post} */ (await import(asset("post/post.js")));
  await post.default({ module_or_path: asset("post/post_bg.wasm") });
  return post;
}

export function loadPost() {
  loading ??= load();
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}
