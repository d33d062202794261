// Games that go through a relay from their beginning: the one who begins, and the one who comes.

import { beginByLink, loadTravel, ownName } from "../library/index.js";
import { loadWhole } from "../shell/index.js";
import { base64url } from "./base64url.js";
import { newKey } from "./sealing.js";

/** @import { Answers } from "../shell/types" */

/**
 * Makes a game that goes through the relay.
 * @param {string} game
 * @param {Answers} answers of a dialog: on which side one begins, and whether a Quick start is offered
 * @param {string} clock the time control, as `time_control` of the module writes it; empty: none
 */
export async function prepareRelayed(game, answers, clock) {
  const [{ invite }, { keepRelay }] = await Promise.all([loadWhole(), loadTravel()]);
  const begun = invite(game, answers, ownName.get(), undefined, clock);
  const text = base64url(newKey());
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
 * @param {Parameters<typeof prepareRelayed>} given
 */
export async function beginRelayed(...given) {
  await (await prepareRelayed(...given)).begin(false);
}
