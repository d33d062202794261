// Live games: two browsers connect with each other by one link there and one back.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { click, openGame, press, ready } from "./board.mjs";
import { quit } from "./driver.mjs";
import { between, due, same } from "./friend.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

/** The link for the other device. @param {Window} window */
async function linkOf(window) {
  await window.until(
    () => document.querySelector('#live[open] [aria-label="Link for the other device"]') !== null,
  );
  return window.evaluate(
    () =>
      /** @type {HTMLInputElement} */ (
        document.querySelector('#live [aria-label="Link for the other device"]')
      ).value,
  );
}

/** Waits until the other side is there. @param {Window} window */
const together = (window) =>
  window.until(() => document.querySelector('[role=img][aria-label$="is connected."]') !== null);

test(
  "two people play with clocks by one link there and one back",
  between(async (one, two) => {
    await openGame(one, "?game=magnetic");
    await press(one, "New game");
    const dialog = one.find("dialog", "New game");
    await dialog.shown();
    await one.click(dialog.find("radio", "A friend, by link"));
    await one.click(dialog.find("radio", "White"));
    await dialog.find("group", "Clock").find("combobox", "Clock").focus();
    await one.key("ArrowDown");
    await one.click(dialog.find("button", "Play live"));
    await one.until(() => location.search.includes("mail="));
    await ready(one);
    const offer = await linkOf(one);
    assert.match(offer, /#g=[\w-]+&live=[\w-]+$/);
    await openGame(two, offer.slice(offer.indexOf("#")));
    const asked = two.find("dialog", /^An invitation to /);
    await asked.shown();
    await two.click(asked.find("button", "Accept"));
    const answer = await linkOf(two);
    await one
      .find("dialog", "Play live")
      .find("textbox", "Paste the link that came back")
      .fill(answer);
    await one.click(one.find("dialog", "Play live").find("button", "Open"));
    await together(one);
    await together(two);
    await one.click(one.find("button", "Live"));
    await one.click(one.find("dialog", "Play live").find("button", "Good luck!"));
    await two.until(() => document.getElementById("status")?.textContent?.includes("Good luck!"));
    await due(one);
    await click(one, "c2", "c4");
    await same(two, one);
    await due(two);
    await click(two, "d8", "a5");
    await same(one, two);
    await one.find("timer", "White clock").reads(/^10:0/);
    // Time that is given shows on both watches, and outlives a reload.
    await two.click(two.find("button", "Add 15 seconds"));
    await one.until(() => document.getElementById("status")?.textContent?.includes("15 seconds"));
    for (const window of [one, two])
      await window.find("timer", "White clock").reads(/^10:(1[5-9]|2)/);
    await one.reload();
    await ready(one);
    await one.find("timer", "White clock").reads(/^10:(1[5-9]|2)/);
  }),
);
