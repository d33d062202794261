// The file in which all games are carried to another device: written and read, without the page
// and the store. Nothing in a file is trusted: each game goes through the rules.

import { mailIn, readOpponent } from "./reading.js";

/** @import { Post, WholeModule } from "../shell/table" */
/** @import { Facts } from "./facts.js" */
/** @import { Whole } from "./shelf.js" */

/** What a file of games says of itself. */
const FORMAT = "fivefold-games";
const VERSION = 1;
/** The longest name, in characters, and the most games that are read from a file. */
export const LONGEST_NAME = 80;
const MOST = 20_000;

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

/** What came out of a file, or why nothing of it could be read. */
const nothing = () => ({
  fault: /** @type {"" | "foreign" | "newer" | "damaged"} */ (""),
  /** Those that are not on the device yet, each under a free key. @type {Whole[]} */
  new: [],
  /** Games by link that are on the device, and further in the file. @type {Whole[]} */
  further: [],
  /** How many are here already, and how many could not be read. */
  known: 0,
  bad: 0,
  /** How many games by link were taken in without what is known of them, which could not be read. */
  unsealed: 0,
});

/**
 * Reads a file of games.
 * @param {WholeModule} module
 * @param {string} file
 * @param {Whole[]} here the games on the device
 * @param {string[]} playable the games that the page has boards for
 * @param {number} now in milliseconds since 1970
 */
export function readFile(module, file, here, playable, now) {
  const brought = nothing();
  /** @param {typeof brought.fault} fault */
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
  if (read.sum !== module.sum(JSON.stringify(read.games))) return failed("damaged");
  if (read.games.length > MOST) return failed("foreign");
  const arrivals = new module.Arrivals(playable);
  for (const { entry, mail } of here) arrivals.has(entry.key, entry.saved, mail ?? null);
  for (const found of read.games) {
    const { link, saved, at, name, facts, mail } = Object(found);
    const known = mailIn(mail) ?? null;
    const one = arrivals.take({ link: text(link), saved: text(saved), mail: known });
    const { kind } = one;
    if (mail && kind !== "bad" && !one.isByLink) brought.unsealed += 1;
    if (kind === "bad" || kind === "known") brought[kind] += 1;
    else
      brought[kind].push({
        entry: { key: one.key, saved: one.saved, at: timeOf(at, now), underWay: !one.isOver },
        name: nameIn(name),
        facts: factsIn(module, facts, now),
        mail: one.mail ?? undefined,
      });
  }
  arrivals.free();
  return brought;
}
