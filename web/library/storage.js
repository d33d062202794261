// Games in progress, kept on the device in IndexedDB.

import { openDB } from "idb";
import { note, noted, strike } from "./journal.js";
import { freeKey } from "./keys.js";

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
  return {
    get: (key) => store.get(key),
    getAll: () => store.getAll(),
    getAllKeys: () => store.getAllKeys(),
    put: quietly("put"),
    add: quietly("add"),
    delete: quietly("delete"),
  };
}

/** Errors that come again if the same is tried again. */
const FINAL = ["ConstraintError", "QuotaExceededError", "SecurityError", "VersionError"];

/** Another window has gone on with a game by link: what this one would keep is refused. */
export class Elsewhere extends Error {}

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
      if (tries > 0 || FINAL.includes(name) || error instanceof Elsewhere) throw error;
      if (database) drop(database);
    }
  }
}

/**
 * What a store has. @param {string} store
 * @returns {Promise<any[]>}
 */
export async function everyOne(store) {
  if (store === "games") await recover();
  return transact([store], "readonly", async ([all]) => all.getAll());
}

/**
 * What a store has under a key.
 * @param {string} store @param {IDBValidKey} key
 * @returns {Promise<any>}
 */
export async function oneOf(store, key) {
  if (store === "games") await recover();
  return transact([store], "readonly", async ([all]) => all.get(key));
}

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
 * @property {string} [revision] who has written it, and as which of his writings; older versions of
 *   Fivefold write none
 */

/**
 * A game that this window plays: what it may write over. Nothing else is written over, whatever
 * another window, an older page or a failure of the browser has left under the key.
 * @typedef {object} Hold
 * @property {string} key where it is kept
 * @property {string} writer stands in the revisions that this window writes
 * @property {number} count of what it has written
 * @property {{ saved: string, revision?: string }} [read] what was there when the game was taken up
 */

/** @type {Map<string, Hold>} */
const holds = new Map();
/** Who has written in this window: what they have noted is on its way. @type {Set<string>} */
const writers = new Set();

/** The game that this window plays under a key. @param {string} key @returns {Hold} */
function held(key) {
  let hold = holds.get(key);
  if (!hold) {
    hold = { key, writer: Math.random().toString(36).slice(2), count: 0 };
    holds.set(key, hold);
    writers.add(hold.writer);
  }
  return hold;
}

/**
 * The next entry of a game.
 * @param {Hold} hold @param {string} saved @param {boolean} underWay
 * @returns {Entry}
 */
function entryOf(hold, saved, underWay) {
  hold.count += 1;
  return {
    key: hold.key,
    saved,
    at: Date.now(),
    underWay,
    revision: `${hold.writer} ${hold.count}`,
  };
}

/**
 * Whether what is found under a key may be written over: this window has written it, or it is what
 * it has read, or the same text.
 * @param {Entry | undefined} found
 * @param {Hold} hold
 * @param {string} saved what is to be written
 */
const isFollowed = (found, { writer, read }, saved) =>
  found === undefined ||
  found.saved === saved ||
  String(found.revision).startsWith(`${writer} `) ||
  (read !== undefined && found.saved === read.saved && found.revision === read.revision);

/**
 * The stored text of a game, if there is one.
 * @param {string} key
 * @returns {Promise<string | undefined>}
 */
export const storedGame = async (key) => (await oneOf("games", key))?.saved;

/**
 * Takes up a game in this window: what it plays from now on follows what is stored.
 * @param {string} key
 * @returns {Promise<string | undefined>} the stored text, if there is one
 */
export async function takeUp(key) {
  const found = await oneOf("games", key);
  held(key).read = found;
  return found?.saved;
}

/**
 * Leaves a game for another under the same key: that one may not be written over the game that is left.
 * @param {string} key
 */
export function leave(key) {
  const hold = held(key);
  holds.delete(key);
  return {
    hold,
    /** Goes back to the game that was left. */
    resume: () => holds.set(key, hold),
  };
}

/**
 * Stores the text of a game in the place of what was there. If that is no game that this window
 * knows, it stays, and this one is stored beside it.
 * @param {string} key
 * @param {string} saved
 * @param {boolean} underWay whether it has begun and not ended
 * @returns {Promise<string>} the key under which it is stored
 * @throws {Elsewhere} a game by link has one place, where another window has gone on
 */
