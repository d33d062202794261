// Variations, comments and glyphs of a game that came with them: in the list of moves, and on the
// board. By mouse, finger and keys; nothing of it changes the game. What is tried in a game that is
// over; and the last turn once more.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { named, openGame, play, press, ready } from "./board.mjs";
import { inWindow, quit } from "./driver.mjs";
import { gameIsNot, slowTimers } from "./inside.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

const PHONE = { viewport: { width: 390, height: 844 }, ratio: 2, touch: true };

const ANNOTATED = `[Variant "batteries"]

{Who begins?} 1. c4 $1 {Well. [%clk 0:01:00] <b>No markup</b>}
(1. d4 $5 {The other one.} e7 (1... f7 $6 2. e4) 2. f4) (1. b4) 1... d7 2. e4 e7 *`;

/** Turns of two steps. */
const LONG = `[Variant "charismatic"]
[SetUp "1"]
[FEN "3k4/8/8/8/8/8/P7/R3K3[] w - - 0 9 - -"]

9. a4,Ra3 (9. a3,Kd2 {Slow.} Kd7) 9... Ke7 *`;

/** Opens a PGN, and waits for what stands beside its line. @param {Window} window @param {string} pgn */
async function opened(window, pgn) {
  await openGame(window, "?game=magnetic");
  const menu = window.select("#open-menu");
  if (await menu.visible()) await window.tap(menu);
  await press(window, "Open a game");
  const dialog = window.find("dialog", "Open a game");
  await dialog.shown();
  await dialog.find("textbox", "A link, PGN, or FEN").fill(pgn);
  await window.click(dialog.find("button", "Open"));
  await gameIsNot(window, "magnetic");
  await ready(window);
  await window.until(() => document.querySelector("#score .lines") !== null);
}

/** Waits for what the bar says of the board. @param {Window} window @param {string} text */
const said = (window, text) =>
  window.until((text) => (document.getElementById("says")?.textContent ?? "").includes(text), text);

/** Waits until the list marks this turn as the one shown. @param {Window} window @param {string} name */
const marked = (window, name) =>
  window.until((name) => {
    const [current, ...others] = document.querySelectorAll("#score [aria-current]");
    const told = /** @type {Element | undefined} */ (current?.cloneNode(true));
    for (const hidden of told?.querySelectorAll("[aria-hidden]") ?? []) hidden.remove();
    return others.length === 0 && told?.textContent === name;
  }, name);

test(
  "the list of moves shows variations, comments as text and signs, and tells them by name",
  inWindow({}, async (window) => {
    await opened(window, ANNOTATED);
    for (const name of [
      "1 White: c4 (good move)",
      "1 White: d4 (interesting move)",
      "1 Black: f7 (dubious move)",
      "1 White: b4",
      "1 Black: d7",
    ]) {
      await window.find("button", name).shown();
    }
    await window.find("list", "Instead of 1 White: c4").shown();
    await window.find("list", "Instead of 1 Black: e7").shown();
    const { text, markup } = await window.evaluate(() => ({
      text: document.querySelector("#score")?.textContent ?? "",
      markup: document.querySelectorAll("#score b").length,
    }));
    assert.equal(markup, 0);
    assert.match(text, /^Who begins\?/);
    assert.match(text, /c4! \(good move\)/);
    assert.match(text, /Well\. <b>No markup<\/b>/);
    assert.doesNotMatch(text, /%clk/);
    assert.deepEqual(await window.faults(), []);
    await window.wish({ scheme: "dark" });
    assert.deepEqual(await window.faults(), []);
  }),
);

