// Whom one plays: kept beside each game, and asked for when a game is begun.

import { LEVELS } from "../library/index.js";
import { make, other, words } from "../shell/index.js";

/** @typedef {import('../library/opponents.js').Opponent} Opponent */

/** The level that is offered first. */
const USUAL = 2;

/**
 * @param {string} name
 * @param {string} legend
 * @param {{ value: string, label: string, title?: string }[]} options
 * @param {string} chosen
 */
function radios(name, legend, options, chosen) {
  const row = make("div", "row");
  for (const { value, label, title } of options) {
    const input = make("input");
    input.type = "radio";
    input.name = name;
    input.value = value;
    input.checked = value === chosen;
    const box = make("label", "", input, make("span", "", label));
    if (title) box.title = title;
    row.append(box);
  }
  return make("fieldset", name, make("legend", "", legend), row);
}

/**
 * The questions about the opponent.
 * @param {Opponent | null} opponent the one so far
 */
export function opponentForm(opponent) {
  const form = make("div", "opponent");
  const who = radios(
    "opponent",
    words("computer.opponent"),
    [
      { value: "person", label: words("computer.person") },
      { value: "computer", label: words("computer.computer") },
    ],
    opponent ? "computer" : "person",
  );
  const level = radios(
    "level",
    words("computer.level"),
    LEVELS.map((number) => ({
      value: String(number),
      label: String(number),
      title: words(`computer.levels.${number}`),
    })),
    String(opponent?.level ?? USUAL),
  );
  const hint = make("small");
  level.append(hint);
  const side = radios(
    "side",
    words("computer.side"),
    [
      { value: "white", label: words("color.white") },
      { value: "black", label: words("color.black") },
      { value: "random", label: words("computer.random") },
    ],
    opponent ? other(opponent.color) : "white",
  );
  const show = () => {
    const input = /** @type {HTMLInputElement} */ (who.querySelector("[value=computer]"));
    level.hidden = side.hidden = !input.checked;
    const chosen = /** @type {HTMLInputElement | null} */ (level.querySelector(":checked"));
    hint.textContent = words(`computer.levels.${chosen?.value ?? USUAL}`);
  };
  form.append(who, level, side);
  form.addEventListener("change", show);
  show();
  return form;
}

/**
 * The answers to the questions: whom one wants to play.
 * @param {HTMLElement} form
 * @returns {import('../shell/contract').Wish | null} null: a person
 */
export function wishOf(form) {
  const value = (/** @type {string} */ name) =>
    /** @type {HTMLInputElement | null} */ (form.querySelector(`[name=${name}]:checked`))?.value;
  if (value("opponent") !== "computer") return null;
  const side = /** @type {import('../shell/contract').Side} */ (value("side"));
  return { level: Number(value("level")), side };
}
