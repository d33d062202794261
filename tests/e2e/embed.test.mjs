// Games in frames on pages of other people: the code for it, stepping, the way to the game.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { play, press, ready } from "./board.mjs";
import { address, inWindow, quit } from "./driver.mjs";
import { looks, stores } from "./inside.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

/** The code that Share gives for the game on the page. @param {Window} window */
async function frameCode(window) {
  await press(window, "Share");
  await window.find("dialog", "Share").shown();
  return window.evaluate(
    () =>
      /** @type {HTMLTextAreaElement} */ (
        document.querySelector('#share [aria-label="Code for a frame"]')
      ).value,
  );
}

/**
 * Shows a page of somebody else, at another origin, with this in it.
 * @param {string} body
 * @param {(origin: string) => Promise<void>} work
 */
async function elsewhere(body, work) {
  const server = createServer((_, answer) => {
    answer.setHeader("Content-Type", "text/html; charset=utf-8");
    answer.end(`<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,">
      <h1>My best game</h1>${body}</html>`);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  try {
    await work(`http://127.0.0.1:${port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** @param {string} name */
const begins = (name) => new RegExp(`^${name}(,|$)`);

test(
  "a frame on a page of another origin shows the game, steps through it and leads to it",
  inWindow({}, async (window) => {
    await window.goto("?game=magnetic");
    await ready(window);
    await play(window, "c2 c4 d8 a5");
    await window.find("gridcell", begins("a4, white pawn")).shown();
    const code = await frameCode(window);
    assert.match(code, /^<iframe src="[^"]+\/embed\/#g=[\w-]+[A-Za-z0-9]" title="Magnetic Chess"/);

    await elsewhere(code, async (origin) => {
      assert.notEqual(new URL(address()).origin, new URL(origin).origin);
      await window.goto(origin);
      const frame = window.frame("iframe");
      await frame.find("heading", "Magnetic Chess").shown();
      await frame.find("gridcell", begins("a4, white pawn")).shown();
      await frame.find("gridcell", begins("a5, black queen")).shown();
      await frame.find("grid", "Board").shown();

      await window.click(frame.find("button", "Step back"));
      await frame.find("gridcell", begins("d8, black queen")).shown();
      await window.click(frame.find("button", "First position"));
      await frame.find("gridcell", begins("c2, white pawn")).shown();
      await frame.find("gridcell", begins("c7, black pawn")).shown();
      await window.click(frame.find("button", "Step forward"));
      await frame.find("gridcell", begins("c4, white pawn")).shown();
      // By keys, once something in the frame has the focus.
      await window.key("End");
      await frame.find("gridcell", begins("a5, black queen")).shown();
      await window.key("ArrowLeft");
      await frame.find("gridcell", begins("d8, black queen")).shown();
      await window.key("}");
      await frame.find("gridcell", begins("a5, black queen")).shown();

      // It is there to be looked at: a click on a piece, or Enter on its square, takes no step.
      await window.click(frame.find("gridcell", begins("e2, white pawn")));
      await window.click(frame.find("gridcell", begins("e4, empty")));
      await frame.find("gridcell", begins("e2, white pawn")).focus();
      await window.key("Enter");
      await frame.find("gridcell", /selected/).counted(0);
      await frame.find("gridcell", begins("e2, white pawn")).shown();

      const link = frame.find("link", "Open in Fivefold");
      await link.carries("target", "_blank");
      const href = (await link.attribute("href")) ?? "";
      assert.match(href, /^\.\.\/#g=/);
      await window.goto(new URL(href, new URL("embed/", address())).href);
      await ready(window);
      await window.find("gridcell", begins("a5, black queen")).shown();
    });
  }),
);

test(
  "the code keeps the position that is shown and the side it is seen from",
  inWindow({}, async (window) => {
    await window.goto("?game=batteries");
    await ready(window);
    await play(window, "c3 c4");
    await window.find("gridcell", begins("c4, white soldier")).shown();
    await window.click(window.find("button", "Flip board"));
    await window.click(window.find("button", "Step back"));
    await window.find("gridcell", begins("c3, white soldier")).shown();
    const code = await frameCode(window);
    assert.match(code, /\/embed\/\?at=0&amp;flip=1#g=/);
    await elsewhere(code, async (origin) => {
      await window.goto(origin);
      const frame = window.frame("iframe");
      await frame.find("gridcell", begins("c3, white soldier")).shown();
      const [one, ten] = [begins("a1, .*"), begins("j10, .*")];
      const [low, high] = [
        await frame.find("gridcell", one).box(),
        await frame.find("gridcell", ten).box(),
      ];
      assert.ok(low.y < high.y && low.x > high.x, "Black sits below");
      await window.click(frame.find("button", "Step forward"));
      await frame.find("gridcell", begins("c4, white soldier")).shown();
    });
  }),
);

test(
  "a game with reserves shows them; on a phone, in the dark, all of it is in sight",
  inWindow({ viewport: { width: 340, height: 420 }, scheme: "dark" }, async (window) => {
    await window.goto("?game=chessence");
    await ready(window);
    const fen = await window.evaluate(() => location.search);
    assert.equal(fen, "?game=chessence");
    // The link of a game that has not begun is that of its starting position.
    const code = await frameCode(window);
    const [, source] = code.match(/src="([^"]+)"/) ?? [];
    await window.goto(source);
    await ready(window);
    await window.find("group", "White reserve").shown();
    await window.find("group", "Black reserve").shown();
    assert.equal((await looks(window)).theme, "dark");
    const outside = await window.evaluate(() =>
      [...document.querySelectorAll("button, canvas, a, #near, #far")]
        .filter((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          return left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
        })
        .map((element) => element.id),
    );
    assert.deepEqual(outside, []);
    await window.find("gridcell", /, white king(,|$)/).shown();
    assert.deepEqual(await window.faults(), []);
  }),
);

test(
  "a frame as wide as a desktop has a board as high as its words leave",
  inWindow({ viewport: { width: 1366, height: 650 } }, async (window) => {
    await window.goto("?game=chessence");
    await ready(window);
    const [, source] = (await frameCode(window)).match(/src="([^"]+)"/) ?? [];
    await window.goto(source);
    await ready(window);
    await window.until(() => {
      const board = document.getElementById("grid")?.getBoundingClientRect();
      return board && board.height > 400 && board.top >= 0 && board.bottom <= innerHeight;
    });
  }),
);

test(
  "a damaged link in a frame gets a sentence and a way to the site, and stores nothing",
  inWindow({}, async (window) => {
    await elsewhere(
      `<iframe src="${address("embed/#g=AQAAAAAAAAAA")}" width="480" height="300"></iframe>`,
      async (origin) => {
        await window.goto(origin);
        const frame = window.frame("iframe");
        await window.until(() => document.querySelector("iframe") !== null);
        await frame.find("alert").shown();
        await frame.find("alert").reads(/link/);
        await frame.find("link", "Fivefold").shown();
        await frame.find("grid").counted(0);
      },
    );
    await window.goto("embed/");
    await window.find("alert").shown();
    await window.find("alert").reads(/no game in this link/);
    assert.deepEqual(await stores(window), []);
  }),
);
