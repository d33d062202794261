// How much time is left for a turn that may take days, beside the name of whose turn it is; and the button that claims
// the game when it is over.

import { find, make, set, tell, words } from "../shell/index.js";

/** @import { Session } from "../shell/types" */

/** @param {Session} session @param {string} game */
export function showTurnTime(session, game) {
  const shown = make("span", { class: "turn-time" });
  const label = words("live.claim-it");
  const claim = make("button", { class: "claim", "aria-label": label }, words("live.claim"));
  claim.onclick = () => session.emit({ wire: "claim" });
  session.watch(({ mail, flipped }) => {
    const time = mail?.time;
    shown.hidden = !time;
    // In a live game it stands beside the other player's presence.
    claim.hidden = !mail?.claims || mail.isLive;
    if (!time) return;
    const strip = find((time.color === "black") === flipped ? "near" : "far");
    if (shown.parentElement !== strip) strip.querySelector(".player")?.after(shown, claim);
    set(shown, { title: tell(time.tells, game), "data-low": time.isLow });
    shown.textContent = tell(time.says, game);
  });
}
