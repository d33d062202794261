// The names under which games are kept beside each other.

/** A name for a game, the same for the same text. @param {string} text */
export function nameOf(text) {
  // FNV-1a over two halves: a name, not a proof.
  let [a, b] = [0x811c9dc5, 0x01000193];
  for (let place = 0; place < text.length; place += 1) {
    a = Math.imul(a ^ text.charCodeAt(place), 0x01000193);
    b = Math.imul(b + text.charCodeAt(place), 0x85ebca6b) ^ (b >>> 13);
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}

/**
 * A key for a game beside the others, under which none is kept.
 * @param {string} saved
 * @param {Set<string>} taken the keys of the others
 */
export function freeKey(saved, taken) {
  for (let tries = 0; ; tries += 1) {
    const key = `kept ${nameOf(tries === 0 ? saved : `${saved}${tries}`)}`;
    if (!taken.has(key)) return key;
  }
}
