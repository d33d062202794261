// Live games from their beginning: with a friend, and through a relay the one who begins and the one who comes.

import { beginByLink, loadTravel, ownName } from "../library/index.js";
import { loadWhole, recall, retain } from "../shell/index.js";
import { relayAddress } from "./address.js";
import { base64url } from "./base64url.js";
import { newKey } from "./sealing.js";

/** @import { Answers } from "../shell/types" */

/** Where the clock stands that was chosen last for a live game. */
const CLOCK = "fivefold-clock";

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

/**
 * Invites a friend to a live game, through the relay where there is one, and leaves for its page, which shows the link.
 * @param {string} game
 * @param {Answers} [answers] of a dialog; chance decides where nothing was asked
 * @param {string} [chosen] the time control, else the one that was chosen last
 */
export async function playFriend(game, answers = {}, chosen) {
  if (chosen !== undefined) retain(CLOCK, chosen);
  const clock = chosen ?? String(recall(CLOCK) ?? "");
  if (await relayAddress().catch(() => "")) return beginRelayed(game, answers, clock);
  const { invite } = await loadWhole();
  await beginByLink(invite(game, answers, ownName.get(), undefined, clock), game);
}
