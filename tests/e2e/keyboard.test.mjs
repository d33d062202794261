// A visit by keys alone, from the first page to a puzzle: Tab, arrows, Enter and Escape lead everywhere, and
// the focus is never lost.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { named, ready, said } from "./board.mjs";
import { inWindow, quit } from "./driver.mjs";
import {
  exerciseIs,
  furnished,
  looks,
  playsComputer,
  replied,
  squareInFocus,
  squaresOf,
  turnsAnswered,
} from "./inside.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

/** What the focus is on, by its square or its name. @param {Window} window */
const focused = async (window) =>
  (await squareInFocus(window)) ||
  (await window.evaluate(() => {
    const at = document.activeElement;
    if (!at || at === document.body) return "";
    const label = at.getAttribute("aria-label") ?? at.closest("label")?.textContent;
    return (label ?? at.textContent ?? "").replace(/\s+/g, " ").trim();
  }));

/** Presses a key other than Tab, and looks whether the focus is somewhere then. @param {Window} window @param {string} key */
async function strike(window, key) {
  await window.key(key);
  await window.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  assert.notEqual(await focused(window), "", `${key} leaves the focus nowhere`);
}

/** Presses Tab until the focus is there; tells how often. @param {Window} window @param {RegExp} wanted */
async function tabTo(window, wanted) {
  const seen = [];
  for (let stops = 0; stops < 80; stops += 1) {
    const at = await focused(window);
    if (wanted.test(at)) return stops;
    seen.push(at);
    await window.key("Tab");
  }
  return assert.fail(`Tab does not lead to ${wanted}, but to ${seen.join(", ")}`);
}

/** @param {Window} window @param {RegExp} wanted */
async function enter(window, wanted) {
  await tabTo(window, wanted);
  await strike(window, "Enter");
}

/** Leads the cursor to a square, by arrows, and presses Enter. @param {Window} window @param {string} square */
async function enterAt(window, square) {
  await tabTo(window, /^[a-h][1-8]$/);
  for (let keys = 0; (await squareInFocus(window)) !== square; keys += 1) {
    assert.ok(keys < 20, `the cursor comes to ${square}`);
    const [file, rank] = await squareInFocus(window);
    if (file !== square[0]) await strike(window, file < square[0] ? "ArrowRight" : "ArrowLeft");
    else await strike(window, rank < square[1] ? "ArrowUp" : "ArrowDown");
  }
  await strike(window, "Enter");
}

/** Plays a turn of one step, whatever the board offers. @param {Window} window */
async function anyTurn(window) {
  for (const square of await squaresOf(window, "own")) {
    await enterAt(window, square);
    const [target] = await squaresOf(window, "target");
    if (target) return enterAt(window, target);
    await strike(window, "Escape");
  }
  return assert.fail("nothing can be played");
}

test(
  "a visit by keys alone: games against the computer, settings, a lesson and a puzzle",
  inWindow({ reducedMotion: true }, async (window) => {
    await window.goto("");
    await ready(window);
    await furnished(window);
    const stops = await tabTo(window, /^[a-h][1-8]$/);
    assert.ok(stops < 10, `the board of the first page is the stop of number ${stops}`);
    await enterAt(window, "c2");
    await enterAt(window, "c4");
    await turnsAnswered(window, 2);

    await enter(window, /^New game$/);
    await window.find("dialog", "New game").shown();
    await enter(window, /^Begin anew$/);
    await window.find("dialog", "New game").gone();
    await playsComputer(window);
    await named(window, "c2, white pawn");
    await anyTurn(window);
    await turnsAnswered(window, 2);
    await anyTurn(window);
    await turnsAnswered(window, 4);
    await enter(window, /^Take back$/);
    await said(window, "taken back");
    await turnsAnswered(window, 2);
    await anyTurn(window);
    await turnsAnswered(window, 4);
    await enter(window, /^Resign$/);
    await window.find("dialog", "Resign").shown();
    await enter(window, /^Resign$/);
    await window.find("alert").reads(/^You lost/);
    await enter(window, /^Rematch$/);
    await window.find("alert").gone();

    await enter(window, /^Settings$/);
    const settings = window.find("dialog", "Settings");
    await settings.shown();
    await tabTo(window, /^As the system$/);
    assert.equal((await looks(window)).theme, "light");
    for (const key of ["ArrowRight", "ArrowRight"]) await strike(window, key);
    assert.equal((await looks(window)).theme, "dark");
    await strike(window, "Escape");
    await settings.gone();
    assert.equal(await focused(window), "Settings");

    await tabTo(window, /^Lesson$/);
    await window.key("Enter");
    await window.reaches(/lesson=1/);
    await ready(window);
    await window.select("#task").shown();
    await enterAt(window, "f3");
    await enterAt(window, "e5");
    await window.select(".reply").shown();

    await enter(window, /^Puzzles$/);
    const puzzles = window.find("dialog", "Puzzles");
    await puzzles.shown();
    await tabTo(window, /^Puzzle 1: /);
    await window.key("Enter");
    await window.reaches(/puzzle=magnetic-1$/);
    await ready(window);
    await exerciseIs(window, "open");
    await enterAt(window, "g8");
    await enterAt(window, "g3");
    await window.select(".reply").reads(/Now find the second/);
    await window.until(() => document.querySelector("#grid .own"));
    await enterAt(window, "f2");
    await enterAt(window, "g3");
    await replied(window, "good", "Solved");
  }),
);
