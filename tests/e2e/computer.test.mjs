// The computer as the opponent: chosen, answered, stopped, asked for advice, taken back, lost.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { inWindow, quit } from "./driver.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

/** @param {Window} window @param {string} query */
async function openGame(window, query) {
  await window.goto(query);
  await window.until(() => document.documentElement.dataset.ready === "true");
}

/** @param {Window} window @param {string} square */
const cell = (window, square) => window.find("gridcell", new RegExp(`^${square}, `));

/** Waits until the status says this. @param {Window} window @param {string} text */
const said = (window, text) =>
  window.until(
    (text) => document.querySelector("[role=status]")?.textContent?.includes(text) ?? false,
    text,
  );

/** The names of all squares. @param {Window} window */
const squares = (window) =>
  window.evaluate(() =>
    [...document.querySelectorAll("[role=gridcell]")].map(
      (cell) =>
        cell.getAttribute("aria-label")?.replace(/, (selected|legal target|capture)/g, "") ?? "",
    ),
  );

/** Waits until it is this side's turn. @param {Window} window @param {string} color */
const toMove = (window, color) =>
  window.until(
    (color) => document.getElementById("who")?.textContent?.startsWith(color) ?? false,
    color,
  );

/**
 * Chooses the computer in the dialog that begins a game.
 * @param {Window} window @param {string} level @param {string} side
 */
async function chooseComputer(window, level, side) {
  await window.click(window.find("button", "New game"));
  const dialog = window.find("dialog");
  await dialog.find("radio", "The computer").shown();
  await window.click(window.select("#new-game label:has([value=computer])"));
  await window.click(window.select(`#new-game label:has([name=level][value="${level}"])`));
  await window.click(window.select(`#new-game label:has([name=side][value="${side}"])`));
  await window.click(dialog.find("button", "Begin anew"));
  await dialog.gone();
}

/** A first move of each game that begins with men on the board. */
const FIRST = { magnetic: ["c2", "c4"], chessence: ["d2", "c3"], batteries: ["c3", "c4"] };

for (const [game, [from, to]] of Object.entries(FIRST)) {
  test(
    `${game}: the computer answers, and a turn can be taken back`,
    inWindow({}, async (window) => {
      await openGame(window, `?game=${game}`);
      await chooseComputer(window, "1", "white");
      const before = await squares(window);
      await window.drag(cell(window, from), cell(window, to));
      await toMove(window, "Black");
      await toMove(window, "White");
      assert.notDeepEqual(await squares(window), before);
      await window.click(window.find("button", "Take back"));
      await said(window, "taken back");
      assert.deepEqual(await squares(window), before);
    }),
  );
}

test(
  "playing Black: the board is turned, and the computer begins",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    await chooseComputer(window, "2", "black");
    await toMove(window, "Black");
    const near = await window.evaluate(
      () => document.querySelector("#far .player-name")?.textContent,
    );
    assert.equal(near, "Computer, level 2");
  }),
);

test(
  "a hint names a turn and shows it; the board waits while the computer thinks",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic&level=6");
    await window.click(window.find("button", "Hint"));
    await said(window, "Try ");
    await window.drag(cell(window, "c2"), cell(window, "c4"));
    await toMove(window, "Black");
    await window.drag(cell(window, "d7"), cell(window, "d6"));
    await said(window, "computer's turn");
    await window.find("button", "Move now").shown();
    await window.until(() => document.getElementById("who")?.textContent?.startsWith("Black"));
    await window.click(window.find("button", "Move now"));
    await toMove(window, "White");
  }),
);

test(
  "a reload while the computer thinks: it goes on",
  inWindow({}, async (window) => {
    await openGame(window, "?game=batteries&level=4");
    await window.drag(cell(window, "c3"), cell(window, "c4"));
    await toMove(window, "Black");
    await window.reload();
    await window.until(() => document.documentElement.dataset.ready === "true");
    await toMove(window, "White");
    await window.find("gridcell", /^c4, white soldier/).shown();
  }),
);

test(
  "a finished game is looked through, and a better turn shown",
  inWindow({}, async (window) => {
    const fen = "r3k3/8/8/8/8/8/6PP/6K1 b - - 0 30";
    await openGame(window, `?game=magnetic&fen=${encodeURIComponent(fen)}`);
    await window.drag(cell(window, "a8"), cell(window, "a1"));
    await toMove(window, "White");
    // The king could still go away.
    await window.drag(cell(window, "h2"), cell(window, "h3"));
    await toMove(window, "Black");
    await window.drag(cell(window, "a1"), cell(window, "g1"));
    await window.find("alert").shown();
    await window.click(window.find("button", "Review"));
    const dialog = window.find("dialog");
    await window.until(() => document.querySelectorAll("#review .lapse").length > 0);
    const names = await dialog.find("button").names();
    assert.ok(
      names.some((name) => /White: h3/.test(name)),
      names.join("\n"),
    );
    await window.click(window.select("#review .lapse"));
    await dialog.gone();
    await window.find("button", "Back to the game").shown();
  }),
);
