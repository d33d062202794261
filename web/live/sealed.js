// What goes over a line, sealed from end to end: a key in the game's link encrypts, and who carries the
// messages sees sizes that fall into few classes, and nothing else. A message that was changed, or that
// comes a second time, is not passed on.

import { LineError } from "./line-error.js";

/** @typedef {import("./relay.js").RelayLine} RelayLine */
/** @typedef {import("./relay.js").RelayHearer} RelayHearer */

/**
 * Given when a sealed line is opened.
 * @typedef {object} SealedHearer
 * @property {(message: Uint8Array) => void} received
 * @property {(message: Uint8Array) => void} signalled
 * @property {RelayHearer["changed"]} changed
 * @property {(why: "forged" | "repeated") => void} distrusted a message has come that is not passed on
 */

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

/** What a message is for; one kind is no good as the other. */
const KINDS = { turn: 1, signal: 2 };
/** @typedef {keyof typeof KINDS} Kind */

const encoder = new TextEncoder();

/** The key of a game, as its link carries it. */
export const newKey = () => crypto.getRandomValues(new Uint8Array(32));

/** @param {Uint8Array<ArrayBuffer>} key @param {string} purpose */
async function derived(key, purpose) {
  const base = await crypto.subtle.importKey("raw", key, "HKDF", false, ["deriveBits"]);
  const info = encoder.encode(`Fivefold live: ${purpose}`);
  const how = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(32), info };
  return new Uint8Array(await crypto.subtle.deriveBits(how, base, 256));
}

/** The key of the next game of two players. @param {Uint8Array<ArrayBuffer>} key of this one @param {string} invitation to the next */
export const nextKey = (key, invitation) => derived(key, `the game after it, ${invitation}`);

/** What else is authenticated with a message. @param {Kind} kind */
const bound = (kind) => new Uint8Array([VERSION, KINDS[kind]]);

class Sealed {
  /** @type {RelayLine | undefined} */
  #line;
  #key;
  #hearer;
  /** This end of the line, in its nonces: chosen at random for each line that is opened. */
  #sender = crypto.getRandomValues(new Uint8Array(NONCE.sender));
  #count = 0;
  /** The highest number of each sender, by kind and sender. @type {Map<string, number>} */
  #numbers = new Map();
  /** The place of the newest turn that was passed on, or written. */
  #place = 0;
  /** The place of the last turn under way, once it is written. @type {Promise<number> | undefined} */
  #written;
  /** What was received before is unsealed before. @type {Promise<void>} */
  #unsealed = Promise.resolve();
  #isClosed = false;

  /** @param {CryptoKey} key @param {SealedHearer} hearer */
  constructor(key, hearer) {
    this.#key = key;
    this.#hearer = hearer;
  }

  /** @param {RelayLine} line */
  use(line) {
    this.#line = line;
    return this;
  }

  /** What the line below is given. @returns {RelayHearer} */
  ear() {
    return {
      received: (sealed, place) => {
        this.#unsealed = this.#unsealed.then(() => this.#hear("turn", sealed, place));
      },
      signalled: (sealed) => {
        this.#unsealed = this.#unsealed.then(() => this.#hear("signal", sealed, 0));
      },
      changed: (state, why) => {
        this.#unsealed = this.#unsealed.then(() => this.#hearer.changed(state, why));
      },
    };
  }

  /** @param {Kind} kind @param {Uint8Array} message */
  async #seal(kind, message) {
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

  /** @param {Kind} kind @param {Uint8Array} sealed @param {number} place */
  async #hear(kind, sealed, place) {
    const message = await this.#unseal(kind, sealed);
    if (this.#isClosed) return;
    // What cannot be read has a place too: the next turn comes after it.
    this.#place = Math.max(this.#place, place);
    if (typeof message === "string") this.#hearer.distrusted(message);
    else if (kind === "turn") this.#hearer.received(message);
    else this.#hearer.signalled(message);
  }

  /**
   * The message, or why there is none.
   * @param {Kind} kind
   * @param {Uint8Array} sealed
   */
  async #unseal(kind, sealed) {
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

  /**
   * Writes the turn that follows what was passed on until now: what comes while this one is sealed is not
   * what it answers.
   * @param {Uint8Array} message
   */
  async send(message) {
    // What is sent behind a turn that is refused was meant to follow that one.
    const before = this.#written ?? Promise.resolve(this.#place);
    const written = before.then(async (after) => {
      const sealed = await this.#seal("turn", message);
      if (!this.#line || this.#isClosed) throw new LineError("closed");
      return this.#line.send(sealed, after);
    });
    this.#written = written;
    try {
      this.#place = Math.max(this.#place, await written);
    } finally {
      if (this.#written === written) this.#written = undefined;
      // What was received meanwhile is heard first: a turn that was overtaken knows by which.
      await this.#unsealed;
    }
  }

  /** @param {Uint8Array} message */
  async signal(message) {
    const sealed = await this.#seal("signal", message);
    if (!this.#isClosed) this.#line?.signal(sealed);
  }

  close() {
    this.#isClosed = true;
    this.#line?.close();
  }
}

/**
 * Opens a line on which everything is sealed.
 * @param {Uint8Array<ArrayBuffer>} key of the game's link, 32 bytes
 * @param {SealedHearer} hearer
 * @param {(seed: Uint8Array, hearer: RelayHearer) => Promise<RelayLine>} open the line that carries
 */
export async function openSealed(key, hearer, open) {
  const raw = await derived(key, "sealing");
  const seal = await crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt", "decrypt"]);
  const sealed = new Sealed(seal, hearer);
  return sealed.use(await open(await derived(key, "relay"), sealed.ear()));
}
