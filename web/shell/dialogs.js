// Questions to the player, all in <dialog> elements, which keep the focus and close with Esc.

import { pieceImage } from "../board/piece-images.js";
import { roleName, sentence, words } from "./words.js";

/** @typedef {import('./table').Answer} Answer */

/**
 * An element with a class and children.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} name
 * @param {string} [kind]
 * @param {(Node | string)[]} children
 */
export function make(name, kind = "", ...children) {
  const element = document.createElement(name);
  if (kind) element.className = kind;
  element.append(...children);
  return element;
}

/**
 * A button of the menu, with a drawing before its words.
 * @param {string} label
 * @param {string} drawing a path in a square of 24
 */
export function toolButton(label, drawing) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  path.setAttribute("d", drawing);
  svg.append(path);
  const button = make("button", "", svg, make("span", "", label));
  button.type = "button";
  return button;
}

/** @type {Map<string, { box: HTMLDialogElement, form: HTMLFormElement }>} */
const made = new Map();

/**
 * A dialog with a title; the same each time.
 * @param {string} id
 * @param {string} title
 */
export function sheet(id, title) {
  let found = made.get(id);
  if (!found) {
    const form = make("form");
    form.method = "dialog";
    const box = make("dialog", "sheet", form);
    box.id = id;
    box.setAttribute("aria-labelledby", `${id}-title`);
    closeOutside(box);
    document.body.append(box);
    found = { box, form };
    made.set(id, found);
  }
  const heading = make("h2", "", title);
  heading.id = `${id}-title`;
  found.form.replaceChildren(heading);
  return found;
}

/** The button that closes a sheet. @param {string} [word] */
export function closing(word = "label.close") {
  const close = make("button", "", words(word));
  close.value = "";
  return close;
}

/**
 * Asks a question and calls back if the answer is yes.
 * @param {{ title: string, text: string, yes: string, no: string }} question
 * @param {() => void} agreed
 */
export function ask({ title, text, yes, no }, agreed) {
  const { box, form } = sheet("question", title);
  const told = make("p", "", text);
  told.id = "question-text";
  box.setAttribute("aria-describedby", told.id);
  const agree = make("button", "main", yes);
  agree.value = "yes";
  const decline = make("button", "", no);
  decline.value = "";
  form.append(told, make("div", "pair", agree, decline));
  box.returnValue = "";
  box.onclose = () => {
    if (box.returnValue === "yes") agreed();
  };
  box.showModal();
}

/**
 * Asks what a pawn becomes, in a column over its square.
 * @param {HTMLDialogElement} dialog
 * @param {NonNullable<Answer['promote']>} question
 * @param {{ box: () => DOMRect | undefined, board: Element, game: string }} place the square's
 *   box in the window, and what the column stays with when its size changes
 * @param {(role: string) => void} chosen gets an empty text if the question was waved away
 */
export function choosePromotion(dialog, { color, roles }, { box, board, game }, chosen) {
  const buttons = roles.map((role) => {
    const button = make("button", "", pieceImage(role, color));
    button.value = role;
    button.setAttribute("aria-label", sentence(roleName(role, game)));
    button.title = sentence(roleName(role, game));
    return button;
  });
  const form = /** @type {HTMLFormElement} */ (dialog.firstElementChild);
  const middle = (/** @type {DOMRect | undefined} */ at) => (at ? at.top + at.height / 2 : 0);
  const down = middle(box()) < middle(board.getBoundingClientRect());
  form.replaceChildren(...(down ? buttons : [...buttons].reverse()));
  const lay = () => {
    const square = box();
    if (!square) return;
    const size = Math.max(44, square.width);
    const height = size * roles.length;
    const left = square.left + (square.width - size) / 2;
    const top = down ? square.top : square.bottom - height;
    dialog.style.left = `${Math.max(0, Math.min(innerWidth - size, left))}px`;
    dialog.style.top = `${Math.max(0, Math.min(innerHeight - height, top))}px`;
    dialog.style.setProperty("--size", `${size}px`);
  };
  lay();
  const watch = new ResizeObserver(lay);
  for (const element of [board, document.documentElement]) watch.observe(element);
  dialog.returnValue = "";
  dialog.addEventListener(
    "close",
    () => {
      watch.disconnect();
      chosen(roles.includes(dialog.returnValue) ? dialog.returnValue : "");
    },
    { once: true },
  );
  dialog.showModal();
  buttons[0]?.focus();
}

/** The dialog over the board that asks what a pawn becomes. */
export function promotionDialog() {
  const found = document.querySelector("#promotion");
  if (found instanceof HTMLDialogElement) return found;
  const form = make("form");
  form.method = "dialog";
  const dialog = make("dialog", "", form);
  dialog.id = "promotion";
  dialog.setAttribute("aria-label", words("ask.promote"));
  closeOutside(dialog);
  document.body.append(dialog);
  return dialog;
}

/**
 * Lets a click on the backdrop close a dialog.
 * @param {HTMLDialogElement} dialog
 */
function closeOutside(dialog) {
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
