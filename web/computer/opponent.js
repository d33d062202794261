// Whom one plays: kept beside each game, and asked for when a game is begun.

import { other } from "../game/telling.js";
import { announce, oneOf, setBeside } from "../library/storage.js";
import { make } from "../shell/dialogs.js";
import { words } from "../shell/words.js";
import { LEVELS, readOpponent } from "./levels.js";

/** @typedef {import('./levels.js').Opponent} Opponent */

/** The level that is offered first. */
const USUAL = 2;

/** @param {string} key the game's */
const place = (key) => `fivefold-opponent:${key}`;

/**
 * Whom the game is played against, as it was kept.
 * @param {string} key the game's
 * @returns {Opponent | null | undefined} null: two people play; undefined: nothing was kept
 */
export function keptOpponent(key) {
  try {
    const kept = localStorage.getItem(place(key));
    return kept === PERSON ? null : readOpponent(JSON.parse(kept ?? "null"));
  } catch {
    // Blocked or damaged.
    return undefined;
  }
}

/**
 * Whom the game is played against: as it was kept, else as the page's address says.
 * @param {string} key the game's
 * @returns {Opponent | null} null: two people play
 */
export function storedOpponent(key) {
  const kept = keptOpponent(key);
  if (kept !== undefined) return kept;
  const asked = Number(new URLSearchParams(location.search).get("level"));
  return LEVELS.includes(asked) ? { level: asked, color: "black" } : null;
}

/** What is kept where an address asks for the computer, but a person was chosen. */
const PERSON = '"person"';

/** Forgets whom a game was played against. @param {string} key */
export function forgetOpponent(key) {
  try {
    localStorage.removeItem(place(key));
  } catch {
    // It was not kept.
  }
}

/** @param {string} key @param {Opponent | null} opponent */
export function keepOpponent(key, opponent) {
  try {
    localStorage.setItem(place(key), opponent ? JSON.stringify(opponent) : PERSON);
  } catch {
    // It holds for this visit.
  }
}

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
 * The answers to the questions.
 * @param {HTMLElement} form
 * @returns {Opponent | null}
 */
export function chosenOpponent(form) {
  const value = (/** @type {string} */ name) =>
    /** @type {HTMLInputElement | null} */ (form.querySelector(`[name=${name}]:checked`))?.value;
  if (value("opponent") !== "computer") return null;
  const side = value("side");
  const random = (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) % 2 === 0;
  const white = side === "random" ? random : side !== "black";
  return { level: Number(value("level")), color: white ? "black" : "white" };
}

/**
 * Makes room for a new game of a kind, against this opponent: what stands there is kept beside it.
 * @param {string} game which is also the name under which it is kept
 * @param {Opponent | null} opponent
 */
export async function makeRoom(game, opponent) {
  // A window that has it open keeps nothing there any more.
  announce(game);
  const found = await oneOf("games", game);
  if (/^steps \S/m.test(found?.saved ?? "")) {
    const before = keptOpponent(game);
    const beside = await setBeside(game, found);
    if (before !== undefined) keepOpponent(beside, before);
  }
  keepOpponent(game, opponent);
}
