// Inviting a friend to a game by link: what the dialog that begins a game asks, and the invitation.

import { beginByLink, loadPost, ownName } from "../library/index.js";
import { make, words } from "../shell/index.js";

/** The longest name, in characters. */
const LONGEST = 40;

/**
 * The questions about a friend, beside those about the computer.
 * @param {HTMLElement} form those about the opponent
 */
export function addFriend(form) {
  const input = make("input");
  input.type = "radio";
  input.name = "opponent";
  input.value = "friend";
  form
    .querySelector(".opponent .row")
    ?.append(make("label", "", input, make("span", "", words("mail.by-link"))));
  const open = make("input");
  open.type = "checkbox";
  open.name = "open";
  const box = make("label", "open", open, make("span", "", words("mail.open")));
  const name = nameField();
  const fields = make("div", "friend", name.label, box, make("small", "", words("mail.how")));
  form.append(fields);
  const side = /** @type {HTMLElement} */ (form.querySelector("fieldset.side"));
  const show = () => {
    fields.hidden = !input.checked;
    if (input.checked) side.hidden = false;
  };
  form.addEventListener("change", show);
  show();
}

/** Whether a friend is to be played by link. @param {HTMLElement} form */
export const isFriend = (form) => form.querySelector("[value=friend]:checked") !== null;

/** A field for the own name. */
export function nameField() {
  const field = make("input");
  field.maxLength = LONGEST;
  field.value = ownName.get();
  field.setAttribute("autocomplete", "nickname");
  field.addEventListener("change", () => ownName.set(field.value.trim()));
  return { field, label: make("label", "name", words("mail.name"), field) };
}

/**
 * Begins a game by link, on a page of its own.
 * @param {string} game
 * @param {HTMLElement} form
 */
export async function inviteFriend(game, form) {
  const post = await loadPost();
  const value = (/** @type {string} */ name) =>
    /** @type {HTMLInputElement | null} */ (form.querySelector(`[name=${name}]:checked`))?.value;
  const isOpen = value("open") !== undefined;
  beginByLink(post.invite(game, value("side") ?? "random", isOpen, ownName.get()), game);
}
