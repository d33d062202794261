// Fifteen pieces placed by hand, pawns that become other pieces, and a game by keys alone.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { at, cell, named, openGame, press, said } from "./board.mjs";
import { inWindow, quit } from "./driver.mjs";
import { focusedOn, turnMayEnd } from "./inside.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

const PHONE = { viewport: { width: 390, height: 760 }, ratio: 2, touch: true };

/** @param {Window} window @param {string} piece */
const inReserve = (window, piece) => window.find("option", new RegExp(`^${piece}, [1-9]`));

/**
 * Waits until so many pieces are left in a reserve.
 * @param {Window} window @param {string} color @param {number} wanted
 */
const left = (window, color, wanted) =>
  window.until(
    (name, wanted) => {
      const options = document.querySelectorAll(
        `[role=listbox][aria-label="${name}"] [role=option]`,
      );
      const counts = [...options].map((one) => one.getAttribute("aria-label")?.split(", ")[1]);
      return counts.reduce((sum, count) => sum + Number(count), 0) === wanted;
    },
    `${color} reserve`,
    wanted,
  );

const PIECES = /** @type {[string, string][]} */ ([
  ["queen", "d1"],
  ["rook", "a1"],
  ["rook", "h1"],
  ["bishop", "c1"],
  ["bishop", "f1"],
  ["knight", "b1"],
  ["knight", "g1"],
  ...[..."abcdefgh"].map((file) => ["pawn", `${file}2`]),
]);

test(
  "fifteen pieces are placed by dragging and clicks, put elsewhere, put back, and shuffled",
  inWindow({}, async (window) => {
    await openGame(window, "?game=contramatic");
    for (const [place, [role, square]] of PIECES.entries()) {
      const piece = inReserve(window, `white ${role}`);
      if (place % 2 === 0) await window.drag(piece, cell(window, square));
      else {
        await window.click(piece);
        await window.click(cell(window, square));
      }
      await named(window, `${square}, white ${role}, moved this turn`);
    }
    await left(window, "White", 0);
    // Elsewhere, back to the reserve, and onto the board again.
    await window.drag(cell(window, "d1"), cell(window, "d3"));
    await named(window, "d3, white queen");
    await named(window, "d1, empty");
    await window.drag(cell(window, "a1"), { x: 1100, y: 300 });
    await named(window, "a1, empty");
    await press(window, "End turn");
    await said(window, "fifteen");
    await left(window, "White", 1);
    await window.drag(inReserve(window, "white rook"), cell(window, "a1"));
    await named(window, "a1, white rook");
    // A piece on the enemy king's line may stand there, but the turn cannot end so.
    await window.drag(cell(window, "e2"), cell(window, "e3"));
    await window.drag(cell(window, "d3"), cell(window, "a4"));
    await window.drag(cell(window, "d2"), cell(window, "d3"));
    await press(window, "End turn");
    await said(window, "gives check");
    await window.drag(cell(window, "a4"), cell(window, "a3"));
    await press(window, "End turn");

    await said(window, "White ends the turn");
    await press(window, "Place for me");
    await left(window, "Black", 0);
    await press(window, "Shuffle");
    await left(window, "Black", 0);
    await press(window, "Clear");
    await left(window, "Black", 15);
    await press(window, "Place for me");
    await press(window, "End turn");
    await said(window, "White to move");
    await window.drag(cell(window, "h2"), cell(window, "h4"));
    await named(window, "h4, white pawn");
  }),
);

test(
  "Place for me places what is left: what was placed by hand stays, also when the rest is shuffled",
  inWindow({}, async (window) => {
    await openGame(window, "?game=contramatic");
    const byHand = /** @type {[string, string][]} */ ([
      ["queen", "b4"],
      ["rook", "h3"],
    ]);
    const stay = async () => {
      for (const [role, square] of byHand) await named(window, `${square}, white ${role}`);
    };
    for (const [role, square] of byHand) {
      await window.click(inReserve(window, `white ${role}`));
      await window.click(cell(window, square));
    }
    await press(window, "Place for me");
    await left(window, "White", 0);
    await stay();
    for (let times = 0; times < 3; times += 1) {
      await press(window, "Shuffle");
      await said(window, "Placed differently");
      await stay();
    }
    // A rook that checks from the square beneath the king's: nothing can stand between.
    await press(window, "Clear");
    await left(window, "White", 15);
    await window.click(inReserve(window, "white rook"));
    await window.click(cell(window, "e4"));
    await press(window, "Place for me");
    await said(window, "gives check");
    await left(window, "White", 14);
  }),
);

test(
  "with two kings a side the orthodox ones come last, by a finger",
  inWindow(PHONE, async (window) => {
    await openGame(window, "?game=complete-contramatic");
    for (const color of ["white", "black"]) {
      await said(window, "Place");
      assert.equal(
        await inReserve(window, `${color} orthodox king`).attribute("aria-disabled"),
        "true",
      );
      await window.tap(window.find("button", "Place for me"));
      await window.tap(window.find("button", "End turn"));
      await said(window, `${color === "white" ? "White" : "Black"} ends the turn`);
    }
    for (const color of ["white", "black"]) {
      const king = inReserve(window, `${color} orthodox king`);
      await window.until(
        (color) =>
          document
            .querySelector(`[role=option][aria-label^="${color} orthodox king"]`)
            ?.getAttribute("aria-disabled") === "false",
        color,
      );
      await window.tap(king);
      // To a square from where the turn may end.
      const squares = await window.find("gridcell", /legal target/).names();
      for (const name of squares) {
        await window.tap(cell(window, name.split(",")[0]));
        await named(window, `${name.split(",")[0]}, ${color} orthodox king`);
        if (await turnMayEnd(window)) break;
        await window.tap(window.find("button", "Undo step"));
        await window.tap(king);
      }
      await window.tap(window.find("button", "End turn"));
    }
    await said(window, "White to move");
  }),
);

