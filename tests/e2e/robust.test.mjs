// What can befall a page: its clock, its canvas, its memory, the room on the device, other windows.
// Nothing that was played is lost, and what cannot be helped is said.
//
// A worker that dies while it thinks is in computer.test.mjs, a page that is killed in
// library.test.mjs.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { named, play, ready } from "./board.mjs";
import { inWindow, open, quit } from "./driver.mjs";
import {
  allWritten,
  exposeModule,
  fail,
  keepsGame,
  movableClock,
  notice,
  setClock,
  turnsAnswered,
} from "./inside.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

/** @param {Window} window @param {string} address */
async function openGame(window, address) {
  await window.goto(address);
  await ready(window);
  await laterParts(window);
}

/** Waits until all parts of the page are there. @param {Window} window */
const laterParts = (window) => window.find("button", "Share").shown();

/** What is painted, as a number that changes with it. @param {Window} window */
const painted = (window) =>
  window.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById("canvas"));
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    // Until nothing moves.
    let [before, sum] = [-1, 0];
    while (before !== sum) {
      for (let frames = 0; frames < 5; frames += 1) await frame();
      before = sum;
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      sum = data.reduce((sum, value) => (Math.imul(sum, 31) + value) | 0, 7);
    }
    return sum;
  });

test(
  "a canvas that has lost what was on it is painted again",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    await play(window, "c2 c4");
    await named(window, "c5, black pawn");
    await window.hover({ x: 1, y: 1 });
    const before = await painted(window);
    const lost = await window.evaluate(() => {
      const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById("canvas"));
      const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
      canvas.dispatchEvent(new Event("contextlost", { cancelable: true }));
      context.reset();
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      return data.every((value) => value === 0);
    });
    assert.ok(lost);
    await window.evaluate(() =>
      document.getElementById("canvas")?.dispatchEvent(new Event("contextrestored")),
    );
    assert.equal(await painted(window), before);
  }),
);

test(
  "a clock that is set back, or far ahead, while the computer thinks disturbs nothing",
  inWindow({}, async (window) => {
    await window.prepare(movableClock);
    // With this seed the computer takes none of the pieces that are looked for below.
    await openGame(window, "?game=batteries&level=2&seed=5");
    await play(window, "c3 c4");
    await turnsAnswered(window, 2);
    for (const [turn, [clock, step]] of [
      ["-100000000000", "h3 h4"],
      ["100000000000", "b3 b4"],
    ].entries()) {
      await setClock(window, clock);
      await play(window, step);
      await turnsAnswered(window, 4 + 2 * turn);
    }
    await setClock(window, "-200000000000");
    await window.reload();
    await ready(window);
    await laterParts(window);
    await named(window, "b4, white soldier");
    await named(window, "h4, white soldier");
    await window.click(window.find("button", "Your games"));
    await window
      .find("dialog", "Your games")
      .find("link", /Learner/)
      .shown();
  }),
);

test(
  "a frozen window goes on when it is thawed",
  inWindow({}, async (window) => {
    // With this seed none of the computer's moves pulls the pawn that is moved below.
    await openGame(window, "?game=magnetic&level=2&seed=5");
    await play(window, "c2 c4");
    await window.freeze(true);
    await window.freeze(false);
    await turnsAnswered(window, 2);
    await play(window, "h2 h3");
    await turnsAnswered(window, 4);
    await named(window, "h3, white pawn");
  }),
);

test(
  "a frozen window that another has taken the game from hands it over when it is thawed",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    await play(window, "c2 c4");
    await named(window, "c5, black pawn");
    await window.freeze(true);
    const other = await window.another();
    await openGame(other, "?game=magnetic");
    await named(other, "c5, black pawn");
    await play(other, "d8 a5");
    await named(other, "a5, black queen");
    await window.freeze(false);
    await notice(window, /goes on in another window/);
    await window.click(window.find("link", "Play here"));
    await ready(window);
    await named(window, "a5, black queen");
    await notice(other, /goes on in another window/);
  }),
);

