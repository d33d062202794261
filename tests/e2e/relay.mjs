// What the tests of games through a relay share: two browsers at a site with a relay, and their way to each other.

import assert from "node:assert/strict";
import { withRelayedSite } from "../relay/site.mjs";
import { openGame, press, ready } from "./board.mjs";
import { open } from "./driver.mjs";
import { isDue, turnKnown } from "./inside.mjs";

/** @typedef {import("./driver.mjs").Window} Window */
/** @typedef {import("../relay/site.mjs").Site} Site */

/** Waits until the other side is there. @param {Window} window */
export const together = (window) =>
  window.until(() => document.querySelector('[role=img][aria-label$="is connected."]') !== null);

/** Waits until the other side is not. @param {Window} window */
export const alone = (window) =>
  window.until(() => document.querySelector('[role=img][aria-label$="is connected."]') === null);

/**
 * A window that is tapped, and how often it was.
 * @param {Window} window
 */
export function counted(window) {
  let taps = 0;
  return {
    /** @param {import("./driver.mjs").Element} element */
    async tap(element) {
      taps += 1;
      await window.click(element);
    },
    taps: () => taps,
  };
}

/** The link for the other side, as it is shown. @param {Window} window */
export async function linkShown(window) {
  await window.until(() => location.search.includes("mail="));
  await ready(window);
  const field = window.find("dialog", "Play live").find("textbox", "Link for the other device");
  await field.shown();
  return field.value();
}

/** Who of two has the first move, which may follow from chance. @param {Window} one @param {Window} two */
export async function byTurn(one, two) {
  await turnKnown(one);
  await turnKnown(two);
  return (await isDue(one)) ? [one, two] : [two, one];
}

/**
 * Begins a game through the relay, and gives the link for the other side.
 * @param {Window} window @param {Site} site @param {string} game @param {string} side
 * @param {boolean} [timed] with the first clock of the list
 */
export async function invite(window, site, game, side, timed) {
  await openGame(window, `${site.address}?game=${game}`);
  await press(window, "New game");
  const dialog = window.find("dialog", "New game");
  await dialog.shown();
  await window.click(dialog.find("radio", "A friend, by link"));
  await window.click(dialog.find("radio", side));
  if (timed) {
    await dialog.find("group", "Clock").find("combobox", "Clock").focus();
    await window.key("ArrowDown");
  }
  await window.click(dialog.find("button", "Play live"));
  const link = await linkShown(window);
  assert.match(link, /#g=[\w-]+&relay=[\w-]{43}$/);
  return link;
}

/** Opens the link and accepts. @param {Window} window @param {string} link */
export async function accept(window, link) {
  await openGame(window, link);
  const asked = window.find("dialog", /^An invitation to /);
  await asked.shown();
  await window.click(asked.find("button", "Accept"));
}

/**
 * One begins a game with White, the other comes.
 * @param {Window} one @param {Window} two @param {Site} site @param {string} game @param {boolean} [timed]
 */
export async function meet(one, two, site, game, timed) {
  await accept(two, await invite(one, site, game, "White", timed));
  await together(one);
  await together(two);
  await one.find("dialog", "Play live").gone();
}

/**
 * Two browsers, the second a phone, at a site with a relay.
 * @param {(one: Window, two: Window, site: Site) => Promise<void>} work
 */
export const atRelay = (work) => async () => {
  const one = await open({ reducedMotion: true });
  const phone = { width: 390, height: 844 };
  const two = await open({ reducedMotion: true, touch: true, viewport: phone });
  try {
    await withRelayedSite(async (site) => {
      await work(one, two, site);
      for (const window of [one, two]) await window.goto("about:blank");
    });
    // A connection that was cut is reported by the browser.
    const errors = [one, two].flatMap((window) => window.errors());
    assert.deepEqual(
      errors.filter((error) => !error.includes("WebSocket")),
      [],
    );
  } finally {
    await one.close();
    await two.close();
  }
};
