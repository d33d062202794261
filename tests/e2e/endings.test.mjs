// Every game is played on the page to each kind of end that it has, with the mouse, with a finger
// and with keys in turn.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { cell, ready, reveal } from "./board.mjs";
import { inWindow, quit } from "./driver.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */
/** @typedef {import("./driver.mjs").Options} Options */

/**
 * A way to play: on which device, and how a piece is moved.
 * @typedef {object} Way
 * @property {Options} options
 * @property {(window: Window, from: string, to: string) => Promise<void>} move
 * @property {(window: Window, piece: string, to: string) => Promise<void>} drop a piece of the reserve
 * @property {(window: Window, button: string) => Promise<void>} press
 * @property {(window: Window, button: string) => Promise<void>} answer a question
 */

/** @param {Window} window @param {string} piece */
const inReserve = (window, piece) =>
  window.find("listbox", /reserve$/).find("option", new RegExp(`^${piece}, [1-9]`));

/** @param {Window} window @param {string} text */
const typed = async (window, text) => {
  await window.find("textbox").focus();
  await window.find("textbox").fill(text);
  await window.key("Enter");
};

/** @type {Record<string, Way>} */
const WAYS = {
  "the mouse": {
    options: {},
    move: (window, from, to) => window.drag(cell(window, from), cell(window, to)),
    drop: (window, piece, to) => window.drag(inReserve(window, piece), cell(window, to)),
    press: (window, name) => window.click(window.find("button", name)),
    answer: (window, name) => window.click(window.find("dialog").find("button", name)),
  },
  "a finger": {
    options: { viewport: { width: 390, height: 760 }, ratio: 2, touch: true },
    move: async (window, from, to) => {
      await window.tap(cell(window, from));
      await cell(window, from).shown();
      await window.tap(cell(window, to));
    },
    drop: async (window, piece, to) => {
      await window.tap(inReserve(window, piece));
      await window.tap(cell(window, to));
    },
    press: async (window, name) => {
      await reveal(window, name);
      await window.tap(window.find("button", name));
    },
    answer: (window, name) => window.tap(window.find("dialog").find("button", name)),
  },
  "typed moves": {
    options: {},
    move: (window, from, to) => typed(window, from + to),
    drop: (window, piece, to) =>
      typed(window, `${piece.endsWith("man") ? "M" : piece.split(" ").at(-1)?.[0]}@${to}`),
    press: async (window, name) => {
      if (name === "End turn") await window.key("Control+Enter");
      else {
        await window.find("button", name).focus();
        await window.key("Enter");
      }
    },
    answer: async (window, name) => {
      await window.find("dialog").find("button", name).focus();
      await window.key("Enter");
    },
  },
};

/**
 * The positions, what is played in them (moves as squares, drops as piece@square, or a button), and
 * how the result begins.
 * @type {Record<string, { name: string, fen: string, play: string[], result: RegExp }[]>}
 */
