// The player's settings, kept in localStorage where the browser allows that.

const KEY = "fivefold";

/** What can be chosen of several; the first is chosen at first. `early.js` reads some of it too. */
export const CHOICES = /** @type {const} */ ({
  theme: ["system", "light", "dark"],
  board: ["slate", "paper", "wood", "green"],
  men: ["standard", "classic", "bold"],
  contrast: ["system", "more"],
  motion: ["system", "reduced"],
});

export const settings = {
  /** @type {'system' | 'light' | 'dark'} */
  theme: "system",
  /** @type {'slate' | 'paper' | 'wood' | 'green'} */
  board: "slate",
  /** @type {'standard' | 'classic' | 'bold'} */
  men: "standard",
  /** @type {'system' | 'more'} */
  contrast: "system",
  /** @type {'system' | 'reduced'} */
  motion: "system",
  coordinates: true,
  shortcuts: true,
  sounds: true,
  /** Whether a turn of one step ends only when the player says so. */
  confirm: false,
  /** Chessence: men show their powers by their shapes. */
  powers: true,
  /** Magnetic Chess: a king that could be captured is pointed out. */
  warnings: true,
};

try {
  const stored = JSON.parse(localStorage.getItem(KEY) ?? "null") ?? {};
  const all = /** @type {Record<string, unknown>} */ (settings);
  for (const [name, value] of Object.entries(settings)) {
    const kept = stored[name];
    const choices = /** @type {Record<string, readonly unknown[]>} */ (CHOICES)[name];
    if (choices ? choices.includes(kept) : typeof kept === typeof value) all[name] = kept;
  }
} catch {
  // Blocked or damaged: the defaults hold.
}

/** Writes the settings down. */
export function keepSettings() {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // They hold for this visit.
  }
}

const night = matchMedia("(prefers-color-scheme: dark)");
const strong = matchMedia("(prefers-contrast: more)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether nothing is to travel. */
export const isStill = () => settings.motion === "reduced" || still.matches;

/**
 * Shows the page as the settings ask for, and again when the system's wishes change.
 * @param {() => void} changed
 */
export function followSettings(changed) {
  const apply = () => {
    const { theme, board, contrast } = settings;
    const root = document.documentElement.dataset;
    root.theme = theme === "dark" || (theme === "system" && night.matches) ? "dark" : "light";
    root.board = board;
    root.contrast = contrast === "more" || strong.matches ? "more" : "";
    root.still = String(isStill());
    changed();
  };
  for (const wish of [night, strong, still]) wish.addEventListener("change", apply);
  apply();
  // What is written on the canvas was written before the fonts came.
  document.fonts.ready.then(changed).catch(() => {});
  return apply;
}

const COLORS = [
  "paper",
  "surface",
  "ink",
  "muted",
  "hairline",
  "light",
  "dark",
  "hole",
  "on-light",
  "on-dark",
  "on-hole",
  "accent",
  "danger",
  "last",
  "gold",
  "halo",
];

/** The colours of the canvas, from the style sheet. */
export function canvasColors() {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(
    COLORS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]),
  );
}
