// Whole games of Charismatic Chess, from the first draw to a checkmate: with a mouse, with a
// finger, with keys alone. And what must be refused on the way.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { cell, named, openGame, ready, said } from "./board.mjs";
import { inWindow, quit } from "./driver.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

/**
 * What a player does, whatever with.
 * @typedef {object} Player
 * @property {(name: string) => Promise<void>} press a button
 * @property {(role: string, square: string) => Promise<void>} place a piece of the hand
 * @property {(from: string, to: string) => Promise<void>} move a piece on the board
 */

const PHONE = { viewport: { width: 390, height: 660 }, ratio: 2, touch: true };

/** With this seed the draws are the same each time. */
const ADDRESS = "?game=charismatic&seed=4";
const BY_HAND = [
  {
    color: "white",
    pieces: ["pawn e2", "pawn f2", "pawn d2", "bishop b1", "bishop b2"],
  },
  {
    color: "black",
    pieces: ["pawn c7", "pawn e7", "rook a8", "bishop d7", "queen g8"],
  },
];
/** The movement phase: White mates with the third turn. */
const TURNS = [
  { color: "white", moves: ["b1h7", "b4c5", "d4e6"] },
  { color: "black", moves: ["f7e6"] },
  { color: "white", moves: ["c5d6", "h7g8"] },
  { color: "black", moves: ["a7e3"] },
  { color: "white", moves: ["d2e3", "d6c7", "d1d7", "g8e6"] },
];

/** @param {string} fen */
const position = (fen) => `?game=charismatic&fen=${encodeURIComponent(fen)}`;

/** A piece in the hand. @param {Window} window @param {string} piece */
const inHand = (window, piece) =>
  window.find("listbox", "Hand").find("option", new RegExp(`^${piece}, [1-9]`));

/** @param {Window} window */
const squares = (window) =>
  window.evaluate(() =>
    [...document.querySelectorAll("[role=gridcell]")].map((cell) =>
      cell.getAttribute("aria-label"),
    ),
  );

/**
 * Plays the whole game and sees it won.
 * @param {Window} window
 * @param {Player} player
 */
async function wholeGame(window, player) {
  await openGame(window, ADDRESS);
  for (const { color, pieces } of BY_HAND) {
    await player.press("Draw five pieces");
    for (const entry of pieces) {
      const [role = "", square = ""] = entry.split(" ");
      await inHand(window, `${color} ${role}`).shown();
      await player.place(`${color} ${role}`, square);
      await named(window, `${square}, ${color} ${role}, moved this turn`);
    }
    if (color === "white") {
      await player.move("e2", "h4");
      await named(window, "h4, white pawn, moved this turn");
      await player.move("h4", "e2");
      await named(window, "e2, white pawn, moved this turn");
    }
    await player.press("End turn");
  }
  for (const color of ["white", "black", "white", "black"]) {
    await said(window, `${color === "white" ? "White" : "Black"} draws five pieces`);
    await player.press("Draw five pieces");
    await player.press("Place for me");
    await said(window, "All placed");
    await player.press("End turn");
  }
  for (const { color, moves } of TURNS) {
    for (const move of moves) {
      const [from, to] = [move.slice(0, 2), move.slice(2)];
      await named(window, `${from}, ${color} \\w+`);
      await player.move(from, to);
      await named(window, `${to}, ${color} \\w+, moved this turn`);
    }
    await player.press("End turn");
  }
  const result = window.find("alert");
  await result.shown();
  await result.reads(/^White wins\s+By checkmate/);
  await player.press("Rematch");
  await said(window, "White draws five pieces");
}

test(
  "a whole game with the mouse, every piece dragged",
  inWindow({}, (window) =>
    wholeGame(window, {
      press: (name) => window.click(window.find("button", name)),
      place: (piece, square) => window.drag(inHand(window, piece), cell(window, square)),
      move: (from, to) => window.drag(cell(window, from), cell(window, to)),
    }),
  ),
);

test(
  "a whole game with a finger, by taps and drags in turn",
  inWindow(PHONE, (window) => {
    /** @param {import("./driver.mjs").Element} from @param {import("./driver.mjs").Element} to @param {boolean} drags */
    const go = async (from, to, drags) => {
      if (drags) {
        await window.drag(from, to, { touch: true });
      } else {
        await window.tap(from);
        await window.tap(to);
      }
    };
    const dragged = ["e2h4", "b1h7", "c5d6", "d2e3", "d1d7"];
    return wholeGame(window, {
      press: (name) => window.tap(window.find("button", name)),
      place: (piece, square) =>
        go(inHand(window, piece), cell(window, square), piece.endsWith("pawn")),
      move: (from, to) => go(cell(window, from), cell(window, to), dragged.includes(from + to)),
    });
  }),
);

