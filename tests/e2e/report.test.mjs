// The report of a game on the analysis board: asked for with one tap, shown with its graph and its table, kept,
// and mistakes learnt from. In a game of one step a turn, in one of many, in one where pieces are placed,
// and in one with draws; by mouse, by keys and on a phone.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { named, openGame, play, press, type } from "./board.mjs";
import { inWindow, quit } from "./driver.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

const PHONE = { viewport: { width: 390, height: 660 }, ratio: 2, touch: true };
/** Whoever is to move can capture a rook, in a game of turns with several steps. */
const ROOKS = "r2k4/7p/8/8/8/8/7P/R3K3[] w - - 0 9 - -";

/** Opens an analysis board. @param {Window} window @param {string} address */
async function openAnalysis(window, address) {
  await openGame(window, address);
  await window.find("region", "Analysis").shown();
}

/** Waits until the report is there, and says what its table says. @param {Window} window */
async function report(window) {
  await window.find("table", "Report").shown();
  return window.evaluate(() =>
    [...document.querySelectorAll('table[aria-label="Report"] tbody tr')].map((row) =>
      [...row.children].map(({ textContent }) => textContent ?? ""),
    ),
  );
}

/** Waits for what the exercise says. @param {Window} window @param {string} text */
const task = (window, text) =>
  window.until(
    (text) => (document.querySelector("#analysis .task")?.textContent ?? "").includes(text),
    text,
  );

/** Waits for what is told of the place that is shown. @param {Window} window @param {string} text */
const reads = (window, text) =>
  window.until(
    (text) => (document.querySelector("#analysis .readout")?.textContent ?? "").startsWith(text),
    text,
  );

/** Plays better than White's only mistake. @param {Window} window @param {string} mistake @param {string} better squares */
async function findsBetter(window, mistake, better) {
  await task(window, `White played ${mistake}`);
  await play(window, better);
  await window.click(window.find("button", "Next"));
  await task(window, "You found a better turn in 1 of 1");
  assert.deepEqual(await window.faults(), []);
}

test(
  "a game that is over is reported at one tap from its analysis; the graph leads to its turns; all of it is kept",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    await play(window, "c2 c4 d8 a5 g1 f3");
    await press(window, "Resign");
    await window.click(window.find("dialog").find("button", "Resign"));
    await window.find("alert").shown();
    await window.click(window.find("button", "Analysis"));
    await window.find("region", "Analysis").shown();
    await window.click(window.find("button", "Report"));
    const rows = await report(window);
    assert.deepEqual(
      rows.map(([name]) => name),
      ["Accuracy", "Inaccuracies", "Mistakes", "Blunders"],
    );
    for (const side of [1, 2]) assert.match(rows[0][side], /^\d+\.\d %$/);
    await window.find("img", "Graph").shown();
    assert.deepEqual(await window.faults(), []);

    // The graph is gone along by keys, and tapped.
    await window.find("slider", "Turn in the graph").focus();
    await window.key("Home");
    await reads(window, "Start");
    await window.key("ArrowRight");
    await reads(window, "1 White: c4");
    await named(window, "c4, white pawn");
    await window.key("End");
    await reads(window, "2 White: Nf3");
    await window.click(window.find("img", "Graph"));
    await window.until(
      () => !document.querySelector("#analysis .readout")?.textContent?.startsWith("2 White"),
    );
    // The same as a table.
    await window.click(window.select("#analysis summary"));
    const table = window.find("table", "Graph");
    await table.shown();
    await window.click(table.find("button", /^1 Black: Qa5/));
    await reads(window, "1 Black: Qa5");
    assert.deepEqual(await window.faults(), []);

    // Nothing is thought about anew.
    await window.until(() => !document.querySelector("#keeping:not([hidden])"));
    await window.reload();
    await window.find("img", "Graph").shown();
    await window.click(window.find("button", "Report"));
    assert.deepEqual(await report(window), rows);
    await window.wish({ scheme: "dark" });
    assert.deepEqual(await window.faults(["color-contrast"]), []);
  }),
);

test(
  "mistakes are learnt from by keys alone, in turns of many steps",
  inWindow({}, async (window) => {
    const address = new URLSearchParams({ analysis: "charismatic", fen: ROOKS });
    await openAnalysis(window, `?${address}`);
    await type(window, "h3", "end", "h6", "end");
    await window.find("button", "Report").focus();
    await window.key("Enter");
    const rows = await report(window);
    assert.deepEqual(rows[3], ["Blunders", "1", "1"]);
    // They are marked in the graph, in the tree and in the graph's table.
    await window.until(() => document.querySelectorAll("#analysis .graph .grave").length === 2);
    await window.find("treeitem", /^9 White: h3.*blunder/).shown();
    await window.select("#analysis .as-table > summary").focus();
    await window.key("Enter");
    await window
      .find("table", "Graph")
      .find("row", /9 Black: h6.*blunder; better: /)
      .shown();
    await window.find("button", "Learn from your mistakes: White").focus();
    await window.key("Enter");
    await task(window, "White played h3");
    assert.deepEqual(await window.faults(), []);
    // The turn of the game is no answer; a worse one is judged.
    await type(window, "h3", "end");
    await task(window, "In the game h3 was played");
    await type(window, "Kf2", "end");
    await task(window, "With Kf2 White loses");
    await window.find("button", "Show the solution").focus();
    await window.key("Enter");
    await task(window, "The computer plays");
    await window.find("button", "Next").focus();
    await window.key("Enter");
    await task(window, "You found a better turn in 0 of 1");
    await window.find("button", "Back to the report").focus();
    await window.key("Enter");
    await report(window);
  }),
);

