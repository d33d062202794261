// Games in progress, kept on the device in IndexedDB.

import { openDB } from "idb";

const NAME = "fivefold";

/**
 * What each version of the schema adds to the one before; the database goes through all that it
 * has not seen. A step that has been released is never changed.
 * @type {((database: import('idb').IDBPDatabase<any>) => void)[]}
 */
const MIGRATIONS = [
  (database) => {
    database.createObjectStore("games", { keyPath: "key" });
    // Records that could not be read: kept for a later version, or for a person, to look at.
    database.createObjectStore("aside", { keyPath: "id", autoIncrement: true });
  },
  // What the player calls games.
  (database) => {
    database.createObjectStore("names", { keyPath: "key" });
  },
  // How far the player has come with puzzles, and the days whose puzzles were solved.
  (database) => {
    database.createObjectStore("puzzles", { keyPath: "id" });
    database.createObjectStore("days", { keyPath: "day" });
  },
  // When games began, and who plays.
  (database) => {
    database.createObjectStore("facts", { keyPath: "key" });
  },
  // Letters and seats of games by link.
  (database) => {
    database.createObjectStore("mail", { keyPath: "key" });
  },
];

/** @typedef {import('idb').IDBPDatabase<any>} Database */
/**
 * A store within a transaction. What becomes of its writings, the transaction says.
 * @typedef {object} Store
 * @property {(key: IDBValidKey) => Promise<any>} get
 * @property {() => Promise<any[]>} getAll
 * @property {() => Promise<IDBValidKey[]>} getAllKeys
 * @property {(value: object) => void} put
 * @property {(value: object) => void} add
 * @property {(key: IDBValidKey) => void} delete
 */

/** @type {Promise<Database> | null} */
let opening = null;

function open() {
  opening ??= new Promise((resolve, reject) => {
    const request = openDB(NAME, MIGRATIONS.length, {
      upgrade(database, from) {
        for (const migrate of MIGRATIONS.slice(from)) migrate(database);
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
  // What failed is tried again.
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

/** @param {any} store as idb has it @returns {Store} */
function storeOf(store) {
  /** @param {"put" | "add" | "delete"} writing */
  const quietly = (writing) => (/** @type {unknown} */ what) => {
    store[writing](what).catch(() => {});
  };
  /** Of several answers one may fail before the others are waited for. @param {Promise<any>} answer */
  const heard = (answer) => {
    answer.catch(() => {});
    return answer;
  };
  return {
    get: (key) => heard(store.get(key)),
    getAll: () => heard(store.getAll()),
    getAllKeys: () => heard(store.getAllKeys()),
    put: quietly("put"),
    add: quietly("add"),
    delete: quietly("delete"),
  };
}

/** Errors that come again if the same is tried again. */
const FINAL = ["ConstraintError", "QuotaExceededError", "SecurityError", "VersionError"];

/**
 * Does something within a transaction, and waits until that is kept: that a request is answered is
 * not enough, since a full store takes everything back at the end. Browsers lose their connection to
 * the store at times: whatever fails is tried once more on a new one.
 *
 * To wait for the answers to what is written would be too long: a page that is left before they come
 * has nothing kept, unless `work` has said by `commit` that this was all.
 * @template T
 * @param {string[]} stores
 * @param {IDBTransactionMode} mode
 * @param {(stores: Store[], commit: () => void) => Promise<T>} work
 *   gets the stores in their order; done twice, it does no more than done once
 * @returns {Promise<T>}
 */
export async function transact(stores, mode, work) {
  for (let tries = 0; ; tries += 1) {
    /** @type {Database | undefined} */
    let database;
    try {
      database = await open();
      const transaction = database.transaction(stores, mode);
      const done = transaction.done.then(
        () => undefined,
        (/** @type {unknown} */ error) => ({ error }),
      );
      try {
        const result = await work(
          stores.map((name) => storeOf(transaction.objectStore(name))),
          () => transaction.commit(),
        );
        const failed = await done;
        if (failed) throw failed.error;
        return result;
      } catch (error) {
        try {
          transaction.abort();
        } catch {
          // It is over.
        }
        throw error;
      }
    } catch (error) {
      const { name = "" } = /** @type {Error} */ (error ?? {});
      if (tries > 0 || FINAL.includes(name)) throw error;
      if (database) drop(database);
    }
  }
}

/**
 * What a store has. @param {string} store
 * @returns {Promise<any[]>}
 */
export const everyOne = (store) => transact([store], "readonly", async ([all]) => all.getAll());

/**
 * What a store has under a key.
 * @param {string} store @param {IDBValidKey} key
 * @returns {Promise<any>}
 */
export const oneOf = (store, key) => transact([store], "readonly", async ([all]) => all.get(key));

/**
 * Puts something into a store, in the place of what was there.
 * @param {string} store @param {object} value
 */
export const putInto = (store, value) =>
  transact([store], "readwrite", async ([all], commit) => {
    all.put(value);
    commit();
  });

/**
 * A game on the device.
 * @typedef {object} Entry
 * @property {string} key
 * @property {string} saved as the table saves it
 * @property {number} at when it was changed, in milliseconds since 1970
 * @property {boolean} underWay whether it has begun and not ended
 * @property {string} [revision] the table's number for it; older versions of Fivefold write other
 *   texts, or none
 * @property {string} [held] a step that waits to be confirmed
 */

/** What windows of this page tell each other. Where there is none, they do not know of each other. */
export const others =
  typeof BroadcastChannel === "function" ? new BroadcastChannel(NAME) : undefined;
export const me = Math.random();

/** Tells the other windows that a game is taken up here. @param {string} key */
export const announce = (key) => others?.postMessage({ key, me });
