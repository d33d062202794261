// A whole live game of each game through the relay, from the invitation to its end, by the same two browsers.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { press } from "./board.mjs";
import { quit } from "./driver.mjs";
import { anyTurn, due, playStep, same } from "./friend.mjs";
import { atRelay, meet } from "./relay.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

/**
 * Short games that end by themselves, found among random ones: a turn a line, `e2e4` for a step on the board, `P@e2`
 * for a piece that is placed, White first.
 * @type {Record<string, { turns: string[], ends: string }>}
 */
const WHOLE = {
  magnetic: { turns: ["c2c4", "d8a5", "d2d3", "a5e1"], ends: "Black" },
  progressive: { turns: ["e2e3", "f7f5 g7g5", "d1h5"], ends: "White" },
  chessence: {
    turns: ["d3c5", "a8a6", "d2a5", "c8e6", "e3d3", "b8d9", "c5b7"],
    ends: "White",
  },
  batteries: {
    turns:
      "h2h4 d8d7 c2c6 c10b10 d2b2 e9a5 d3d4 c9c7 h4d8 c7i1 h1j1 h9a2 c1b1 a2d2 c3c4 a5c3".split(
        " ",
      ),
    ends: "Black",
  },
  contramatic: {
    turns: [
      "P@h3 P@g3 R@d4 B@d1 N@b2 B@f1 Q@b3 P@b1 N@a3 R@h4 P@e4 P@d2 P@g4 P@b4 P@d3",
      "Q@g5 B@d8 B@h8 N@c5 P@g8 R@f5 N@d6 P@e7 P@e5 P@f6 P@h6 R@c8 P@h5 P@g6 P@c7",
      "e1f2",
    ],
    ends: "White",
  },
  "complete-contramatic": {
    turns: [
      "B@b4 P@a2 B@b1 N@a4 P@d2 R@c4 R@d4 Q@h1 N@e4 P@f1 P@c2 P@g3 P@c1 P@g1 P@d3",
      "P@g5 N@b7 R@e6 N@c8 Q@a7 P@g8 B@f7 B@c5 P@d8 P@e5 P@h5 R@e7 P@c7 P@f5 P@a6",
      "K@b3",
      "K@b5",
      "e4c3",
    ],
    ends: "White",
  },
};

/** Ends a turn that does not end by itself. @param {Window} window */
async function end(window) {
  const button = window.find("button", /^End/);
  if (await button.visible()) await window.click(button);
}

/** Both see the end. @param {Window} winner @param {Window} loser */
async function ended(winner, loser) {
  await winner.find("alert").reads(/^You won/);
  await loser.find("alert").reads(/^You lost/);
  await same(loser, winner);
}

test(
  "a whole live game of each game goes through the relay to its own end",
  atRelay(async (one, two, site) => {
    for (const [game, { turns, ends }] of Object.entries(WHOLE)) {
      try {
        await meet(one, two, site, game);
        for (const [number, steps] of turns.entries()) {
          const isWhite = number % 2 === 0;
          const [mover, other] = isWhite ? [one, two] : [two, one];
          await due(mover);
          for (const step of steps.split(" "))
            await playStep(mover, isWhite ? "White" : "Black", step);
          await end(mover);
          await same(other, mover);
        }
        if (ends === "White") await ended(one, two);
        else await ended(two, one);
      } catch (error) {
        throw new Error(`${game}: ${error}`, { cause: error });
      }
    }
  }),
);

test(
  "a whole live game of Charismatic Chess: every draw agreed on through the relay, placed, moved, resigned",
  atRelay(async (one, two, site) => {
    await meet(one, two, site, "charismatic");
    // Six turns of placement, and two that move.
    for (let number = 0; number < 8; number += 1) {
      const [mover, other] = number % 2 === 0 ? [one, two] : [two, one];
      await anyTurn(mover, number + 1);
      await end(mover);
      await same(other, mover);
    }
    await press(one, "Resign");
    await one.click(one.find("dialog", "Resign").find("button", "Resign"));
    await ended(two, one);
    for (const window of [one, two]) {
      await press(window, "By link");
      await window.find("dialog", "Game by link").shown();
      await window.click(window.select("#mail .fair summary"));
      await window.select("#mail .fair .good").reads(/^All 6 draws follow/);
      assert.deepEqual(window.errors(), []);
    }
  }),
);
