// Inviting a friend to a game by link: what the dialog that begins a game asks, and the invitation.

import { beginByLink, ownName } from "../library/index.js";
import { entry, loadWhole, make, option, words } from "../shell/index.js";

/** The longest name, in characters. */
const LONGEST = 40;

/**
 * Does what may fail, at once or later: the player hears of it.
 * @param {() => unknown} work
 * @param {(text: string) => void} hear
 */
export async function heard(work, hear) {
  try {
    await work();
  } catch (error) {
    console.error(error);
    hear(words("mail.failed"));
  }
}

/**
 * The questions about a friend, beside those about the computer.
 * @param {HTMLElement} form those about the opponent
 * @param {string} game the one on the page
 */
export function addFriend(form, game) {
  const called = (/** @type {string} */ word) => [make("span", "", words(word))];
  const link = option("radio", "opponent", called("mail.by-link"), { value: "friend" });
  form.querySelector(".opponent .row")?.lastElementChild?.before(link);
  const open = option("checkbox", "open", called("mail.open"), {});
  open.className = "open";
  const how = make("small", "", words("mail.how"));
  const fields = make("div", "friend", nameField().label, open, how);
  // In a game with draws it is said what they take, and whoever answers begins, which takes less.
  const draws = entry(`mail.draws.${game}`);
  if (typeof draws === "string") {
    const quick = option("checkbox", "quick", called("mail.quick"), {});
    quick.className = "open";
    how.before(quick);
    how.append(" ", draws);
    link.addEventListener("change", () => {
      /** @type {HTMLInputElement | null} */
      const black = form.querySelector("[name=side][value=black]");
      if (black) black.checked = true;
    });
  }
  form.append(fields);
  const side = /** @type {HTMLElement} */ (form.querySelector("fieldset.side"));
  const show = () => {
    fields.hidden = !isFriend(form);
    if (!fields.hidden) side.hidden = false;
  };
  form.addEventListener("change", show);
  show();
}

/** Whether a friend is to be played by link. @param {HTMLElement} form */
export const isFriend = (form) => form.querySelector("[value=friend]:checked") !== null;

/** A field for the own name. */
export function nameField() {
  const field = make("input", {
    maxLength: LONGEST,
    value: ownName.get(),
    onchange: () => ownName.set(field.value.trim()),
  });
  field.setAttribute("autocomplete", "nickname");
  return { field, label: make("label", "name", words("mail.name"), field) };
}

/** Begins a game by link, on a page of its own. @param {string} game @param {HTMLElement} form */
export async function inviteFriend(game, form) {
  const post = await loadWhole();
  const side = form.querySelector("[name=side]:checked")?.getAttribute("value") ?? "random";
  const isOpen = form.querySelector("[name=open]:checked") !== null;
  const isQuick = form.querySelector("[name=quick]:checked") !== null;
  beginByLink(post.invite(game, side, isOpen, ownName.get(), isQuick), game);
}