test(
  "where there is no room left, that is said, the game goes on, and it is kept as soon as there is",
  inWindow({}, async (window) => {
    // From the beginning: the browser may hand out room ahead.
    await window.quota(1);
    await openGame(window, "?game=magnetic");
    await play(window, "c2 c4 d8 a5");
    await named(window, "a5, black queen");
    await notice(window, /There is no room left/);
    // A link still carries it.
    await window.click(window.find("button", "Share"));
    const link = await window.find("dialog", "Share").find("textbox", "Link to this game").value();
    assert.match(link, /#g=/);
    await window.key("Escape");
    await window.quota();
    await play(window, "h2 h3");
    await named(window, "h3, white pawn");
    await keepsGame(window, /h2h3/);
    await window.reload();
    await ready(window);
    await named(window, "a5, black queen");
    await named(window, "h3, white pawn");
  }),
);

test(
  "a game that is left where there is no room can be gone back to",
  inWindow({}, async (window) => {
    await window.quota(1);
    await openGame(window, "?game=magnetic");
    await play(window, "c2 c4");
    await named(window, "c5, black pawn");
    await window.click(window.find("button", "New game"));
    const dialog = window.find("dialog", "New game");
    await dialog.shown();
    await window.click(dialog.find("button", "Begin anew"));
    await dialog.gone();
    await notice(window, /no room to keep the game that you left/);
    await window.click(window.find("link", "Go back to it"));
    await named(window, "c5, black pawn");
    await window.quota();
    await play(window, "d8 a5");
    await named(window, "a5, black queen");
    await window.reload();
    await ready(window);
    await named(window, "a5, black queen");
  }),
);

/** In a window whose page may report errors: it is made to fail. @param {(window: Window) => Promise<void>} work */
async function failing(work) {
  const window = await open({});
  try {
    await window.prepare(exposeModule);
    await work(window);
  } finally {
    await window.close();
  }
}

/** The module traps at the next event: mostly the tap on a piece. @param {Window} window */
async function trap(window) {
  // Once the store has answered; else its answer is the next.
  await allWritten(window);
  await fail(window, "table_handle");
  // An alarm may come before the tap, and take the board away.
  await play(window, "d8").catch(() => {});
}

/** The dialog that opens when the game has failed. @param {Window} window */
async function broken(window) {
  const dialog = window.find("dialog", "Something went wrong inside the game");
  await dialog.shown();
  return dialog;
}

test("the module traps: it is said, a report can be copied, and the game goes on from its record", () =>
  failing(async (window) => {
    await openGame(window, "?game=magnetic");
    await play(window, "c2 c4");
    await named(window, "c5, black pawn");
    await trap(window);
    const dialog = await broken(window);
    await dialog.reads(/kept on this device up to the last step/);
    await dialog.reads(/Nothing is sent/);
    assert.deepEqual(await window.faults(), []);
    const report = await dialog.find("textbox", "Report").value();
    for (const part of [
      /^Address: .*game=magnetic/m,
      /^Browser: .*(Chrom|Firefox|WebKit)/m,
      /^Link: .*#g=\w/m,
    ]) {
      assert.match(report, part);
    }
    assert.match(report, /^Message: unreachable/m);
    assert.match(report, /^steps c2c4$/m);
    await window.evaluate(() => {
      navigator.clipboard.writeText = async (text) => {
        Object.assign(globalThis, { copied: text });
      };
    });
    await window.click(dialog.find("button", "Copy report"));
    assert.equal(await window.until(() => /** @type {any} */ (globalThis).copied), report);
    await window.click(dialog.find("button", "Start again"));
    await window.until(() => document.querySelector("dialog[open]") === null);
    await ready(window);
    await named(window, "c5, black pawn");
    await laterParts(window);
    await play(window, "d8 a5");
    await named(window, "a5, black queen");
  }));

test("a module whose memory is destroyed, or that fails while it paints or lays out, is told too", async () => {
  await failing(async (window) => {
    await openGame(window, "?game=batteries");
    await play(window, "c3 c4");
    await named(window, "c4, white soldier");
    /** @param {RegExp} fault */
    const restart = async (fault) => {
      const dialog = await broken(window);
      assert.match(await dialog.find("textbox", "Report").value(), fault);
      await window.click(dialog.find("button", "Start again"));
      await window.until(() => document.querySelector("dialog[open]") === null);
      await ready(window);
      await named(window, "c4, white soldier");
    };
    await window.evaluate(() => {
      new Uint8Array(/** @type {any} */ (globalThis).memory.buffer).fill(255);
    });
    // Whatever is asked of it next.
    await window.hover({ x: 640, y: 400 });
    await restart(/^Message: ./m);
    let height = 700;
    for (const [name, trap, fault] of /** @type {const} */ ([
      ["table_paint", "outside", /out of bounds/],
      ["table_paint", "unreachable", /unreachable/],
      ["table_resize", "unreachable", /unreachable/],
    ])) {
      await laterParts(window);
      await fail(window, name, trap);
      // No tap: the board may be gone as soon as the pointer comes over it.
      await window.resize(900, ++height);
      await restart(fault);
    }
  });
});

test("a game that fails again and again can be put aside, and stays in the list", () =>
  failing(async (window) => {
    await openGame(window, "?game=magnetic");
    await play(window, "c2 c4");
    await named(window, "c5, black pawn");
    for (const again of [false, true]) {
      await trap(window);
      const dialog = await broken(window);
      const other = dialog.find("button", "Put this game aside and begin another");
      await other.counted(again ? 1 : 0);
      await window.click(again ? other : dialog.find("button", "Start again"));
      await window.until(() => document.querySelector("dialog[open]") === null);
      await ready(window);
      await laterParts(window);
    }
    await named(window, "c2, white pawn");
    await window.click(window.find("button", "Your games"));
    await window
      .find("dialog", "Your games")
      .find("link", /^Magnetic Chess/)
      .shown();
  }));

test("a module that fails where the browser keeps nothing: the game's link carries it over", () =>
  failing(async (window) => {
    await window.prepare(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("denied", "SecurityError");
      };
    });
    await openGame(window, "?game=magnetic");
    await play(window, "c2 c4");
    await named(window, "c5, black pawn");
    await trap(window);
    const dialog = await broken(window);
    await dialog.reads(/carries it over/);
    await window.click(dialog.find("button", "Start again"));
    await window.until(() => document.querySelector("dialog[open]") === null);
    await ready(window);
    await named(window, "c5, black pawn");
  }));
