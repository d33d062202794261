// The line of a live game through the relay of the site. Letters stay in the relay until the next one;
// all else is gone when nobody hears it.

import { relayAddress } from "./address.js";
import { openRelay } from "./relay.js";
import { openSealed } from "./sealed.js";

/** @typedef {import("./line.js").State} State */

/**
 * Given when a line through the relay is opened.
 * @typedef {object} RelayedHearer
 * @property {(message: string) => void} kept a letter that the relay has, from whichever window
 * @property {(message: string) => void} signalled what the other player's page says now
 * @property {(message: string) => void} watched somebody who watches the game has said something
 * @property {(state: State, why?: string) => void} changed
 */

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

/** Whose message it is stands before it: a second window of the own side says nothing of the other. */
const MESSAGE = /^(white|black) (.*)$/s;

/** @param {Uint8Array} message */
function read(message) {
  const [, side = "", text = ""] = MESSAGE.exec(decoder.decode(message)) ?? [];
  return { side, text };
}

/** The first letter in a message, without what is told beside it: the fragment of a link. @param {string} text */
const letterIn = (text) => / #?(g=[\w-]+)/.exec(text)?.[1] ?? "";

/**
 * Opens a line to the relay of the site; it connects by itself, and again after each loss.
 * @param {Uint8Array<ArrayBuffer>} key
 * @param {string} own the side of this page's player; empty: one who has none yet
 * @param {RelayedHearer} hearer
 */
export async function openRelayed(key, own, hearer) {
  /** The last letter that the relay is known to have. */
  let last = "";
  const address = await relayAddress();
  const line = await openSealed(
    key,
    {
      received(message) {
        const { text } = read(message);
        last = letterIn(text);
        hearer.kept(text);
      },
      signalled(message) {
        const { side, text } = read(message);
        if (side && side !== own) hearer.signalled(text);
      },
      watched: (message) => hearer.watched(decoder.decode(message)),
      changed: hearer.changed,
      distrusted: console.warn,
    },
    (seed, below, watchers) => openRelay(address, seed, below, watchers),
  );
  return {
    /**
     * @param {string} text
     * @param {boolean} isLetter
     */
    async send(text, isLetter) {
      const message = encoder.encode(`${own} ${text}`);
      const letter = isLetter ? letterIn(text) : "";
      // One that the relay has is told to who is there.
      if (!letter || letter === last) return line.signal(message);
      const before = last;
      last = letter;
      try {
        await line.send(message);
      } catch (error) {
        if (last === letter) last = before;
        throw error;
      }
    },
    /** Shows something to those who watch. @param {string} text */
    show: (text) => line.show(encoder.encode(text)),
    close: () => line.close(),
  };
}
