// Arrows and circles of a position, written: for who draws none by the right button of a mouse, and read out.

import { openSheet } from "../dialogs/index.js";
import { make, set, words } from "../shell/index.js";

/** @import { Session, TreeItem } from "../shell/types" */

/** The letters of the colours, as the table counts them. */
const COLORS = "GRYB";
/** A circle or an arrow: perhaps a colour, and one square or two. */
const MARK = /^([GRYB]?)([a-z]\d+)([a-z]\d+)?$/i;

/**
 * What is drawn.
 * @typedef {object} Mark
 * @property {number} brush
 * @property {string} from
 * @property {string} to
 */

/** The squares of a board, by their names. @typedef {{ cells: { square: string }[] }} Board */

/**
 * A mark as it is written; nothing if it is none of this board.
 * @param {string} text @param {Board} board @returns {Mark | undefined}
 */
function read(text, { cells }) {
  const [, letter = "", one = "", two = ""] = text.match(MARK) ?? [];
  const [from, to] = [one.toLowerCase(), (two || one).toLowerCase()];
  const isThere = (/** @type {string} */ name) => cells.some(({ square }) => square === name);
  if (!one || !isThere(from) || !isThere(to)) return undefined;
  return { brush: Math.max(COLORS.indexOf(letter.toUpperCase()), 0), from, to };
}

/** @param {Mark} one @param {Mark} other */
const isSame = (one, other) =>
  one.brush === other.brush && one.from === other.from && one.to === other.to;

/** Marks in words. @param {string[]} marks as they are written @param {Board} board */
export const marksText = (marks, board) =>
  marks
    .flatMap((text) => read(text, board) ?? [])
    .map(({ brush, from, to }) => {
      const color = words(`marks.color.${COLORS[brush]}`);
      return words(from === to ? "marks.circle" : "marks.arrow", { color, from, to });
    })
    .join(", ");

/**
 * Asks for the arrows and circles of a position.
 * @param {Session} session @param {TreeItem} item @param {() => void} closed
 */
export function askMarks(session, { place, marks }, closed) {
  const field = make("input", {
    "aria-label": words("marks.title"),
    "aria-describedby": "marks-how",
    value: marks.join(" "),
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: false,
  });
  const how = make("p", { id: "marks-how" }, words("marks.how"));
  const wrong = make("p", { role: "alert", hidden: true });
  const keep = make("button", { value: "keep", class: "main" }, words("analysis.keep"));
  const { box } = openSheet("marks", words("marks.title"), [how, field, wrong], keep);
  const written = () => field.value.split(/[\s,;]+/).filter(Boolean);
  keep.onclick = (event) => {
    const unknown = written().find((text) => !read(text, session.snap));
    if (!unknown) return;
    event.preventDefault();
    set(wrong, { hidden: false, textContent: words("marks.wrong", { text: unknown }) });
    field.focus();
  };
  box.onclose = () => {
    if (box.returnValue === "keep") {
      const old = marks.flatMap((text) => read(text, session.snap) ?? []);
      const now = written().flatMap((text) => read(text, session.snap) ?? []);
      const gone = old.filter((one) => !now.some((other) => isSame(one, other)));
      const come = now.filter(
        (one, at) =>
          !old.some((other) => isSame(one, other)) &&
          now.findIndex((other) => isSame(one, other)) === at,
      );
      // What is there is taken away by drawing it again.
      for (const { brush, from, to } of [...gone, ...come])
        session.emit({ mark: { place, brush, from, to } });
    }
    closed();
  };
  field.focus();
}