test(
  "one steps into a variation and back by the mouse, and the game stays as it was",
  inWindow({}, async (window) => {
    await opened(window, ANNOTATED);
    await press(window, "1 White: d4 (interesting move)");
    await named(window, "d4, white soldier");
    await named(window, "c3, white soldier");
    await marked(window, "1 White: d4 (interesting move)");
    await said(window, "Variation. 1 White: d4, interesting move. The other one.");

    await window.click(window.select("#do-next"));
    await named(window, "e7, black soldier");
    await window.click(window.select("#do-next"));
    await named(window, "f4, white soldier");
    await window.select("#do-next[aria-disabled=true]").shown();
    for (const square of ["f3, white soldier", "e8, black soldier", "d3, white soldier"]) {
      await window.click(window.select("#do-previous"));
      await named(window, square);
    }
    // Out of the variation: the start of the game.
    await named(window, "c3, white soldier");
    await said(window, "This is how the game began.");
    await window.select("#do-previous[aria-disabled=true]").shown();

    await press(window, "1 Black: f7 (dubious move)");
    await named(window, "f7, black soldier");
    await named(window, "d4, white soldier");
    assert.deepEqual(await window.faults(), []);
    // Nothing is played there.
    await play(window, "e3 e4");
    await said(window, "This is a variation: go back to the game to play on.");
    await named(window, "e3, white soldier");
    // What is shared of the position is what is shown.
    await press(window, "Share");
    await window.find("dialog", "Share").shown();
    const fen = await window.evaluate(
      () =>
        /** @type {HTMLInputElement} */ (document.querySelector('#share [aria-label="FEN"]')).value,
    );
    assert.match(fen, /\/1ss1ssss2|\/3S6\/.* w /);
    await window.key("Escape");

    // A move of the game, and the game as it stands.
    await press(window, "1 Black: d7");
    await named(window, "d7, black soldier");
    await named(window, "c4, white soldier");
    await named(window, "f8, black soldier");
    await press(window, "1 White: b4");
    await named(window, "b4, white soldier");
    await window.click(window.select("#do-live"));
    await named(window, "e7, black soldier");
    await named(window, "c4, white soldier");
    await play(window, "f3 f4");
    await named(window, "f4, white soldier");
    await window.find("button", "3 White: f4").shown();

    // Kept with the game, which is the one that was played.
    await press(window, "1 White: b4");
    await named(window, "b4, white soldier");
    await window.reload();
    await ready(window);
    await named(window, "f4, white soldier");
    await named(window, "b3, white soldier");
    await window.find("button", "1 White: b4").shown();
  }),
);

test(
  "keys step into a variation, from one to the next, along it and out of it",
  inWindow({}, async (window) => {
    await opened(window, ANNOTATED);
    await window.key("{");
    await named(window, "c3, white soldier");
    await window.key("v");
    await named(window, "d4, white soldier");
    // The next move of the variation has one of its own.
    await window.key("v");
    await named(window, "f7, black soldier");
    await window.key("]");
    await named(window, "e4, white soldier");
    await window.key("]");
    await window.key("V");
    await named(window, "f8, black soldier");
    await named(window, "d4, white soldier");
    await window.key("]");
    await named(window, "e7, black soldier");
    await window.key("}");
    await named(window, "f4, white soldier");
    await window.key("v");
    await said(window, "No variation leaves the line here.");
    await window.key("{");
    await named(window, "d3, white soldier");
    await said(window, "This is how the game began.");
    await window.key("]");
    await named(window, "c4, white soldier");
    await window.key("v");
    await said(window, "No variation leaves the line here.");

    // By the list itself.
    await window.find("button", "1 White: b4").focus();
    await window.key("Enter");
    await named(window, "b4, white soldier");
    assert.equal(await window.evaluate(() => document.activeElement?.textContent), "1.1 White: b4");
    // From the last one on to the line of the game.
    await window.key("v");
    await named(window, "c4, white soldier");
    await named(window, "b3, white soldier");
    // The keys are listed.
    await window.key("?");
    await window.find("dialog", "Keys").shown();
    assert.match(await window.find("dialog", "Keys").text(), /Into a variation/);
    await window.key("Escape");
    // A letter in a field is a letter.
    await window.find("textbox", "Type a move").fill("v");
    await window.key("v");
    await named(window, "c4, white soldier");
  }),
);

