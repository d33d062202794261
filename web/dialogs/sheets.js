// Questions to the player, all in <dialog> elements, which keep the focus and close with Esc.

import { afterFrame, make, words } from "../shell/index.js";

/** @type {Map<string, { box: HTMLDialogElement, form: HTMLFormElement }>} */
const made = new Map();

/** A dialog with a title; the same each time. @param {string} id @param {string} title */
export function sheet(id, title) {
  let found = made.get(id);
  if (!found) {
    const form = make("form", { method: "dialog" });
    const box = make("dialog", { class: "sheet", id, "aria-labelledby": `${id}-title` }, form);
    closeOutside(box);
    box.addEventListener("submit", closeSoon);
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
  open(found.box);
  // The focus may have gone to a button below, and what is read first out of view.
  found.box.scrollTop = 0;
  return found;
}

/**
 * Shows a dialog with the next frame. Only behind that frame the rest of the page becomes inert, for which the
 * browser styles all of it anew.
 * @param {HTMLDialogElement} box
 */
function open(box) {
  if (box.open || box.matches(":popover-open")) return;
  const opener = /** @type {HTMLElement | null} */ (document.activeElement);
  box.popover = "manual";
  box.showPopover();
  afterFrame(() => {
    const chosen = /** @type {HTMLElement | null} */ (document.activeElement);
    const { scrollTop } = box;
    // A dialog gives the focus back to what has it as it opens.
    opener?.focus({ preventScroll: true });
    box.popover = null;
    box.showModal();
    if (box.contains(chosen)) chosen?.focus({ preventScroll: true });
    box.scrollTop = scrollTop;
  });
}

/** Hides the dialog with the next frame, and closes it behind that, for the same reason. @param {SubmitEvent} event */
function closeSoon(event) {
  const box = /** @type {HTMLDialogElement} */ (event.currentTarget);
  // The next key may come before the next frame.
  const isByKey = box.querySelector(":focus-visible") !== null;
  if (event.defaultPrevented || !box.open || isByKey) return;
  event.preventDefault();
  box.classList.add("left");
  const { submitter } = event;
  afterFrame(() => {
    box.close(submitter instanceof HTMLButtonElement ? submitter.value : "");
    box.classList.remove("left");
  });
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
