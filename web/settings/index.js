// The player's settings; sounds; keys.

export {
  canvasColors,
  followSettings,
  isStill,
  settings,
  slowness,
  toggle,
  wishes,
} from "./settings.js";

/** The dialogs of this room. */
export const loadPreferences = () => import("./preferences.js");

/**
 * The dialog of all settings.
 * @type {(...given: Parameters<typeof import("./preferences.js").openSettings>) => Promise<void>}
 */
export const openSettings = async (...given) => (await loadPreferences()).openSettings(...given);

/**
 * Makes the beginning of that dialog before it is asked for.
 * @type {(...given: Parameters<typeof import("./preferences.js").prepare>) => Promise<unknown>}
 */
export const prepareSettings = async (...given) => (await loadPreferences()).prepare(...given);

/** The list of keys. */
export const openKeys = async () => (await loadPreferences()).openKeys();

/** What makes sounds. */
export const loadSounds = () => import("./sounds.js");
