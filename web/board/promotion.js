// What a pawn becomes: a question over its square.

import { closeOutside } from "../dialogs/index.js";
import { make, roleName, sentence, words } from "../shell/index.js";
import { pieceImage } from "./piece-images.js";

/** @import { Promotion, Session } from "../shell/types" */

/**
 * Asks what a pawn becomes, in a column over its square, and tells the table; nothing if the question was
 * waved away.
 * @param {Session} session
 * @param {Promotion} question
 * @param {(square: string) => DOMRect | undefined} boxOf the box of a square in the window
 * @param {Element} board what the column stays with when its size changes
 * @param {HTMLDialogElement} [dialog] the dialog, where the page has one
 */
export function choosePromotion(session, question, boxOf, board, dialog = promotionDialog()) {
  const { color, roles, to } = question;
  const { game } = session.snap;
  const box = () => boxOf(to);
  const buttons = roles.map((role) => {
    const title = sentence(roleName(role, game));
    return make("button", { value: role, title, "aria-label": title }, pieceImage(role, color));
  });
  const form = /** @type {HTMLFormElement} */ (dialog.firstElementChild);
  const middle = (/** @type {DOMRect | undefined} */ at) => (at ? at.top + at.height / 2 : 0);
  const down = middle(box()) < middle(board.getBoundingClientRect());
  form.replaceChildren(...(down ? buttons : [...buttons].reverse()));
  const lay = () => {
    const square = box();
    if (!square) return;
    const size = Math.max(44, square.width);
    const height = size * roles.length;
    const left = square.left + (square.width - size) / 2;
    const top = down ? square.top : square.bottom - height;
    dialog.style.left = `${Math.max(0, Math.min(innerWidth - size, left))}px`;
    dialog.style.top = `${Math.max(0, Math.min(innerHeight - height, top))}px`;
    dialog.style.setProperty("--size", `${size}px`);
  };
  lay();
  const watch = new ResizeObserver(lay);
  for (const element of [board, document.documentElement]) watch.observe(element);
  dialog.returnValue = "";
  dialog.addEventListener(
    "close",
    () => {
      watch.disconnect();
      const promote = roles.includes(dialog.returnValue) ? dialog.returnValue : null;
      session.emit({ promote });
    },
    { once: true },
  );
  dialog.showModal();
  buttons[0]?.focus();
}

/** The dialog over the board that asks what a pawn becomes. */
function promotionDialog() {
  const found = document.querySelector("#promotion");
  if (found instanceof HTMLDialogElement) return found;
  const given = { id: "promotion", "aria-label": words("ask.promote") };
  const dialog = make("dialog", given, make("form", { method: "dialog" }));
  closeOutside(dialog);
  document.body.append(dialog);
  return dialog;
}
