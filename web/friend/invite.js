// Inviting a friend to a game by link: what the dialog that begins a game asks, and the invitation.

import { option } from "../dialogs/index.js";
import { beginByLink, ownName } from "../library/index.js";
import { entry, loadWhole, make, set, words } from "../shell/index.js";

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
 * The questions about a friend, among those about the opponent.
 * @param {string} game the one on the page
 */
export function friendFields(game) {
  const check = (/** @type {string} */ name) => {
    const label = [make("span", "", words(`mail.${name}`))];
    return set(option("checkbox", name, label, {}), { className: "open" });
  };
  const how = make("small", "", words("mail.how"));
  const fields = make("div", "friend", nameField().label, check("open"), how);
  // In a game with draws it is said what they take, and whoever answers begins, which takes less.
  const draws = entry(`mail.draws.${game}`);
  if (typeof draws === "string") {
    how.before(check("quick"));
    how.append(" ", draws);
  }
  return { fields, answersFirst: typeof draws === "string" };
}

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

/** Begins a game by link, on a page of its own. @param {string} game @param {FormData} answers */
export async function inviteFriend(game, answers) {
  const { invite } = await loadWhole();
  const [side, open, quick] = ["side", "open", "quick"].map((name) => answers.get(name));
  beginByLink(invite(game, String(side), open !== null, ownName.get(), quick !== null), game);
}
