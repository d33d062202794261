// The settings, and the list of keys.

import { closing, entry, make, sheet, words } from "../shell/index.js";
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
  const options = make("div");
  for (const value of CHOICES[name]) {
    const input = make("input");
    input.type = "radio";
    input.name = name;
    input.value = value;
    input.checked = settings[name] === value;
    const sample = make("i", `sample ${name}-${value}`);
    options.append(make("label", "", input, sample, words(`settings.${value}`)));
  }
  return make("fieldset", "", make("legend", "", words(`settings.${name}`)), options);
}

/** @param {Switch} name */
function toggle(name) {
  const input = make("input");
  input.type = "checkbox";
  input.name = name;
  input.checked = settings[name];
  return make("label", "check", input, words(`settings.${name}`));
}

/**
 * Opens the settings.
 * @param {string} game that on the page, which may have some of its own
 * @param {(name: string) => void} changed is told which setting has changed
 */
export function openSettings(game, changed) {
  const { box, form } = sheet("settings", words("settings.title"));
  const list = make("button", "", words("keys.title"));
  list.type = "button";
  list.addEventListener("click", () => {
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
    const all = /** @type {Record<string, unknown>} */ (settings);
    all[name] = type === "radio" ? value : checked;
    keepSettings();
    changed(name);
  };
  box.showModal();
}

/** @param {string} key */
function keyList(key) {
  const list = make("dl");
  for (const [keys, meaning] of entry(key)) {
    list.append(make("dt", "", make("kbd", "", keys)), make("dd", "", meaning));
  }
  return list;
}

/** Opens the list of keys. */
export function openKeys() {
  const { box, form } = sheet("keys", words("keys.title"));
  const off = make("p", "", words("keys.off"));
  off.hidden = settings.shortcuts;
  const columns = ["board", "everywhere"].map((where) =>
    make("div", "", make("h3", "", words(`keys.${where}`)), keyList(`keys.list-${where}`)),
  );
  form.append(off, make("div", "columns", ...columns), make("div", "pair", closing()));
  box.showModal();
}
