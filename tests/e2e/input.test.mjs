// What the hand meets: pieces that answer a press, keys and the wheel that go through the game, the ways
// back and Escape that close what is open.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { at, cell, click, named, openGame, play, press, reveal } from "./board.mjs";
import { inWindow, quit } from "./driver.mjs";
import { closesOnBack, focusOn, ready } from "./inside.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

const PHONE = { viewport: { width: 390, height: 844 }, ratio: 2, touch: true };

/** The middle of a square. @param {Window} window @param {string} square */
async function middle(window, square) {
  const { x, y, width, height } = await cell(window, square).box();
  return { x: x + width / 2, y: y + height / 2 };
}

/** Waits until a square is chosen, or is not. @param {Window} window @param {string} square */
const chosen = (window, square, is = true) =>
  window.until(
    (square, is) =>
      document
        .querySelector(`[role=gridcell][data-square=${square}]`)
        ?.hasAttribute("aria-selected") === is,
    square,
    is,
  );

const ROOKS = "k6r/8/8/8/3p4/8/8/K2R4 w - - 0 1";

for (const [pointer, options] of /** @type {const} */ ([
  ["the mouse", {}],
  ["a finger", PHONE],
])) {
  /** @param {Window} window @param {"down" | "up"} what @param {string} square */
  const pointed = async (window, what, square) => {
    const place = await middle(window, square);
    if (pointer === "the mouse") {
      return window.point([{ mouse: what, ...place, button: "left" }]);
    }
    return window.point([
      what === "down" ? { touch: "start", points: [place] } : { touch: "end", points: [] },
    ]);
  };

  test(
    `a piece is chosen when ${pointer} goes down, and let go when it goes up for the second time`,
    inWindow(options, async (window) => {
      await openGame(window, at("magnetic", ROOKS));
      await pointed(window, "down", "d1");
      await chosen(window, "d1");
      await pointed(window, "up", "d1");
      // A second press changes nothing yet.
      await pointed(window, "down", "d1");
      assert.equal(await cell(window, "d1").attribute("aria-selected"), "true");
      await pointed(window, "up", "d1");
      await chosen(window, "d1", false);
      // Another piece is chosen at once, and a step waits for the release.
      await pointed(window, "down", "a1");
      await chosen(window, "a1");
      await pointed(window, "up", "a1");
      await pointed(window, "down", "d1");
      await chosen(window, "d1");
      await pointed(window, "up", "d1");
      await pointed(window, "down", "d4");
      assert.equal(await window.find("gridcell", /^d4, black pawn/).count(), 1);
      await pointed(window, "up", "d4");
      await named(window, "d4, white rook");
    }),
  );
}

/** What is said of each place in a game of four turns but the last. */
const PLACES = [
  "This is how the game began.",
  "After turn 1 by White.",
  "After turn 1 by Black.",
  "After turn 2 by White.",
];

/** Waits until so many turns of the game are shown. @param {Window} window @param {number} wanted */
const standing = (window, wanted) =>
  window.until(
    (text) => document.querySelector("#says")?.textContent?.includes(text) ?? false,
    PLACES[wanted] ?? "",
  );

const STEPS = "d1 d2 h8 h7 d2 d1 h7 h8";
const latest = (/** @type {Window} */ window) => named(window, "h8, black rook");

test(
  "arrows, Home and End go through the game, and move the cursor where the board has it",
  inWindow({}, async (window) => {
    await openGame(window, at("magnetic", ROOKS));
    await play(window, STEPS);
    await latest(window);
    await window.find("button", "Flip board").focus();
    for (const [key, wanted] of /** @type {const} */ ([
      ["ArrowLeft", 3],
      ["ArrowLeft", 2],
      ["ArrowRight", 3],
      ["Home", 0],
    ])) {
      await window.key(key);
      await standing(window, wanted);
    }
    await window.key("End");
    await window.find("button", "Back to the game").gone();
    // Who has clicked on the board goes through the game, too.
    await click(window, "b5");
    await window.key("ArrowLeft");
    await standing(window, 3);
    await window.key("End");
    await window.find("button", "Back to the game").gone();
    // A cursor of the keys goes over the board.
    await window.key("ArrowUp");
    await focusOn(window, "b6");
    await window.key("ArrowLeft");
    await focusOn(window, "a6");
    assert.equal(await window.find("button", "Back to the game").visible(), false);
  }),
);

