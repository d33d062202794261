// A browser for the tests. Tests use nothing but what is exported here; what a window and an
// element can do is in driver/window.mjs.
//
// FIVEFOLD_BROWSER names the browser: chromium unless given, firefox, or webkit. Addresses are
// relative to FIVEFOLD_URL, where `cargo xtask test browser` serves the site.

import { within } from "./driver/window.mjs";

/** @typedef {import("./driver/window.mjs").Window} Window */
/** @typedef {import("./driver/window.mjs").Element} Element */
/** @typedef {import("./driver/window.mjs").Options} Options */
/** @typedef {import("./driver/window.mjs").Point} Point */
/** @typedef {import("./driver/window.mjs").PointerInput} PointerInput */

export { address, repeated } from "./driver/window.mjs";

/** @typedef {{ open: (options: Options) => Promise<Window>, quit: () => Promise<void> }} Browser */

/** @type {Record<string, () => Promise<Browser>>} */
const BROWSERS = {
  chromium: () => import("./driver/chromium.mjs"),
  firefox: () => import("./driver/firefox.mjs"),
  webkit: () => import("./driver/webkit.mjs"),
};

/** The name of the browser that the tests run in. */
export const BROWSER = process.env.FIVEFOLD_BROWSER || "chromium";

const named = BROWSERS[BROWSER];
if (!named) throw new Error(`FIVEFOLD_BROWSER is ${BROWSER}: no such browser`);
const browser = await named();

/**
 * Opens a window with a fresh profile, or one that is as good: no storage, no history.
 * @param {Options} [options]
 */
export const open = (options = {}) => browser.open(options);

/** Ends the browser; call it after the tests of a file. */
export const quit = () => browser.quit();

/** Runs a test in a window of its own, which later tests reuse if it passes, and fails it if the page reported an error.
 * @param {Options} options
 * @param {(window: Window) => Promise<void>} test
 * @returns {() => Promise<void>}
 */
export function inWindow(options, test) {
  return async () => {
    const window = await open(options);
    let passed = false;
    try {
      await within(LONGEST, test(window), () => {
        throw new Error(`Not done within ${LONGEST / 1000} s.`);
      });
      const errors = window.errors();
      if (errors.length > 0) throw new Error(`The page reported: ${errors.join("\n")}`);
      passed = true;
    } finally {
      await window.close({ reuse: passed });
    }
  };
}

/** No test takes as long on any machine: one that does waits for a page that no longer answers. */
const LONGEST = 300_000;
