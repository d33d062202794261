// The front page: a board in play, and the choice of the six games.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { cell, click, named, openGame, ready, said } from "./board.mjs";
import { inWindow, quit } from "./driver.mjs";
import { NAMES } from "./games.mjs";
import { gameIs } from "./inside.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

for (const [width, height] of [
  [1280, 800],
  [1024, 700],
  [390, 844],
]) {
  test(
    `nothing stands beyond the window, ${width} pixels wide`,
    inWindow({ viewport: { width, height } }, async (window) => {
      await openGame(window, "");
      await window.until(() => document.querySelectorAll("#choice a").length > 6);
      const { beyond, left } = await window.evaluate(() => ({
        beyond: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        left: document.querySelector("#board")?.getBoundingClientRect().left ?? -1,
      }));
      assert.ok(beyond <= 0, `${beyond} pixels`);
      assert.ok(left >= 0);
    }),
  );
}

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
      // It pulls the black pawn opposite, which is said, and the computer answers.
      await window.until(() =>
        /^The black pawn is pulled from c7 to c5\. The computer: black /.test(
          document.querySelector("#says")?.textContent ?? "",
        ),
      );
      await window.until(() => document.querySelector("#who")?.textContent === "Your turn");
      const on = window.find("button", "Play on");
      await on.shown();
      await window.select("#onward").find("link", "Lesson").shown();
      await window.click(window.find("button", "Another game"));
      const box = window.find("dialog", "New game");
      await box.shown();
      await window.click(box.find("button", "Keep playing"));
      await window.click(on);
      await on.gone();
      // Who has gone on is not shown them again.
      await window.reload();
      await ready(window);
      await window.until(
        () => document.querySelector("#far .player-name")?.textContent === "Computer, Newcomer",
      );
      assert.equal(await on.visible(), false);
    }),
  );
}

for (const [width, height] of [
  [1366, 650],
  [390, 660],
]) {
  test(
    `behind its first game the front page leads to the day's puzzle and all games, and nothing moves on it, ${width} by ${height}`,
    inWindow({ viewport: { width, height }, reducedMotion: true }, async (window) => {
      const cards = window.find(
        "region",
        "Fivefold: six uncommon chess games, and Progressive Chess",
      );
      await openGame(window, "");
      await click(window, "c2", "c4");
      await window.until(() => document.querySelectorAll("#score li").length > 1);
      await cards.shown();
      await window.prepare(() => {
        /** Where the board stood in each frame. @type {Set<string>} */
        const places = new Set();
        const look = () => {
          const { left, top, width, height } = /** @type {Element} */ (
            document.getElementById("frame")
          ).getBoundingClientRect();
          places.add([left, top, width, height].map(Math.round).join(" "));
          Object.assign(globalThis, { places: [...places].join(", ") });
          requestAnimationFrame(look);
        };
        addEventListener("DOMContentLoaded", () => requestAnimationFrame(look));
      });
      await openGame(window, "");
      await window.until(() => document.querySelectorAll("#score li").length > 1);
      await cards.find("link", /^Charismatic Chess/).shown();
      await cards.find("link", /^Puzzle of the day/).shown();
      const places = await window.evaluate(() => /** @type {any} */ (globalThis).places ?? "");
      assert.match(places, /^\d+ \d+ \d+ \d+$/, "the board stands still");
      const { top, bottom } = await window.evaluate(() => ({
        top: document.querySelector("#choice .cards")?.getBoundingClientRect().top ?? 0,
        bottom: document.querySelector("#frame")?.getBoundingClientRect().bottom ?? 0,
      }));
      assert.ok(top > bottom, "the cards are below the board");
    }),
  );
}

test(
  "New game asks whom one plays, the computer first, and whoever plays for two is asked so again",
  inWindow({}, async (window) => {
    const box = window.find("dialog", "New game");
    const asked = () =>
      window.evaluate(() =>
        [...document.querySelectorAll("#new-game [name=opponent]")].map((field) => {
          const { value, checked } = /** @type {HTMLInputElement} */ (field);
          return `${value} ${checked}`;
        }),
      );
    await window.goto("magnetic/");
    await window.click(window.select(".go:has(.lesson) .play"));
    await box.shown();
    assert.deepEqual(await asked(), ["computer true", "friend false", "person false"]);
    // Nobody who waves the question away has to play Black.
    await window.click(box.find("button", "Keep playing"));
    await window.reaches(/\?game=magnetic$/);
    await click(window, "c2", "c4");
    await window.until(() => document.querySelectorAll("#score li").length > 1);
    await window.until(() => document.querySelector("#who")?.textContent === "Your turn");
    await window.click(window.find("button", "New game"));
    await box.shown();
    await window.click(window.select("#new-game label:has([value=person])"));
    await window.click(box.find("button", "Begin anew"));
    await click(window, "c2", "c4");
    await window.until(() => document.querySelector("#who")?.textContent === "Black to move");
    await window.click(window.find("button", "New game"));
    await box.shown();
    assert.deepEqual(await asked(), ["computer false", "friend false", "person true"]);
  }),
);

