// What the player has chosen, and what that sounds like.

export {
  canvasColors,
  followSettings,
  isStill,
  keepSettings,
  settings,
  slowness,
  wishes,
} from "./settings.js";

/**
 * The dialog of all settings.
 * @param {string} game that on the page
 * @param {(name: string) => void} changed hears what was changed
 */
export const openSettings = async (game, changed) =>
  (await import("./preferences.js")).openSettings(game, changed);

/** The list of keys. */
export const openKeys = async () => (await import("./preferences.js")).openKeys();

/** What makes sounds. */
export const loadSounds = () => import("./sounds.js");