test(
  "the wheel over the board goes through the game, step by step",
  inWindow({}, async (window) => {
    await openGame(window, at("magnetic", ROOKS));
    await play(window, STEPS);
    await latest(window);
    await window.find("gridcell", "h8, black rook").shown();
    /** Turns the wheel by one click. @param {number} deltaY */
    const turn = (deltaY) =>
      window.evaluate(async (deltaY) => {
        const cell = document.querySelector("[data-square=e4]");
        const event = new WheelEvent("wheel", { deltaY, bubbles: true, cancelable: true });
        const isFree = cell?.dispatchEvent(event);
        await new Promise((done) => setTimeout(done, 70));
        return isFree;
      }, deltaY);
    assert.equal(await turn(-100), false, "the page does not scroll");
    await standing(window, 3);
    await turn(-100);
    await standing(window, 2);
    await turn(100);
    await standing(window, 3);
    await turn(100);
    await window.find("button", "Back to the game").gone();
    assert.equal(await turn(100), true, "with nowhere to go, the page scrolls");
  }),
);

test(
  "the way back closes a dialog, and then leaves the game",
  inWindow({}, async (window) => {
    await openGame(window, "?game=charismatic");
    await openGame(window, "?game=magnetic");
    await press(window, "Settings");
    await window.find("dialog", "Settings").shown();
    await closesOnBack(window);
    await window.back();
    await window.find("dialog", "Settings").gone();
    assert.match(await window.url(), /game=magnetic/);
    // One after the other, and one that was closed in another way needs none.
    await press(window, "Settings");
    await window.click(window.find("dialog", "Settings").find("button", "Close"));
    await window.find("dialog", "Settings").gone();
    // A key that comes before the dialog has been painted means it, too.
    const isModal = await window.evaluate(async () => {
      document.getElementById("do-settings")?.click();
      const box = document.getElementById("settings");
      while (!box?.getClientRects().length) await new Promise((done) => setTimeout(done));
      box.dispatchEvent(new KeyboardEvent("keydown", { key: "Shift", bubbles: true }));
      return box.matches(":modal");
    });
    assert.ok(isModal);
    await closesOnBack(window);
    await window.back();
    await window.find("dialog", "Settings").gone();
    assert.match(await window.url(), /game=magnetic/);
    await press(window, "New game");
    await window.find("dialog", "New game").shown();
    await closesOnBack(window);
    await window.back();
    await window.find("dialog", "New game").gone();
    assert.match(await window.url(), /game=magnetic/);
    await window.back();
    await window.reaches(/game=charismatic/);
  }),
);

test(
  "on a phone the way back closes the menu, and after a reload too",
  inWindow(PHONE, async (window) => {
    await openGame(window, "?game=charismatic");
    await openGame(window, at("magnetic", ROOKS));
    const rail = () => document.getElementById("rail")?.classList.contains("open");
    await play(window, "d1 d2");
    await named(window, "d2, white rook");
    await window.click(window.find("button", "Menu"));
    await window.until(rail);
    await window.back();
    await window.until(() => !document.getElementById("rail")?.classList.contains("open"));
    // A reload begins no other game, and the entry that was laid over the page is known again.
    await window.reload();
    await ready(window);
    await named(window, "d2, white rook");
    await window.click(window.find("button", "Menu"));
    await window.until(rail);
    await window.back();
    await window.until(() => !document.getElementById("rail")?.classList.contains("open"));
    await named(window, "d2, white rook");
    await window.back();
    await window.reaches(/game=charismatic/);
  }),
);