export async function keepGame(key, saved, underWay) {
  const hold = held(key);
  const writing = {
    entry: entryOf(hold, saved, underWay),
    writer: hold.writer,
    read: hold.read,
  };
  // The store answers before it writes, which may be later than the page is left.
  note(writing);
  let place = key;
  try {
    place = await write(writing);
  } finally {
    strike(writing);
  }
  if (place !== writing.entry.key) {
    hold.key = place;
    holds.set(place, hold);
  }
  return place;
}

/**
 * Writes a game to its place or, if that is another's, beside it.
 * @param {import('./journal.js').Writing} writing
 * @returns {Promise<string>} the key under which it is stored
 */
const write = ({ entry, writer, read }) =>
  transact(["games"], "readwrite", async ([games], commit) => {
    const { saved } = entry;
    let { key } = entry;
    if (!isFollowed(await games.get(key), { key, count: 0, writer, read }, saved)) {
      if (key.startsWith("mail ")) throw new Elsewhere("another window has gone on with this game");
      key = freeKey(saved, new Set((await games.getAllKeys()).map(String)));
    }
    games.put({ ...entry, key });
    commit();
    return key;
  });

/**
 * Whether what a page has noted is stored, by itself or by what follows it.
 * @param {import('./journal.js').Writing} writing
 */
async function isStored({ entry, writer }) {
  const all = /** @type {Entry[]} */ (
    await transact(["games"], "readonly", async ([games]) => games.getAll())
  );
  const count = (/** @type {Entry} */ { revision = "" }) => Number(revision.split(" ")[1]);
  return all.some(
    (game) =>
      (game.revision?.startsWith(`${writer} `) && count(game) >= count(entry)) ||
      // Set beside another, where nobody writes it.
      (game.saved === entry.saved && /^kept /.test(game.key)),
  );
}

/** Writes what pages have noted that were left before it was stored. */
async function recover() {
  for (const writing of noted()) {
    if (writers.has(writing.writer)) continue;
    try {
      if (!(await isStored(writing))) await write(writing);
    } catch (error) {
      // A store that is full or blocked now may take it another time.
      if (!(error instanceof Elsewhere)) continue;
    }
    strike(writing);
  }
}

/**
 * Moves a game that another takes the place of to a key of its own, with its name and all that is
 * known of it. What another window has stored in its place stays there.
 * @param {string} key where it was
 * @param {Pick<Entry, "saved" | "at" | "underWay">} game
 * @param {object} [facts] what is known of it; as stored, unless given
 * @param {Hold} [hold] the window's, if it has played the game
 * @returns {Promise<string>} its new key
 */
export const setBeside = (key, { saved, at, underWay }, facts, hold) =>
  transact(["games", "names", "facts"], "readwrite", async ([games, names, notes], commit) => {
    const [found, taken, name, noted] = await Promise.all([
      games.get(key),
      games.getAllKeys(),
      names.get(key),
      notes.get(key),
    ]);
    const beside = freeKey(saved, new Set(taken.map(String)));
    games.put({ key: beside, saved, at, underWay });
    const isIt = isFollowed(found, hold ?? { key, writer: " ", count: 0 }, saved);
    const known = facts ?? (isIt ? noted : undefined);
    if (known) notes.put({ ...known, key: beside });
    if (isIt) {
      if (name) names.put({ ...name, key: beside });
      for (const store of [games, names, notes]) store.delete(key);
    }
    commit();
    return beside;
  });

/**
 * Puts aside a text that could not be read.
 * @param {string} key
 * @param {unknown} saved
 * @param {string} why
 */
export const putAside = (key, saved, why) =>
  transact(["games", "aside"], "readwrite", async ([games, aside], commit) => {
    const found = await games.get(key);
    if (!found || JSON.stringify(found.saved) !== JSON.stringify(saved)) return;
    aside.add({ key, saved, why, at: Date.now() });
    games.delete(key);
    commit();
  });

/** The steps of a saved game, each behind a space. @param {string} saved */
const stepsOf = (saved) => /^steps(.*)$/m.exec(saved)?.[1] ?? "";

/** A turn that waits to be confirmed in this window: the game before it, by the game's key. */
export const unconfirmed = {
  /**
   * @param {string} key
   * @param {string} saved the game as it stands: where that is not the one before and a turn of one
   *   step, another window has gone on with it
   * @returns {{ before: string, step: string } | undefined}
   */
  of(key, saved) {
    try {
      const before = sessionStorage.getItem(`unconfirmed ${key}`) ?? "";
      const turn = stepsOf(saved).replace(stepsOf(before), "");
      const isIt = before && stepsOf(saved).startsWith(stepsOf(before)) && /^ \S+$/.test(turn);
      return isIt ? { before, step: turn.trim() } : undefined;
    } catch {
      return undefined;
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
