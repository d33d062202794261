// Clocks: asked for in New game, counted down beside the players, and what happens when one has run out.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { countSounds, named, openGame, play, press, ready, said } from "./board.mjs";
import { BROWSER, inWindow, quit } from "./driver.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

/** The address of a game of two people with clocks. @param {string} control @param {string} name */
const timed = (control, name) =>
  `?${new URLSearchParams({ game: "magnetic", timed: name, clock: control })}`;

/** What a clock shows, in seconds. @param {Window} window @param {string} name */
async function seconds(window, name) {
  const text = await window.find("timer", name).text();
  const [minutes, rest] = text.split(":");
  return Number(minutes) * 60 + Number.parseFloat(rest);
}

/** Waits until a clock shows less than this. @param {Window} window @param {string} name @param {number} most */
async function falls(window, name, most) {
  await window.until(
    (name, most) => {
      const text = document.querySelector(`[role=timer][aria-label="${name}"]`)?.textContent ?? "";
      const [minutes, rest] = text.split(":");
      return Number(minutes) * 60 + Number.parseFloat(rest) < most;
    },
    name,
    most,
  );
}

test(
  "a clock is asked for in New game, and runs from the first move on",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    await press(window, "New game");
    const dialog = window.find("dialog");
    const group = dialog.find("group", "Clock");
    await group.shown();
    assert.equal(await group.find("spinbutton").count(), 0);
    await window.click(window.select("#new-game label:has([value=person])"));
    await group.find("combobox", "Clock").focus();
    await window.key("ArrowDown");
    await group.find("spinbutton", "Minutes").fill("2");
    await group.find("spinbutton", "Black's minutes").fill("1");
    await group.find("spinbutton", "Seconds a turn").fill("600");
    await window.click(dialog.find("button", "Begin anew"));
    await window.reaches(/timed=/);
    await ready(window);
    await window.find("timer", "White clock").reads(/^2:00/);
    await window.find("timer", "Black clock").reads(/^1:00/);
    await play(window, "c2 c4");
    await falls(window, "Black clock", 60);
    await play(window, "g8 f6");
    await falls(window, "White clock", 120);
    // The increment came when the turn ended.
    assert.ok((await seconds(window, "Black clock")) > 600);
  }),
);

test(
  "a game that is loaded again goes on where it stood, when it is touched",
  inWindow({}, async (window) => {
    await openGame(window, timed("600", "1"));
    await play(window, "c2 c4");
    await falls(window, "Black clock", 599);
    await window.reload();
    await ready(window);
    await named(window, "c4, white pawn");
    const stood = await seconds(window, "Black clock");
    assert.ok(stood < 600, String(stood));
    await play(window, "g8 f6");
    await falls(window, "White clock", 600);
    assert.ok((await seconds(window, "Black clock")) <= stood);
  }),
);

test(
  "who has ten seconds left is told once, with one sound",
  inWindow({}, async (window) => {
    if (BROWSER !== "chromium") return;
    await openGame(window, timed("13", "3"));
    const { struck, sounds } = await countSounds(window);
    await play(window, "c2 c4");
    await sounds(0);
    const moved = await struck();
    await said(window, "Black has ten seconds left.");
    await sounds(moved);
    const once = await struck();
    await falls(window, "Black clock", 9);
    assert.equal(await struck(), once);
  }),
);

test(
  "who has no time left loses, and is told",
  inWindow({}, async (window) => {
    await openGame(window, timed("1", "2"));
    await play(window, "c2 c4");
    await window.find("alert").reads(/White wins\s+Black's time is up/);
    await window.find("timer", "Black clock").reads(/^0:00\.0/);
  }),
);
