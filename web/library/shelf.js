// The games on the device, all of them: what the list of games does with the store.

import { storedOf } from "./keeping.js";
import { freeKey } from "./keys.js";
import { forgetMailAside, mailAside } from "./mail.js";
import { keptOpponent } from "./opponents.js";
import { loadPost } from "./post.js";
import { mailIn } from "./reading.js";
import { everyOne, transact } from "./storage.js";

/** @import { Mail } from "./reading.js" */

/** @import { Entry } from "./storage.js" */
/** @import { Facts } from "./facts.js" */

/**
 * A game with all that belongs to it.
 * @typedef {object} Whole
 * @property {Entry} entry
 * @property {string} name what the player calls it, or ""
 * @property {Facts | undefined} facts nothing of games that an older Fivefold has kept
 * @property {Mail | undefined} mail of a game by link
 */

/** @import { Post } from "../shell/table" */
/** @import { Standing } from "../shell/contract" */

/**
 * How a game stands; nothing if it cannot be read.
 * @param {Post} post @param {Whole} whole
 * @returns {Standing | null}
 */
export function standingOf(post, { entry, facts, mail }) {
  const { white = "", black = "" } = facts ?? {};
  const stored = storedOf(entry.key, entry, mail, facts);
  const known = facts !== undefined || keptOpponent(entry.key) !== undefined;
  return post.standing({ stored, known, white, black });
}

/** How many games by link wait for the player. */
export async function countDue() {
  const keys = (await everyOne("mail")).map(({ key }) => key);
  if (keys.length === 0) return 0;
  const post = await loadPost();
  const games = (await allGames()).filter(({ entry }) => keys.includes(entry.key));
  return games.filter((whole) => standingOf(post, whole)?.isDue).length;
}

/**
 * A record that could not be read.
 * @typedef {{ id: number, key: string, saved: unknown, why: string, at: number }} Aside
 */

/** The stores that a game stands in. */
const STORES = ["games", "names", "facts", "mail"];

/** All games, the one changed last first. @returns {Promise<Whole[]>} */
export async function allGames() {
  const [games = [], names = [], facts = [], mail = []] = await transact(
    STORES,
    "readonly",
    (stores) => Promise.all(stores.map((store) => store.getAll())),
  );
  const nameOf = new Map(names.map(({ key, name }) => [key, name]));
  const factsOf = new Map(facts.map(({ key, ...rest }) => [key, rest]));
  const letterOf = new Map(mail.map(({ key, ...rest }) => [key, mailIn(rest)]));
  return games
    .map((entry) => ({
      entry,
      name: String(nameOf.get(entry.key) ?? ""),
      facts: factsOf.get(entry.key),
      mail: mailAside(entry.key) ?? letterOf.get(entry.key),
    }))
    .sort((one, other) => other.entry.at - one.entry.at);
}

/**
 * Keeps games with all that belongs to them: all or, if there is no room, none.
 * @param {Whole[]} games
 * @param {Whole[]} [further] those that take the place of what was there
 */
export async function putGames(games, further = []) {
  await transact(STORES, "readwrite", async ([all, names, notes, letters], commit) => {
    for (const whole of [...games, ...further]) {
      const { entry, name, facts, mail } = whole;
      const { key } = entry;
      // Else never in the place of another, which a second window may have kept meanwhile.
      if (further.includes(whole)) all.put(entry);
      else all.add(entry);
      if (name) names.put({ key, name });
      if (facts) notes.put({ ...facts, key });
      if (mail) letters.put({ ...mail, key });
    }
    commit();
  });
  for (const { entry } of further) forgetMailAside(entry.key);
}

/** Takes games off the device, with all that belongs to them. @param {string[]} keys */
export async function removeGames(keys) {
  await transact(STORES, "readwrite", async (stores, commit) => {
    for (const store of stores) for (const key of keys) store.delete(key);
    commit();
  });
  for (const key of keys) forgetMailAside(key);
}

/** Names a game; an empty name is none. @param {string} key @param {string} name */
export const rename = (key, name) =>
  transact(["names"], "readwrite", async ([names], commit) => {
    if (name) names.put({ key, name });
    else names.delete(key);
    commit();
  });

/** The records that could not be read. @returns {Promise<Aside[]>} */
export const asideRecords = () => everyOne("aside");

/**
 * Takes games back that could not be read: an older page has put them aside, in the place where they
 * were or, if another game stands there by now, beside it.
 * @param {Aside[]} records
 * @param {Post} post
 */
export const takeBack = (records, post) =>
  transact(["games", "aside"], "readwrite", async ([games, aside], commit) => {
    const taken = new Set((await games.getAllKeys()).map(String));
    for (const { id, key, saved, at } of records) {
      const text = String(saved);
      const place = taken.has(key) ? freeKey(post, text, taken) : key;
      taken.add(place);
      games.add({ key: place, saved: text, at, underWay: !post.is_over(text) });
      aside.delete(id);
    }
    commit();
  });
