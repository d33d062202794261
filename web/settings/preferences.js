// The settings, and the list of keys.

import { button, closing, entry, make, option, sheet, words } from "../shell/index.js";
import { CHOICES, keepSettings, settings } from "./settings.js";

/** @typedef {keyof typeof CHOICES} Choice */
/** @typedef {"coordinates" | "confirm" | "sounds" | "shortcuts" | "powers" | "warnings"} Switch */

/** @type {Choice[]} */
const LOOK = ["theme", "board", "men", "contrast", "motion"];
/** @type {Switch[]} */
const PLAYING = ["sounds", "coordinates", "confirm", "shortcuts"];
/** What only one game has. @type {Record<string, Switch[]>} */
const OF_GAME = { chessence: ["powers"], magnetic: ["warnings"] };

/** @param {Choice} name */
function choice(name) {
  const options = CHOICES[name].map((value) => {
    const label = [make("i", `sample ${name}-${value}`), words(`settings.${value}`)];
    return option("radio", name, label, { value, checked: settings[name] === value });
  });
  return make(
    "fieldset",
    "",
    make("legend", "", words(`settings.${name}`)),
    make("div", "", ...options),
  );
}

/** @param {Switch} name */
function toggle(name) {
  const label = option("checkbox", name, [words(`settings.${name}`)], { checked: settings[name] });
  label.className = "check";
  return label;
}

/**
 * Opens the settings.
 * @param {string} game that on the page, which may have some of its own
 * @param {(name: string) => void} changed is told which setting has changed
 */
export function openSettings(game, changed) {
  const { box, form } = sheet("settings", words("settings.title"));
  const list = button(words("keys.title"), () => {
    box.close();
    openKeys();
  });
  form.append(
    make("h3", "", words("settings.look")),
    ...LOOK.map(choice),
    make("h3", "", words("settings.playing")),
    ...[...PLAYING, ...(OF_GAME[game] ?? [])].map(toggle),
    make("div", "pair", list, closing()),
  );
  form.onchange = (event) => {
    const { name, type, value, checked } = /** @type {HTMLInputElement} */ (event.target);
    Object.assign(settings, { [name]: type === "radio" ? value : checked });
    keepSettings();
    changed(name);
  };
  box.showModal();
}

/** @param {string} key */
const keyList = (key) =>
  make(
    "dl",
    "",
    ...entry(key).flatMap((/** @type {[string, string]} */ [keys, meaning]) => [
      make("dt", "", make("kbd", "", keys)),
      make("dd", "", meaning),
    ]),
  );

/** Opens the list of keys. */
export function openKeys() {
  const { box, form } = sheet("keys", words("keys.title"));
  const off = make("p", { hidden: settings.shortcuts }, words("keys.off"));
  const columns = ["board", "everywhere"].map((where) =>
    make("div", "", make("h3", "", words(`keys.${where}`)), keyList(`keys.list-${where}`)),
  );
  form.append(off, make("div", "columns", ...columns), make("div", "pair", closing()));
  box.showModal();
}
