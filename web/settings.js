// The player's settings, kept in localStorage where the browser allows that.

const KEY = "fivefold";

export const settings = {
  /** @type {'system' | 'light' | 'dark'} */
  theme: "system",
  coordinates: true,
  shortcuts: true,
};

/** @type {any} */
let stored = null;
try {
  stored = JSON.parse(localStorage.getItem(KEY) ?? "null");
} catch {
  // Blocked or damaged: the defaults hold.
}
if (["system", "light", "dark"].includes(stored?.theme)) settings.theme = stored.theme;
if (typeof stored?.coordinates === "boolean") settings.coordinates = stored.coordinates;
if (typeof stored?.shortcuts === "boolean") settings.shortcuts = stored.shortcuts;

/** Writes the settings down. */
export function keepSettings() {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // They hold for this visit.
  }
}

const night = matchMedia("(prefers-color-scheme: dark)");

/**
 * Shows the theme that the settings ask for, and again when the system's changes.
 * @param {() => void} changed
 */
export function followTheme(changed) {
  const apply = () => {
    const dark = settings.theme === "dark" || (settings.theme === "system" && night.matches);
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    changed();
  };
  night.addEventListener("change", apply);
  apply();
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
