// What the player points at, with the pointer or with the keys: the board explains it.

/** @import { Session } from "./session.js" */
/** @import { Board } from "../board/board.js" */
/** @import { Snapshot } from "../shell/table" */

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
  addEventListener("pointermove", ({ clientX, clientY, pointerType, buttons }) => {
    if (pointerType === "mouse" || buttons > 0) point(squareAt(clientX, clientY));
  });
  addEventListener("pointerup", ({ pointerType }) => {
    if (pointerType !== "mouse") point(undefined);
  });
  document.documentElement.addEventListener("pointerleave", () => point(undefined));
  grid.addEventListener("focusin", (event) => {
    if (/** @type {Element} */ (event.target).matches(":focus-visible")) point(squareOf(event));
  });
  grid.addEventListener("focusout", () => point(undefined));
}
