// The games on the device, all of them: what the list of games does with the store.

import { freeKey } from "./keys.js";
import { forgetMailAside, mailAside, mailIn } from "./mail.js";
import { everyOne, transact } from "./storage.js";

/** @typedef {import('./mail.js').Mail} Mail */

/** @typedef {import('./storage.js').Entry} Entry */
/** @typedef {import('./facts.js').Facts} Facts */

/**
 * A game with all that belongs to it.
 * @typedef {object} Whole
 * @property {Entry} entry
 * @property {string} name what the player calls it, or ""
 * @property {Facts | undefined} facts nothing of games that an older Fivefold has kept
 * @property {Mail | undefined} mail of a game by link
 */

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
 * @param {(saved: string) => boolean} isOver
 */
export const takeBack = (records, isOver) =>
  transact(["games", "aside"], "readwrite", async ([games, aside], commit) => {
    const taken = new Set((await games.getAllKeys()).map(String));
    for (const { id, key, saved, at } of records) {
      const text = String(saved);
      const place = taken.has(key) ? freeKey(text, taken) : key;
      taken.add(place);
      games.add({ key: place, saved: text, at, underWay: !isOver(text) });
      aside.delete(id);
    }
    commit();
  });
