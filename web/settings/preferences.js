// The settings, and the list of keys.

import { button, entry, GAMES, make, openSheet, option, set, words } from "../shell/index.js";
import { CHOICES, keepSettings, settings, slowness, tempo } from "./settings.js";

/** How long a piece travels at the usual pace, in milliseconds. */
const OWN = 160;
/** The module that makes sounds. */
const loadSounds = () => import("./sounds.js");

/** @typedef {keyof typeof CHOICES} Choice */
/** @typedef {"confirm" | "sounds" | "shortcuts" | "blindfold" | "zen" | "powers" | "warnings"} Switch */

/** @type {Choice[]} */
const LOOK = ["theme", "board", "men", "size", "coordinates", "contrast"];
/** @type {Choice[]} */
const MOTION = ["motion", "replay"];
/** @type {Switch[]} */
const PLAYING = ["confirm", "shortcuts", "blindfold", "zen"];
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

/** How loud the sounds are. */
function volume() {
  const field = make("input", {
    type: "range",
    name: "volume",
    min: "0",
    max: "100",
    step: "10",
    value: String(settings.volume),
  });
  return make("label", "range", make("span", "", words("settings.volume")), field);
}

/** How long a step is seen before the next one begins, in milliseconds. */
const PAUSE = 360;

/** What shows a piece. @typedef {(role: string, color: "white" | "black") => Node} Draw */

/**
 * Some squares of the board with pieces on them, as they will look, and one that shows how they move.
 * @param {string} game
 * @param {Draw} drawPiece
 */
function preview(game, drawPiece) {
  const roles = [...GAMES[game], ...GAMES[game]].slice(0, 6);
  const box = make("div", { class: "preview", "aria-hidden": "true" });
  const fill = () => {
    const cells = roles.map((role, place) => {
      const piece = place < 4 ? [drawPiece(role, place % 2 ? "black" : "white")] : [];
      return make("i", { "data-file": "abcdef"[place] ?? "" }, ...piece);
    });
    box.replaceChildren(...cells);
    set(box, {
      "data-size": settings.size,
      "data-names": settings.coordinates,
      "data-blindfold": settings.blindfold,
    });
  };
  /** Two steps, as fast as pieces move and turns are shown. */
  const move = () => {
    const step = OWN * slowness();
    const length = 2 * step + PAUSE * tempo();
    const at = (/** @type {number} */ squares, /** @type {number} */ time) => ({
      transform: `translateX(${100 * squares}%)`,
      offset: time / length,
    });
    const stations = [at(0, 0), at(1, step), at(1, length - step), at(2, length)];
    box.children[3]?.firstElementChild?.animate(stations, { duration: length, fill: "forwards" });
  };
  fill();
  return { box, fill, move };
}

/**
 * Opens the settings.
 * @param {string} game that on the page, which may have some of its own
 * @param {Draw} drawPiece
 * @param {(name: string) => Promise<void> | void} changed is told which setting has changed
 */
export function openSettings(game, drawPiece, changed) {
  const list = button(words("keys.title"), () => {
    box.close();
    openKeys();
  });
  const shown = preview(game, drawPiece);
  const parts = [
    shown.box,
    make("h3", "", words("settings.look")),
    ...LOOK.map(choice),
    make("h3", "", words("settings.moving")),
    ...MOTION.map(choice),
    make("h3", "", words("settings.hearing")),
    toggle("sounds"),
    choice("voice"),
    volume(),
    make("h3", "", words("settings.playing")),
    ...[...PLAYING, ...(OF_GAME[game] ?? [])].map(toggle),
  ];
  const { box, form } = openSheet("settings", words("settings.title"), parts, list);
  form.onchange = async (event) => {
    const { name, type, value, checked } = /** @type {HTMLInputElement} */ (event.target);
    const chosen = type === "checkbox" ? checked : type === "range" ? Number(value) : value;
    Object.assign(settings, { [name]: chosen });
    keepSettings();
    await changed(name);
    shown.fill();
    if (MOTION.some((motion) => motion === name)) shown.move();
    if (["sounds", "voice", "volume"].includes(name) && settings.sounds) {
      const { sound, wake } = await loadSounds();
      wake();
      sound(["move"]);
    }
  };
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
  const off = make("p", { hidden: settings.shortcuts }, words("keys.off"));
  const columns = ["board", "everywhere"].map((where) =>
    make("div", "", make("h3", "", words(`keys.${where}`)), keyList(`keys.list-${where}`)),
  );
  openSheet("keys", words("keys.title"), [off, make("div", "columns", ...columns)]);
}
