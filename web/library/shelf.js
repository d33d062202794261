// The games on the device, all of them: what the list of games does with the store.

import { loadWhole } from "../shell/index.js";
import { forgetMailAside, mailAside, mailIn } from "./mail.js";
import { keptOpponent } from "./opponents.js";
import { everyOne, transact } from "./storage.js";
import { storedOf } from "./stored.js";

/** @import { Entry, Store } from "./storage.js" */
/** @import { Facts } from "./facts.js" */
/** @import { Mail } from "./mail.js" */
/** @import { Brought, Shelved, WholeModule } from "../shell/types" */

/**
 * A game with what the player calls it, and all else that belongs to it: little, if an older Fivefold kept it.
 * @typedef {{ entry: Entry, name: string, facts: Facts | undefined, mail: Mail | undefined }} Whole
 */

const when = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
const day = new Intl.DateTimeFormat("en", { dateStyle: "medium" });

/** @param {Intl.DateTimeFormat} format @param {unknown} time */
const dated = (format, time) =>
  typeof time === "number" && Math.abs(time) < 8e15 ? format.format(time) : "?";

/** A game for the list. @param {Whole} whole @returns {Shelved} */
export function shelved({ entry, name, facts, mail }) {
  const { key } = entry;
  const { white = "", black = "" } = facts ?? {};
  const at = Number(entry.at);
  const stored = storedOf(key, entry, mail, facts);
  const known = facts !== undefined || keptOpponent(key) !== undefined;
  const [begun, changed] = [facts ? dated(day, facts.begun) : "", dated(when, entry.at)];
  return { key, stored, known, name, white, black, at, begun, changed };
}

/** How many games by link wait for the player. @param {unknown[]} keys of all of them */
export async function countDue(keys) {
  const games = (await allGames()).filter(({ entry }) => keys.includes(entry.key));
  return (await loadWhole()).count_due(games.map(shelved));
}

/** A record that could not be read. @typedef {{ id: number, key: string, saved: unknown, at: number }} Aside */

/** The stores that a game stands in. */
const STORES = ["games", "names", "facts", "mail"];

/** All games. @returns {Promise<Whole[]>} */
export async function allGames() {
  const readAll = (/** @type {Store[]} */ stores) =>
    Promise.all(stores.map((store) => store.getAll()));
  const [games, names, facts, mail] = await transact(STORES, "readonly", readAll);
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
 * Takes games back that could not be read, and can be now: an older page has put them aside.
 * @param {Aside[]} records
 * @param {WholeModule} post
 */
export const takeBack = (records, post) =>
  transact(["games", "aside"], "readwrite", async ([games, aside], commit) => {
    const taken = (await games.getAllKeys()).map(String);
    const all = records.map((record) => ({ ...record, saved: String(record.saved) }));
    for (const { id, entry } of post.regained(all, taken)) {
      games.add(entry);
      aside.delete(id);
    }
    commit();
  });