/** Pawns about to become other pieces. @type {[string, string, string, string][]} */
const PROMOTIONS = [
  ["charismatic", "3k4/6P1/4P3/8/8/8/8/4K3[] w - - 0 20 - -", "g7 g8", "g8, white knight"],
  ["contramatic", "8/6P1/8/8/8/k7/8/4K3[] w - - 0 20 -", "g7 g8", "g8, white knight"],
  ["magnetic", "8/6P1/8/8/8/k7/8/4K3 w - - 0 20", "g7 g8", "g8, white knight"],
  // The queen's impulse pushes the pawn.
  ["magnetic", "3b3k/8/3K4/q1R2rP1/3Q4/8/3b4/8 w - - 0 1", "d4 g1", "g8, white knight"],
];
for (const [game, fen, move, result] of PROMOTIONS) {
  for (const how of ["the mouse", "a finger", "keys"]) {
    test(
      `${game}, ${move}: what the pawn becomes is chosen with ${how}`,
      inWindow(how === "a finger" ? PHONE : {}, async (window) => {
        await openGame(window, at(game, fen));
        const [from, to] = move.split(" ");
        const question = window.find("dialog", "Promote to");
        if (how === "keys") {
          await cell(window, from).focus();
          await window.key("Enter");
          await cell(window, to).focus();
          await window.key("Enter");
          await question.find("button", "Queen").shown();
          const chosen = () => document.activeElement?.getAttribute("aria-label");
          while ((await window.evaluate(chosen)) !== "Knight") await window.key("Tab");
          await window.key("Enter");
        } else if (how === "a finger") {
          await window.drag(cell(window, from), cell(window, to), { touch: true });
          await window.tap(question.find("button", "Knight"));
        } else {
          await window.drag(cell(window, from), cell(window, to));
          // Waved away, the piece stands where it stood.
          await question.find("button", "Knight").shown();
          await window.click({ x: 1250, y: 790 });
          await question.gone();
          await named(window, `${from}, white \\w+`);
          await window.drag(cell(window, from), cell(window, to));
          await window.click(question.find("button", "Knight"));
        }
        await named(window, result);
        await question.gone();
      }),
    );
  }
}

test(
  "a soldier becomes an agent, and nobody is asked",
  inWindow(PHONE, async (window) => {
    await openGame(window, at("batteries", "9p/1S8/10/10/10/10/10/10/1P8/10 w - - 0 9"));
    await window.tap(cell(window, "b9"));
    await window.tap(cell(window, "b10"));
    await named(window, "b10, white agent");
  }),
);

test(
  "on a phone a piece of ten files goes under the finger, and a hole takes none",
  inWindow({ ...PHONE, viewport: { width: 320, height: 568 } }, async (window) => {
    await openGame(window, "?game=batteries");
    await window.drag(cell(window, "c3"), cell(window, "c5"), { touch: true });
    await named(window, "c5, white soldier");
    await openGame(window, "?game=chessence");
    const before = await window.find("gridcell").names();
    assert.equal(before.filter((name) => name.endsWith("hole")).length, 8);
    await window.drag(cell(window, "d3"), cell(window, "b3"), { touch: true });
    await window.until(() => document.querySelector("#says[data-kind=refusal]") !== null);
    assert.deepEqual(
      (await window.find("gridcell").names()).map((name) => name.split(", ")[1]),
      before.map((name) => name.split(", ")[1]),
    );
  }),
);

test(
  "a game of Magnetic Chess by keys alone, to the king's capture and a rematch",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    const focused = () => focusedOn(window);
    /** @param {RegExp} wanted */
    const tabTo = async (wanted) => {
      for (let keys = 0; keys < 80; keys += 1) {
        if (wanted.test(await focused())) return;
        await window.key("Tab");
      }
      assert.fail(`the Tab key does not lead to ${wanted}`);
    };
    /** @param {string} square */
    const enterAt = async (square) => {
      await tabTo(/^[a-h][1-8]$/);
      for (let keys = 0; keys < 20; keys += 1) {
        const at = await focused();
        if (at === square) return window.key("Enter");
        if (at[0] !== square[0]) await window.key(at[0] < square[0] ? "ArrowRight" : "ArrowLeft");
        else await window.key(at[1] < square[1] ? "ArrowUp" : "ArrowDown");
      }
      assert.fail(`the cursor does not come to ${square}`);
    };
    for (const move of ["e2 e3", "d8 h4", "f2 f3", "h4 e1"]) {
      const [from, to] = move.split(" ");
      await enterAt(from);
      await enterAt(to);
      await named(window, `${from}, empty`);
    }
    await window.find("alert").shown();
    await window.find("alert").reads(/^Black wins\s+The king is captured/);
    await window.key("[");
    await named(window, "e1, white king");
    await window.key("}");
    await named(window, "e1, black queen");
    await tabTo(/^Rematch$/);
    await window.key("Enter");
    await window.find("alert").gone();
    await named(window, "e1, white king");
  }),
);
