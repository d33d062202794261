// A line on which everything is sealed from end to end, with a key in the game's link. Players show their game to
// those who watch it by another key, which follows from that one (watching.js).

import { LineError } from "./line-error.js";
import { derived, sealingBy } from "./sealing.js";
import { watchersOf } from "./watching.js";

/** @typedef {import("./relay.js").RelayLine} RelayLine */
/** @typedef {import("./relay.js").RelayHearer} RelayHearer */
/** @typedef {import("./sealing.js").Sealing} Sealing */
/** @typedef {import("./watching.js").Watchers} Watchers */

/**
 * Given when a sealed line is opened.
 * @typedef {object} SealedHearer
 * @property {(message: Uint8Array) => void} received
 * @property {(message: Uint8Array) => void} signalled
 * @property {(message: Uint8Array) => void} [watched] somebody who watches the game has said something
 * @property {RelayHearer["changed"]} changed
 * @property {(why: "forged" | "repeated") => void} distrusted a message has come that is not passed on
 */

class Sealed {
  /** @type {RelayLine | undefined} */
  #line;
  #sealing;
  #watchers;
  #hearer;
  /** The place of the newest turn that was passed on, or written. */
  #place = 0;
  /** The place of the last turn under way, once it is written. @type {Promise<number> | undefined} */
  #written;
  /** What was received before is unsealed before. @type {Promise<void>} */
  #unsealed = Promise.resolve();
  #isClosed = false;

  /** @param {Sealing} sealing @param {Watchers} watchers @param {SealedHearer} hearer */
  constructor(sealing, watchers, hearer) {
    this.#sealing = sealing;
    this.#watchers = watchers;
    this.#hearer = hearer;
  }

  /** @param {RelayLine} line */
  use(line) {
    this.#line = line;
    return this;
  }

  /** What the line below is given. @returns {RelayHearer} */
  ear() {
    const hear = (/** @type {() => Promise<void> | void} */ work) => {
      this.#unsealed = this.#unsealed.then(work);
    };
    return {
      received: (sealed, place) => hear(() => this.#hear("turn", sealed, place)),
      signalled: (sealed) => hear(() => this.#hear("signal", sealed, 0)),
      watched: (sealed) => hear(() => this.#hear("watch", sealed, 0)),
      changed: (state, why) => hear(() => this.#hearer.changed(state, why)),
    };
  }

  /** @param {"turn" | "signal" | "watch"} kind @param {Uint8Array} sealed @param {number} place */
  async #hear(kind, sealed, place) {
    const sealing = kind === "watch" ? this.#watchers.sealing : this.#sealing;
    const message = await sealing.unseal(kind, sealed);
    if (this.#isClosed) return;
    // What cannot be read has a place too: the next turn comes after it.
    this.#place = Math.max(this.#place, place);
    if (typeof message === "string") this.#hearer.distrusted(message);
    else if (kind === "turn") this.#hearer.received(message);
    else if (kind === "signal") this.#hearer.signalled(message);
    else this.#hearer.watched?.(message);
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
      const sealed = await this.#sealing.seal("turn", message);
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
    const sealed = await this.#sealing.seal("signal", message);
    if (!this.#isClosed) this.#line?.signal(sealed);
  }

  /** Shows those who watch the game something. @param {Uint8Array} message */
  async show(message) {
    const sealed = await this.#watchers.sealing.seal("watched", message);
    if (!this.#isClosed) this.#line?.show(sealed);
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
 * @param {(seed: Uint8Array, hearer: RelayHearer, watchers: string) => Promise<RelayLine>} open the line that
 * carries: by the game's seed, and the public name of those who watch
 */
export async function openSealed(key, hearer, open) {
  const [sealing, watchers, seed] = await Promise.all([
    derived(key, "sealing").then(sealingBy),
    watchersOf(key),
    derived(key, "relay"),
  ]);
  const sealed = new Sealed(sealing, watchers, hearer);
  return sealed.use(await open(seed, sealed.ear(), watchers.name));
}