const ENDS = {
  charismatic: [
    {
      name: "checkmate",
      fen: "8/2N3Q1/8/3N4/B7/k7/8/3K4[] w - - 3 17 - -",
      play: ["g7 a1", "End turn"],
      result: /^White wins\s+By checkmate/,
    },
    {
      name: "stalemate",
      fen: "K7/8/8/1k4n1/2n5/8/5q2/8[] b - - 0 6 - -",
      play: ["f2 b6", "End turn"],
      result: /^Drawn game\s+By stalemate/,
    },
    {
      name: "pieces too few",
      fen: "3k4/8/8/8/8/8/5p2/4K3[] w - - 0 9 - -",
      play: ["e1 f2", "End turn"],
      result: /^Drawn game\s+Neither side/,
    },
    {
      name: "fifty turns",
      fen: "3k4/8/8/8/8/8/8/R3K3[] w - - 99 60 - -",
      play: ["a1 a2", "End turn"],
      result: /^Drawn game\s+Fifty turns/,
    },
    {
      name: "the third repetition",
      fen: "3k4/8/8/8/8/8/8/R3K3[] w - - 0 60 - -",
      play: ["e1 e2", "d8 d7", "e2 e1", "d7 d8", "e1 e2", "d8 d7", "e2 e1", "d7 d8"].flatMap(
        (move) => [move, "End turn"],
      ),
      result: /^Drawn game\s+The same position/,
    },
  ],
  chessence: [
    {
      name: "checkmate",
      fen: "k1M3/5*/4*1/mM*3/1*2*1/2m*M1/M*m3/*5/5K[m] b - - 21 46",
      play: ["c3 d3"],
      result: /^Black wins\s+By checkmate/,
    },
    {
      name: "stalemate, which is lost, by a drop",
      fen: "k1M3/5*/4*1/mM*3/1*2*1/2m*M1/M*m3/*5/5K[m] b - - 21 46",
      play: ["black man@b8"],
      result: /^Black wins\s+By stalemate/,
    },
    {
      name: "fifty turns",
      fen: "k5/1m3*/1mm1*1/2*3/1*2*1/3*MM/1*3M/*5/5K[] w - - 99 80",
      play: ["f3 e3"],
      result: /^Drawn game\s+Fifty turns/,
    },
    {
      name: "the third repetition",
      fen: "k5/1m3*/1mm1*1/2*3/1*2*1/3*MM/1*3M/*5/5K[] w - - 0 80",
      play: ["f3 e3", "b8 c8", "e3 f3", "c8 b8", "f3 e3", "b8 c8", "e3 f3", "c8 b8"],
      result: /^Drawn game\s+The same position/,
    },
  ],
  contramatic: [
    {
      name: "a check that cannot be lifted",
      fen: "5k2/3p4/7r/5p1P/r1bP1B2/7K/2P5/8[] w - f6 0 29 -",
      play: ["h3 g4"],
      result: /^White wins\s+White's king is in check from [a-h]\d.*, and Black cannot lift it\.$/,
    },
    {
      name: "fifty turns",
      fen: "8/8/8/3n4/5b2/8/3K4/k7[] b - - 99 35 -",
      play: ["f4 b8"],
      result: /^Drawn game\s+Fifty turns/,
    },
    {
      name: "the third repetition",
      fen: "8/8/8/3n4/8/8/3K4/k7[] b - - 0 35 -",
      play: ["a1 a2", "d2 d1", "a2 a1", "d1 d2", "a1 a2", "d2 d1", "a2 a1", "d1 d2"],
      result: /^Drawn game\s+The same position/,
    },
  ],
  "complete-contramatic": [
    {
      name: "the orthodox king mated",
      fen: "1b1n2r1/2p5/4p1c1/1p3pP1/kPP1p1P1/B7/K2R3R/2Q1C3[] w - f6 0 14 -",
      play: ["c1 c2"],
      result: /^White wins\s+Black has no legal step/,
    },
    {
      name: "a check that cannot be lifted",
      fen: "8/1c3C2/8/K7/8/k4p2/4q3/8[] b - - 25 113 -",
      play: ["b7 b6"],
      result: /^Black wins\s+Black's king is in check from [a-h]\d.*, and White cannot lift it\.$/,
    },
    {
      name: "fifty turns",
      fen: "8/2c5/5k2/8/8/8/2K5/2C5[] b - - 99 93 -",
      play: ["c7 b8"],
      result: /^Drawn game\s+Fifty turns/,
    },
    {
      name: "the third repetition",
      fen: "8/2c5/5k2/8/8/8/2K5/2C5[] b - - 0 93 -",
      play: ["c7 b8", "c1 b1", "b8 c7", "b1 c1", "c7 b8", "c1 b1", "b8 c7", "b1 c1"],
      result: /^Drawn game\s+The same position/,
    },
  ],
  magnetic: [
    {
      name: "the king captured",
      fen: "8/4p3/8/8/7k/8/8/R3K2R w KQ - 29 22",
      play: ["h1 h4"],
      result: /^White wins\s+The king is captured/,
    },
    {
      name: "no step left",
      fen: "8/k7/8/6p1/5pP1/5Pp1/5pPN/5PRK b - - 0 30",
      play: ["a7 a8"],
      result: /^Drawn game\s+/,
    },
    {
      name: "fifty turns",
      fen: "8/2k5/8/8/8/8/5K2/8 w - - 99 60",
      play: ["f2 f3"],
      result: /^Drawn game\s+Fifty turns/,
    },
    {
      name: "the third repetition",
      fen: "8/2k5/8/8/8/8/5K2/8 w - - 0 60",
      play: ["f2 f3", "c7 c8", "f3 f2", "c8 c7", "f2 f3", "c7 c8", "f3 f2", "c8 c7"],
      result: /^Drawn game\s+The same position/,
    },
  ],
  batteries: [
    {
      name: "checkmate",
      fen: "9p/10/8L1/B9/9O/10/10/10/1P8/10 w - - 0 1",
      play: ["a7 i7"],
      result: /^White wins\s+By checkmate/,
    },
    {
      name: "stalemate",
      fen: "9p/10/8L1/B9/9O/10/10/10/1P8/10 w - - 0 1",
      play: ["a7 h7"],
      result: /^Drawn game\s+By stalemate/,
    },
    {
      name: "fifty turns",
      fen: "9p/10/10/B9/10/10/10/10/1P8/10 w - - 99 70",
      play: ["a7 a8"],
      result: /^Drawn game\s+Fifty turns/,
    },
    {
      name: "the third repetition",
      fen: "9p/10/10/B9/10/10/10/10/1P8/10 w - - 0 70",
      play: ["b2 b1", "j10 j9", "b1 b2", "j9 j10", "b2 b1", "j10 j9", "b1 b2", "j9 j10"],
      result: /^Drawn game\s+The same position/,
    },
  ],
};

