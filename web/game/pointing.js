// Pointing, with the pointer or with the keys: the board explains the square.

import { listen } from "../shell/index.js";

/** @import { Board, Session, Snapshot } from "../shell/types" */

/** How long, in milliseconds, a pointer rests on a piece, or holds it, to inspect it. */
const LOOK = 600;

/**
 * @param {Session} session
 * @param {HTMLElement} grid
 * @param {Board} board
 * @param {(snap: Snapshot) => void} show shows what is said beside the board
 */
export function followPointing(session, grid, { squareAt, squareOf }, show) {
  /** @param {string | undefined} square */
  const point = (square) => {
    if (session.point(square)) show(session.snap);
  };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let rested = "";
  let isLooking = false;
  /** The pointer rests on a square, or on none. */
  const rest = (square = "") => {
    if (square === rested) return;
    rested = square;
    clearTimeout(timer);
    if (isLooking) session.emit({ inspect: null });
    isLooking = false;
    if (!square) return;
    timer = setTimeout(() => {
      isLooking = session.snap.cells.some((cell) => cell.square === square && cell.piece);
      if (isLooking) session.emit({ inspect: square });
    }, LOOK);
  };
  /** @type {Parameters<typeof listen>[1]} */
  const anywhere = {
    pointermove(event) {
      const { pointerType, buttons } = event;
      const square = squareAt(event);
      if (pointerType === "mouse" || buttons > 0) point(square);
      if (pointerType === "mouse" ? buttons === 0 : square !== rested) {
        rest(pointerType === "mouse" ? square : "");
      }
    },
    pointerdown(event) {
      clearTimeout(timer);
      isLooking = false;
      rested = "";
      const square = squareOf(event);
      if (event.pointerType !== "mouse") rest(square);
      else rested = square ?? "";
    },
    pointerup({ pointerType }) {
      clearTimeout(timer);
      if (pointerType !== "mouse") point(undefined);
    },
    pointercancel: () => clearTimeout(timer),
  };
  /** @type {Parameters<typeof listen>[1]} */
  const onBoard = {
    focusin(event) {
      if (/** @type {Element} */ (event.target).matches(":focus-visible")) point(squareOf(event));
    },
    focusout: () => point(undefined),
  };
  const { signal } = session;
  listen(window, anywhere, signal);
  listen(document.documentElement, { pointerleave: () => point(undefined) }, signal);
  listen(grid, onBoard, signal);
  signal.addEventListener("abort", () => clearTimeout(timer));
}
