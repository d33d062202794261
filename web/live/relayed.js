// The line of a live game through the relay of the site. Letters stay in the relay until the next one;
// all else is gone when nobody hears it.

import { LineError } from "./line-error.js";
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
 * Opens a line to a relay; it connects by itself, and again after each loss.
 * @param {Uint8Array<ArrayBuffer>} key
 * @param {string} own the side of this page's player; empty: one who has none yet
 * @param {RelayedHearer} hearer
 * @param {Parameters<typeof openSealed>[2]} open the line to the relay
 */
export async function openRelayed(key, own, hearer, open) {
  /** The last letter that the relay is known to have, or that is on its way to it. */
  let last = "";
  /** What the relay keeps, as it came last. */
  let kept = "";
  /** The last letter's way to the relay. */
  let way = {};
  const line = await openSealed(
    key,
    {
      received(message) {
        const { text } = read(message);
        last = letterIn(text);
        kept = text;
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
    open,
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
      const begun = {};
      last = letter;
      way = begun;
      try {
        await line.send(message);
      } catch (error) {
        // One that was told again meanwhile is on another way.
        if (way === begun) {
          if (last === letter) last = before;
          // What overtook it may have been heard before it was refused: whoever heard it then, and told the letter
          // again, was refused with it.
          if (kept && error instanceof LineError && error.why === "overtaken") hearer.kept(kept);
        }
        throw error;
      }
    },
    /** Shows something to those who watch. @param {string} text */
    show: (text) => line.show(encoder.encode(text)),
    close: () => line.close(),
  };
}
