// The book on the analysis board: fetched when it is opened, played from, and beside it one's own games.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openGame, play, press } from "./board.mjs";
import { inWindow, quit } from "./driver.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

const PHONE = { viewport: { width: 390, height: 660 }, ratio: 2, touch: true };

/** Opens the book of an analysis board. @param {Window} window */
async function openBook(window) {
  await window.find("region", "Analysis").shown();
  await window.select("#analysis .book > summary").focus();
  await window.key("Enter");
}

test(
  "the book is opened, and its moves are played by tap and by key",
  inWindow(PHONE, async (window) => {
    await openGame(window, "?analysis=magnetic");
    await openBook(window);
    const book = window.find("table", "Book");
    await book.shown();
    const first = window.select("#analysis .book .moves tbody tr:first-child button");
    const move = (await first.text()).split("(")[0];
    await window.click(first);
    await window
      .find("tree", "Moves")
      .find("treeitem", new RegExp(`^1 White: ${move}`))
      .shown();
    await first.focus();
    await window.key("Enter");
    await window
      .find("tree", "Moves")
      .find("treeitem", /^1 Black: /)
      .shown();
    assert.deepEqual(await window.faults(), []);
    await window.wish({ scheme: "dark" });
    assert.deepEqual(await window.faults(), []);
  }),
);

test(
  "where pieces are placed it tells what each brought on each square",
  inWindow({}, async (window) => {
    await openGame(window, "?analysis=contramatic");
    await openBook(window);
    await window.find("table", "Book").shown();
    await window.until(() =>
      document.querySelector("#analysis .book .effort")?.textContent?.startsWith("What placing"),
    );
    // Each piece by its square, with games and score; it is placed from there.
    const first = window.select("#analysis .book .moves tbody tr:first-child");
    const [placing, games, score] = await window.evaluate(() =>
      [...(document.querySelector("#analysis .book .moves tbody tr")?.children ?? [])].map(
        ({ textContent }) => textContent ?? "",
      ),
    );
    assert.match(placing, /^[QRBNP]@[a-h]\d/);
    assert.match(`${games} ${score}`, /^[\d,]+ \d+ %$/);
    await window.click(first.find("button"));
    const square = placing.split("@")[1].slice(0, 2);
    await window.find("gridcell", new RegExp(`^${square}, white `)).shown();
    assert.deepEqual(await window.faults(), []);
  }),
);

test(
  "one's own finished games stand beside it",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    await play(window, "c2 c4");
    await press(window, "Resign");
    await window.click(window.find("dialog").find("button", "Resign"));
    await window.find("alert").shown();
    await window.goto("?analysis=magnetic");
    await openBook(window);
    await window.find("table", "Your games").find("button", /^c4/).shown();
  }),
);
