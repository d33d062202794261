// The player's settings, stored in localStorage if the browser allows that.

import { recall, retain } from "../shell/index.js";

const KEY = "fivefold";

/** What can be chosen of several; the first is chosen at first. `early.js` reads some of it too. */
export const CHOICES = /** @type {const} */ ({
  theme: ["system", "light", "dark"],
  board: ["slate", "paper", "wood", "green"],
  men: ["standard", "classic", "bold"],
  size: ["usual", "large"],
  coordinates: ["inside", "outside", "none"],
  contrast: ["system", "more"],
  motion: ["system", "fast", "slow", "reduced"],
  // How fast a turn of several steps is shown.
  replay: ["normal", "fast", "slow"],
  // What the sounds are like.
  voice: ["oak", "glass", "felt"],
});

/** How many times as long as usual things take. @type {Record<string, number>} */
const SLOWNESS = { fast: 0.5, slow: 2, reduced: 0 };

/** @typedef {{ -readonly [K in keyof typeof CHOICES]: (typeof CHOICES)[K][number] }} Chosen */

const first = Object.entries(CHOICES).map(([name, [value]]) => [name, value]);

export const settings = {
  .../** @type {Chosen} */ (Object.fromEntries(first)),
  shortcuts: true,
  sounds: true,
  /** 0 to 100. */
  volume: 70,
  /** Whether pieces are not to be seen. */
  blindfold: false,
  /** Whether nothing is to be seen but the board and what a turn needs. */
  zen: false,
  /** Whether a turn of one step ends only when the player says so. */
  confirm: false,
  /** Chessence: men show their powers by their shapes. */
  powers: true,
  /** Magnetic Chess: a king that could be captured is pointed out. */
  warnings: true,
};

const kept = recall(KEY) ?? {};
// Coordinates were there or not, once.
if (kept.coordinates === false) kept.coordinates = "none";
for (const [name, value] of Object.entries(settings)) {
  const choices = /** @type {Record<string, readonly unknown[]>} */ (CHOICES)[name];
  const isOne = choices ? choices.includes(kept[name]) : typeof kept[name] === typeof value;
  if (isOne) Object.assign(settings, { [name]: kept[name] });
}

/** Writes the settings down; where that is refused, they hold for this visit. */
export const keepSettings = () => retain(KEY, settings);

/** Switches a setting on or off. @param {"sounds" | "zen"} name */
export function toggle(name) {
  settings[name] = !settings[name];
  keepSettings();
}

const night = matchMedia("(prefers-color-scheme: dark)");
const strong = matchMedia("(prefers-contrast: more)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** How many times as long as usual pieces travel; 0 where nothing is to travel. */
export const slowness = () => (still.matches ? 0 : (SLOWNESS[settings.motion] ?? 1));

/** Whether nothing is to travel. */
export const isStill = () => slowness() === 0;

/** How many times as long as usual the steps of a turn that is shown wait for one another. */
export const tempo = () => SLOWNESS[settings.replay] ?? 1;

/** What the settings ask of the table, as its events. */
export const wishes = () => [{ confirms: settings.confirm }, { tempo: 100 * tempo() }];

/**
 * Shows the page as the settings ask for, and again when the system's wishes change.
 * @param {() => void} changed
 */
export function followSettings(changed) {
  const apply = () => {
    const { theme, board, contrast, zen } = settings;
    const root = document.documentElement.dataset;
    root.theme = theme === "dark" || (theme === "system" && night.matches) ? "dark" : "light";
    root.board = board;
    root.contrast = contrast === "more" || strong.matches ? "more" : "";
    root.still = String(isStill());
    root.zen = String(zen);
    changed();
  };
  for (const wish of [night, strong, still]) wish.addEventListener("change", apply);
  apply();
  // Text on the canvas was drawn before the fonts came.
  document.fonts.ready.then(changed).catch(() => {});
  return apply;
}

const COLORS = (
  "paper surface ink muted hairline light dark hole on-light on-dark on-hole accent danger last " +
  "gold halo green blue"
).split(" ");

/** The colours of the canvas, from the style sheet. */
export function canvasColors() {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(
    COLORS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]),
  );
}
