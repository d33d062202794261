// What a game has beside the line played, in the list of moves: variations, comments and glyphs.

import { turnParts } from "../game/index.js";
import { colorName, glyph, lazily, make, words } from "../shell/index.js";

/** @typedef {import('../shell/contract').Lines} Lines */
/** @typedef {import('../shell/contract').LineTurn} LineTurn */
/** @typedef {import('../shell/contract').Place} Place */

/** @param {string} comment */
function remark(comment) {
  // Whatever its direction, what is around it keeps its own.
  const text = make("bdi", "remark");
  text.textContent = comment;
  return text;
}

/** A comment in a row of its own. @param {string} comment */
const remarks = (comment) => (comment ? [make("p", "", remark(comment))] : []);

/** A turn in words. @param {LineTurn} turn */
const told = ({ number, color, san }) =>
  words("lines.turn", {
    number: number > 0 ? number : words("turn.placement"),
    color: colorName(color),
    san: san.replace(/,$/, "").replaceAll(",", ", "),
  });

/**
 * Shows what a game has beside its line.
 * @param {{ session: import('../game/session.js').Session, find: (id: string) => HTMLElement,
 *   moves: import('../game/moves.js').Moves }} page
 */
export function addVariations({ session, find, moves }) {
  /** The game of which the list is. */
  let known = "";
  /** Where the buttons of the list lead to. @type {Map<Element, Place>} */
  const places = new Map();

  /**
   * A line, in the list.
   * @param {Lines} found
   * @param {number} line
   */
  const drawn = (found, line) => {
    const item = make("li", "line");
    let isBroken = true;
    for (const turn of found.lines[line]) {
      if (turn.before) item.append(remark(turn.before), " ");
      const button = make("button", turn.color, ...turnParts(turn, turn.glyphs.map(glyph)));
      button.classList.toggle("resumed", isBroken || turn.before !== "");
      button.type = "button";
      places.set(button, turn.place);
      item.append(button, " ");
      if (turn.behind) item.append(remark(turn.behind), " ");
      item.append(...groups(found, turn.others, turn));
      isBroken = turn.behind !== "" || turn.others.length > 0;
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
    const list = make("ul", "lines", ...lines.map((line) => drawn(found, line)));
    // Lists without marks are none to some readers.
    list.setAttribute("role", "list");
    const name = turn ? words("lines.instead", { turn: told(turn) }) : words("lines.further");
    list.setAttribute("aria-label", name);
    return [list];
  };

  /** Lists anew what there is beside the game, when that has changed. */
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

  find("score").addEventListener("click", ({ target }) => {
    const button = /** @type {Element} */ (target).closest("button");
    const show = button && places.get(button);
    if (show) session.emit({ show });
  });

  /** Marks where one is, when the list of moves has been drawn. */
  const mark = () => {
    read();
    const { at, view } = session.snap;
    for (const [button, { turn }] of places) {
      const isHere = view.at < 0 && turn === at.turn;
      if (isHere) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
      if (isHere) button.scrollIntoView({ block: "nearest" });
    }
  };
  session.watch(lazily(mark));
  mark();
}
