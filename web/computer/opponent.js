// Whom one plays, asked when a game is begun.

import { LEVELS } from "../library/index.js";
import { make, option, words } from "../shell/index.js";

/** @import { Opponent, Side, Wish } from "../shell/contract" */

/** The level that is offered first. */
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
 * The questions about the opponent.
 * @param {Opponent | null} opponent the one so far
 * @param {boolean} isForTwo whether two have chosen to play here
 */
export function opponentForm(opponent, isForTwo) {
  const offer = (/** @type {Record<string, string>} */ options) =>
    Object.entries(options).map(([value, word]) => ({ value, label: words(word) }));
  const kinds = offer({ computer: "computer.computer", person: "computer.person" });
  const who = radios("opponent", "computer.opponent", kinds, isForTwo ? "person" : "computer");
  const levels = LEVELS.map((level) => ({
    value: String(level),
    label: String(level),
    title: words(`computer.levels.${level}`),
  }));
  const level = radios("level", "computer.level", levels, String(opponent?.level ?? USUAL));
  const hint = make("small");
  level.append(hint);
  const sides = offer({ white: "color.white", black: "color.black", random: "computer.random" });
  const side = radios("side", "computer.side", sides, opponent ? OWN[opponent.color] : "white");
  const form = make("div", "opponent", who, level, side);
  form.onchange = () => {
    level.hidden = side.hidden = chosen(form, "opponent") !== "computer";
    hint.textContent = words(`computer.levels.${chosen(form, "level") ?? USUAL}`);
  };
  form.dispatchEvent(new Event("change"));
  return form;
}

/** What is chosen of a name. @param {HTMLElement} form @param {string} name */
const chosen = (form, name) =>
  /** @type {HTMLInputElement | null} */ (form.querySelector(`[name=${name}]:checked`))?.value;

/**
 * The answers to the questions: whom one wants to play.
 * @param {HTMLElement} form
 * @returns {Wish | null} null: a person
 */
export function wishOf(form) {
  if (chosen(form, "opponent") !== "computer") return null;
  const side = /** @type {Side} */ (chosen(form, "side"));
  return { level: Number(chosen(form, "level")), side };
}
