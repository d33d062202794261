// Whether the other player of a live game is there, beside the player's name, and what can be given to that one.

import { loadTravel, ownName } from "../library/index.js";
import {
  draw,
  find,
  GAMES,
  loadWhole,
  make,
  set,
  tell,
  toolButton,
  words,
} from "../shell/index.js";
import { playFriend } from "./begin.js";
import { askForNotices, tellTurns } from "./notices.js";

/** @import { Session } from "../shell/types" */
/** @import { openParts } from "../dialogs/index.js" */

/**
 * @typedef {object} Page
 * @property {Session} session
 * @property {string} game
 * @property {(text: string, way?: { label: string, work: () => void }) => void} notify
 */

/** Somebody looks on. */
export const EYE = "M2.5 12C6 6 18 6 21.5 12 18 18 6 18 2.5 12zM12 9a3 3 0 100 6 3 3 0 000-6z";
/** Two devices, and what goes from one to the other. */
const WAVES = "M7 4h10v16H7zM10 17h4M3 9v6M21 9v6";

/**
 * Shows the other player's presence, and the button that opens the dialog of the line.
 * @param {Page} page
 * @param {() => void} open opens the dialog
 * @param {() => void} settled called for each view in which the player has a seat and all is stored: what is told
 *   is on the device first
 */
export function showPresence({ session, game }, open, settled) {
  const tool = toolButton(words("live.button"), WAVES, open, { class: "live" });
  find("actions").append(tool);
  const look = toolButton(
    "",
    EYE,
    () => session.emit({ wire: { lead: session.snap.mail?.together !== "leads" } }),
    { class: "look" },
  );
  find("actions").append(look);
  const presence = make("span", { class: "presence", role: "img" });
  const label = words("live.give");
  const give = make("button", { class: "give", "aria-label": label, title: label }, "+");
  give.onclick = () => session.emit({ wire: "give" });
  const claim = make(
    "button",
    { class: "claim", "aria-label": words("live.claim-it") },
    words("live.claim"),
  );
  claim.onclick = () => session.emit({ wire: "claim" });
  const watchers = make("span", { class: "watchers", role: "img", hidden: true });
  const watched = (
    /** @type {import("../shell/types").Snapshot} */ { mail, keeping, flipped, result },
  ) => {
    if (!mail?.own) return;
    tool.hidden = result !== null;
    look.hidden = mail.together === "";
    const does = { leads: "stop", follows: "take-over" }[String(mail.together)] ?? "look";
    look.lastElementChild?.replaceChildren(words(`together.${does}`));
    const strip = find((mail.own === "white") === flipped ? "near" : "far");
    if (presence.parentElement !== strip) strip.querySelector(".player")?.after(presence, claim);
    const clock = strip.querySelector(".clock");
    if (clock && give.parentElement !== strip) clock.after(give);
    give.hidden = !mail.gives;
    claim.hidden = !mail.claims;
    if (presence.nextElementSibling !== watchers) presence.after(watchers);
    watchers.hidden = mail.watchers === 0;
    if (watchers.textContent !== String(mail.watchers)) {
      const title = words("watch.count", { count: mail.watchers });
      const eye = draw("svg", { viewBox: "0 0 24 24" }, draw("path", { d: EYE }));
      set(watchers, { "aria-label": title, title }).replaceChildren(eye, String(mail.watchers));
    }
    const key = { "": "calling", left: "left" }[String(mail.live)] ?? mail.live;
    const label = tell({ key: `live.${key}`, values: { name: mail.friend } }, game);
    set(presence, { "data-live": mail.live, "aria-label": label, title: label });
    if (!["reading", "writing"].includes(keeping)) settled();
  };
  session.watch(watched);
  watched(session.snap);
  tellTurns(session, game);
}

/** What stands above the link of an invitation: what it is to, and other terms. @param {Session} session */
export const termsOf = ({ table }) => table.invitation_terms(ownName.get(), Object.keys(GAMES));

/**
 * What the dialog of a line does, whatever the line is.
 * @param {Session} session
 * @param {() => ReturnType<typeof openParts> | undefined} shown the dialog
 */
export const commonDeeds = (session, shown) => ({
  handedOn: () => session.emit("handedOn"),
  /** @param {{ value: string }} field */
  name: ({ value }) => ownName.set(value.trim()),
  /** Another invitation takes the place of this one, which nobody has answered. */
  async renew() {
    const dialog = shown();
    if (!dialog) return;
    const answers = Object.fromEntries(new FormData(dialog.form));
    const [{ removeGames }, { time_control }] = await Promise.all([loadTravel(), loadWhole()]);
    const clock = time_control(answers);
    session.emit("takenElsewhere");
    session.broken = true;
    await removeGames([session.key]);
    // Nothing is to be found there any more.
    history.replaceState(history.state, "", "./");
    await playFriend(String(answers.game), { side: String(answers.side) }, clock);
  },
  async notify() {
    const dialog = shown();
    if (dialog) await askForNotices(dialog);
  },
  /** @param {{ value: string }} button */
  greet({ value }) {
    session.emit({ wire: { greet: Number(value) } });
    shown()?.box.close();
  },
});
