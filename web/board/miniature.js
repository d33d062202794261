// A small picture of a position.

import { picture } from "./piece-images.js";

const SVG = "http://www.w3.org/2000/svg";

/** The pieces that FEN letters mean, where the game does not say otherwise. */
const PIECES = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn", m: "man" };
/** @type {Record<string, Record<string, string>>} */
const PIECES_OF = {
  contramatic: { k: "contramatic-king" },
  "complete-contramatic": { c: "contramatic-king" },
  batteries: {
    p: "president",
    b: "battery",
    l: "lady",
    d: "diag",
    o: "orthog",
    a: "agent",
    e: "equine",
    s: "soldier",
  },
};

/** @param {string} name @param {Record<string, string | number>} attributes */
function draw(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/**
 * A small picture of a position.
 * @param {string} game
 * @param {string} fen
 */
export function miniature(game, fen) {
  const ranks = fen.split(/[[ ]/, 1)[0].split("/");
  const rows = ranks.map((rank) =>
    (rank.match(/\d+|./g) ?? []).flatMap((part) =>
      /\d/.test(part) ? Array(Number(part)).fill("") : [part],
    ),
  );
  const files = rows[0]?.length ?? 8;
  const svg = draw("svg", {
    viewBox: `0 0 ${files} ${rows.length}`,
    class: "plate",
    "aria-hidden": "true",
  });
  const pieces = { ...PIECES, ...PIECES_OF[game] };
  for (const [row, squares] of rows.entries()) {
    for (const [file, letter] of squares.entries()) {
      const shade = (file + rows.length - row) % 2 === 0 ? "light" : "dark";
      const at = { x: file, y: row, width: 1, height: 1 };
      svg.append(draw("rect", { ...at, class: letter === "*" ? "hole" : shade }));
      const role = /** @type {Record<string, string>} */ (pieces)[letter.toLowerCase()];
      if (!role) continue;
      const color = letter === letter.toLowerCase() ? "black" : "white";
      svg.append(draw("image", { ...at, href: picture(role, color) }));
    }
  }
  return svg;
}
