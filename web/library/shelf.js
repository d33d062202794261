// The games on the device, all of them: what the list of games does with the store.

import { loadWhole } from "../shell/index.js";
import { forgetMailAside, mailAside, mailIn } from "./mail.js";
import { keptOpponent } from "./opponents.js";
import { everyOne, transact } from "./storage.js";
import { storedOf } from "./stored.js";

/** @import { Entry } from "./storage.js" */
/** @import { Facts } from "./facts.js" */
/** @import { Mail } from "./mail.js" */
/** @import { Brought, Shelved, WholeModule } from "../shell/types" */

/**
 * A game with what the player calls it, and all else that belongs to it: little, if an older Fivefold kept it.
 * @typedef {{ entry: Entry, name: string, facts: Facts | undefined, mail: Mail | undefined }} Whole
 */

/** A game for the list. @param {Whole} whole @returns {Shelved} */
export function shelved({ entry, facts, mail }) {
  const { white = "", black = "" } = facts ?? {};
  const stored = storedOf(entry.key, entry, mail, facts);
  const known = facts !== undefined || keptOpponent(entry.key) !== undefined;
  return { stored, known, white, black, at: Number(entry.at) };
}

/** How many games by link wait for the player. @param {unknown[]} keys of all of them */
export async function countDue(keys) {
  const post = await loadWhole();
  const games = (await allGames()).filter(({ entry }) => keys.includes(entry.key));
  return games.filter((whole) => post.standing(shelved(whole))?.isDue).length;
}

/** A record that could not be read. @typedef {{ id: number, key: string, saved: unknown, at: number }} Aside */

/** The stores that a game stands in. */
const STORES = ["games", "names", "facts", "mail"];

/** All games. @returns {Promise<Whole[]>} */
export async function allGames() {
  const [games = [], names = [], facts = [], mail = []] = await transact(
    STORES,
    "readonly",
    (stores) => Promise.all(stores.map((store) => store.getAll())),
  );
  const nameOf = new Map(names.map(({ key, name }) => [key, name]));
  const factsOf = new Map(facts.map(({ key, ...rest }) => [key, rest]));
  const letterOf = new Map(mail.map(({ key, ...rest }) => [key, mailIn(rest)]));
  return games.map((entry) => ({
    entry,
    name: String(nameOf.get(entry.key) ?? ""),
    facts: factsOf.get(entry.key),
    mail: mailAside(entry.key) ?? letterOf.get(entry.key),
  }));
}

/**
 * Keeps games with all that belongs to them: all or, if there is no room, none.
 * @param {(Whole | Brought)[]} games
 * @param {(Whole | Brought)[]} [further] those that take the place of what was there
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
 * Takes games back that could not be read, and can be now: an older page has put them aside, in the
 * place where they were or, if another game stands there by now, beside it.
 * @param {Aside[]} records
 * @param {WholeModule} post
 */
export async function takeBack(records, post) {
  const well = records.filter(({ key, saved, at }) => {
    const entry = { key, saved: String(saved), at, underWay: false };
    return post.standing(shelved({ entry, name: "", facts: undefined, mail: undefined }));
  });
  if (well.length === 0) return;
  await transact(["games", "aside"], "readwrite", async ([games, aside], commit) => {
    const taken = new Set((await games.getAllKeys()).map(String));
    for (const { id, key, saved, at } of well) {
      const text = String(saved);
      const place = taken.has(key) ? post.free_name(text, [...taken]) : key;
      taken.add(place);
      games.add({ key: place, saved: text, at, underWay: !post.is_over(text) });
      aside.delete(id);
    }
    commit();
  });
}
