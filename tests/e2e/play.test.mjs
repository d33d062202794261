// A game at one device, played as people play it: with a mouse, a finger, and keys alone.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { at, cell, click, openGame, ready, said, usable } from "./board.mjs";
import { inWindow, quit } from "./driver.mjs";
import { GAMES } from "./games.mjs";
import { allWritten, followMenu, keepsGame, putInto, withoutWhole } from "./inside.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

const PHONE = { viewport: { width: 390, height: 660 }, ratio: 3, touch: true };

/** Waits until a square has this name. @param {Window} window @param {string} name */
const named = (window, name) => window.find("gridcell", name).shown();

const SAMPLE = at(
  "charismatic",
  "r2k3r/2npbp2/1q3b2/1npppppp/2PB2P1/P3N3/B1PPPPP1/R3KNQR[] w HAha - 0 1 - -",
);

test(
  "the board is a grid of named squares in the order in which they are seen",
  inWindow({}, async (window) => {
    await openGame(window, SAMPLE);
    const squares = window.find("grid", "Board").find("gridcell");
    const names = await squares.names();
    assert.equal(names.length, 64);
    assert.equal(names[0], "a8, black rook");
    assert.equal(names[63], "h1, white rook");
    await window.click(window.find("button", "Flip board"));
    assert.equal((await squares.names())[0], "h1, white rook");
  }),
);

test(
  "the list of moves numbers Black's turn where White's does not stand before it",
  inWindow({}, async (window) => {
    const fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 30";
    await openGame(window, at("magnetic", fen));
    await click(window, "b8", "c6", "b1", "c3", "g8", "f6");
    const turn = (/** @type {RegExp} */ name) => window.find("button", name);
    await turn(/^30 Black/).reads(/^30…/);
    await turn(/^31 White/).reads(/^31\./);
    assert.doesNotMatch(await turn(/^31 Black/).text(), /31…/);
  }),
);

test(
  "a drawn hand is placed by dragging, by tapping and by itself; undo refills it",
  inWindow(PHONE, async (window) => {
    await openGame(window, "?game=charismatic&seed=5");
    await window.tap(window.find("button", "Draw five pieces"));
    const hand = window.find("listbox", "Hand");
    await hand.find("option").counted(4);
    await window.drag(hand.find("option", "white rook, 1"), cell(window, "c2"), { touch: true });
    await named(window, "c2, white rook, moved this turn");
    await hand.find("option", "white rook, 0").shown();

    // Off the board it goes back to the hand.
    await window.drag(cell(window, "c2"), { x: 300, y: 640 }, { touch: true });
    await hand.find("option", "white rook, 1").shown();

    // The piece and then the square, or the square and then the piece.
    await window.tap(hand.find("option", "white rook, 1"));
    await window.tap(cell(window, "d3"));
    await named(window, "d3, white rook, moved this turn");
    await window.tap(cell(window, "e3"));
    await window.tap(hand.find("option", "white knight, 1"));
    await named(window, "e3, white knight, moved this turn");
    await window.tap(window.find("button", "Undo step"));
    await hand.find("option", "white knight, 1").shown();

    await window.tap(window.find("button", "End turn"));
    await said(window, "Place all your drawn pieces");
    await window.tap(window.find("button", "Place for me"));
    await window.tap(window.find("button", "Shuffle"));
    await window.tap(window.find("button", "End turn"));
    await said(window, "Black draws five pieces");
  }),
);

test(
  "a turn of many steps: chips, undo, redo, reset, and an end that waits to be given",
  inWindow({}, async (window) => {
    await openGame(window, SAMPLE);
    await window.click(window.find("button", "End turn"));
    await said(window, "A turn has at least one step");
    await click(window, "e3", "f5");
    await named(window, "f5, white knight, moved this turn");
    await window.drag(cell(window, "c4"), cell(window, "b5"));
    await said(window, "2 of 5 steps · you may end the turn");
    await window.click(window.find("button", "Undo step"));
    await named(window, "c4, white pawn");
    await window.click(window.find("button", "Redo step"));
    await named(window, "b5, white pawn, moved this turn");
    await window.click(window.find("button", /^Step 1: e3f5, white knight/));
    await named(window, "c4, white pawn");
    await window.click(window.find("button", "Reset turn"));
    await named(window, "e3, white knight");
    await window.click(window.find("button", "Redo step"));
    await window.key("Control+Enter");
    await said(window, "White ends the turn");
    await window.click(window.find("button", "Replay turn"));
    await said(window, "The last turn once more");
    await window.until(() => document.querySelector("#says")?.textContent?.startsWith("Black"));
  }),
);

