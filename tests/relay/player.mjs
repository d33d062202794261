// A player of the tests: a line through a relay, and all that came over it.

import assert from "node:assert/strict";
import { openRelay } from "../../web/live/relay.js";
import { openSealed } from "../../web/live/sealed.js";
import { openWatchLine } from "../../web/live/watch-line.js";
import { watchedBy } from "../../web/live/watching.js";
import { until } from "./server.mjs";

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

/** @param {string} text */
export const bytes = (text) => encoder.encode(text);

/**
 * Opens a sealed line to a relay.
 * @param {string | string[]} address one, or several
 * @param {Uint8Array<ArrayBuffer>} key of the game
 */
export async function player(address, key) {
  /** What came, what came and is not kept, what those say who watch, states, and what was not trusted. */
  const heard = {
    /** @type {string[]} */ turns: [],
    /** @type {string[]} */ signals: [],
    /** @type {string[]} */ watched: [],
    /** @type {string[]} */ states: [],
    /** @type {string[]} */ distrusted: [],
  };
  /** @type {((text: string) => void) | undefined} */
  let waiting;
  const hearer = {
    received: (/** @type {Uint8Array} */ message) => {
      const text = decoder.decode(message);
      heard.turns.push(text);
      waiting?.(text);
    },
    signalled: (/** @type {Uint8Array} */ message) =>
      void heard.signals.push(decoder.decode(message)),
    watched: (/** @type {Uint8Array} */ message) =>
      void heard.watched.push(decoder.decode(message)),
    changed: (/** @type {string} */ state) => void heard.states.push(state),
    distrusted: (/** @type {string} */ why) => void heard.distrusted.push(why),
  };
  const line = await openSealed(key, hearer, (seed, below, watchers) =>
    openRelay(address, seed, below, watchers),
  );
  const is = (/** @type {string} */ state) => heard.states.at(-1) === state;
  return {
    heard,
    send: (/** @type {string} */ text) => line.send(bytes(text)),
    signal: (/** @type {string} */ text) => line.signal(bytes(text)),
    show: (/** @type {string} */ text) => line.show(bytes(text)),
    close: () => line.close(),
    connected: () => until(() => is("connected"), "the line is connected"),
    lost: () => until(() => is("lost"), "the line is lost"),
    /** The next turn that comes. @returns {Promise<string>} */
    next: () =>
      new Promise((resolve) => {
        waiting = resolve;
      }),
    /** Until this is the last turn that came. @param {string} text */
    has: (text) => until(() => heard.turns.at(-1) === text, `"${text}" has come`),
  };
}

/**
 * Opens the line of somebody who watches.
 * @param {string} address
 * @param {string} fragment of the link to watch the game
 */
export async function watcher(address, fragment) {
  const heard = {
    /** @type {string[]} */ shown: [],
    /** @type {string[]} */ states: [],
    /** @type {string[]} */ distrusted: [],
  };
  const watched = await watchedBy(fragment);
  assert.ok(watched, fragment);
  const line = await openWatchLine(address, watched, {
    shown: (message) => void heard.shown.push(decoder.decode(message)),
    changed: (state) => void heard.states.push(state),
    distrusted: (why) => void heard.distrusted.push(why),
  });
  return {
    ...watched,
    heard,
    say: (/** @type {string} */ text) => line.say(bytes(text)),
    close: () => line.close(),
    connected: () => until(() => heard.states.at(-1) === "open", "who watches is connected"),
  };
}
