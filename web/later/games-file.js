// The file in which all games are carried to another device: written and read, without the page
// and the store. Nothing in a file is trusted: each game goes through the rules.

import { freeKey } from "./keys.js";
import { readOpponent } from "./levels.js";

/** @typedef {import('./post.js').Post} Post */
/** @typedef {import('./shelf.js').Whole} Whole */
/** @typedef {import('./shelf.js').Facts} Facts */

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
 * @property {number} bad how many could not be read
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
  const written = games.flatMap(({ entry, name, facts }) => {
    const found = portable(post, entry.saved);
    return found ? [{ ...found, at: entry.at, name, ...(facts && { facts }) }] : [];
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
 * @param {any} found
 * @param {number} now
 * @returns {Facts | undefined}
 */
function factsIn(found, now) {
  if (typeof found !== "object" || found === null) return undefined;
  const { begun, opponent, white, black } = found;
  return {
    begun: timeOf(begun, now),
    opponent: readOpponent(opponent) ?? null,
    white: nameIn(white),
    black: nameIn(black),
  };
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
  const brought = { fault: "", games: [], known: 0, bad: 0 };
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
  for (const found of read.games) {
    const saved = savedOf(post, found, isPlayable);
    const same = saved === undefined ? undefined : JSON.stringify(portable(post, saved));
    if (saved === undefined || same === undefined) brought.bad += 1;
    else if (known.has(same)) brought.known += 1;
    else {
      const key = freeKey(saved, keys);
      keys.add(key);
      known.add(same);
      const entry = { key, saved, at: timeOf(found.at, now), underWay: !post.is_over(saved) };
      const facts = factsIn(found.facts, now);
      brought.games.push({ entry, name: nameIn(found.name), facts });
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
