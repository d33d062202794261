// The front page: a board in play, and the choice of the six games.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { inWindow, quit } from "./driver.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

const GAMES = [
  "Charismatic Chess",
  "Chessence",
  "Contramatic Chess",
  "Complete Contramatic",
  "Magnetic Chess",
  "Chess with Batteries",
];

/** @param {Window} window @param {string} query */
async function openGame(window, query) {
  await window.goto(query);
  await window.until(() => document.documentElement.dataset.ready === "true");
}

/** @param {Window} window @param {string} square */
const cell = (window, square) => window.find("gridcell", new RegExp(`^${square}, `));

/** Waits until a square's name begins so. @param {Window} window @param {string} name */
const named = (window, name) => window.find("gridcell", new RegExp(`^${name}(,|$)`)).shown();

/** Waits until the status says this. @param {Window} window @param {string} text */
const said = (window, text) =>
  window.until(
    (text) => document.querySelector("[role=status]")?.textContent?.includes(text) ?? false,
    text,
  );

for (const [device, options] of /** @type {const} */ ([
  ["desktop", {}],
  ["phone", { viewport: { width: 390, height: 844 }, ratio: 2, touch: true }],
])) {
  test(
    `${device}: the first page is a board in play that says what to try`,
    inWindow(options, async (window) => {
      await openGame(window, "");
      await said(window, "Try it: move the white pawn from c2 to c4");
      for (const square of ["c2", "c4"]) {
        if (device === "phone") await window.tap(cell(window, square));
        else await window.click(cell(window, square));
      }
      // It pulls the black pawn opposite.
      await named(window, "c5, black pawn");
      await window.until(() => document.querySelector("#says")?.textContent?.startsWith("Black"));
      await window.find("region", "Fivefold: six uncommon kinds of chess").gone();
    }),
  );
}

test(
  "each of the six games stands there with its name, what is special, who invented it and when",
  inWindow({}, async (window) => {
    await openGame(window, "");
    const choice = window.find("region", "Fivefold: six uncommon kinds of chess");
    await choice.find("link", /^Charismatic Chess/).shown();
    assert.equal(await choice.find("link").count(), 6);
    for (const name of GAMES) {
      const text = await choice.find("link", new RegExp(`^${name}`)).text();
      assert.match(text, /\. .*\.\s/s, `two sentences on ${name}`);
      assert.match(text, /\b(1989|1996|2005|2023|20th century)\b/, `the year of ${name}`);
    }
    await window.click(choice.find("link", /^Chessence/));
    await window.until(() => document.documentElement.dataset.ready === "true");
    await named(window, "a2, hole");
    assert.match(window.url(), /\?game=chessence$/);
  }),
);

test(
  "a new game can be any of the six, and one in progress is not lost unasked",
  inWindow({}, async (window) => {
    await openGame(window, "?game=chessence");
    await window.click(cell(window, "d3"));
    await window.click(cell(window, "d4"));
    await openGame(window, "?game=magnetic");
    await window.click(cell(window, "e2"));
    await window.click(cell(window, "e4"));
    await named(window, "e4, white pawn");
    await window.click(window.find("button", "New game"));
    const box = window.find("dialog", "New game");
    await box.shown();
    assert.equal(await box.find("link").count(), 5);
    await window.click(box.find("button", "Keep playing"));
    await named(window, "e4, white pawn");
    await window.click(window.find("button", "New game"));
    await window.click(box.find("button", "Begin anew"));
    await named(window, "e2, white pawn");
    await window.click(window.find("button", "New game"));
    await window.click(box.find("link", /^Chessence/));
    await window.until(
      () =>
        document.documentElement.dataset.ready === "true" && location.search.includes("chessence"),
    );
  }),
);

for (const game of ["magnetic", "chessence", "batteries", "contramatic"]) {
  test(
    `${game}: only this game's module is fetched`,
    inWindow({}, async (window) => {
      await openGame(window, `?game=${game}`);
      const modules = await window.evaluate(() => {
        const all = performance.getEntriesByType("resource").map(({ name }) => name);
        return [...new Set(all.filter((name) => name.endsWith(".wasm")))];
      });
      assert.equal(modules.length, 1, modules.join());
    }),
  );
}

test(
  "how to win and how to lose is on the screen in every game",
  inWindow({ viewport: { width: 390, height: 660 }, ratio: 2, touch: true }, async (window) => {
    for (const game of ["charismatic", "chessence", "contramatic", "magnetic", "batteries"]) {
      await openGame(window, `?game=${game}`);
      const goals = window.find("region", "How to win and lose");
      await goals.shown();
      assert.match(await goals.text(), /Win: .+\s+Lose: .+/s);
    }
  }),
);