/** Where games come from whose year is not known. @type {Record<string, RegExp>} */
const ORIGINS = {
  "Chess with Batteries": /Roberto Lavieri/,
  "Progressive Chess": /Besides the six/,
};

test(
  "each of the six games stands there with its name, what is special, who invented it and when",
  inWindow({}, async (window) => {
    await openGame(window, "");
    const choice = window.find(
      "region",
      "Fivefold: six uncommon chess games, and Progressive Chess",
    );
    await choice.find("link", /^Charismatic Chess/).shown();
    await choice.find("listitem").counted(NAMES.length);
    for (const name of NAMES) {
      const text = await choice.find("link", new RegExp(`^${name}`)).text();
      assert.match(text, /\. .*\.\s/s, `two sentences on ${name}`);
      assert.match(text, ORIGINS[name] ?? /\b(1974|1989|1996|2023)\b/, `where ${name} comes from`);
      await choice.find("link", `Rules: ${name}`).shown();
      await choice.find("link", `One-minute lesson: ${name}`).shown();
    }
    await window.click(choice.find("link", /^Chessence/));
    await ready(window);
    await named(window, "a2, hole");
    await window.reaches(/\?game=chessence$/);
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
    await box.find("listitem").counted(NAMES.length - 1);
    await window.click(box.find("button", "Keep playing"));
    await named(window, "e4, white pawn");
    await window.click(window.find("button", "New game"));
    await window.click(box.find("button", "Begin anew"));
    await named(window, "e2, white pawn");
    await window.click(window.find("button", "New game"));
    await window.click(box.find("link", /^Chessence/));
    await window.until(() => location.search.includes("chessence"));
    await ready(window);
  }),
);

test(
  "a game of another kind begins against whom one has chosen, and what stood there is kept",
  inWindow({}, async (window) => {
    await openGame(window, "?game=chessence");
    await window.click(cell(window, "d2"));
    await window.click(cell(window, "c3"));
    await named(window, "c3, white man.*");
    await openGame(window, "?game=magnetic");
    await window.click(window.find("button", "New game"));
    const box = window.find("dialog", "New game");
    await box.shown();
    await window.click(window.select("#new-game label:has([value=computer])"));
    await window.click(window.select('#new-game label:has([name=level][value="14"])'));
    await window.click(window.select('#new-game label:has([name=side][value="black"])'));
    await window.click(box.find("link", /^Chessence/));
    await gameIs(window, "chessence");
    await ready(window);
    // The computer has White, and begins.
    await window.until(
      () => document.querySelector("#far .player-name")?.textContent === "Computer, Casual",
    );
    await window.until(() => document.querySelectorAll("#score li").length === 1);
    await window.click(window.find("button", "Your games"));
    await window
      .find("dialog", "Your games")
      .find("link", /^Chessence/)
      .counted(2);
  }),
);

for (const game of ["magnetic", "chessence", "batteries", "contramatic"]) {
  test(
    `${game}: one module is fetched`,
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
  "one tap on the front page begins a game's lesson",
  inWindow({ viewport: { width: 390, height: 844 }, touch: true }, async (window) => {
    await openGame(window, "");
    await window.click(window.find("link", "One-minute lesson: Chess with Batteries"));
    await window.select("#task").shown();
    await window.reaches(/\?game=batteries&lesson=1$/);
  }),
);

/** A piece to choose, or what begins the placement: the turn's sentence grows. @type {Record<string, string>} */
const FIRST = {
  charismatic: "Draw five pieces",
  chessence: "d3",
  contramatic: "Place for me",
  "complete-contramatic": "Place for me",
  magnetic: "c2",
  batteries: "d2",
  progressive: "e2",
};

for (const [width, height] of [
  [390, 844],
  [390, 660],
  [320, 640],
]) {
  test(
    `how to win and how to lose is on a screen of ${width} by ${height} in every game`,
    inWindow({ viewport: { width, height }, ratio: 2, touch: true }, async (window) => {
      /** Whether both lines can be seen without scrolling. @param {string} when */
      const seen = async (when) => {
        const goals = window.find("region", "How to win and lose");
        await goals.shown();
        await goals.reads(/Win: .+\s+Lose: .+/s);
        const places = await window.evaluate(() => {
          const boxes = ["win", "lose"].map((id) =>
            /** @type {HTMLElement} */ (document.getElementById(id)).getBoundingClientRect(),
          );
          return boxes.map(({ left, right, top, bottom }) => ({
            inside: top >= 0 && bottom <= innerHeight,
            on: document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.id ?? "",
          }));
        });
        assert.deepEqual(
          places,
          [
            { inside: true, on: "win" },
            { inside: true, on: "lose" },
          ],
          when,
        );
      };
      for (const [game, first] of Object.entries(FIRST)) {
        await openGame(window, `?game=${game}`);
        await seen(`${game} at first`);
        await window.tap(first.length === 2 ? cell(window, first) : window.find("button", first));
        await seen(`${game} with ${first}`);
      }
    }),
  );
}
