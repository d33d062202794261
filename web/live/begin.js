// Games that go through a relay from their beginning: the one who begins, and the one who comes.

import { beginByLink, loadTravel } from "../library/index.js";
import { loadWhole } from "../shell/index.js";
import { base64url } from "./base64url.js";

/**
 * What is agreed on.
 * @typedef {object} Settings
 * @property {string} game
 * @property {string} side of who begins: `white`, `black`, or `random`
 * @property {string} name of who begins; empty: none
 * @property {string} clock the time control, as `time_control` of the module writes it; empty: none
 * @property {boolean} quick whether a Quick start is offered
 * @property {number} [days] that each turn may take; 0: as many as one likes
 */

/**
 * Makes a game that goes through the relay.
 * @param {Settings} settings
 * @param {Uint8Array} key of the game, 32 bytes
 */
export async function prepareRelayed({ game, side, name, clock, quick, days = 0 }, key) {
  const [{ invite }, { keepRelay }] = await Promise.all([loadWhole(), loadTravel()]);
  const begun = invite({ game, side, open: false, name, quick, fen: null, live: clock, days });
  const text = base64url(key);
  return {
    /** What the other player opens: the fragment of a link. */
    link: `#${begun.content.post?.link.replace(/^#/, "")}&relay=${text}`,
    /**
     * Leaves for the game's page.
     * @param {boolean} met whether the other player has the link already: else the page shows it
     */
    async begin(met) {
      await keepRelay(begun.key, { key: text, met });
      await beginByLink(begun, game);
    },
  };
}

/**
 * Begins a game through the relay, and leaves for its page, which shows the link for the other player.
 * @param {Settings} settings
 * @param {Uint8Array} key of the game, 32 bytes
 */
export async function beginRelayed(settings, key) {
  await (await prepareRelayed(settings, key)).begin(false);
}
