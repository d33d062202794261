// Damages files of games, for the tests of their reader. The same seed damages in the same ways.

/**
 * Numbers that look random, the same for the same seed: from 0 up to 1.
 * @param {number} seed
 */
export function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What else can stand in the place of a value. @type {any[]} */
const VALUES = [
  null,
  true,
  0,
  -1,
  1e308,
  "",
  "g=",
  "x".repeat(3000),
  "\u0000\ud800",
  [],
  {},
  [[[]]],
  { link: 5 },
  { __proto__: null, toString: 3 },
];

/**
 * Changes one value somewhere in a tree of values.
 * @param {any} tree
 * @param {() => number} random
 * @returns {any}
 */
function changed(tree, random) {
  const one = (/** @type {any[]} */ from) => from[Math.floor(random() * from.length)];
  if (typeof tree === "string" && tree.length > 0 && random() < 0.6) return scratched(tree, random);
  if (typeof tree !== "object" || tree === null || random() < 0.15) return one(VALUES);
  if (Array.isArray(tree)) {
    if (tree.length === 0 || random() < 0.2) return [...tree, one([...VALUES, ...tree])];
    const place = Math.floor(random() * tree.length);
    if (random() < 0.1) return tree.toSpliced(place, 1);
    return tree.with(place, changed(tree[place], random));
  }
  const names = Object.keys(tree);
  if (names.length === 0 || random() < 0.1) {
    return {
      ...tree,
      [one(["saved", "link", "at", "name", "facts", "opponent", "mail", "seat"])]: one(VALUES),
    };
  }
  const name = one(names);
  if (random() < 0.1) {
    const { [name]: gone, ...rest } = tree;
    return rest;
  }
  return { ...tree, [name]: changed(tree[name], random) };
}

/**
 * Changes, drops, doubles and moves characters of a text.
 * @param {string} text
 * @param {() => number} random
 */
function scratched(text, random) {
  let changed = text;
  for (let times = 1 + Math.floor(random() * 3); times > 0; times -= 1) {
    const at = Math.floor(random() * changed.length);
    const to = at + Math.floor(random() * 12);
    const [before, part, behind] = [changed.slice(0, at), changed.slice(at, to), changed.slice(to)];
    const kind = Math.floor(random() * 5);
    const strange = String.fromCharCode(Math.floor(random() * (random() < 0.8 ? 128 : 65536)));
    changed =
      [
        before + behind,
        before + part + part + behind,
        before + strange + behind,
        before,
        part + before + behind,
      ][kind] ?? "";
  }
  return changed;
}

/**
 * What is damaged, read once however many damaged files are made of it: its values, which are never
 * changed in place, and its text without spaces.
 * @type {Map<string, { tree: any, plain: string }>}
 */
const whole = new Map();

/** @param {string} file */
function read(file) {
  let found = whole.get(file);
  if (!found) {
    const tree = JSON.parse(file);
    found = { tree, plain: JSON.stringify(tree) };
    whole.set(file, found);
  }
  return found;
}

/**
 * A file with something wrong in it.
 * @param {string} file
 * @param {() => number} random
 * @param {(games: unknown) => number} [sum] sets the sum right again, so that the reader looks further
 */
export function damaged(file, random, sum) {
  const { tree: sound, plain } = read(file);
  for (;;) {
    let text = file;
    if (random() < 0.3) text = scratched(file, random);
    else {
      let tree = sound;
      for (let times = 1 + Math.floor(random() * 3); times > 0; times -= 1) {
        tree =
          random() < 0.8 && Array.isArray(tree?.games)
            ? { ...tree, games: changed(tree.games, random) }
            : changed(tree, random);
      }
      if (sum && tree !== null && typeof tree === "object" && !Array.isArray(tree)) {
        tree = { ...tree, sum: sum(tree.games) };
      }
      text = JSON.stringify(tree) ?? "";
    }
    if (text !== file && text !== plain) return text;
  }
}
