// The file in which all games are carried to another device: written and read, without the page
// and the store. Nothing in a file is trusted: each game goes through the rules.

import { freeKey } from "./keys.js";
import { mailIn, readOpponent } from "./reading.js";

/** @import { Post } from "../shell/table" */
/** @import { Facts } from "./facts.js" */
/** @import { Whole } from "./shelf.js" */
/** @import { Mail } from "./reading.js" */

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
 * The games as a file; without those whose records are damaged.
 * @param {Post} post
 * @param {Whole[]} games
 */
export function writeFile(post, games) {
  const written = games.flatMap(({ entry, name, facts, mail }) => {
    const same = post.same_as(entry.saved);
    const found = same === entry.saved ? { saved: same } : { link: same };
    const more = { ...(facts && { facts }), ...(mail && { mail }) };
    return same ? [{ ...found, at: entry.at, name, ...more }] : [];
  });
  const sum = post.sum(JSON.stringify(written));
  return JSON.stringify({ format: FORMAT, version: VERSION, sum, games: written }, null, 1);
}

/** @param {unknown} found @param {number} now @returns {number} a time that has been, or now */
const timeOf = (found, now) =>
  typeof found === "number" && found > 0 && found < now ? Math.floor(found) : now;

/** @param {unknown} found */
const text = (found) => (typeof found === "string" ? found : "");

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
 * Reads a file of games.
 * @param {Post} post
 * @param {string} file
 * @param {Whole[]} here the games on the device
 * @param {(game: string) => boolean} isPlayable
 * @param {number} now in milliseconds since 1970
 * @returns {Brought}
 */
export function readFile(post, file, here, isPlayable, now) {
  /** @type {Brought} */
  const brought = { fault: "", games: [], further: [], known: 0, bad: 0, unsealed: 0 };
  /** @param {Brought["fault"]} fault @returns {Brought} */
  const failed = (fault) => ({ ...brought, fault });
  /** @type {any} */
  let read;
  try {
    read = JSON.parse(file);
  } catch {
    return failed("damaged");
  }
  if (read?.format !== FORMAT || !Array.isArray(read.games)) return failed("foreign");
  if (read.version !== VERSION) return failed("newer");
  if (read.sum !== post.sum(JSON.stringify(read.games))) return failed("damaged");
  if (read.games.length > MOST) return failed("foreign");
  const keys = new Set(here.map(({ entry }) => entry.key));
  const known = new Set(here.map(({ entry }) => post.same_as(entry.saved)));
  const byKey = new Map(here.map((whole) => [whole.entry.key, whole]));
  for (const found of read.games) {
    const { link, saved, at, name, facts, mail } = Object(found);
    const one = post.brought({ link: text(link), saved: text(saved), mail: mailIn(mail) ?? null });
    if (!one || !isPlayable(one.game)) {
      brought.bad += 1;
      continue;
    }
    /** @param {string} key @param {string} saved @returns {Whole} */
    const whole = (key, saved, mail = /** @type {Mail | undefined} */ (undefined)) => ({
      entry: { key, saved, at: timeOf(at, now), underWay: !one.isOver },
      name: nameIn(name),
      facts: factsIn(post, facts, now),
      mail,
    });
    const { byLink } = one;
    if (byLink) {
      const { key, mail } = byLink;
      const other = byKey.get(key);
      const relation = other ? post.beside(other.mail ?? null, mail) : "new";
      const game = whole(key, byLink.saved, mail);
      if (relation === "new" && !keys.has(key)) brought.games.push(game);
      else if (relation === "further") brought.further.push(game);
      if (relation !== "apart") {
        if (relation === "same") brought.known += 1;
        keys.add(key);
        known.add(one.same);
        byKey.set(key, game);
        continue;
      }
    } else if (mail) brought.unsealed += 1;
    if (known.has(one.same)) brought.known += 1;
    else {
      const key = freeKey(post, one.saved, keys);
      keys.add(key);
      known.add(one.same);
      brought.games.push(whole(key, one.saved));
    }
  }
  return brought;
}
