// What dialogs are made of: lines that are read out, texts to be copied, and links to be sent by the
// system's way.

import { button, make, words } from "../shell/index.js";

/**
 * A line that is read out when it says something anew.
 * @param {string} kind @param {"status" | "alert"} role
 */
export function sayer(kind = "said", role = "status") {
  const line = make("p", { class: kind, role });
  const say = (/** @type {string} */ text) => {
    line.textContent = text;
  };
  return { line, say };
}

/**
 * Says in a line what is gone, with a button that brings it back.
 * @param {HTMLElement} line @param {string} text @param {() => unknown} work
 */
export function offerUndo(line, text, work) {
  const undo = button(words("library.undo"), work);
  line.replaceChildren(text, " ", undo);
  return undo;
}

/** @typedef {() => HTMLInputElement | HTMLTextAreaElement} FieldOf where a text stands that is copied or sent */

/** A button that copies what stands in a field. @param {FieldOf} fieldOf @param {(text: string) => void} say */
export const copyButton = (fieldOf, say) =>
  button(words("travel.copy"), async () => {
    const field = fieldOf();
    field.focus();
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      say(words("travel.copied"));
    } catch {
      // Where the clipboard is closed to pages, the text stands selected.
      say(words("travel.select"));
    }
  });

/**
 * A text to be copied, and buttons for it.
 * @param {string} label
 * @param {string} text
 * @param {boolean} long whether it has several lines
 * @param {(text: string) => void} say
 */
export function copyable(label, text, long, say) {
  const given = { readOnly: true, value: text, "aria-label": label };
  const field = make(long ? "textarea" : "input", given);
  field.onfocus = () => field.select();
  return { field, copy: copyButton(() => field, say) };
}

/** Whether the system has a way of sending links and texts. */
export const canSend = () => typeof navigator.share === "function";

/**
 * A button for the system's way of sending a text, with the link in a field or without.
 * @param {string} text
 * @param {boolean} hasLink
 * @param {FieldOf} fieldOf has the link, or what else is sent
 * @param {(text: string) => void} say
 * @param {() => void} [handed] when it has been sent
 */
export const sendButton = (text, hasLink, fieldOf, say, handed = () => {}) =>
  button(words("travel.send"), async () => {
    const field = fieldOf();
    try {
      const link = { title: words("title"), text, url: field.value };
      await navigator.share(hasLink ? link : { text });
    } catch (error) {
      // Who waves the system's sheet away has not failed.
      if (error instanceof DOMException && error.name === "AbortError") return;
      console.warn(error);
      field.focus();
      field.select();
      say(words("travel.no-send"));
      return;
    }
    handed();
  });

/** How long an exported file is available, in milliseconds. */
const LEFT = 120_000;

/** Hands a file over to be kept. @param {Blob} content @param {string} name */
export function download(content, name) {
  const link = make("a", { href: URL.createObjectURL(content), download: name });
  link.click();
  // The browser does not report when it takes the file: it may ask for a folder first.
  setTimeout(() => URL.revokeObjectURL(link.href), LEFT);
}
