// The settings, and the list of keys.

import { createParts, openSheet } from "../dialogs/index.js";
import { afterFrame, button, entry, GAMES, loadWhole, make, set, words } from "../shell/index.js";
import { CHOICES, keepSettings, settings, slowness, tempo } from "./settings.js";

/** How long a piece travels at the usual pace, in milliseconds. */
const OWN = 160;
/** The module that makes sounds. */
const loadSounds = () => import("./sounds.js");

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
  return { box, fill, move };
}

/** What the dialog consists of. @param {string} game */
const partsOf = async (game) => (await loadWhole()).settings_dialog(game, settings, CHOICES);

/**
 * Makes what the dialog shows first, and what completes it.
 * @param {string} game that on the page, which may have some of its own
 * @param {Draw} drawPiece
 * @param {(name: string) => Promise<void> | void} changed is told which setting has changed
 */
async function compose(game, drawPiece, changed) {
  const [look, theme] = await partsOf(game);
  const list = button(words("keys.title"), () => {
    list.closest("dialog")?.close();
    openKeys();
  });
  const shown = preview(game, drawPiece);
  /** Shows on the page and in the sheet what has been chosen. @param {string} section @param {string} name */
  const show = async (section, name) => {
    await changed(name);
    shown.fill();
    if (section === "moving") shown.move();
    if (section === "hearing" && settings.sounds) {
      const { sound, wake } = await loadSounds();
      wake();
      sound(["move"]);
    }
  };
  const { build } = createParts(game, (section, { name, type, value, checked }) => {
    const chosen = type === "checkbox" ? checked : type === "range" ? Number(value) : value;
    Object.assign(settings, { [name]: chosen });
    // The mark at the answer is there at once; a page of other colours takes longer.
    afterFrame(() => {
      keepSettings();
      show(section, name).catch(console.error);
    });
  });
  const complete = async () => {
    // Keys may have switched some since the dialog was prepared.
    const [, , ...others] = await partsOf(game);
    list.parentElement?.before(...others.map((part) => build(part)));
    shown.fill();
  };
  return { parts: [shown.box, build(look), build(theme)], list, complete };
}

/** What is made for a game before the dialog is asked for. @type {{ game: string, made: ReturnType<typeof compose> } | undefined} */
let ready;

/** Makes what the dialog shows first before it is asked for. @param {Parameters<typeof compose>} given */
export function prepare(...given) {
  const [game] = given;
  if (ready?.game !== game) {
    ready = { game, made: compose(...given) };
    ready.made.catch(() => {
      ready = undefined;
    });
  }
  return ready.made;
}

/** Opens the settings. @param {Parameters<typeof compose>} given */
export async function openSettings(...given) {
  const made = prepare(...given);
  ready = undefined;
  const { parts, list, complete } = await made;
  openSheet("settings", words("settings.title"), parts, list);
  // The sheet is there at once; what is below its edge comes behind the frame that shows it.
  afterFrame(() => complete().catch(console.error));
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
  // The analysis board has keys of its own.
  const own = document.getElementById("analysis") ? ["analysis"] : [];
  const list = (/** @type {string} */ where) =>
    make("div", "", make("h3", "", words(`keys.${where}`)), keyList(`keys.list-${where}`));
  const columns = [["board", ...own], ["everywhere"]].map((places) =>
    make("div", "", ...places.map(list)),
  );
  openSheet("keys", words("keys.title"), [off, make("div", "columns", ...columns)]);
}