test(
  "turns of several steps are gone through step by step, in variations too",
  inWindow({}, async (window) => {
    await opened(window, LONG);
    await window.click(window.find("button", /^9 White: a3,\u200b?Kd2/));
    await named(window, "d2, white king");
    await said(window, "Variation. 9 White: a3, Kd2. Slow.");
    await window.key("[");
    await named(window, "d2, white king, moved this turn");
    await window.key("[");
    await named(window, "a3, white pawn, moved this turn");
    await named(window, "e1, white king");
    await said(window, "step 1 of 3");
    await window.key("}");
    await named(window, "d7, black king");
    // A game begun anew has no variations.
    await press(window, "New game");
    await window.find("dialog", "New game").shown();
    await window.click(window.find("dialog", "New game").find("button", "Begin anew"));
    await window.until(() => document.querySelector("#score .lines") === null);
    await named(window, "a1, empty");
  }),
);

test(
  "on a phone the variations stand in the sheet of moves, large enough for a finger",
  inWindow(PHONE, async (window) => {
    await opened(window, ANNOTATED);
    await window.tap(window.find("button", "Moves"));
    const line = window.find("button", "1 Black: f7 (dubious move)");
    await line.shown();
    const { width, height } = await line.box();
    assert.ok(height >= 44 && width >= 40, `${width} by ${height}`);
    const wide = await window.evaluate(() => {
      const box = /** @type {Element} */ (document.querySelector("#moves .score"));
      return box.scrollWidth - box.clientWidth;
    });
    assert.ok(wide <= 0, `${wide} pixels stand out`);
    assert.deepEqual(await window.faults(), []);
    await window.tap(line);
    await window.tap(window.select("#close-moves"));
    await named(window, "f7, black soldier");
    await said(window, "Variation. 1 Black: f7");
    assert.deepEqual(await window.faults(), []);
  }),
);

test(
  "what is tried in a game that is over begins a variation, which is kept and shared with it",
  inWindow({}, async (window) => {
    await openGame(window, "?game=charismatic&fen=3k4/8/8/8/8/8/P7/R3K3[] w - - 0 9 - -");
    await play(window, "a2 a4 a1 a3");
    await press(window, "End turn");
    await play(window, "d8 e7");
    await press(window, "End turn");
    await window.find("button", /^9 Black: Ke7/).shown();
    await window.click(window.find("button", "Resign"));
    await window.click(window.find("dialog").find("button", "Resign"));
    await window.until(() => document.getElementById("result-box")?.hidden === false);
    // A turn of several steps in the place of the one that was played.
    await window.click(window.select("#do-first"));
    await named(window, "a2, white pawn");
    await play(window, "a2 a3 e1 d2");
    await press(window, "End turn");
    await said(window, "Variation. 9 White: a3, Kd2.");
    await marked(window, "9 White: a3,\u200bKd2");
    await play(window, "d8 c7");
    await press(window, "End turn");
    await window.find("button", /^9 Black: Kc7/).shown();
    assert.deepEqual(await window.faults(), []);
    // The game is over as it was.
    await press(window, "Back to the game");
    await named(window, "a4, white pawn");
    await window.until(() => document.getElementById("result-box")?.hidden === false);
    await window.reload();
    await ready(window);
    await window.click(window.find("button", /^9 Black: Kc7/));
    await named(window, "c7, black king");
    await named(window, "a3, white pawn");
    await press(window, "Share");
    const dialog = window.find("dialog", "Share");
    await dialog.shown();
    await dialog.find("checkbox", "With variations and comments").shown();
    assert.match(await dialog.find("textbox", "PGN").value(), /\(9\. a3,Kd2 Kc7\)/);
  }),
);

test(
  "the last turn is shown once more, and a tap on the board skips the rest",
  inWindow({}, async (window) => {
    // Each step is seen long enough for the slowest machine to look at it.
    await window.prepare(slowTimers, 6);
    await openGame(window, "?game=charismatic&fen=3k4/8/8/8/8/8/P7/R3K3[] w - - 0 9 - -");
    await play(window, "a2 a4 a1 a3");
    await press(window, "End turn");
    await window.select("#do-replay").shown();
    await window.click(window.select("#do-replay"));
    await said(window, "The last turn once more.");
    await named(window, "a2, white pawn");
    await named(window, "a3, white rook, moved this turn");
    await window.until(() => document.getElementById("do-replay")?.hidden === false);
    await window.click(window.select("#do-replay"));
    await named(window, "a2, white pawn");
    await play(window, "h5");
    await named(window, "a4, white pawn");
    await said(window, "Black");
  }),
);
