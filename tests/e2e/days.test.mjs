// Games by link with days for each turn: two browsers whose clocks are set ahead.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openGame, press, ready } from "./board.mjs";
import { quit } from "./driver.mjs";
import { accept, between, due, outgoing, play, receive, same, share } from "./friend.mjs";
import { movableClock, setClock, turnKnown } from "./inside.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

const HOUR = 3_600_000;

/** So many hours pass for a window, and its page is loaded again. @param {Window} window @param {number} hours */
async function wait(window, hours) {
  await setClock(window, String(hours * HOUR));
  await openGame(window, new URL(await window.url()).search);
  await turnKnown(window);
}

/** What is said of the time for the turn. @param {Window} window @param {RegExp} text */
const time = (window, text) => window.select(".turn-time:not([hidden])").reads(text);

test(
  "three days a turn: the time is shown, and claimed by who waits when both watches say so",
  between(async (one, two) => {
    await one.prepare(movableClock);
    await two.prepare(movableClock);
    await openGame(one, "?game=magnetic");
    await press(one, "New game");
    const dialog = one.find("dialog", "New game");
    await dialog.shown();
    await one.click(dialog.find("radio", "A friend, by link"));
    await one.click(dialog.find("radio", "White"));
    await dialog.find("combobox", "Time for each turn").focus();
    // As long as one likes, 1, 2, 3 days.
    for (let days = 0; days < 3; days += 1) await one.key("ArrowDown");
    await one.click(dialog.find("button", "Begin anew"));
    await one.until(() => location.search.includes("mail="));
    await ready(one);
    await play(one, "c2 c4");
    const invitation = await share(one);
    await receive(two, invitation);
    const invited = two.find("dialog", /^An invitation to /);
    await invited.reads(/Days for each turn: 3\./);
    await accept(two, invitation);
    await play(two, "d8 a5");
    await receive(one, await share(two));
    await due(one);
    await time(one, /^3 days left$/);
    await time(two, /^3 days left$/);
    await wait(one, 64);
    await time(one, /^8 hours left$/);
    // What is most urgent says so in the list of games, too.
    await press(one, "Your games");
    await one.find("dialog", "Your games").reads(/Turn 2: your turn, 8 hours left/);
    await one.key("Escape");

    // Black waits: the claim is offered half a day after the three days, and not before.
    const claim = two.find("button", "Claim the game");
    await wait(two, 72);
    await time(two, /^Time is over$/);
    assert.equal(await claim.visible(), false);
    await wait(two, 85);
    await two.click(claim);
    await two.find("alert").reads(/^You won/);
    const link = await outgoing(two);

    // By White's watch it is still too early: White is asked, and keeps the game.
    await receive(one, link);
    const asked = one.find("dialog", "Another link of this game");
    await asked.reads(/The watch of this device does not say so/);
    await one.click(asked.find("button", "Keep mine"));
    await asked.gone();
    assert.equal(await one.find("alert").visible(), false);
    // A little later it says the same.
    await wait(one, 73);
    await time(one, /^Time is over$/);
    await receive(one, link);
    await one.find("alert").reads(/^You lost/);
    await same(one, two);
  }),
);
