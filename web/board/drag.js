// Pointers: a press selects, and one that stays becomes a tap; one that moves more than three
// pixels lifts the piece; the right button draws.

import { afterFrame, listen, make, set } from "../shell/index.js";
import { drawPiece, picture } from "./piece-images.js";

/** @import { Piece, Session } from "../shell/types" */

/** How far a pointer moves, in CSS px, before it drags. */
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
 * A pointer that is down on a square or on a piece of a tray, with the piece that it has lifted and the
 * element that keeps it while it drags.
 * @typedef {{ event: PointerEvent, source: Source, element: HTMLElement, piece?: Piece }} Press
 */

/**
 * @param {Session} session
 * @param {HTMLElement} held the canvas that follows the pointer
 * @param {(event: PointerEvent) => string | undefined} squareAt
 */
export function createDrag(session, held, squareAt) {
  // The browser takes its time for that, once.
  afterFrame(() => drawPiece(held));
  /** @type {Press | null} */
  let press = null;
  /** What lies over the page during a drag. */
  const shield = make("div", "dragging");
  /** When the last press ended: the click event after it is redundant. */
  let ended = Number.NEGATIVE_INFINITY;

  const isTouch = (/** @type {Press} */ { event }) => event.pointerType === "touch";
  /** The side of the picture, in CSS px. @param {Press} press */
  const sizeOf = (press) => session.square * (isTouch(press) ? 1.35 : 1.04);

  /** @param {PointerEvent} event */
  const follow = (event) => {
    if (!press) return;
    const size = sizeOf(press);
    // A finger hides what is under it: the piece floats above it.
    const lift = isTouch(press) ? size * 0.5 + 44 : 0;
    const x = event.clientX - size / 2;
    const y = event.clientY - size / 2 - lift;
    held.style.width = held.style.height = `${size}px`;
    held.style.transform = `translate(${x}px, ${y}px)`;
    session.table.aim("held", squareAt(event));
    session.wake();
  };

  const put = () => {
    press = null;
    set(held, { hidden: true });
    shield.remove();
  };

  /** @param {PointerEvent} event */
  const move = (event) => {
    if (!press || event.pointerId !== press.event.pointerId || press.event.button === 2) return;
    // Before the view changes.
    squareAt(event);
    const { clientX, clientY } = press.event;
    const isFar = Math.hypot(event.clientX - clientX, event.clientY - clientY) > SLACK;
    if (press.piece || (isFar && lift(press))) follow(event);
    else if (isFar) press = null;
  };

  /** @param {Press} press */
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
    press.element.setPointerCapture(press.event.pointerId);
    const { role, color } = press.piece;
    drawPiece(held, picture(role, color), sizeOf(press) * devicePixelRatio);
    held.hidden = false;
    document.body.append(shield);
    return true;
  };

  /** @param {PointerEvent} event */
  const up = (event) => {
    if (!press || event.pointerId !== press.event.pointerId) return;
    const { piece, source } = press;
    const draws = press.event.button === 2;
    const square = squareAt(event);
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
      if (isMain || event.button === 2) press = { event, source, element };
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
