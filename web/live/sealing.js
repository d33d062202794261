// Sealed messages: a key encrypts, and who carries them sees sizes that fall into few classes, and nothing
// else. A message that was changed, or that comes a second time, is refused.

import { LineError } from "./line-error.js";

/** The layout: version, nonce, and what is encrypted: a length, the message, zeros up to a class of sizes. */
const VERSION = 1;
const NONCE = { sender: 8, all: 12 };
const TAG = 16;
const LENGTH = 2;
const OVERHEAD = 1 + NONCE.all + TAG + LENGTH;
/** The sizes of sealed messages: powers of two from the first to the last. */
const SIZES = { first: 512, last: 16_384 };
/** How many messages a sender may number. */
const MOST = 2 ** 32 - 1;

/** What a message is for; one kind is no good as another. */
const KINDS = { turn: 1, signal: 2, watch: 3, watched: 4 };
/** @typedef {keyof typeof KINDS} Kind */

const encoder = new TextEncoder();

/** The key of a game, as its link carries it. */
export const newKey = () => crypto.getRandomValues(new Uint8Array(32));

/** @param {Uint8Array<ArrayBuffer>} key @param {string} purpose */
export async function derived(key, purpose) {
  const base = await crypto.subtle.importKey("raw", key, "HKDF", false, ["deriveBits"]);
  const info = encoder.encode(`Fivefold live: ${purpose}`);
  const how = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(32), info };
  return new Uint8Array(await crypto.subtle.deriveBits(how, base, 256));
}

/** The key of the next game of two players. @param {Uint8Array<ArrayBuffer>} key of this one @param {string} invitation to the next */
export const nextKey = (key, invitation) => derived(key, `the game after it, ${invitation}`);

/** What else is authenticated with a message. @param {Kind} kind */
const bound = (kind) => new Uint8Array([VERSION, KINDS[kind]]);

/** Seals messages with a key, and opens them. */
export class Sealing {
  #key;
  /** This end of the line, in its nonces: chosen at random for each line that is opened. */
  #sender = crypto.getRandomValues(new Uint8Array(NONCE.sender));
  #count = 0;
  /** The highest number of each sender, by kind and sender. @type {Map<string, number>} */
  #numbers = new Map();

  /** @param {CryptoKey} key */
  constructor(key) {
    this.#key = key;
  }

  /** @param {Kind} kind @param {Uint8Array} message */
  async seal(kind, message) {
    this.#count += 1;
    let size = SIZES.first;
    while (size < message.length + OVERHEAD) size *= 2;
    // A nonce that comes twice would break the key.
    if (size > SIZES.last || this.#count > MOST) throw new LineError("refused", "too much");
    const nonce = new Uint8Array(NONCE.all);
    nonce.set(this.#sender);
    new DataView(nonce.buffer).setUint32(NONCE.sender, this.#count);
    const padded = new Uint8Array(size - OVERHEAD + LENGTH);
    new DataView(padded.buffer).setUint16(0, message.length);
    padded.set(message, LENGTH);
    const how = { name: "AES-GCM", iv: nonce, additionalData: bound(kind) };
    const secret = await crypto.subtle.encrypt(how, this.#key, padded);
    return new Uint8Array([VERSION, ...nonce, ...new Uint8Array(secret)]);
  }

  /**
   * The message, or why there is none.
   * @param {Kind} kind
   * @param {Uint8Array} sealed
   */
  async unseal(kind, sealed) {
    const nonce = sealed.slice(1, 1 + NONCE.all);
    /** @type {Uint8Array} */
    let padded;
    try {
      if (sealed[0] !== VERSION || sealed.length < OVERHEAD) return "forged";
      const how = { name: "AES-GCM", iv: nonce, additionalData: bound(kind) };
      const open = crypto.subtle.decrypt(how, this.#key, sealed.slice(1 + NONCE.all));
      padded = new Uint8Array(await open);
    } catch {
      return "forged";
    }
    const length = new DataView(padded.buffer).getUint16(0);
    if (length > padded.length - LENGTH) return "forged";
    const sender = `${kind} ${nonce.slice(0, NONCE.sender)}`;
    const number = new DataView(nonce.buffer).getUint32(NONCE.sender);
    if (number <= (this.#numbers.get(sender) ?? 0)) return "repeated";
    this.#numbers.set(sender, number);
    return padded.slice(LENGTH, LENGTH + length);
  }
}

/** @param {Uint8Array<ArrayBuffer>} raw 32 bytes */
export const sealingBy = async (raw) =>
  new Sealing(await crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt", "decrypt"]));