/**
 * Plays a way's moves to the end.
 * @param {Window} window
 * @param {Way} way
 * @param {string[]} play
 */
async function playAll(window, way, play) {
  for (const entry of play) {
    if (/^[a-j]\d+ /.test(entry)) {
      const [from = "", to = ""] = entry.split(" ");
      await way.move(window, from, to);
      await window.find("gridcell", new RegExp(`^${from}, empty`)).shown();
    } else if (entry.includes("@")) {
      const [piece = "", to = ""] = entry.split("@");
      await way.drop(window, piece, to);
    } else {
      await way.press(window, entry);
    }
  }
}

/** Waits for the result and reads it. @param {Window} window @param {RegExp} result */
async function seen(window, result) {
  const alert = window.find("alert");
  await alert.shown();
  await alert.reads(result);
}

let turn = 0;
for (const [game, ends] of Object.entries(ENDS)) {
  for (const { name, fen, play, result } of ends) {
    const [how, way] = /** @type {[string, Way]} */ (
      Object.entries(WAYS)[turn % Object.keys(WAYS).length]
    );
    turn += 1;
    test(
      `${game}: ${name}, with ${how}`,
      inWindow(way.options, async (window) => {
        await window.goto(`?${new URLSearchParams({ game, fen })}`);
        await ready(window);
        await playAll(window, way, play);
        await seen(window, result);
        // Nothing is played any more, and what was played can be looked at.
        await window.find("button", "Resign").counted(0);
        await window.key("Escape");
        await window.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
        await window.key("[");
        await window.until(() => document.getElementById("do-live")?.hidden === false);
      }),
    );
  }
}

const QUICK = ["charismatic", "contramatic", "complete-contramatic"];

for (const game of Object.keys(ENDS)) {
  const [how, way] = /** @type {[string, Way]} */ (
    Object.entries(WAYS)[turn % Object.keys(WAYS).length]
  );
  turn += 1;
  test(
    `${game}: resignation, rematch and an agreed draw, with ${how}`,
    inWindow(way.options, async (window) => {
      await window.goto(`?game=${game}&seed=3`);
      await ready(window);
      const begin = async () => {
        if (QUICK.includes(game)) await way.press(window, "Quick start");
        else await way.move(window, ...first(game));
        await window.until(() => document.getElementById("do-resign")?.hidden === false);
      };
      await begin();
      const color = QUICK.includes(game) ? "White" : "Black";
      const other = color === "White" ? "Black" : "White";
      await way.press(window, "Resign");
      await way.answer(window, "Keep playing");
      await window.find("alert").counted(0);
      await way.press(window, "Resign");
      await way.answer(window, "Resign");
      await seen(window, new RegExp(`^${other} wins\\s+${color} resigns`));

      const below = () =>
        window.evaluate(() => document.querySelector("#near .player-name")?.textContent);
      const before = await below();
      await way.press(window, "Rematch");
      await window.find("alert").gone();
      assert.notEqual(await below(), before, "the sides are swapped");
      await begin();
      await way.press(window, "Offer draw");
      await way.answer(window, "Decline");
      await way.press(window, "Offer draw");
      await way.answer(window, "Agree to the draw");
      await seen(window, /^Drawn game\s+By agreement/);
    }),
  );
}

/** A first move of a game that needs no placement. @param {string} game @returns {[string, string]} */
function first(game) {
  switch (game) {
    case "chessence":
      return ["d2", "c3"];
    case "magnetic":
      return ["c2", "c4"];
    default:
      return ["c3", "c4"];
  }
}
