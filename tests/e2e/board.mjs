// What nearly every test does with the board: opens a game, plays on squares, and waits for what
// the page then says.

import { ready } from "./inside.mjs";

/** @typedef {import("./driver.mjs").Window} Window */

export { ready };

/** The address of a game from a position. @param {string} game @param {string} fen */
export const at = (game, fen) => `?${new URLSearchParams({ game, fen })}`;

/** Opens an address and waits until its game can be played. @param {Window} window @param {string} address */
export async function openGame(window, address) {
  await window.goto(address);
  await ready(window);
}

/**
 * A square of the board, whose label begins with what it is called: to look for that is little work beside
 * computing the names of all squares.
 * @param {Window} window @param {string} square
 */
export const cell = (window, square) =>
  window.select(
    `[role=gridcell][aria-label="${square}"], [role=gridcell][aria-label^="${square},"]`,
  );

/** Clicks one square after the other. @param {Window} window @param {...string} squares */
export async function click(window, ...squares) {
  for (const square of squares) await window.click(cell(window, square));
}

/** @param {Window} window @param {string} steps such as "c2 c4 d8 a5" */
export const play = (window, steps) => click(window, ...steps.split(" "));

/** What stands in a sheet where the window is small, or in another dialog. @type {Record<string, string>} */
const BEHIND = {
  "New game": "Menu",
  "Your games": "Menu",
  Puzzles: "Menu",
  "Open a game": "Menu",
  Settings: "Menu",
  "Open challenges": "Menu",
  Keys: "Settings",
  Analysis: "More",
  "Show attacks": "More",
  Pieces: "More",
  "Offer draw": "More",
  Resign: "More",
};

/**
 * Opens what a button stands in, if that is needed. A sheet that is closing shows its buttons a moment
 * longer.
 * @param {Window} window @param {string} name
 */
export async function reveal(window, name) {
  const behind = BEHIND[name];
  if (!behind) return;
  await window.until(
    () => !document.getAnimations().some((animation) => animation instanceof CSSTransition),
  );
  if (await window.find("button", name).visible()) return;
  await reveal(window, behind);
  const opener = window.find("button", behind);
  if (await opener.visible()) await window.click(opener);
}

/** Presses a button, wherever it stands. @param {Window} window @param {string} name */
export async function press(window, name) {
  await reveal(window, name);
  await window.click(window.find("button", name));
}

/**
 * A button that keeps its place where it does nothing, as soon as it does something.
 * @param {Window} window @param {string} name
 */
export async function usable(window, name) {
  const button = window.find("button", name);
  await button.shown();
  await window.until(
    (name) =>
      [...document.querySelectorAll("button:not([aria-disabled=true])")].some(
        (button) =>
          (button.getAttribute("aria-label") ?? button.textContent) === name &&
          button.checkVisibility({ visibilityProperty: true }),
      ),
    name,
  );
  return button;
}

/** Types moves by their names, and hands by their letters. @param {Window} window @param {...string} moves */
export async function type(window, ...moves) {
  // By its mark, as with squares: it is looked for again and again.
  const field = window.select("#typed-text");
  for (const move of moves) {
    await field.focus();
    await field.fill(move);
    await window.key("Enter");
    await window.until(
      () => /** @type {HTMLInputElement} */ (document.getElementById("typed-text")).value === "",
    );
  }
}

/** Waits until a square's name is this, or begins so. @param {Window} window @param {string} name */
export const named = (window, name) => window.find("gridcell", new RegExp(`^${name}(,|$)`)).shown();

/** Waits until the status says this. @param {Window} window @param {string} text */
export const said = (window, text) =>
  window.until(
    (text) => document.querySelector("[role=status]")?.textContent?.includes(text) ?? false,
    text,
  );

/** Counts the sounds of a page from now on, once it can make any. @param {Window} window */
export async function countSounds(window) {
  // The move list comes with what makes sounds.
  await window.until(() => document.querySelector("#no-moves")?.checkVisibility());
  await window.evaluate(() => {
    const counted = /** @type {any} */ (globalThis);
    counted.struck = 0;
    const strike = AudioContext.prototype.createBufferSource;
    AudioContext.prototype.createBufferSource = function () {
      counted.struck += 1;
      return strike.call(this);
    };
  });
  return {
    /** How many there were. @returns {Promise<number>} */
    struck: () => window.evaluate(() => /** @type {any} */ (globalThis).struck),
    /** Waits until there were more than these. @param {number} before */
    sounds: (before) =>
      window.until((before) => /** @type {any} */ (globalThis).struck > before, before),
  };
}

/**
 * The text of the file that a button hands over to be kept.
 * @param {Window} window
 * @param {string} button
 */
export async function savedBy(window, button) {
  await window.evaluate(() => {
    URL.createObjectURL = (/** @type {Blob} */ blob) => {
      blob.text().then((text) => {
        document.body.dataset.file = text;
      });
      return "#";
    };
  });
  await press(window, button);
  return window.until(() => document.body.dataset.file ?? "");
}
