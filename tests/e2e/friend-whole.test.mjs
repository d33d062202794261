// Whole games by link, from the invitation to the end, in two browsers; a third reads the last link.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { press } from "./board.mjs";
import { inWindow, quit } from "./driver.mjs";
import {
  accept,
  between,
  bind,
  exchange,
  invite,
  isProven,
  outgoing,
  play,
  receive,
  same,
  share,
} from "./friend.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

/** How the game ended, as the page announces it. @param {Window} window */
async function ending(window) {
  await window.find("alert").shown();
  return window.find("alert").text();
}

test(
  "a whole game of Charismatic Chess: placed, moved, resigned; the finished game's link proves every draw",
  between(async (white, black) => {
    await invite(white, "charismatic", "White");
    await accept(black, await outgoing(white));
    await bind(white, black);
    // Six turns of placement, and two that move.
    await exchange([white, black], 8);
    await press(white, "Resign");
    await white.click(white.find("dialog", "Resign").find("button", "Resign"));
    const last = await outgoing(white);
    assert.match(await ending(white), /^You lost/);
    await receive(black, last);
    assert.match(await ending(black), /^You won/);
    await same(black, white);
    await inWindow({}, async (reader) => {
      await isProven(reader, last, 6);
      assert.match(await ending(reader), /^Black wins/);
    })();
  }),
);

test(
  "a whole game of Magnetic Chess, to the capture of the king",
  between(async (white, black) => {
    await invite(white, "magnetic", "White");
    await play(white, "c2 c3");
    await accept(black, await share(white));
    await play(black, "d8 a5");
    await receive(white, await share(black));
    await play(white, "d2 d3");
    await receive(black, await share(white));
    await play(black, "a5 e1");
    const last = await share(black);
    assert.match(await ending(black), /^You won/);
    await receive(white, last);
    assert.match(await ending(white), /^You lost/);
    await same(white, black);
  }),
);
