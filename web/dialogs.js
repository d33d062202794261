// Questions to the player, all in <dialog> elements, which keep the focus and close with Esc.

import { manImage } from "./men.js";
import { entry, roleName, sentence } from "./words.js";

/** @typedef {import('./table').Answer} Answer */

/**
 * Asks a question and calls back if the answer is yes.
 * @param {HTMLDialogElement} dialog
 * @param {{ title: string, text: string, yes: string, no: string }} question
 * @param {() => void} agreed
 */
export function ask(dialog, { title, text, yes, no }, agreed) {
  const part = (/** @type {string} */ name) =>
    /** @type {HTMLElement} */ (dialog.querySelector(`[data-part=${name}]`));
  part("title").textContent = title;
  part("text").textContent = text;
  part("yes").textContent = yes;
  part("no").textContent = no;
  dialog.returnValue = "";
  dialog.addEventListener(
    "close",
    () => {
      if (dialog.returnValue === "yes") agreed();
    },
    { once: true },
  );
  dialog.showModal();
}

/**
 * Asks what a pawn becomes, in a column over its square.
 * @param {HTMLDialogElement} dialog
 * @param {NonNullable<Answer['promote']>} question
 * @param {{ box: DOMRect, down: boolean, game: string }} place `down`: the column runs downwards
 * @param {(role: string) => void} chosen gets an empty text if the question was waved away
 */
export function choosePromotion(dialog, { color, roles }, { box, down, game }, chosen) {
  const size = Math.max(44, box.width);
  const buttons = roles.map((role) => {
    const button = document.createElement("button");
    button.value = role;
    button.append(manImage(role, color));
    button.setAttribute("aria-label", sentence(roleName(role, game)));
    button.title = sentence(roleName(role, game));
    return button;
  });
  const form = /** @type {HTMLFormElement} */ (dialog.firstElementChild);
  form.replaceChildren(...(down ? buttons : [...buttons].reverse()));
  const left = Math.max(0, Math.min(innerWidth - size, box.left + (box.width - size) / 2));
  const top = down ? box.top : box.bottom - size * roles.length;
  dialog.style.left = `${left}px`;
  dialog.style.top = `${Math.max(0, Math.min(innerHeight - size * roles.length, top))}px`;
  dialog.style.setProperty("--size", `${size}px`);
  dialog.returnValue = "";
  dialog.addEventListener(
    "close",
    () => {
      chosen(roles.includes(dialog.returnValue) ? dialog.returnValue : "");
    },
    { once: true },
  );
  dialog.showModal();
  buttons[0]?.focus();
}

/** Fills the list of keys. @param {HTMLElement} list @param {string} key */
export function fillKeys(list, key) {
  list.replaceChildren(
    ...entry(key).flatMap((/** @type {[string, string]} */ [keys, meaning]) => {
      const name = document.createElement("dt");
      const text = document.createElement("dd");
      const cap = document.createElement("kbd");
      cap.textContent = keys;
      name.append(cap);
      text.textContent = meaning;
      return [name, text];
    }),
  );
}

/**
 * Lets a click on the backdrop close a dialog.
 * @param {HTMLDialogElement} dialog
 */
export function closeOutside(dialog) {
  dialog.addEventListener("click", (event) => {
    if (event.target !== dialog) return;
    const box = dialog.getBoundingClientRect();
    const inside =
      event.clientX >= box.left &&
      event.clientX <= box.right &&
      event.clientY >= box.top &&
      event.clientY <= box.bottom;
    if (!inside) dialog.close("");
  });
}
