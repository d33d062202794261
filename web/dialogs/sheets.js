// Questions to the player, all in <dialog> elements, which keep the focus and close with Esc.

import { afterFrame, make, set, words } from "../shell/index.js";

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

/** Fills a sheet. @param {string} id @param {string} title @param {(Node | string)[]} parts */
function fill(id, title, parts) {
  const found = sheet(id, title);
  found.form.append(...parts);
  found.box.returnValue = "";
  return found;
}

/** The focus may have gone to a button below, and what is read first out of view. @param {HTMLDialogElement} box */
function showModal(box) {
  if (box.popover) set(box, { popover: null, inert: false });
  if (!box.open) box.showModal();
  box.scrollTop = 0;
}

/**
 * Shows a dialog at once, and makes it modal behind the frame that shows it, or with the next key: all of a page
 * that becomes inert is styled anew. Until then it is inert itself, so that the focus comes to it once.
 * @param {HTMLDialogElement} box
 */
function unveil(box) {
  const settle = () => {
    removeEventListener("keydown", settle, true);
    if (box.popover) showModal(box);
  };
  set(box, { popover: "manual", inert: true });
  box.showPopover();
  addEventListener("keydown", settle, true);
  afterFrame(settle);
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
  const found = fill(id, title, [...parts, make("div", "pair", ...buttons, closing)]);
  const { box } = found;
  // Browsers from before 2024 have no popovers.
  if (!box.showPopover) showModal(box);
  else if (!box.open && !box.popover) unveil(box);
  return found;
}

/** Shows a sheet with these parts. @param {string} id @param {string} title @param {(Node | string)[]} parts */
export function show(id, title, ...parts) {
  const found = fill(id, title, parts);
  showModal(found.box);
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
