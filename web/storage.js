// Games in progress, kept on the device in IndexedDB.

const NAME = "fivefold";

/**
 * What each version of the schema adds to the one before; the database goes through all that it
 * has not seen. A step that has been released is never changed.
 * @type {((database: IDBDatabase) => void)[]}
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

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
export const answered = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/**
 * Waits until what was written is kept. That a request is answered is not enough: a full store
 * takes everything back at the end. And to wait for the answer would be too long: a page that is left
 * before it comes has nothing kept, unless it has said that this was all.
 * @param {IDBTransaction} transaction
 * @returns {Promise<unknown>}
 */
export const settled = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
    transaction.commit();
  });

/** @type {Promise<IDBDatabase> | null} */
let opening = null;

export function open() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, MIGRATIONS.length);
    request.onupgradeneeded = (event) => {
      for (const migrate of MIGRATIONS.slice(event.oldVersion)) migrate(request.result);
    };
    // Another window keeps an older version open.
    request.onblocked = reject;
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const database = request.result;
      // A newer page in another window may need to change the schema.
      database.onversionchange = () => {
        database.close();
        opening = null;
      };
      database.onclose = () => {
        opening = null;
      };
      resolve(database);
    };
  });
  // What failed is tried again.
  opening.catch(() => {
    opening = null;
  });
  return opening;
}

/**
 * @param {string} store
 * @param {IDBTransactionMode} mode
 */
export async function within(store, mode) {
  return (await open()).transaction(store, mode).objectStore(store);
}

/**
 * The stored text of a game, if there is one.
 * @param {string} key
 * @returns {Promise<string | undefined>}
 */
export async function storedGame(key) {
  const found = await answered((await within("games", "readonly")).get(key));
  return found?.saved;
}

/**
 * Stores the text of a game in the place of what was there.
 * @param {string} key
 * @param {string} saved
 * @param {boolean} underWay whether it has begun and not ended
 */
export async function keepGame(key, saved, underWay) {
  const at = Date.now();
  const store = await within("games", "readwrite");
  store.put({ key, saved, at, underWay });
  await settled(store.transaction);
}

/**
 * Puts aside a text that could not be read.
 * @param {string} key
 * @param {unknown} saved
 * @param {string} why
 */
export async function putAside(key, saved, why) {
  const stores = (await open()).transaction(["games", "aside"], "readwrite");
  stores.objectStore("aside").add({ key, saved, why, at: Date.now() });
  stores.objectStore("games").delete(key);
  await settled(stores);
}

/** A turn that waits to be confirmed in this window: the game before it, by the game's key. */
export const unconfirmed = {
  /** @param {string} key @returns {string} */
  of(key) {
    try {
      return sessionStorage.getItem(`unconfirmed ${key}`) ?? "";
    } catch {
      return "";
    }
  },
  /** @param {string} key @param {string} saved */
  keep(key, saved) {
    try {
      if (saved) sessionStorage.setItem(`unconfirmed ${key}`, saved);
      else sessionStorage.removeItem(`unconfirmed ${key}`);
    } catch {
      // It is confirmed by a reload, then.
    }
  },
};

/** What windows of this page tell each other. Where there is none, they do not know of each other. */
export const others =
  typeof BroadcastChannel === "function" ? new BroadcastChannel(NAME) : undefined;
export const me = Math.random();

/** Tells the other windows that a game is taken up here. @param {string} key */
export const announce = (key) => others?.postMessage({ key, me });
