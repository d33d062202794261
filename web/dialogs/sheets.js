// Questions to the player, all in <dialog> elements, which keep the focus and close with Esc.

import { make, words } from "../shell/index.js";

/** @type {Map<string, { box: HTMLDialogElement, form: HTMLFormElement }>} */
const made = new Map();

/** A dialog with a title; the same each time. @param {string} id @param {string} title */
export function sheet(id, title) {
  let found = made.get(id);
  if (!found) {
    const form = make("form", { method: "dialog" });
    const box = make("dialog", { class: "sheet", id, "aria-labelledby": `${id}-title` }, form);
    closeOutside(box);
    document.body.append(box);
    found = { box, form };
    made.set(id, found);
  }
  found.form.replaceChildren(make("h2", { id: `${id}-title` }, title));
  return found;
}

/**
 * Opens a sheet with these parts, and buttons below, of which one closes it.
 * @param {string} id
 * @param {string} title
 * @param {(Node | string)[]} parts
 * @param {Node[]} buttons
 */
export function openSheet(id, title, parts, ...buttons) {
  const closing = make("button", { value: "" }, words("label.close"));
  return show(id, title, ...parts, make("div", "pair", ...buttons, closing));
}

/** Shows a sheet with these parts. @param {string} id @param {string} title @param {(Node | string)[]} parts */
export function show(id, title, ...parts) {
  const found = sheet(id, title);
  found.form.append(...parts);
  found.box.returnValue = "";
  if (!found.box.open) found.box.showModal();
  // The focus may have gone to a button below, and what is read first out of view.
  found.box.scrollTop = 0;
  return found;
}

/** Lets a click on the backdrop close a dialog. @param {HTMLDialogElement} dialog */
export function closeOutside(dialog) {
  dialog.addEventListener("click", ({ target, clientX, clientY }) => {
    if (target !== dialog) return;
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const inside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
    if (!inside) dialog.close("");
  });
}
