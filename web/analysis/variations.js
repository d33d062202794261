// What a game has beside its main line, in the move list: variations, comments and glyphs.

import { turnParts } from "../game/index.js";
import { button, colorName, glyph, lazily, make, words } from "../shell/index.js";

/** @import { Session } from "../game/session.js" */
/** @import { Moves } from "../game/moves.js" */
/** @import { Lines, LineTurn, Place } from "../shell/types" */

/** Whatever its direction, what is around it keeps its own. @param {string} comment */
const remark = (comment) => make("bdi", "remark", comment);

/** A comment in a row of its own. @param {string} comment */
const remarks = (comment) => (comment ? [make("p", "", remark(comment))] : []);

/** A turn in words. @param {Pick<LineTurn, "number" | "color" | "san">} turn */
export const turnText = ({ number, color, san }) =>
  words("lines.turn", {
    number: number > 0 ? number : words("turn.placement"),
    color: colorName(color),
    san: san.replace(/,$/, "").replaceAll(",", ", "),
  });

/** Shows what a game has beside its line. @param {{ session: Session, moves: Moves }} page */
export function addVariations({ session, moves }) {
  /** The game of which the list is. */
  let known = "";
  /** Where the buttons of the list lead to. @type {Map<Element, Place>} */
  const places = new Map();

  /** A line, in the list. @param {Lines} found @param {number} line */
  const drawn = (found, line) => {
    const item = make("li", "line");
    let isBroken = true;
    for (const turn of found.lines[line]) {
      const { place, before, behind, others } = turn;
      if (before) item.append(remark(before), " ");
      const show = button("", () => session.emit({ show: place }), turn.color);
      show.append(...turnParts(turn, turn.glyphs.map(glyph)));
      show.classList.toggle("resumed", isBroken || before !== "");
      places.set(show, place);
      item.append(show, " ");
      if (behind) item.append(remark(behind), " ");
      item.append(...groups(found, others, turn));
      isBroken = behind !== "" || others.length > 0;
    }
    return item;
  };

  /**
   * Lines that leave another at the same place, if there are some.
   * @param {Lines} found
   * @param {number[]} lines
   * @param {LineTurn} [turn] in whose place they could have been played
   * @returns {HTMLElement[]}
   */
  const groups = (found, lines, turn) => {
    if (lines.length === 0) return [];
    const name = turn ? words("lines.instead", { turn: turnText(turn) }) : words("lines.further");
    // Lists without marks are none to some readers.
    const given = { class: "lines", role: "list", "aria-label": name };
    return [make("ul", given, ...lines.map((line) => drawn(found, line)))];
  };

  /** Updates the list when the variations have changed. */
  const read = () => {
    const saved = session.snap.hasLines ? session.saved : "";
    if (saved === known) return;
    known = saved;
    places.clear();
    if (saved === "") return moves.accompany(undefined);
    const found = session.table.lines();
    moves.accompany({
      first: () => remarks(found.comment),
      at(place) {
        const turn = found.played[place];
        if (!turn) return { before: [], signs: [], behind: [] };
        return {
          before: remarks(turn.before),
          signs: turn.glyphs.map(glyph),
          behind: [...remarks(turn.behind), ...groups(found, turn.others, turn)],
        };
      },
      last: () => groups(found, found.further),
    });
  };

  /** Marks the current turn, when the move list has been rendered. */
  const mark = () => {
    read();
    const { at, view } = session.snap;
    for (const [show, { turn }] of places) {
      const isHere = view.at < 0 && turn === at.turn;
      if (isHere) show.setAttribute("aria-current", "true");
      else show.removeAttribute("aria-current");
      if (isHere) show.scrollIntoView({ block: "nearest" });
    }
  };
  session.watch(lazily(mark));
  mark();
}
