// The file in which all games are carried to another device: written and read, without the page
// and the store. Nothing in a file is trusted: each game goes through the rules.

import { freeKey } from "./keys.js";
import { goesOn, mailIn, mailKey } from "./mail.js";
import { readOpponent } from "./opponents.js";

/** @typedef {import('./post.js').Post} Post */
/** @typedef {import('./shelf.js').Whole} Whole */
/** @typedef {import('./shelf.js').Facts} Facts */
/** @typedef {import('./mail.js').Mail} Mail */

/** What a file of games says of itself. */
const FORMAT = "fivefold-games";
const VERSION = 1;
/** The longest name, in characters, and the most games that are read from a file. */
export const LONGEST_NAME = 80;
const MOST = 20_000;

/**
 * What came out of a file.
 * @typedef {object} Brought
 * @property {"" | "foreign" | "newer" | "damaged"} fault why nothing of it could be read
 * @property {Whole[]} games those that are not on the device yet, each under a free key
 * @property {number} known how many are here already
 * @property {Whole[]} further games by link that are on the device, and further in the file
 * @property {number} bad how many could not be read
 * @property {number} unsealed how many games by link were taken in without what is known of them,
 *   which could not be read
 */

/**
 * What tells a game, however it was saved: its link, or its own text where it is longer than a link
 * may be.
 * @param {Post} post
 * @param {string} saved
 * @returns {{ link: string } | { saved: string } | undefined} nothing if it cannot be read
 */
function portable(post, saved) {
  try {
    return { link: post.link_of(saved) };
  } catch {
    try {
      post.fen_of(saved);
      return { saved };
    } catch {
      return undefined;
    }
  }
}

/**
 * The games as a file; without those whose records are damaged.
 * @param {Post} post
 * @param {Whole[]} games
 */
export function writeFile(post, games) {
  const written = games.flatMap(({ entry, name, facts, mail }) => {
    const found = portable(post, entry.saved);
    const more = { ...(facts && { facts }), ...(mail && { mail }) };
    return found ? [{ ...found, at: entry.at, name, ...more }] : [];
  });
  const sum = post.sum(JSON.stringify(written));
  return JSON.stringify({ format: FORMAT, version: VERSION, sum, games: written }, null, 1);
}

/** @param {unknown} found @param {number} now @returns {number} a time that has been, or now */
const timeOf = (found, now) =>
  typeof found === "number" && found > 0 && found < now ? Math.floor(found) : now;

/** @param {unknown} found */
const nameIn = (found) =>
  typeof found === "string" ? [...found].slice(0, LONGEST_NAME).join("") : "";

/**
 * @param {Post} post
 * @param {any} found
 * @param {number} now
 * @returns {Facts | undefined}
 */
function factsIn(post, found, now) {
  if (typeof found !== "object" || found === null) return undefined;
  const { begun, opponent, white, black, lines } = found;
  const [whole] = typeof lines === "string" ? post.open_link(lines).games : [];
  return {
    begun: timeOf(begun, now),
    opponent: readOpponent(opponent) ?? null,
    white: nameIn(white),
    black: nameIn(black),
    ...(whole?.lines && { lines: whole.lines }),
  };
}

/**
 * A game by link, as a file has it.
 * @typedef {object} ByLink
 * @property {Mail} mail
 * @property {string} key
 * @property {string} saved the game that comes with its newest letter
 */

/**
 * What a file knows of a game by link.
 * @param {Post} post
 * @param {any} found
 * @param {string} saved the game as the file has it
 * @returns {ByLink | undefined} nothing if that cannot be read, or belongs to another game
 */
function byLinkIn(post, found, saved) {
  const mail = mailIn(found);
  if (!mail) return undefined;
  const { link, seat, came } = mail;
  const [whole] = post.open_link(link).games;
  const invitation = whole?.letter?.invitation;
  if (!invitation || whole.game !== gameOf(saved)) return undefined;
  /** @param {string} other @param {boolean} isSeat */
  const belongs = (other, isSeat) => {
    const [read] = post.open_link(other).games;
    return read?.letter?.invitation === invitation && (!isSeat || read.seat !== "");
  };
  if ((seat && !belongs(seat, true)) || (came && !belongs(came, false))) return undefined;
  const letter = { ...mail, link: post.letter_link(link) };
  return { mail: letter, key: mailKey(invitation), saved: whole.saved };
}

