// The modules as the site has them, without what the page makes of them.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openGame } from "./board.mjs";
import { inWindow, quit } from "./driver.mjs";
import { moduleFiles } from "./inside.mjs";

after(quit);

/** A saved game of Magnetic Chess. @param {string} start @param {string} [steps] */
const saved = (start, steps = "") =>
  `fivefold-record 1\ngame magnetic\nstart ${start}\nsteps${steps}\nundone\n`;

/** White can capture the king at once. */
const CAPTURE = "4k3/8/8/8/8/8/8/K3R3 w - - 0 1";

for (const name of ["play", "whole"]) {
  test(
    `${name}: a table opens for a known game only`,
    inWindow({}, async (window) => {
      await openGame(window, "?game=magnetic");
      const files = await moduleFiles(window, name, name);
      const errors = await window.evaluate(async ({ script, wasm }) => {
        const module = await import(script);
        await module.default({ module_or_path: wasm });
        const open = (/** @type {object} */ setup) => {
          try {
            module.Table.open(document.createElement("canvas"), setup);
            return "";
          } catch (error) {
            return /** @type {Error} */ (error).message;
          }
        };
        return [open({ game: "charismatic", seed: 1 }), open({ game: "draughts" })];
      }, files);
      assert.deepEqual(errors, ["", "no game is called 'draughts'"]);
    }),
  );
}

test(
  "the computer's thought comes with its reasons",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    const files = await moduleFiles(window, "engine", "engine-worker");
    const other = saved("4k3/8/8/8/8/8/8/K2R4 w - - 0 1").replace("magnetic", "orthodox");
    const found = await window.evaluate(
      async ({ script, wasm }, game, other) => {
        const module = await import(script);
        await module.default({ module_or_path: wasm });
        const player = new module.Player("magnetic", 1, 1);
        const think = (/** @type {string} */ game) => {
          try {
            return player.think(
              game,
              1e4,
              true,
              () => false,
              () => {},
            );
          } catch {
            return "refused";
          }
        };
        const { turn, pieces, san, reasons } = think(game);
        return {
          thought: { turn, pieces, san, reasons },
          nonsense: think("nonsense"),
          other: think(other),
        };
      },
      files,
      saved(CAPTURE),
      other,
    );
    const reasons = [{ why: "wins", role: "", ending: "royal-captured", count: 1 }];
    const thought = { turn: ["e1e8"], pieces: ["rook"], san: "Rxe8#", reasons };
    assert.deepEqual(found, { thought, nonsense: "refused", other: null });
  }),
);

test(
  "the computer's review judges every turn from the last on",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    const files = await moduleFiles(window, "engine", "engine-worker");
    // White captures the king a turn later than is possible.
    const game = saved("4k3/p7/8/8/8/8/8/K3R3 w - - 0 1", " a1a2 a7a6 e1e8");
    const verdicts = await window.evaluate(
      async ({ script, wasm }, game) => {
        const module = await import(script);
        await module.default({ module_or_path: wasm });
        /** @type {{ from: number, loss: number, better?: { turn: string[] } }[]} */
        const verdicts = [];
        const note = (/** @type {typeof verdicts[0]} */ verdict) => verdicts.push(verdict);
        new module.Player("magnetic", 1, 1).review(game, 1e4, note);
        return verdicts.map(({ from, loss, better }) => ({ from, loss, better: better?.turn }));
      },
      files,
      game,
    );
    assert.deepEqual(
      verdicts.map(({ from }) => from),
      [2, 1, 0],
    );
    assert.equal(verdicts[0].loss, 0);
    assert.deepEqual(verdicts[2].better, ["e1e8"]);
  }),
);
