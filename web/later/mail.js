// Games by link: what this device knows of each beside the game itself, and how links that come are
// taken up.

import "../first.js";
import { keepGame, storedGame } from "../storage.js";

/** @typedef {import('./post.js').Post} Post */
/** @typedef {import('./post.js').Whole} Whole */

/**
 * What is known of a game by link.
 * @typedef {object} Mail
 * @property {string} link the newest letter, whoever has sent it
 * @property {string} seat a link with the own seat; empty for who looks on
 * @property {boolean} sent whether an own letter has been handed on, as far as the page can know
 * @property {boolean} seen whether the other side's last turn has been shown
 * @property {string} came a link that does not simply go on with the game: the player is asked
 */

/** For browsers that keep nothing. @type {Map<string, Mail>} */
const held = new Map();

/** @param {string} key the game's */
const place = (key) => `fivefold-mail:${key}`;

/** The key of a game by link, from the name of its invitation. @param {string} invitation */
export const mailKey = (invitation) => `mail ${invitation}`;

/**
 * @param {string} key
 * @returns {Mail | undefined}
 */
export function mailOf(key) {
  try {
    const { link, seat, sent, seen, came } = JSON.parse(localStorage.getItem(place(key)) ?? "");
    if ([link, seat, came].every((text) => typeof text === "string"))
      return { link, seat, came, sent: sent === true, seen: seen === true };
  } catch {
    // Blocked, damaged, or not there.
  }
  return held.get(key);
}

/** @param {string} key @param {Mail} mail */
export function keepMail(key, mail) {
  held.set(key, mail);
  try {
    localStorage.setItem(place(key), JSON.stringify(mail));
  } catch {
    // It holds for this visit.
  }
}

/** The name that the player goes by. */
export const ownName = {
  get() {
    try {
      return localStorage.getItem("fivefold-name") ?? "";
    } catch {
      return "";
    }
  },
  /** @param {string} name */
  set(name) {
    try {
      localStorage.setItem("fivefold-name", name);
    } catch {
      // It is asked for again, then.
    }
  },
};

/** The page of a game by link. @param {string} game @param {string} invitation */
export const mailPage = (game, invitation) => `?${new URLSearchParams({ game, mail: invitation })}`;

/**
 * Takes up a link of a game by link: what is stored goes on, or the page asks about it.
 * @param {Post} post
 * @param {Whole} whole
 * @param {string} link
 * @returns {Promise<{ search: string, key: string, kept: boolean }>} the address of the game, its
 *   name in the store, and whether the browser has kept it
 */
export async function takeLetter(post, whole, link) {
  const invitation = whole.letter?.invitation ?? "";
  const key = mailKey(invitation);
  const known = mailOf(key);
  const seat = known?.seat || (whole.seat ? link : "");
  const fresh = { link, seat, sent: true, seen: false, came: "" };
  let kept = true;
  const keep = async () => {
    try {
      await keepGame(key, whole.saved, !post.is_over(whole.saved));
    } catch {
      kept = false;
    }
  };
  const saved = known && (await storedGame(key).catch(() => undefined));
  if (!known || saved === undefined) {
    keepMail(key, fresh);
    await keep();
  } else {
    const { relation } = post.compare(known.link, saved, link);
    if (relation === "newer" || relation === "taken-back") {
      keepMail(key, fresh);
      await keep();
    } else {
      keepMail(key, { ...known, seat, came: relation === "same" ? "" : link });
    }
  }
  return { search: mailPage(whole.game, invitation), key, kept };
}
