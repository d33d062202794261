// Elements of the page, each made in one call.

/** @typedef {{ [name: `${string}-${string}`]: unknown, class?: string, role?: string }} Attributes */

/** The element of a name. @param {string} id */
export const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Gives an element its properties, listeners (`onclick`) and attributes; what is undefined, stays.
 * @template {Element} E
 * @param {E} element
 * @param {Partial<E> & Attributes} given
 */
export function set(element, given) {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    // For the browser the same again would be a change.
    if (/^(hidden|textContent)$/.test(name) && Reflect.get(element, name) === value) continue;
    if (name in element) Object.assign(element, { [name]: value });
    else element.setAttribute(name, String(value));
  }
  return element;
}

/**
 * Has an element, or the window, heard, until what that serves has ended.
 * @param {EventTarget} target
 * @param {{ [T in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[T]) => void }} heard
 * @param {AbortSignal} signal
 */
export function listen(target, heard, signal) {
  for (const [kind, hear] of Object.entries(heard))
    target.addEventListener(kind, /** @type {(event: Event) => void} */ (hear), { signal });
}

/**
 * What an element is given: its class, or all it has.
 * @template {keyof HTMLElementTagNameMap} T
 * @typedef {string | (Partial<HTMLElementTagNameMap[T]> & Attributes)} Given
 */

/**
 * An element with children.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} name
 * @param {Given<T>} [given]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(name, given = "", ...children) {
  const element = document.createElement(name);
  if (typeof given !== "string") set(element, given);
  else if (given) element.className = given;
  element.append(...children);
  return element;
}

/**
 * A button that does something.
 * @param {string} label
 * @param {(event: MouseEvent) => unknown} work
 * @param {Given<"button">} [given]
 */
export function button(label, work, given = "") {
  const made = make("button", given, label);
  return set(made, { type: "button", onclick: work });
}

/** A way to another page. @param {string} label @param {string} href @param {string} [kind] */
export const way = (label, href, kind = "") => make("a", { href, class: kind || undefined }, label);

/** Has assistive technology say something. @param {Element} line @param {string} text */
export function announceIn(line, text) {
  // The same words again are news only if something changes.
  line.textContent = line.textContent === text ? `${text}\u00a0` : text;
}

/**
 * An element of a drawing.
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {Node[]} children
 */
export function draw(name, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * Puts a drawing into an entry of the menu, and its words behind that.
 * @template {Element} E
 * @param {E} entry
 * @param {string} drawing a path in a square of 24
 * @param {string} label
 */
export function pictured(entry, drawing, label) {
  const path = draw("path", { d: drawing });
  entry.append(draw("svg", { viewBox: "0 0 24 24" }, path), make("span", "", label));
  return entry;
}

/**
 * A button of the menu, with a drawing before its words.
 * @param {string} label
 * @param {string} drawing
 * @param {() => unknown} work
 * @param {Given<"button">} [given]
 */
export const toolButton = (label, drawing, work, given = {}) =>
  pictured(button("", work, given), drawing, label);
