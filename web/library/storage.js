// Games in progress, kept on the device in IndexedDB.

import { openDB } from "idb";
import { quietly } from "../shell/index.js";

const NAME = "fivefold";

/**
 * The stores that each version of the schema adds to the one before, and what their entries are found
 * by; the database goes through all that it has not seen. What has been released is never changed.
 * @type {Record<string, string>[]}
 */
const ADDED = [
  // Unreadable records are put aside: for a later version, or for a person, to look at.
  { games: "key", aside: "id" },
  // What the player calls games.
  { names: "key" },
  // How far the player has come with puzzles, and the days whose puzzles were solved.
  { puzzles: "id", days: "day" },
  // When games began, and who plays.
  { facts: "key" },
  // Letters and seats of games by link.
  { mail: "key" },
];

/** @typedef {import('idb').IDBPDatabase<any>} Database */
/** @typedef {import('idb').IDBPObjectStore<any, string[], string, "readwrite">} Store */

/** @type {Promise<Database> | null} */
let opening = null;

function open() {
  opening ??= new Promise((resolve, reject) => {
    const request = openDB(NAME, ADDED.length, {
      upgrade(database, from) {
        for (const [name, keyPath] of ADDED.slice(from).flatMap(Object.entries)) {
          database.createObjectStore(name, { keyPath, autoIncrement: name === "aside" });
        }
      },
      // Another window keeps an older version open.
      blocked: () => reject(new DOMException("another window keeps it open", "AbortError")),
      // A newer page in another window may need to change the schema.
      blocking() {
        request.then(drop);
      },
      terminated() {
        opening = null;
      },
    });
    request.then(resolve, reject);
  });
  // A failed attempt is repeated.
  opening.catch(() => {
    opening = null;
  });
  return opening;
}

/** Gives a connection up: the next work opens another. @param {Database} database */
function drop(database) {
  opening = null;
  database.close();
}

/**
 * A store within a transaction, whose answers may fail unheard: what becomes of its writings, the
 * transaction says, and of several answers one may fail before the others are waited for.
 * @param {any} store
 * @returns {Store}
 */
const quiet = (store) =>
  new Proxy(store, {
    get:
      (_, name) =>
      (/** @type {unknown[]} */ ...given) => {
        const answer = store[name](...given);
        answer.catch(() => {});
        return answer;
      },
  });

/** Errors that repeating the work does not remove. */
const FINAL = ["ConstraintError", "QuotaExceededError", "SecurityError", "VersionError"];

/**
 * Does something with the stores of these names in a transaction, and waits until that is kept: that a
 * request is answered is not enough, since a full store takes everything back at the end. Browsers lose
 * their connection to the store at times: whatever fails is tried once more on a new one.
 *
 * To wait for the answers to what is written would be too long: a page that is left before they come
 * has nothing kept, unless `work` has said by `commit` that this was all.
 * @template T
 * @param {string[]} names
 * @param {IDBTransactionMode} mode
 * @param {(stores: Store[], commit: () => void) => Promise<T>} work
 *   gets the stores in their order; done twice, it does no more than done once
 * @param {boolean} [isLast] whether it is not tried again
 * @returns {Promise<T>}
 */
export async function transact(names, mode, work, isLast = false) {
  /** @type {Database | undefined} */
  let database;
  /** @type {import('idb').IDBPTransaction<any, string[], IDBTransactionMode> | undefined} */
  let transaction;
  try {
    database = await open();
    transaction = database.transaction(names, mode);
    // Heard of at the end, whatever comes before.
    transaction.done.catch(() => {});
    const stores = names.map((name) => quiet(transaction?.objectStore(name)));
    const result = await work(stores, () => transaction?.commit());
    await transaction.done;
    return result;
  } catch (error) {
    // It may be over.
    quietly(() => transaction?.abort());
    if (isLast || FINAL.includes(String(Object(error).name))) throw error;
    if (database) drop(database);
    return transact(names, mode, work, true);
  }
}

/** What a store has. @param {string} store @returns {Promise<any[]>} */
export const everyOne = (store) => transact([store], "readonly", async ([all]) => all.getAll());

/**
 * Puts into a store what follows on what is there, or on nothing.
 * @param {string} store @param {IDBValidKey} key @param {(found: any) => object} next
 */
export const putNext = (store, key, next) =>
  transact([store], "readwrite", async ([all], commit) => {
    all.put(next(await all.get(key)));
    commit();
  });

/**
 * A game on the device: with the table's number for it (older versions of Fivefold write other texts, or
 * none), and a step that waits to be confirmed.
 * @typedef {import("../shell/contract").FileEntry & { revision?: string, held?: string }} Entry
 */

/** What windows of this page tell each other. Where there is none, they do not know of each other. */
export const others =
  typeof BroadcastChannel === "function" ? new BroadcastChannel(NAME) : undefined;
export const me = Math.random();

/** Tells the other windows that a game is taken up here. @param {string} key */
export const announce = (key) => others?.postMessage({ key, me });
