// Watching a game: by a link that has another key than the game's. From it follow a key pair, by which the relay
// admits those who watch to what the players show them and to nothing else, and a key that seals this. The key of a
// game cannot be found from it: who watches can neither play nor sign, nor read what the players say to each other.

import { base64url, bytesOf } from "./base64url.js";
import { nameOf } from "./credentials.js";
import { derived, sealingBy } from "./sealing.js";

/** @typedef {Awaited<ReturnType<typeof watchersFrom>>} Watchers */

/** The fragment of a link: the secret of those who watch, and the public name of the game's key pair. */
const LINK = /^#?watch=([\w-]{43})(U[A-Z2-7]{55})$/;

/** @param {Uint8Array<ArrayBuffer>} key of the game */
const secretOf = (key) => derived(key, "watching");

/** Those who watch a game, by their secret: one key pair, and one key for what they are shown. @param {Uint8Array<ArrayBuffer>} secret */
async function watchersFrom(secret) {
  const seed = await derived(secret, "watching, relay");
  const sealing = await derived(secret, "watching, sealing").then(sealingBy);
  return { seed, name: nameOf(seed), sealing };
}

/** Those who watch a game. @param {Uint8Array<ArrayBuffer>} key of the game */
export const watchersOf = async (key) => watchersFrom(await secretOf(key));

/** What a link to watch a game has behind the `#`. @param {Uint8Array<ArrayBuffer>} key of the game */
export async function watchFragment(key) {
  const name = nameOf(await derived(key, "relay"));
  return `watch=${base64url(await secretOf(key))}${name}`;
}

/** What such a link leads to; nothing if it is none. @param {string} fragment */
export async function watchedBy(fragment) {
  const [, secret, game] = LINK.exec(fragment) ?? [];
  return secret && game ? { game, ...(await watchersFrom(bytesOf(secret))) } : undefined;
}
