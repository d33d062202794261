// Games that go through a relay from their beginning: the one who begins, and the one who comes.

import { beginByLink, loadTravel } from "../library/index.js";
import { loadWhole } from "../shell/index.js";
import { keyText } from "./key.js";

/**
 * What is agreed on.
 * @typedef {object} Settings
 * @property {string} game
 * @property {string} side of who begins: `white`, `black`, or `random`
 * @property {string} name of who begins; empty: none
 * @property {string} clock the time control, as `time_control` of the module writes it; empty: none
 * @property {boolean} quick whether a Quick start is offered
 */

/**
 * Begins a game through the relay, and leaves for its page, which puts the invitation into the relay.
 * @param {Settings} settings
 * @param {Uint8Array} key of the game, 32 bytes
 * @param {boolean} met whether the other player has the key already, and is on the way: else the page shows its link
 */
export async function beginRelayed({ game, side, name, clock, quick }, key, met) {
  const [{ invite }, { keepRelay }] = await Promise.all([loadWhole(), loadTravel()]);
  const begun = invite(game, side, false, name, quick, undefined, clock);
  await keepRelay(begun.key, { key: keyText(key), met });
  await beginByLink(begun, game);
}

/** How long an invitation is waited for, in milliseconds. */
const PATIENCE = 20_000;

/**
 * Comes to a game that the other player has begun through the relay: leaves for its page as soon as the
 * invitation is there.
 * @param {Uint8Array<ArrayBuffer>} key
 * @returns {Promise<boolean>} whether it came
 */
export async function joinRelayed(key) {
  const { letterIn, openRelayed } = await import("./relayed.js");
  /** @type {(link: string) => void} */
  let found = () => {};
  const waits = new Promise((resolve) => {
    found = resolve;
    setTimeout(resolve, PATIENCE, "");
  });
  const line = await openRelayed(key, "", {
    kept: (message) => found(letterIn(message)),
    signalled() {},
    changed() {},
  });
  const link = await waits;
  line.close();
  if (link) location.assign(`./#${link}&relay=${keyText(key)}`);
  return link !== "";
}
