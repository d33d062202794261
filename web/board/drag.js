// Pointers: a press chooses, and one that stays is a tap in the end; one that wanders more than three
// pixels lifts the piece; the right button draws.

import { listen } from "../shell/index.js";
import { picture } from "./piece-images.js";

/** @import { Session } from "../game/session.js" */
/** @import { Piece } from "../shell/table" */

/** How far a pointer wanders, in CSS px, before it drags. */
const SLACK = 3;

/** For how long, in milliseconds, a click may follow the end of a press. */
const ECHO = 500;

/** Green, or by Alt blue; by Shift red, and by both yellow: the numbers of the colours. */
const BRUSHES = [
  [0, 3],
  [1, 2],
];

/** @typedef {{ square: string } | { role: string }} Source */

/**
 * A pointer that is down on a square or on a piece of a tray; `element` keeps it while it drags.
 * @param {PointerEvent} event @param {Source} source @param {HTMLElement} element
 */
const pressed = ({ pointerId, clientX, clientY, button, pointerType }, source, element) => ({
  id: pointerId,
  x: clientX,
  y: clientY,
  source,
  draws: button === 2,
  touch: pointerType === "touch",
  piece: /** @type {Piece | undefined} */ (undefined),
  element,
});

/**
 * @param {Session} session
 * @param {HTMLElement} held the image that follows the pointer
 * @param {(x: number, y: number) => string | undefined} squareAt
 */
export function createDrag(session, held, squareAt) {
  /** @type {ReturnType<typeof pressed> | null} */
  let press = null;
  /** When the last press ended. The click that a browser sends after it says nothing new. */
  let ended = Number.NEGATIVE_INFINITY;

  /** @param {PointerEvent} event */
  const follow = (event) => {
    if (!press) return;
    const size = session.square * (press.touch ? 1.35 : 1.04);
    // Under a finger nothing can be seen: the piece floats above it.
    const lift = press.touch ? size * 0.5 + 44 : 0;
    const x = event.clientX - size / 2;
    const y = event.clientY - size / 2 - lift;
    held.style.width = held.style.height = `${size}px`;
    held.style.transform = `translate(${x}px, ${y}px)`;
    session.table.drag_over(squareAt(event.clientX, event.clientY));
    session.wake();
  };

  const put = () => {
    press = null;
    held.hidden = true;
    document.documentElement.classList.remove("dragging");
  };

  /** @param {PointerEvent} event */
  const move = (event) => {
    if (!press || event.pointerId !== press.id) return;
    if (press.draws) return;
    if (!press.piece) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) <= SLACK) return;
      if (!lift(press)) {
        press = null;
        return;
      }
    }
    follow(event);
  };

  /** @param {ReturnType<typeof pressed>} press */
  const lift = (press) => {
    const { source } = press;
    const isSquare = "square" in source;
    session.emit(isSquare ? { lift: source.square } : { liftReserve: source.role });
    const { chosen, picked, cells } = session.snap;
    const isLifted = isSquare
      ? cells.some(({ square, selected }) => selected && square === source.square)
      : picked === source.role;
    if (!chosen || !isLifted) return false;
    press.piece = chosen;
    press.element.setPointerCapture(press.id);
    held.setAttribute("src", picture(press.piece.role, press.piece.color));
    held.hidden = false;
    document.documentElement.classList.add("dragging");
    return true;
  };

  /** @param {PointerEvent} event */
  const up = (event) => {
    if (!press || event.pointerId !== press.id) return;
    const { draws, piece, source } = press;
    const square = squareAt(event.clientX, event.clientY);
    put();
    ended = event.timeStamp;
    if (draws) {
      const from = "square" in source ? source.square : square;
      const brush = BRUSHES[Number(event.shiftKey || event.ctrlKey)][Number(event.altKey)];
      if (from && square) session.emit({ sketch: { brush, from, to: square } });
    } else if (piece) {
      session.emit({ drop: square ?? null });
    } else {
      session.emit("release");
    }
  };

  const cancel = () => {
    if (!press) return;
    const { piece } = press;
    put();
    if (!piece) return;
    ended = performance.now();
    session.emit("letGo");
  };

  const keydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape" && press?.piece) cancel();
  };
  const heard = { pointermove: move, pointerup: up, pointercancel: cancel, blur: cancel, keydown };
  listen(window, heard, session.signal);

  return {
    /**
     * A pointer went down on a square or on a piece of a tray.
     * @param {PointerEvent} event
     * @param {Source} source
     * @param {HTMLElement} element what keeps the pointer while it drags
     */
    down(event, source, element) {
      if (press) {
        cancel();
        return;
      }
      const isMain = event.button === 0 && event.isPrimary;
      if (isMain || event.button === 2) press = pressed(event, source, element);
      if (!isMain) return;
      session.emit("square" in source ? { press: source.square } : { pressReserve: source.role });
    },
    /**
     * Whether a click only repeats a press. Assistive technology clicks without pressing.
     * @param {MouseEvent} event
     */
    isEcho: (event) => event.timeStamp - ended < ECHO,
  };
}
