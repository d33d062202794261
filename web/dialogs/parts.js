// What the module describes as parts (`Part` in crates/app/src/contract/part.rs): an element is made of
// each, and what is done with it goes by the name that it has.

import { draw, loadWhole, make, set, tell, words } from "../shell/index.js";
import { copyButton, sendButton } from "./fields.js";
import { show } from "./sheets.js";

/** @import { Part } from "../shell/types" */
/** Does what goes by a name, with the field that it is about. @typedef {(does: string, field: HTMLInputElement) => unknown} Act */

/** Light squares about a QR code, as its standard wants them. */
const QUIET = 4;

/** Shows a text as a QR code; what is too long for one has none. @param {HTMLElement} figure @param {string} text */
async function drawCode(figure, text) {
  const [side, d] = (await loadWhole()).qr(text) ?? [0, ""];
  const viewBox = `${-QUIET} ${-QUIET} ${side + 2 * QUIET} ${side + 2 * QUIET}`;
  const given = { viewBox, role: "img", "aria-label": words("travel.qr"), class: "qr" };
  figure.replaceChildren(draw("svg", given, draw("path", { d })));
  figure.hidden = d === "";
}

/**
 * @param {string} game whose pieces are named
 * @param {Act} [act]
 * @param {string} [failed] the key of what is said if that fails
 */
export function createParts(game, act = () => {}, failed = "mail.failed") {
  /** @type {Map<string, any>} */
  const named = new Map();
  /** Shows each code anew. @type {(() => unknown)[]} */
  const codes = [];

  /** @param {string} text @param {string} [line] the name of the line that says it */
  const say = (text, line = "said") => named.get(line)?.replaceChildren(text);

  /** @param {Part} part @param {HTMLElement} element */
  const perform = async ({ of, does }, element) => {
    try {
      await act(does, named.get(of) ?? element);
    } catch (error) {
      console.error(error);
      say(words(failed), named.has("wrong") ? "wrong" : "said");
    }
  };

  /** What the page makes itself. @type {Record<string, (part: Part) => HTMLElement>} */
  const own = {
    copy: ({ of }) => copyButton(() => named.get(of), say),
    send(part) {
      // Without words of its own it hands on the text of its field.
      const text = part.says ? tell(part.says, game) : named.get(part.of).value;
      const handed = () => perform(part, made);
      const made = sendButton(text, part.says !== null, () => named.get(part.of), say, handed);
      return made;
    },
    code({ of }) {
      const figure = make("figure", { hidden: true });
      codes.push(() => drawCode(figure, named.get(of).value).catch(console.warn));
      return figure;
    },
  };

  /** @param {Part} part @param {string} [spoken] the game whose pieces are named */
  const build = (part, spoken = game) => {
    const { is, name, does, says, parts } = part;
    const about = String(part.given["data-game"] ?? spoken);
    const given = Object.entries(part.given).map(([name, value]) => [
      name,
      typeof value === "object" ? tell(value, about) : value,
    ]);
    const element =
      own[is]?.(part) ?? make(/** @type {"p"} */ (is), "", says ? tell(says, about) : "");
    set(element, Object.fromEntries(given));
    element.append(...parts.map((one) => build(one, about)));
    if (name) named.set(name, element);
    // What does nothing closes the sheet.
    if (does && element instanceof HTMLButtonElement) element.type = "button";
    const field = /** @type {HTMLInputElement} */ (element);
    if (field.readOnly) field.onfocus = () => field.select();
    const event = is === "input" ? "change" : "click";
    if (does && is !== "send") element.addEventListener(event, () => perform(part, element));
    return element;
  };

  /** Puts texts into fields, and shows their codes. @param {Record<string, string>} texts */
  const fill = (texts) => {
    for (const [name, value] of Object.entries(texts)) set(named.get(name), { value });
    for (const show of codes) show();
  };
  return { build, fill, named, say };
}

/**
 * Opens a sheet of parts.
 * @param {string} id
 * @param {string} title
 * @param {Part[]} parts
 * @param {string} game
 * @param {Record<string, (field: HTMLInputElement) => unknown>} deeds what they do, by its names
 * @param {string} [failed]
 */
export function openParts(id, title, parts, game, deeds, failed) {
  const made = createParts(game, (does, field) => deeds[does]?.(field), failed);
  const { box, form } = show(id, title, ...parts.map((part) => made.build(part)));
  made.fill({});
  const first = ["[autofocus]", ".main", ".row > *"].map((one) => form.querySelector(one));
  /** @type {HTMLElement | undefined} */ (first.find(Boolean))?.focus();
  // What has the focus may stand further below.
  box.scrollTop = 0;
  return { ...made, box, form };
}
