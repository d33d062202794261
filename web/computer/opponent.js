// The choice of the opponent, before a new game.

import { option } from "../dialogs/index.js";
import { LEVELS } from "../library/index.js";
import { make, words } from "../shell/index.js";

/** @import { Opponent, Side, Wish } from "../shell/types" */

/** The default level. */
const USUAL = 2;
/** The side that is one's own, by that of the computer. */
const OWN = /** @type {const} */ ({ white: "black", black: "white" });

/**
 * @param {string} name
 * @param {string} legend
 * @param {{ value: string, label: string, title?: string }[]} options
 * @param {string} chosen
 */
function radios(name, legend, options, chosen) {
  const row = options.map(({ value, label, title = "" }) => {
    const given = { value, checked: value === chosen };
    return Object.assign(option("radio", name, [make("span", "", label)], given), { title });
  });
  return make("fieldset", name, make("legend", "", words(legend)), make("div", "row", ...row));
}

/**
 * The questions about the opponent; which of them are seen, the style sheet knows.
 * @param {Opponent | null} opponent the one so far
 * @param {boolean} isForTwo whether two have chosen to play here
 * @param {{ fields: HTMLElement, answersFirst: boolean }} friend the questions about a friend, and whether
 *   the friend is better to begin
 */
export function opponentForm(opponent, isForTwo, { fields, answersFirst }) {
  const offer = (/** @type {Record<string, string>} */ options) =>
    Object.entries(options).map(([value, word]) => ({ value, label: words(word) }));
  const kinds = offer({
    computer: "computer.computer",
    friend: "mail.by-link",
    person: "computer.person",
  });
  const who = radios("opponent", "computer.opponent", kinds, isForTwo ? "person" : "computer");
  const levels = LEVELS.map((level) => ({
    value: String(level),
    label: String(level),
    title: words(`computer.levels.${level}`),
  }));
  const usual = String(opponent?.level ?? USUAL);
  const level = radios("level", "computer.level", levels, usual);
  const hint = make("small", "", words(`computer.levels.${usual}`));
  level.append(hint);
  const sides = offer({ white: "color.white", black: "color.black", random: "computer.random" });
  const side = radios("side", "computer.side", sides, opponent ? OWN[opponent.color] : "white");
  const form = make("div", "opponent", who, level, side, fields);
  form.onchange = ({ target }) => {
    const { name, value } = /** @type {HTMLInputElement} */ (target);
    if (name === "level") hint.textContent = words(`computer.levels.${value}`);
    /** @type {HTMLInputElement | null} */
    const black = side.querySelector("[value=black]");
    if (value === "friend" && answersFirst && black) black.checked = true;
  };
  return form;
}

/** Whom one wants to play, by the answers; null: a person. @param {FormData} answers @returns {Wish | null} */
export function wishOf(answers) {
  if (answers.get("opponent") !== "computer") return null;
  const side = /** @type {Side} */ (answers.get("side"));
  return { level: Number(answers.get("level")), side };
}