test(
  "a refused step says why, and leads to its rule",
  inWindow({}, async (window) => {
    await openGame(window, SAMPLE);
    await click(window, "g1", "c5");
    await said(window, "The pawn on f2 stands in the way.");
    const rule = window.find("link", "The rule");
    await rule.carries("href", /^\.\/charismatic\/#/);
  }),
);

test(
  "a game is played with keys alone",
  inWindow({}, async (window) => {
    await openGame(window, SAMPLE);
    await window.select("[role=gridcell][tabindex='0']").focus();
    await window.key("Shift+N");
    await window.key("Home");
    await window.key("PageDown");
    const focused = () => document.activeElement?.getAttribute("aria-label") ?? "";
    assert.equal(await window.evaluate(focused), "a1, white rook");
    await window.key("ArrowUp");
    await window.key("Enter");
    await named(window, "a2, white bishop, selected");
    await window.key("ArrowUp");
    await window.key("ArrowUp");
    await window.key("Escape");
    await window.key("ArrowDown");
    await window.key("Enter");
    await window.key("ArrowUp");
    await window.key("Space");
    await named(window, "a4, white pawn, moved this turn");
    await window.key("Backspace");
    await named(window, "a3, white pawn");
    await window.key("?");
    await window.find("dialog", "Keys").shown();
    await window.key("Escape");
    await window.find("textbox", "Type a move").fill("Nxf5");
    await window.key("Enter");
    await named(window, "f5, white knight, moved this turn");
  }),
);

test(
  "history is stepped through and left again",
  inWindow({}, async (window) => {
    await openGame(window, SAMPLE);
    await click(window, "e3", "f5");
    await window.key("[");
    await named(window, "e3, white knight");
    await click(window, "c4");
    await said(window, "This is an earlier position");
    await window.click(window.find("button", "Back to the game"));
    await named(window, "f5, white knight, moved this turn");
    await window.key("{");
    await window.key("}");
    await named(window, "f5, white knight, moved this turn");
  }),
);

test(
  "a pawn asks on its square what it becomes, and Esc takes the question back",
  inWindow({}, async (window) => {
    await openGame(window, at("charismatic", "3k4/6P1/4P3/8/8/8/8/4K3[] w - - 0 20 - -"));
    await click(window, "g7", "g8");
    const question = window.find("dialog", "Promote to");
    await question.find("button", "Knight").shown();
    await question.find("button").counted(4);
    await window.key("Escape");
    await named(window, "g7, white pawn");
    await click(window, "g7", "g8");
    await window.click(question.find("button", "Knight"));
    await named(window, "g8, white knight, moved this turn");
  }),
);

test(
  "of two people at one board, who has just moved may ask for the turn back",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    await click(window, "c2", "c4");
    await window.click(await usable(window, "Take back"));
    const dialog = window.find("dialog", "Take back");
    await dialog.reads(/White wants the last turn back\. Black, do you agree\?/);
    await window.click(dialog.find("button", "Decline"));
    await dialog.gone();
    await named(window, "c4, white pawn");
    await window.click(await usable(window, "Take back"));
    await window.click(dialog.find("button", "Agree"));
    await named(window, "c2, white pawn");
    // It keeps its place, and does nothing now.
    await window.until(
      () => document.querySelector("[aria-label='Take back'][aria-disabled=true]") !== null,
    );
    await click(window, "g1", "f3");
    await named(window, "f3, white knight");
  }),
);

test(
  "a mate is declared, and a rematch swaps the sides",
  inWindow({}, async (window) => {
    await openGame(window, at("charismatic", "8/2N3Q1/8/3N4/B7/k7/8/3K4[] w - - 3 17 - -"));
    await click(window, "g7", "a1");
    await said(window, "The black king on a3 is in check.");
    await window.click(window.find("button", "End turn"));
    const result = window.find("alert");
    await result.shown();
    await result.reads(/^White wins\s+By checkmate\.$/);
    await window.click(window.find("button", "Rematch"));
    await window.until(
      () => document.querySelector("[role=gridcell]")?.getAttribute("data-square") === "h1",
    );
  }),
);

test(
  "a reload in the middle of a turn restores it; the address alone begins its game anew",
  inWindow({}, async (window) => {
    await openGame(window, SAMPLE);
    await click(window, "e3", "f5", "c4", "b5");
    await window.click(window.find("button", "Undo step"));
    await said(window, "1 of 5 steps");
    await window.reload();
    await ready(window);
    await named(window, "f5, white knight, moved this turn");
    await window.click(window.find("button", "Redo step"));
    await named(window, "b5, white pawn, moved this turn");
    await openGame(window, SAMPLE);
    await named(window, "e3, white knight");
  }),
);

test(
  "a stored game that cannot be read is put aside, and the page says so",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    await click(window, "e2", "e4");
    await named(window, "e4, white pawn");
    // What the page still writes would come in its place.
    await keepsGame(window, /e2e4/);
    await allWritten(window);
    await putInto(window, "games", [{ key: "magnetic", saved: "torn", at: 0 }]);
    // What the page begins with is not said after it, however late the frame is that it waits for.
    await window.prepare(() => {
      const frame = requestAnimationFrame.bind(globalThis);
      globalThis.requestAnimationFrame = (work) => Number(setTimeout(() => frame(work), 100));
    });
    await window.reload();
    await ready(window);
    await said(window, "could not be read");
    await window.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => setTimeout(done))),
    );
    await window.find("status").reads(/could not be read/);
    await named(window, "e2, white pawn");
  }),
);

