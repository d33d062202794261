// A write-ahead journal: what is on its way into the store of games. The store writes only after it
// has answered what stands there, and a page may be left, or die, before that; localStorage takes
// a text at once. What a page has left here, the next one that reads the store writes for it.

import { forget, quietly, recall, retain } from "../shell/index.js";

/** @import { Noted } from "../shell/contract" */
/** @typedef {Noted & { isOver: boolean }} Writing */

const PREFIX = "fivefold-writing ";
/** Who writes in this window. */
const me = Math.random().toString(36).slice(2);

/** @param {string} key */
const place = (key) => `${PREFIX}${me} ${key}`;

/** Notes what is about to be written; where that is refused, the store alone has it. @param {Writing} writing */
export const note = ({ key, follows, revision, content, isOver }) =>
  retain(place(key), { key, follows, revision, content, isOver, writer: me });

/** Strikes what has been written, unless more is on its way. @param {string} key @param {string[]} revisions */
export function strike(key, ...revisions) {
  if (revisions.includes(recall(place(key))?.revision)) forget(place(key));
}

/** A number for whatever it is (FNV-1a). @param {unknown} what */
export function digest(what) {
  let sum = 0xcbf29ce484222325n;
  for (const sign of JSON.stringify(what)) {
    sum = BigInt.asUintN(64, (sum ^ BigInt(sign.codePointAt(0) ?? 0)) * 0x100000001b3n);
  }
  return String(sum || 1n);
}

/** What an older page has noted, as it is noted now. @param {any} noted @returns {Writing} */
function renewed({ entry, read, ...noted }) {
  if (!entry) return noted;
  const { key, saved, revision, underWay } = entry;
  return {
    key,
    follows: [read ? digest([read.saved, read.revision, null]) : "0"],
    revision: digest([saved, revision, null]),
    content: { saved, held: "", computer: null, post: null },
    isOver: !underWay,
  };
}

/** What other pages have noted and not struck, and how it is struck. @returns {[Writing, () => void][]} */
export const noted = () =>
  (quietly(() => Object.keys(localStorage)) ?? []).flatMap((name) => {
    if (!name.startsWith(PREFIX) || name.startsWith(`${PREFIX}${me} `)) return [];
    const end = () => forget(name);
    const writing = quietly(() => renewed(recall(name)));
    const { key, revision, content } = writing ?? {};
    if (writing && [key, revision, content?.saved].every((part) => typeof part === "string"))
      return [/** @type {[Writing, () => void]} */ ([writing, end])];
    // Damaged.
    end();
    return [];
  });
