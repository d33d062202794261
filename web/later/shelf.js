// The games on the device, all of them: what the list of games does with the store.

import "../first.js";
import { answered, me, open, others, settled, within } from "../storage.js";
import { freeKey } from "./keys.js";
import { forgetMailAside, mailAside, mailIn } from "./mail.js";

/** @typedef {import('./levels.js').Opponent} Opponent */
/** @typedef {import('./mail.js').Mail} Mail */

/**
 * A game on the device.
 * @typedef {object} Entry
 * @property {string} key
 * @property {string} saved as the table saves it
 * @property {number} at when it was changed, in milliseconds since 1970
 * @property {boolean} underWay whether it has begun and not ended
 */

/**
 * What is known of a game beside its steps.
 * @typedef {object} Facts
 * @property {number} begun when it began on this device, in milliseconds since 1970
 * @property {Opponent | null} opponent the computer, if that plays
 * @property {string} white the name of who plays White, or ""
 * @property {string} black
 * @property {string} [lines] a link to the game as it came, with its variations and comments
 */

/**
 * A game with all that belongs to it.
 * @typedef {object} Whole
 * @property {Entry} entry
 * @property {string} name what the player calls it, or ""
 * @property {Facts | undefined} facts nothing of games that an older Fivefold has kept
 * @property {Mail | undefined} mail of a game by link
 */

/** A record that could not be read. @typedef {{ key: string, saved: unknown, why: string, at: number }} Aside */

/** The stores that a game stands in. */
const STORES = ["games", "names", "facts", "mail"];

/** @param {IDBTransactionMode} mode */
const everything = async (mode) => (await open()).transaction(STORES, mode);

/** All games, the one changed last first. @returns {Promise<Whole[]>} */
export async function allGames() {
  const stores = await everything("readonly");
  const [games, names, facts, mail] = await Promise.all(
    STORES.map((name) => answered(stores.objectStore(name).getAll())),
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
  const stores = await everything("readwrite");
  for (const whole of [...games, ...further]) {
    const { entry, name, facts, mail } = whole;
    const { key } = entry;
    // Else never in the place of another, which a second window may have kept meanwhile.
    if (further.includes(whole)) stores.objectStore("games").put(entry);
    else stores.objectStore("games").add(entry);
    if (name) stores.objectStore("names").put({ key, name });
    if (facts) stores.objectStore("facts").put({ ...facts, key });
    if (mail) stores.objectStore("mail").put({ ...mail, key });
  }
  await settled(stores);
  for (const { entry } of further) forgetMailAside(entry.key);
}

/** Takes games off the device, with all that belongs to them. @param {string[]} keys */
export async function removeGames(keys) {
  const stores = await everything("readwrite");
  for (const name of STORES) {
    for (const key of keys) stores.objectStore(name).delete(key);
  }
  await settled(stores);
  for (const key of keys) forgetMailAside(key);
}

/** Names a game; an empty name is none. @param {string} key @param {string} name */
export async function rename(key, name) {
  const store = await within("names", "readwrite");
  if (name) store.put({ key, name });
  else store.delete(key);
  await settled(store.transaction);
}

/** What is known of a game. @param {string} key @returns {Promise<Facts | undefined>} */
export async function storedFacts(key) {
  return answered((await within("facts", "readonly")).get(key));
}

/** @param {string} key @param {Facts} facts */
export async function keepFacts(key, facts) {
  const store = await within("facts", "readwrite");
  store.put({ ...facts, key });
  await settled(store.transaction);
}

/** The records that could not be read. @returns {Promise<Aside[]>} */
export async function asideRecords() {
  return answered((await within("aside", "readonly")).getAll());
}

/**
 * Moves a game that another takes the place of to a key of its own, with its name and all that is
 * known of it.
 * @param {string} key where it was
 * @param {Entry} entry the game; its key is not looked at
 * @param {Facts | undefined} facts
 * @returns {Promise<string>} its new key
 */
export async function setBeside(key, entry, facts) {
  const stores = await everything("readwrite");
  const games = stores.objectStore("games");
  const names = stores.objectStore("names");
  const taken = /** @type {string[]} */ (await answered(games.getAllKeys()));
  const beside = freeKey(entry.saved, new Set(taken));
  const named = await answered(names.get(key));
  games.put({ ...entry, key: beside });
  if (named) names.put({ ...named, key: beside });
  if (facts) stores.objectStore("facts").put({ ...facts, key: beside });
  names.delete(key);
  stores.objectStore("facts").delete(key);
  await settled(stores);
  return beside;
}

/** The games that have been begun here and not been ended. @returns {Promise<Set<string>>} */
export async function gamesUnderWay() {
  try {
    const games = await answered((await within("games", "readonly")).getAll());
    return new Set(games.filter(({ underWay }) => underWay).map(({ key }) => String(key)));
  } catch {
    return new Set();
  }
}

/** Asks the browser not to clear the games away when it wants space. */
export async function keepForLong() {
  if (!(await navigator.storage?.persisted?.())) await navigator.storage?.persist?.();
}

/**
 * Watches for other windows that take up a game.
 * @param {string} key
 * @param {() => void} taken
 */
export function onOtherWindow(key, taken) {
  others?.addEventListener("message", ({ data }) => {
    if (data?.key === key && data.me !== me) taken();
  });
}