test(
  "Escape closes the menu, the notice and lets a piece go, wherever the focus is",
  inWindow(PHONE, async (window) => {
    await openGame(window, at("magnetic", ROOKS));
    await reveal(window, "Settings");
    await window.until(() => document.getElementById("rail")?.classList.contains("open"));
    await window.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
    // While the menu slides away, what it covers can be pressed already.
    const { x, y } = await middle(window, "d1");
    await window.until((x, y) => document.elementFromPoint(x, y)?.closest("#rail"), x, y);
    await window.evaluate(
      (x, y) => {
        /** @type {any} */ (globalThis).isPassed = new Promise((done) => {
          const look = () => done(!document.elementFromPoint(x, y)?.closest("#rail"));
          addEventListener("keydown", () => setTimeout(look), { once: true });
        });
      },
      x,
      y,
    );
    await window.key("Escape");
    assert.ok(await window.evaluate(() => /** @type {any} */ (globalThis).isPassed));
    await window.until(() => !document.getElementById("rail")?.classList.contains("open"));
    await window.tap(cell(window, "d1"));
    await chosen(window, "d1");
    await window.evaluate(() => {
      const notice = /** @type {HTMLElement} */ (document.getElementById("notice"));
      notice.hidden = false;
    });
    await window.find("button", "Flip board").focus();
    await window.key("Escape");
    await window.until(() => document.getElementById("notice")?.hidden);
    assert.equal(await cell(window, "d1").attribute("aria-selected"), "true");
    await window.key("Escape");
    await chosen(window, "d1", false);
  }),
);

/** Waits until the sentence beside the board has these words, or has not. @param {Window} window @param {string} text */
const beside = (window, text, is = true) =>
  window.until(
    (text, is) => (document.getElementById("says")?.textContent?.includes(text) ?? false) === is,
    text,
    is,
  );

/** Waits until the status says this. @param {Window} window @param {string} text */
const status = (window, text) =>
  window.until(
    (text) => document.querySelector("[role=status]")?.textContent?.includes(text) ?? false,
    text,
  );

const ROOK = "along ranks and files, any distance.";

test(
  "a tap on any piece tells its name, how it moves and its squares, on looking back and at the end too",
  inWindow({}, async (window) => {
    await openGame(window, at("magnetic", ROOKS));
    await click(window, "h8");
    await beside(window, `White to move. Black rook: ${ROOK}`);
    await status(window, `Black rook: ${ROOK} Its squares: `);
    await status(window, "h1, h2");
    await window.key("Escape");
    await beside(window, "Black rook", false);
    await click(window, "d1");
    await beside(window, `White to move. White rook: ${ROOK}`);
    await click(window, "d2");
    await named(window, "d2, white rook");
    await beside(window, "White rook", false);
    await window.key("ArrowLeft");
    await click(window, "h8");
    await beside(window, `Black rook: ${ROOK}`);
    // The end of the game.
    await openGame(window, at("magnetic", "7k/8/8/8/8/8/8/K6R w - - 0 1"));
    await click(window, "h1", "h8");
    await window.find("alert").shown();
    await click(window, "a1");
    await beside(window, "White king: one square any way");
  }),
);

test(
  "the mouse resting on a piece tells of it",
  inWindow({}, async (window) => {
    await openGame(window, at("magnetic", ROOKS));
    await window.hover(cell(window, "h8"));
    await beside(window, `Black rook: ${ROOK}`);
    await window.hover(cell(window, "e5"));
    await beside(window, "Black rook", false);
  }),
);

test(
  "a finger that holds a piece is told of it, and does not tap it",
  inWindow(PHONE, async (window) => {
    await openGame(window, at("magnetic", ROOKS));
    const place = await middle(window, "h8");
    await window.point([{ touch: "start", points: [place] }]);
    await beside(window, `Black rook: ${ROOK}`);
    await window.point([{ touch: "end", points: [] }]);
    await window.evaluate(
      () =>
        new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0)))),
    );
    await beside(window, `Black rook: ${ROOK}`);
    await window.tap(cell(window, "e5"));
    await beside(window, "Black rook", false);
  }),
);

