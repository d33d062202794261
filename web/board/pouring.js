// Drawn pieces come out of the pouch, one after another.

import { find } from "../shell/index.js";
import { pieceImage } from "./piece-images.js";

/** @import { Snapshot } from "../shell/types" */

/** Between one piece and the next, and how long each takes, in milliseconds. */
const BEAT = 90;
const FLIGHT = 300;
const EASING = "cubic-bezier(0.3, 0, 0.2, 1)";

/** @type {Animation[]} */
let flights = [];

/** Has those under way arrive. */
export function skip() {
  for (const flight of flights) flight.finish();
}

/**
 * @param {Snapshot} snap
 * @param {(role: string) => HTMLElement | undefined} optionOf where a piece in the hand stands
 */
export function pour(snap, optionOf) {
  if (!snap.hand) return;
  const pouch = find("pouch");
  const from = pouch.getBoundingClientRect();
  const pieces = snap.hand.flatMap(({ role, count }) => Array(count).fill(role));
  /** @type {Map<string, number>} */
  const arrived = new Map();
  flights = pieces.map((role, place) => {
    const option = /** @type {HTMLElement} */ (optionOf(role));
    const image = /** @type {HTMLElement} */ (option.firstElementChild);
    const disc = /** @type {HTMLElement} */ (option.lastElementChild);
    image.classList.add("coming");
    disc.hidden = true;
    const to = image.getBoundingClientRect();
    const piece = pieceImage(role, snap.turn);
    piece.className = "flying";
    for (const side of /** @type {const} */ (["left", "top", "width", "height"])) {
      piece.style[side] = `${to[side]}px`;
    }
    document.body.append(piece);
    const x = from.left + from.width / 2 - to.left - to.width / 2;
    const y = from.top - to.top;
    const way = [
      { transform: `translate(${x}px, ${y + 8}px) scale(0.3)`, opacity: 0 },
      { transform: `translate(${x}px, ${y - 20}px) scale(0.8)`, opacity: 1, offset: 0.35 },
      { transform: "none", opacity: 1 },
    ];
    const delay = place * BEAT;
    const flight = piece.animate(way, { duration: FLIGHT, delay, easing: EASING, fill: "both" });
    const land = () => {
      piece.remove();
      image.classList.remove("coming");
      const count = (arrived.get(role) ?? 0) + 1;
      arrived.set(role, count);
      if (count > 1) {
        disc.hidden = false;
        disc.textContent = String(count);
      }
    };
    flight.addEventListener("finish", land, { once: true });
    return flight;
  });
  // At rest, shaken, at rest.
  const shake = { transform: ["none", "rotate(-5deg) scale(1.08, 0.94)", "none"] };
  pouch.animate(shake, { duration: BEAT * 2, iterations: 3 });
  addEventListener("pointerdown", skip, { once: true });
  addEventListener("keydown", skip, { once: true });
}
