// What exact solvers prove on the analysis board: mates, escapes, and that there are none.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openGame } from "./board.mjs";
import { inWindow, quit } from "./driver.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

const PHONE = { viewport: { width: 390, height: 660 }, ratio: 2, touch: true };
const MATE = "k7/8/8/8/8/8/8/KQRR4[] w - - 0 9 - -";
const CHECK = "k7/8/8/8/8/8/8/R6K[] b - - 0 9 - -";

/** Opens an analysis board and switches the computer on. @param {Window} window @param {string} game @param {string} fen */
async function analyse(window, game, fen) {
  await openGame(window, `?${new URLSearchParams({ analysis: game, fen })}`);
  await window.find("region", "Analysis").shown();
  await window.click(window.find("switch", "Computer"));
}

/** Waits until this is what is proven. @param {Window} window @param {string} pattern */
const proves = (window, pattern) =>
  window.until((pattern) => {
    const list = document.querySelector("#analysis .proofs:not([hidden])");
    return new RegExp(pattern).test(list?.textContent ?? "");
  }, pattern);

test(
  "a mate in this turn is proven, played by a key, and then nothing saves the king",
  inWindow(PHONE, async (window) => {
    await analyse(window, "charismatic", MATE);
    await proves(window, "^Mate in this turn, proven: \\S+, \\S+\\.$");
    await window.find("list", "Proven").shown();
    const apart = await window.evaluate(() => {
      const judged = document.querySelector("#analysis .judged");
      const text = document.createRange();
      text.selectNodeContents(/** @type {Element} */ (judged));
      const proofs = document.querySelector("#analysis .proofs")?.getBoundingClientRect().top ?? 0;
      return proofs - text.getBoundingClientRect().bottom;
    });
    assert.ok(apart < 12, `${apart} px without a line between two sentences`);
    assert.deepEqual(await window.faults(), []);
    await window.find("list", "Lines").find("button", /^9\. /).shown();
    await window.click(window.find("list", "Lines").find("button", /^9\. /));
    await proves(window, "^Mate, proven: no series saves the king of Black\\.$");
    await window.click(window.find("switch", "Computer"));
    await window.find("list", "Proven").gone();
  }),
);

test(
  "a way out of check is proven, and that a lone king mates nobody",
  inWindow({}, async (window) => {
    await analyse(window, "charismatic", CHECK);
    await proves(
      window,
      "No series of Black mates in this turn, proven\\.The king is in check and can be saved, proven: K\\S+\\.",
    );
    await window.wish({ scheme: "dark" });
    assert.deepEqual(await window.faults(), []);
  }),
);

test(
  "in Progressive Chess a series that mates is proven too",
  inWindow({}, async (window) => {
    const fen = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2 -";
    await analyse(window, "progressive", fen);
    await proves(window, "^Mate in this turn, proven: .+\\.$");
  }),
);
