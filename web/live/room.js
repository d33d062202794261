// The room of a live game: chooses the line to the other device.

import { loadTravel } from "../library/index.js";
import { relayAddress } from "./address.js";
import { createDirect, signalIn } from "./direct-room.js";

/** @import { Page } from "./presence.js" */

/**
 * The line of a game: through the relay where the game has a key for it and the site a relay, else
 * directly.
 * @param {Page} page
 * @param {string} asked the address that the page was opened with
 * @param {boolean} begins whether a direct line is looked for at once
 * @returns {Promise<string>} what stands behind the game's links, so that who opens one comes to the same line
 */
export async function createLive(page, asked, begins) {
  const { relayKeyIn, storedRelay } = await loadTravel();
  const stored = await storedRelay(page.session.key).catch(() => undefined);
  const relayed = stored ?? { key: relayKeyIn(asked), met: false };
  if (!relayed.key || !(await relayAddress().catch(() => ""))) {
    createDirect(page, signalIn(asked), begins);
    return "";
  }
  const { createRelayed } = await import("./relay-room.js");
  createRelayed(page, relayed);
  return `&relay=${relayed.key}`;
}
