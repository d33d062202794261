// The key of a game that goes through a relay, as links and the store of games have it.

import { newKey } from "./sealed.js";

/** The key in a link, beside its letter. */
const IN_LINK = /[#&]relay=([\w-]{43})(?![\w-])/;

/** @param {Uint8Array} key */
export const keyText = (key) =>
  btoa(String.fromCharCode(...key))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

/** @param {string} text */
export const keyBytes = (text) =>
  Uint8Array.from(
    atob(text.replaceAll("-", "+").replaceAll("_", "/")),
    (letter) => letter.codePointAt(0) ?? 0,
  );

/** A key that nobody else has. */
export const newKeyText = () => keyText(newKey());

/** The key in a link; nothing if there is none. @param {string} link */
export const keyIn = (link) => IN_LINK.exec(link)?.[1] ?? "";