/**
 * What a game by link in a file is beside the one on the device.
 * @param {Post} post
 * @param {Whole} here
 * @param {ByLink} found
 * @returns {"same" | "further" | "apart"}
 */
function beside(post, { mail }, found) {
  const [whole] = mail ? post.open_link(mail.link).games : [];
  if (!mail || !whole?.letter) return "further";
  const { relation } = post.compare(mail.link, whole.saved, found.mail.link);
  const isSeat = mail.seat === "" && found.mail.seat !== "";
  if (relation === "same") return isSeat ? "further" : "same";
  if (relation === "older") return "same";
  return /^(newer|taken-back|ahead)$/.test(relation) ? "further" : "apart";
}

/**
 * Reads a file of games.
 * @param {Post} post
 * @param {string} text
 * @param {Whole[]} here the games on the device
 * @param {(game: string) => boolean} isPlayable
 * @param {number} now in milliseconds since 1970
 * @returns {Brought}
 */
export function readFile(post, text, here, isPlayable, now) {
  /** @type {Brought} */
  const brought = { fault: "", games: [], further: [], known: 0, bad: 0, unsealed: 0 };
  /** @param {Brought["fault"]} fault @returns {Brought} */
  const failed = (fault) => ({ ...brought, fault });
  /** @type {any} */
  let read;
  try {
    read = JSON.parse(text);
  } catch {
    return failed("damaged");
  }
  if (read?.format !== FORMAT || !Array.isArray(read.games)) return failed("foreign");
  if (read.version !== VERSION) return failed("newer");
  if (read.sum !== post.sum(JSON.stringify(read.games))) return failed("damaged");
  if (read.games.length > MOST) return failed("foreign");
  const keys = new Set(here.map(({ entry }) => entry.key));
  const known = new Set(here.map(({ entry }) => JSON.stringify(portable(post, entry.saved))));
  const byKey = new Map(here.map((whole) => [whole.entry.key, whole]));
  for (const found of read.games) {
    const saved = savedOf(post, found, isPlayable);
    const same = saved === undefined ? undefined : JSON.stringify(portable(post, saved));
    if (saved === undefined || same === undefined) {
      brought.bad += 1;
      continue;
    }
    /** @param {string} key @param {string} saved @returns {Whole} */
    const whole = (key, saved, mail = /** @type {Mail | undefined} */ (undefined)) => ({
      entry: { key, saved, at: timeOf(found.at, now), underWay: !post.is_over(saved) },
      name: nameIn(found.name),
      facts: factsIn(post, found.facts, now),
      mail,
    });
    const byLink = byLinkIn(post, found.mail, saved);
    if (byLink) {
      const { key, mail } = byLink;
      // The game may be further than the letter, by a turn that was begun.
      const game = whole(key, goesOn(saved, byLink.saved) ? saved : byLink.saved, mail);
      const other = byKey.get(key);
      const relation = other ? beside(post, other, byLink) : "new";
      if (relation === "new" && !keys.has(key)) brought.games.push(game);
      else if (relation === "further") brought.further.push(game);
      if (relation !== "apart") {
        if (relation === "same") brought.known += 1;
        keys.add(key);
        known.add(same);
        byKey.set(key, game);
        continue;
      }
    } else if (found.mail) brought.unsealed += 1;
    if (known.has(same)) brought.known += 1;
    else {
      const key = freeKey(saved, keys);
      keys.add(key);
      known.add(same);
      brought.games.push(whole(key, saved));
    }
  }
  return brought;
}

/**
 * The game of one entry of a file, as the table saves it.
 * @param {Post} post
 * @param {any} found
 * @param {(game: string) => boolean} isPlayable
 */
function savedOf(post, found, isPlayable) {
  if (typeof found?.link === "string") {
    const [whole] = post.open_link(found.link).games;
    return whole && isPlayable(whole.game) ? whole.saved : undefined;
  }
  if (typeof found?.saved !== "string") return undefined;
  try {
    post.fen_of(found.saved);
  } catch {
    return undefined;
  }
  return isPlayable(gameOf(found.saved)) ? found.saved : undefined;
}

/** The game of a saved text. @param {string} saved */
export const gameOf = (saved) => saved.match(/^game (.*)$/m)?.[1] ?? "";
