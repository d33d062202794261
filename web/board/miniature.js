// Small pictures of boards.

import { draw } from "../shell/index.js";
import { picture } from "./piece-images.js";

/** @import { Diagram } from "../shell/types" */

/**
 * A small picture of a board: its squares, the pieces on them, and what is drawn over them.
 * @param {Diagram & { lit?: number, over?: [name: string, given: {}, text?: string][] }} diagram
 *   `lit`: the square that all is about; `over`: elements, 64 units a square
 */
export function miniature({ files, ranks, squares, holes, lit, over = [] }) {
  const viewBox = `0 0 ${files} ${ranks}`;
  const svg = draw("svg", { viewBox, class: "plate", "aria-hidden": "true" });
  for (const [place, piece] of squares.entries()) {
    const [x, y] = [place % files, Math.floor(place / files)];
    const at = { x, y, width: 1, height: 1 };
    const shade = (x + ranks - y) % 2 === 0 ? "light" : "dark";
    const kind = holes.includes(place) ? "hole" : place === lit ? "lit" : shade;
    svg.append(draw("rect", { ...at, class: kind }));
    if (piece) svg.append(draw("image", { ...at, href: picture(piece.role, piece.color) }));
  }
  const elements = over.map(([name, given, text = ""]) => draw(name, given, new Text(text)));
  svg.append(draw("g", { transform: "scale(0.015625)" }, ...elements));
  return svg;
}
