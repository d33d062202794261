// Links that are opened in one window, and meant for the page of a game that waits in another.

import { me, others } from "./storage.js";

/** How long a window may take to say that it has the link, in milliseconds. */
const PATIENCE = 2_000;

/**
 * Passes a link on to the window that waits for it.
 * @param {string} key the game's
 * @param {string} link
 * @returns {Promise<boolean>} whether there is one
 */
export const passOn = (key, link) =>
  new Promise((resolve) => {
    if (!others) return resolve(false);
    const ends = new AbortController();
    const end = (/** @type {boolean} */ taken) => {
      ends.abort();
      resolve(taken);
    };
    const hear = (/** @type {MessageEvent} */ { data }) => {
      if (data?.taken === link) end(true);
    };
    others.addEventListener("message", hear, { signal: ends.signal });
    others.postMessage({ to: key, link, me });
    setTimeout(() => end(false), PATIENCE);
  });

/**
 * Waits for links of a game.
 * @param {string} key the game's
 * @param {(link: string) => boolean} take whether the link is one for it
 * @param {AbortSignal} signal
 */
export function onPassedOn(key, take, signal) {
  const hear = (/** @type {MessageEvent} */ { data }) => {
    if (data?.to === key && typeof data.link === "string" && take(data.link))
      others?.postMessage({ taken: data.link, me });
  };
  others?.addEventListener("message", hear, { signal });
}
