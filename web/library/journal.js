// A write-ahead journal: what is on its way into the store of games. The store writes only after it
// has answered what stands there, and a page may be left, or die, before that; localStorage takes
// a text at once. What a page has left here, the next one that reads the store writes for it.

/**
 * A game that is being written.
 * @typedef {object} Writing
 * @property {import('./storage.js').Entry} entry what is to be stored
 * @property {string} writer who writes it
 * @property {{ saved: string, revision?: string }} [read] what it follows
 */

const PREFIX = "fivefold-writing ";

/** @param {string} writer @param {string} key */
const place = (writer, key) => `${PREFIX}${writer} ${key}`;

/** Notes what is about to be written. @param {Writing} writing */
export function note({ entry, writer, read }) {
  try {
    const follows = read && { saved: read.saved, revision: read.revision };
    const text = JSON.stringify({ entry, writer, read: follows });
    localStorage.setItem(place(writer, entry.key), text);
  } catch {
    // Blocked or full: the store alone, then.
  }
}

/** Strikes what has been written, or cannot be, unless more is on its way. @param {Writing} writing */
export function strike({ entry, writer }) {
  try {
    const at = place(writer, entry.key);
    if (JSON.parse(localStorage.getItem(at) ?? "{}").entry?.revision === entry.revision)
      localStorage.removeItem(at);
  } catch {
    // Blocked: nothing was noted.
  }
}

/** What pages have noted and not struck. @returns {Writing[]} */
export function noted() {
  try {
    return Object.keys(localStorage).flatMap((name) => {
      if (!name.startsWith(PREFIX)) return [];
      /** @type {Writing | null} */
      let writing = null;
      try {
        writing = JSON.parse(localStorage.getItem(name) ?? "null");
      } catch {
        // Damaged.
      }
      const { key, saved, revision } = writing?.entry ?? {};
      if ([key, saved, revision, writing?.writer].every((part) => typeof part === "string"))
        return /** @type {Writing[]} */ ([writing]);
      localStorage.removeItem(name);
      return [];
    });
  } catch {
    return [];
  }
}