test(
  "an address that cannot be played says what is wrong with it",
  inWindow({}, async (window) => {
    await window.goto("?game=ludo");
    await said(window, "“ludo”");
    await window.find("link", "Go to Charismatic Chess").shown();
    // It is the page of no game.
    await window.find("heading", "Fivefold").shown();
    assert.equal(await window.select("#games [aria-current]").count(), 0);
    await window.goto(at("magnetic", "4k3/8/8/8/8/8/8/4K3 x - - 0 1"));
    await said(window, "“w” or “b” says who is to move, not “x”.");
    await window.goto(at("charismatic", "3k4/8/8 w"));
    await said(window, "a FEN of this game has 8 parts, and this has 2.");
    await window.click(window.find("link", /^Open Charismatic Chess/));
    await ready(window);
  }),
);

test(
  "a page whose module does not come says so, and offers another try",
  inWindow({}, async (window) => {
    await window.prepare(withoutWhole);
    // What is wrong with the position no other module can tell.
    await window.goto(at("magnetic", "4k3/8/8/8/8/8/8/4K3 x - - 0 1"));
    await said(window, "The board could not be loaded.");
    await window.find("link", "Reload the game").shown();
  }),
);

test(
  "a man sent into a hole of the board hears why it cannot go there",
  inWindow({}, async (window) => {
    await openGame(window, "?game=chessence");
    await click(window, "d3", "b3");
    await said(window, "There is a hole");
    await window.find("gridcell", /^d3, white man/).shown();
  }),
);

/** Types a step and plays it. @param {Window} window @param {string} step */
async function type(window, step) {
  await window.select("#typed-text").fill(step);
  await window.click(window.find("button", "Play"));
}

test(
  "what was typed and refused does not stay for the next game",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    await type(window, "Qz9");
    await window.until(() => document.querySelector("#says[data-kind=refusal]") !== null);
    await window.click(window.find("button", "New game"));
    const dialog = window.find("dialog", "New game");
    await dialog.shown();
    await window.click(dialog.find("button", "Begin anew"));
    await dialog.gone();
    await window.until(
      () => /** @type {HTMLInputElement} */ (document.getElementById("typed-text")).value === "",
    );
  }),
);

test(
  "the newest turn is in view in the list of moves, whatever was looked at and however it is laid out",
  inWindow({ viewport: { width: 1280, height: 900 } }, async (window) => {
    await openGame(window, "?game=batteries");
    const steps = ["c", "d", "e", "f", "g", "h"].flatMap((file) => [`${file}4`, `${file}7`]);
    for (const [turns, step] of steps.entries()) {
      await type(window, step);
      await window.until(
        (turns) => document.querySelectorAll("#score li").length === turns,
        turns + 1,
      );
    }
    const inView = () => {
      const box = document.querySelector("#moves .score")?.getBoundingClientRect();
      const row = [...document.querySelectorAll("#score button")].at(-1)?.getBoundingClientRect();
      return (
        box !== undefined && row !== undefined && row.top >= box.top && row.bottom <= box.bottom
      );
    };
    const isScrolled = () => {
      const box = /** @type {Element} */ (document.querySelector("#moves .score"));
      return box.scrollHeight > box.clientHeight + 10;
    };
    await window.resize(1280, 600);
    await window.until(isScrolled);
    await window.until(inView);
    await window.key("Shift+{");
    await said(window, "This is how the game began.");
    await window.until(() => document.querySelector("#moves .score")?.scrollTop === 0);
    await window.click(window.find("button", "Back to the game"));
    await window.until(inView);
    await type(window, "b4");
    await window.until(() => document.querySelectorAll("#score li").length === 13);
    await window.until(inView);
    // On a phone the list is a sheet: it opens at its end.
    await window.resize(360, 560);
    await window.click(window.find("button", "Moves"));
    await window.until(isScrolled);
    await window.until(inView);
  }),
);

test(
  "the buttons that come later push nothing aside",
  inWindow({}, async (window) => {
    await window.prepare(followMenu);
    await openGame(window, "?game=magnetic");
    await window.find("button", "Puzzles").shown();
    const heights = await window.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      return [.../** @type {any} */ (globalThis).places];
    });
    assert.equal(heights.length, 1, `Settings stood at ${heights}`);
  }),
);

for (const game of GAMES) {
  test(
    `${game}: nothing is lost on the narrowest phone, and buttons are large enough`,
    inWindow({ viewport: { width: 320, height: 568 }, ratio: 2, touch: true }, async (window) => {
      await openGame(window, `?game=${game}&seed=1`);
      const found = await window.evaluate(() => ({
        over: document.documentElement.scrollWidth - innerWidth,
        small: [...document.querySelectorAll("button")]
          .filter((button) => button.checkVisibility({ visibilityProperty: true }))
          .filter((button) => button.offsetHeight < 44 || button.offsetWidth < 44)
          .map((button) => button.id),
      }));
      assert.deepEqual(found, { over: 0, small: [] });
    }),
  );
}
