// Operations that may be refused or fail: the browser's storage of short texts, and fetching files.

/**
 * What something gives; nothing where the browser refuses it, or what stands there is damaged.
 * @template T
 * @param {() => T} work
 */
export function quietly(work) {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** What the browser does not keep: it holds for this visit. @type {Map<string, string>} */
const held = new Map();

/** What is kept under a name, if anything is. @param {string} name @returns {any} */
export const recall = (name) =>
  quietly(() => JSON.parse(held.get(name) ?? localStorage.getItem(name) ?? "null"));

/** Keeps nothing under a name. @param {string} name */
export function forget(name) {
  held.delete(name);
  quietly(() => localStorage.removeItem(name));
}

/** Keeps something under a name. @param {string} name @param {unknown} what @returns {boolean} whether it outlives the page */
export function retain(name, what) {
  const text = JSON.stringify(what);
  held.set(name, text);
  return quietly(() => localStorage.setItem(name, text) ?? held.delete(name)) ?? false;
}

/**
 * Does the same work once for each first argument, and again only where it has failed.
 * @template {unknown[]} A
 * @template T
 * @param {(...given: A) => Promise<T>} work
 * @returns {(...given: A) => Promise<T>}
 */
export function once(work) {
  /** @type {Map<unknown, Promise<T>>} */
  const known = new Map();
  return (...given) => {
    const [name] = given;
    const found = known.get(name) ?? work(...given);
    known.set(name, found);
    found.catch(() => known.delete(name));
    return found;
  };
}
