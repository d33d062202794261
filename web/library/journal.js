// A write-ahead journal: writes on their way into the store of games. The store reads before it
// writes, and a page may be closed or crash in between; localStorage stores a text at once. What a
// page has left here, the next one that reads the store writes for it.

import { forget, quietly, recall, retain } from "../shell/index.js";

/** @import { Noted } from "../shell/types" */
/** @typedef {Noted & { isOver: boolean }} Writing */

const PREFIX = "fivefold-writing ";
/** Who writes in this window. */
const me = Math.random().toString(36).slice(2);
/** What this window has noted begins so. */
const OWN = `${PREFIX}${me} `;

/** @param {string} key */
const place = (key) => OWN + key;

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

/** The names of what other pages have noted and not struck. */
export const left = () =>
  (quietly(() => Object.keys(localStorage)) ?? []).filter(
    (name) => name.startsWith(PREFIX) && !name.startsWith(OWN),
  );