for (const address of ["?game=batteries", "?game=batteries&lesson=1"]) {
  test(
    `the eight pieces of Chess with Batteries are told of in a list at ${address}`,
    inWindow({}, async (window) => {
      await openGame(window, address);
      await press(window, "Pieces");
      const box = window.find("dialog", "The pieces");
      await box.shown();
      await box.find("listitem").counted(8);
      const first = await window.evaluate(
        () => document.querySelector("#legend li")?.textContent ?? "",
      );
      assert.equal(first, "President: one square any way; alone captures batteries.");
      assert.ok(
        await window.evaluate(() => document.querySelector("#legend img")?.checkVisibility()),
      );
      await window.click(box.find("button", "Close"));
      await box.gone();
    }),
  );
}

/** How many pixels of the board are of a colour. @param {Window} window @param {string} name of the style sheet */
const colored = (window, name) =>
  window.evaluate((name) => {
    const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById("canvas"));
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    const color = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
    const wanted = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4) {
      if (wanted.every((part, place) => data[at + place] === part)) count += 1;
    }
    return count;
  }, name);

/** Waits until there is some, or nothing, of a colour on the board. @param {Window} window @param {string} name */
async function painted(window, name, is = true) {
  for (let tries = 0; tries < 200; tries += 1) {
    if ((await colored(window, name)) > 20 === is) return;
    await new Promise((done) => setTimeout(done, 25));
  }
  assert.fail(`${name}: ${await colored(window, name)}`);
}

/**
 * Draws with the right button.
 * @param {Window} window @param {string} from @param {string} to
 * @param {{ shiftKey?: boolean, altKey?: boolean }} [keys]
 */
const draw = (window, from, to, keys = {}) =>
  window.evaluate(
    (from, to, keys) => {
      const at = (/** @type {string} */ place) => {
        const square = document.querySelector(`[data-square="${place}"]`);
        return /** @type {Element} */ (square ?? document.querySelector(`[data-role="${place}"]`));
      };
      for (const [kind, place] of [
        ["pointerdown", from],
        ["pointerup", to],
      ]) {
        const { x, y, width, height } = at(place).getBoundingClientRect();
        const point = { clientX: x + width / 2, clientY: y + height / 2 };
        const given = { button: 2, pointerId: 7, bubbles: true, ...point, ...keys };
        at(place).dispatchEvent(new PointerEvent(kind, given));
      }
    },
    from,
    to,
    keys,
  );

test(
  "arrows and circles of the right button have four colours and are kept with their position",
  inWindow({}, async (window) => {
    await openGame(window, at("magnetic", "7k/8/8/8/8/8/8/K7 w - - 0 1"));
    await click(window, "a1", "a2");
    await named(window, "a2, white king");
    await window.drag(cell(window, "c3"), cell(window, "c5"), { button: "right" });
    await painted(window, "green");
    await draw(window, "e3", "e5", { shiftKey: true });
    await painted(window, "danger");
    await draw(window, "e7", "e7", { altKey: true });
    await painted(window, "blue");
    await draw(window, "g3", "g5", { shiftKey: true, altKey: true });
    await painted(window, "gold");
    await click(window, "h8", "h7");
    await named(window, "h7, black king");
    for (const name of ["green", "danger", "gold", "blue"]) await painted(window, name, false);
    await window.key("ArrowLeft");
    for (const name of ["green", "danger", "gold", "blue"]) await painted(window, name);
    // The same once more rubs it out.
    await draw(window, "c3", "c5");
    await painted(window, "green", false);
    await ready(window);
    await window.reload();
    await ready(window);
    await named(window, "h7, black king");
    await painted(window, "blue", false);
    await window.key("ArrowLeft");
    await painted(window, "blue");
    assert.ok((await colored(window, "green")) < 20);
  }),
);

test(
  "the right button draws a circle from a tray",
  inWindow({}, async (window) => {
    await openGame(window, "?game=chessence");
    await draw(window, "man", "d6", { altKey: true });
    await painted(window, "blue");
  }),
);
