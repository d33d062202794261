// Texts to be copied, and links to be sent by the system's way.

import { make } from "./dialogs.js";
import { words } from "./words.js";

/**
 * A text to be copied, and buttons for it.
 * @param {string} label
 * @param {string} text
 * @param {boolean} long whether it has several lines
 * @param {(text: string) => void} say
 */
export function copyable(label, text, long, say) {
  const field = make(long ? "textarea" : "input");
  field.readOnly = true;
  field.value = text;
  field.setAttribute("aria-label", label);
  field.addEventListener("focus", () => field.select());
  const copy = make("button", "", words("travel.copy"));
  copy.type = "button";
  copy.addEventListener("click", async () => {
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
  return { field, copy };
}

/**
 * A button for the system's way of sending a link; nothing where there is none.
 * @param {{ text: string, url: string | (() => string) }} what
 * @param {HTMLInputElement | HTMLTextAreaElement} field has the link, if it cannot be sent
 * @param {(text: string) => void} say
 * @param {() => void} [handed] when it has been sent
 */
export function sendButton({ text, url }, field, say, handed = () => {}) {
  if (typeof navigator.share !== "function") return undefined;
  const send = make("button", "", words("travel.send"));
  send.type = "button";
  send.addEventListener("click", async () => {
    const address = typeof url === "string" ? url : url();
    try {
      await navigator.share({ title: words("title"), text, url: address });
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
  return send;
}
