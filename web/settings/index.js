// The player's settings; sounds; keys.

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
 * @type {(...given: Parameters<typeof import("./preferences.js").openSettings>) => Promise<void>}
 */
export const openSettings = async (...given) =>
  (await import("./preferences.js")).openSettings(...given);

/** The list of keys. */
export const openKeys = async () => (await import("./preferences.js")).openKeys();

/** What makes sounds. */
export const loadSounds = () => import("./sounds.js");