test(
  "mistakes are learnt from by taps, in turns of one step: the better turn is found",
  inWindow(PHONE, async (window) => {
    const fen = "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 20";
    await openAnalysis(window, `?${new URLSearchParams({ analysis: "magnetic", fen })}`);
    await type(window, "Kf2", "Ke7");
    await window.click(window.find("button", "Report"));
    assert.deepEqual((await report(window))[3], ["Blunders", "1", "1"]);
    await window.click(window.find("button", "Learn from your mistakes: White"));
    await findsBetter(window, "Kf2", "c3 d5");
  }),
);

test(
  "mistakes are learnt from where pieces are placed",
  inWindow(PHONE, async (window) => {
    const fen = "k3M1/5*/4*M/1M*1M1/1*m1*1/M2*2/1*m3/*m4/1m3K[M] w - - 21 54";
    await openAnalysis(window, `?${new URLSearchParams({ analysis: "chessence", fen })}`);
    await type(window, "M@e1", "b2d2");
    await window.click(window.find("button", "Report"));
    await report(window);
    await window.click(window.find("button", "Learn from your mistakes"));
    await findsBetter(window, "M@e1", "a4 b2");
  }),
);

test(
  "what the draws brought is told apart from how it was played",
  inWindow(PHONE, async (window) => {
    await openGame(window, "?game=charismatic&seed=5");
    await press(window, "Quick start");
    await window.until(() => document.getElementById("do-resign")?.hidden === false);
    await press(window, "Resign");
    await window.click(window.find("dialog").find("button", "Resign"));
    await window.find("alert").shown();
    await window.click(window.find("button", "Analysis"));
    await window.find("region", "Analysis").shown();
    await window.click(window.find("button", "Report"));
    const rows = await report(window);
    const luck = rows.find(([name]) => name === "Luck of the draws") ?? [];
    for (const side of [1, 2]) assert.match(luck[side], /^[+\u2212]?\d+\.\d %$/);
    // No piece has moved: what is accurate or not are the placements.
    for (const side of [1, 2]) assert.match(rows[0][side], /^\d+\.\d %$/);
    const effort = await window.select("#analysis .report .effort").text();
    assert.match(
      effort,
      /^150,000 positions .* Placements are compared with the best that was found .*\.$/,
    );
    assert.deepEqual(await window.faults(), []);

    // A placement is an exercise: it stands on the board, and what ends the turn is in view with the task.
    await window.click(window.find("button", "Learn from your mistakes: White"));
    await task(window, "White placed the pieces like this");
    await window.until(() =>
      ["do-end", "frame"].every((id) => {
        const box = document.getElementById(id)?.getBoundingClientRect();
        const over = box && document.elementFromPoint(box.x + box.width / 2, box.y + 8);
        return over?.closest(`#${id}`);
      }),
    );
    assert.deepEqual(await window.faults(), []);
    await window.click(window.find("button", "End turn"));
    await task(window, "They stood like this in the game");
    await window.click(window.find("button", "Show the solution"));
    await task(window, "The computer places ");
  }),
);

test(
  "a report that is stopped judges nothing by half, and is begun again",
  inWindow({}, async (window) => {
    const address = new URLSearchParams({ analysis: "charismatic", fen: ROOKS });
    await openAnalysis(window, `?${address}`);
    const moves = "h3 h6 h4 h5 Kf2 Ke8 Kg2 Kf8";
    await type(window, ...moves.split(" ").flatMap((move) => [move, "end"]));
    const region = window.find("region", "Analysis");
    const stop = region.find("button", "Stop");
    const begin = window.find("button", "Report");
    const judged = window.find("treeitem", /blunder/);
    await window.click(begin);
    await region.find("progressbar", "Report").shown();
    // Something is known by then, and something is not.
    await window.select("#analysis .running").reads(/[1-8] of 9 positions/);
    await stop.focus();
    await window.key("Enter");
    await stop.gone();
    await region.find("progressbar", "Report").gone();
    assert.equal(await window.evaluate(() => document.activeElement?.textContent), "Report");
    assert.equal(await window.find("table", "Report").visible(), false);
    assert.deepEqual(await window.faults(), []);
    assert.equal(await judged.count(), 0);
    // The worker does not go on behind its back.
    await window.reload();
    await region.shown();
    await window.find("treeitem", /Kf8/).shown();
    assert.equal(await judged.count(), 0);
    assert.equal(await window.find("table", "Report").visible(), false);

    await window.click(begin);
    const rows = await report(window);
    // Each leaves a rook to be taken, or does not take one.
    assert.deepEqual(rows[3], ["Blunders", "4", "4"]);
    await judged.counted(8);
    await stop.gone();
  }),
);
