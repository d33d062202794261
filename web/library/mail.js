// What this device knows of a game by link beside the game itself.

/**
 * What is known of a game by link.
 * @typedef {object} Mail
 * @property {string} link the newest letter, whoever has sent it
 * @property {string} seat a link with the own seat; empty for who looks on
 * @property {boolean} sent whether an own letter has been handed on, as far as the page can know
 * @property {boolean} seen whether the other side's last turn has been shown
 * @property {string} came a link that does not simply go on with the game: the player is asked
 * @property {boolean} [unread] whether it was put aside without knowing what the store has
 */

/** The key of a game by link, from the name of its invitation. @param {string} invitation */
export const mailKey = (invitation) => `mail ${invitation}`;

/** The page of a game by link. @param {string} game @param {string} invitation */
export const mailPage = (game, invitation) => `?${new URLSearchParams({ game, mail: invitation })}`;

/**
 * What is known of a game by link, if that is what it is.
 * @param {any} found
 * @returns {Mail | undefined}
 */
export function mailIn(found) {
  const { link, seat, sent, seen, came } = found ?? {};
  return [link, seat, came].every((text) => typeof text === "string")
    ? { link, seat, came, sent: sent === true, seen: seen === true }
    : undefined;
}

/** For browsers that keep nothing. @type {Map<string, Mail>} */
const held = new Map();

/**
 * Where it stands if the store of the games does not take it, and where an older Fivefold kept it.
 * @param {string} key the game's
 */
const place = (key) => `fivefold-mail:${key}`;

/**
 * What the store of the games did not take: newer than what that has.
 * @param {string} key the game's
 */
export function mailAside(key) {
  try {
    const kept = JSON.parse(localStorage.getItem(place(key)) ?? "null");
    const found = mailIn(kept);
    if (found) return kept.unread === true ? { ...found, unread: true } : found;
  } catch {
    // Blocked or damaged.
  }
  return held.get(key);
}

/**
 * @param {string} key the game's
 * @param {Mail} mail
 * @returns {boolean} whether it outlives the page
 */
export function putMailAside(key, mail) {
  held.set(key, mail);
  try {
    localStorage.setItem(place(key), JSON.stringify(mail));
    return true;
  } catch {
    return false;
  }
}

/** Forgets what was put aside. @param {string} key the game's */
export function forgetMailAside(key) {
  held.delete(key);
  try {
    localStorage.removeItem(place(key));
  } catch {
    // Nothing was kept.
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
