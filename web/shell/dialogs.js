// Questions to the player, all in <dialog> elements, which keep the focus and close with Esc.

import { words } from "./words.js";

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