/** Presses Tab until the focus is on an element that fits. @param {Window} window @param {string} selector */
async function tabTo(window, selector) {
  for (let presses = 0; presses < 80; presses += 1) {
    const there = await window.evaluate(
      (selector) => document.activeElement?.matches(selector) ?? false,
      selector,
    );
    if (there) return;
    await window.key("Tab");
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

/** Moves the board's cursor to a square. @param {Window} window @param {string} square */
async function cursorTo(window, square) {
  await tabTo(window, "[role=gridcell]");
  const place = async () => {
    const name = await window.evaluate(
      () => document.activeElement?.getAttribute("aria-label") ?? "",
    );
    return [name.charCodeAt(0), name.charCodeAt(1)];
  };
  const [file = 0, rank = 0] = await place();
  const [files, ranks] = [square.charCodeAt(0) - file, square.charCodeAt(1) - rank];
  for (let i = 0; i < Math.abs(files); i += 1)
    await window.key(files > 0 ? "ArrowRight" : "ArrowLeft");
  for (let i = 0; i < Math.abs(ranks); i += 1)
    await window.key(ranks > 0 ? "ArrowUp" : "ArrowDown");
  assert.deepEqual(await place(), [square.charCodeAt(0), square.charCodeAt(1)]);
}

test(
  "a whole game with keys alone",
  inWindow({}, (window) =>
    wholeGame(window, {
      press: async (name) => {
        if (name === "End turn") {
          await window.key("Control+Enter");
          return;
        }
        for (let presses = 0; presses < 80; presses += 1) {
          const focused = await window.evaluate(() => {
            const at = document.activeElement;
            return at?.getAttribute("aria-label") ?? at?.textContent?.trim() ?? "";
          });
          if (focused === name) break;
          await window.key("Tab");
        }
        await window.key("Enter");
      },
      place: async (piece, square) => {
        await tabTo(window, "[role=listbox][aria-label=Hand] [role=option]");
        await window.key("Home");
        for (let presses = 0; presses < 10; presses += 1) {
          const name = await window.evaluate(
            () => document.activeElement?.getAttribute("aria-label") ?? "",
          );
          if (name.startsWith(piece)) break;
          await window.key("ArrowRight");
        }
        await window.key("Enter");
        await cursorTo(window, square);
        await window.key("Enter");
      },
      move: async (from, to) => {
        await cursorTo(window, from);
        await window.key("Enter");
        await cursorTo(window, to);
        await window.key("Space");
      },
    }),
  ),
);

test(
  "a pawn on the own first rank is refused, with the reason",
  inWindow({}, async (window) => {
    await openGame(window, ADDRESS);
    await window.click(window.find("button", "Draw five pieces"));
    await inHand(window, "white pawn").shown();
    const before = await squares(window);
    await window.drag(inHand(window, "white pawn"), cell(window, "c1"));
    await said(window, "first rank");
    assert.deepEqual(await squares(window), before);
    await window.find("listbox", "Hand").find("option", "white pawn, 3").shown();
  }),
);

test(
  "a placement that gives check cannot end, and the piece that gives it is named",
  inWindow({}, async (window) => {
    const fen = "3k4/8/8/8/8/8/8/4K3[QRBBNNPPPPPPPqrrbbnnpppppppp] w - - 0 0 - RP";
    const full = "3k4/8/8/8/8/8/8/4K3[QRBBNNPPPPqrrbbnnpppppppp] w - - 0 0 - RPPPP";
    await window.goto(position(fen));
    await said(window, "five");
    await openGame(window, position(full));
    await window.drag(inHand(window, "white rook"), cell(window, "d3"));
    for (const square of ["a2", "b2", "c2", "e2"]) {
      await window.drag(inHand(window, "white pawn"), cell(window, square));
    }
    await named(window, "e2, white pawn, moved this turn");
    await window.click(window.find("button", "End turn"));
    await said(window, "d3");
    await named(window, "d8, black king, in check");
    await named(window, "d3, white rook, moved this turn");
    await window.find("button", "End turn").shown();
  }),
);

test(
  "a piece that has moved does not move again in the turn",
  inWindow({}, async (window) => {
    await openGame(window, position("3k4/8/8/8/8/8/8/R3K3[] w - - 0 9 - -"));
    await window.drag(cell(window, "a1"), cell(window, "a5"));
    await named(window, "a5, white rook, moved this turn");
    const before = await squares(window);
    await window.drag(cell(window, "a5"), cell(window, "b5"));
    await said(window, "has moved");
    assert.deepEqual(await squares(window), before);
  }),
);

test(
  "a turn does not end in check; taking a step back helps",
  inWindow({}, async (window) => {
    await openGame(window, position("3k4/8/8/8/8/8/4r3/R3K2B[] w - - 0 9 - -"));
    await window.drag(cell(window, "a1"), cell(window, "a5"));
    await said(window, "in check");
    await window.click(window.find("button", "End turn"));
    await said(window, "e2");
    await named(window, "a5, white rook, moved this turn");
    await window.click(window.find("button", "Undo step"));
    await window.drag(cell(window, "e1"), cell(window, "e2"));
    await window.click(window.find("button", "End turn"));
    await said(window, "Black");
  }),
);

test(
  "a reload in the middle of a placement loses nothing",
  inWindow({}, async (window) => {
    await openGame(window, "?game=charismatic");
    await window.click(window.find("button", "Draw five pieces"));
    await window.click(window.find("button", "Place for me"));
    await said(window, "All placed");
    await window.click(window.find("button", "Undo step"));
    await said(window, "Place one more piece");
    const before = await squares(window);
    await window.reload();
    await ready(window);
    assert.deepEqual(await squares(window), before);
    await window.click(window.find("button", "Redo step"));
    await said(window, "All placed");
  }),
);
