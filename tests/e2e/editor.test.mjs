// The position editor: pieces are put, moved and taken away by taps, drags and keys; what is wrong is told;
// the FEN follows; and what was set up is analysed, played, and shared. In a game of one step a turn, in one
// of many, in one with a reserve and in one with draws.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { cell, named, openGame, press } from "./board.mjs";
import { inWindow, quit } from "./driver.mjs";
import { playsComputer } from "./inside.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

const PHONE = { viewport: { width: 390, height: 660 }, ratio: 2, touch: true };
const KINGS = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

/** @param {string} game @param {string} [fen] */
const editorOf = (game, fen) => `?${new URLSearchParams({ editor: game, ...(fen && { fen }) })}`;

/** Opens a position editor. @param {Window} window @param {string} game @param {string} [fen] */
async function openEditor(window, game, fen) {
  await openGame(window, editorOf(game, fen));
  await window.find("region", "Position editor").shown();
}

/** The button of a tool or a piece. @param {Window} window @param {string} name */
const tool = (window, name) => window.find("toolbar", "Pieces").find("button", name);

/** Waits until the field of the FEN has this. @param {Window} window @param {string} fen */
const fenIs = (window, fen) =>
  window.until((fen) => {
    const fields = [...document.querySelectorAll("input")];
    return fields.some(({ value }) => value === fen);
  }, fen);

/** Waits until the editor says this. @param {Window} window @param {string} text */
const tells = (window, text) =>
  window.until(
    (text) =>
      (document.querySelector("section[aria-label='Position editor']")?.textContent ?? "").includes(
        text,
      ),
    text,
  );

/** Writes a FEN into the field. @param {Window} window @param {string} fen */
async function setFen(window, fen) {
  const field = window.find("textbox", "FEN");
  await field.focus();
  await field.fill(fen);
  await window.key("Enter");
}

/** Opens what a position consists of beside the board. @param {Window} window */
async function openMore(window) {
  if (await window.find("group", "To move").visible()) return;
  await window.click(window.find("button", "Side to move and more"));
  await window.find("group", "To move").shown();
}

test(
  "by mouse: pieces are put by taps, dragged from the palette, across the board and off it; what is wrong is told",
  inWindow({}, async (window) => {
    await openEditor(window, "magnetic");
    await fenIs(window, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    await window.click(window.find("button", "Clear board"));
    // In this game a captured king is the end: the side to move may lack it.
    await tells(window, "Black needs a king.");
    assert.equal(await window.find("button", "Play from here").enabled(), false);
    await window.click(tool(window, "white king"));
    await window.click(cell(window, "e1"));
    await window.drag(tool(window, "black king"), cell(window, "e8"));
    await named(window, "e8, black king");
    await fenIs(window, KINGS);
    await tells(window, "The position can be played.");
    assert.deepEqual(await window.faults(), []);

    await window.drag(tool(window, "white rook"), cell(window, "a1"));
    await window.drag(cell(window, "a1"), cell(window, "h1"));
    await fenIs(window, "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    // A right to castle.
    await openMore(window);
    await window.click(window.find("checkbox", "White, rook h1"));
    await fenIs(window, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    // Without its rook the right is left out; with it, it is there again.
    await window.click(tool(window, "Move pieces"));
    await window.click(cell(window, "h1"));
    await window.click(cell(window, "h2"));
    await fenIs(window, "4k3/8/8/8/8/8/7R/4K3 w - - 0 1");
    await window.click(window.find("region", "Position editor").find("button", "Undo"));
    await fenIs(window, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    await window.click(window.find("radio", "Black"));
    await fenIs(window, "4k3/8/8/8/8/8/8/4K2R b K - 0 1");
    await window.click(tool(window, "Remove pieces"));
    await window.click(cell(window, "h1"));
    await fenIs(window, KINGS.replace(" w ", " b "));
    // The address leads back here.
    await window.reload();
    await fenIs(window, KINGS.replace(" w ", " b "));
  }),
);

/** What each game's position consists of beside the pieces on the board. @type {Record<string, string[]>} */
const FIELDS = {
  magnetic: ["Castling still possible"],
  batteries: [],
  chessence: ["White reserve", "Black reserve"],
  contramatic: ["Phase", "Passed over by pawns"],
  "complete-contramatic": ["Phase", "Passed over by pawns"],
  charismatic: ["Phase", "Castling still possible", "Hand", "Passed over by pawns"],
  progressive: ["Castling still possible", "Passed over by pawns"],
};

for (const [game, fields] of Object.entries(FIELDS)) {
  test(
    `the editor of ${game} has all that its positions consist of, and a FEN leads back to what was cleared`,
    inWindow({}, async (window) => {
      await openEditor(window, game);
      await openMore(window);
      const groups = await window.evaluate(() =>
        [...document.querySelectorAll("#editor fieldset")].map(
          (group) => group.querySelector("legend")?.textContent,
        ),
      );
      assert.deepEqual(groups, ["To move", ...fields, "Counters"]);
      const initial = await window.find("textbox", "FEN").value();
      await tells(window, "The position can be played.");
      await window.click(window.find("button", "Clear board"));
      await tells(window, "needs a ");
      for (const name of ["Play from here", "Challenge a friend"])
        assert.equal(await window.find("button", name).enabled(), false);
      assert.deepEqual(await window.faults(), []);
      await setFen(window, initial);
      await tells(window, "The position can be played.");
      await fenIs(window, initial);
      for (const name of ["Play from here", "Challenge a friend"])
        assert.equal(await window.find("button", name).enabled(), true);
      await window.click(window.find("link", "Analyse"));
      await window.find("region", "Analysis").shown();
    }),
  );
}

test(
  "a FEN is taken, or refused with the reason; what was set up is analysed and comes back",
  inWindow({}, async (window) => {
    await openEditor(window, "magnetic");
    await setFen(window, "k7/8 w - - 0 1");
    await tells(window, "the board has 8 ranks, and 2 are given");
    await setFen(window, "k7/5P2/8/8/8/8/8/K7 w - - 3 9");
    await named(window, "f7, white pawn");
    await tells(window, "The position can be played.");
    await window.click(window.find("link", "Analyse"));
    await window.find("region", "Analysis").shown();
    await named(window, "f7, white pawn");
    await window.click(window.find("button", "Position editor"));
    await window.find("toolbar", "Pieces").shown();
    await fenIs(window, "k7/5P2/8/8/8/8/8/K7 w - - 3 9");
  }),
);

test(
  "against the computer one plays from either side, and a friend is challenged",
  inWindow({}, async (window) => {
    const fen = "k7/5p2/8/8/8/8/5P2/K7 w - - 3 9";
    await openEditor(window, "magnetic", fen);
    await window.click(window.find("button", "Play from here"));
    const dialog = window.find("dialog", "Play from here");
    await window.click(dialog.find("radio", "Black"));
    assert.deepEqual(await window.faults(), []);
    await window.click(dialog.find("button", "Begin"));
    await playsComputer(window);
    // The computer has White and begins.
    await window.until(
      () =>
        !document.querySelector("[aria-label^='f2, white pawn']") ||
        !document.querySelector("[aria-label^='a1, white king']"),
    );
    await window.back();
    await window.find("button", "Challenge a friend").shown();
    await window.click(window.find("button", "Challenge a friend"));
    await window.click(window.find("dialog", "Challenge a friend").find("button", "Begin"));
    await window.until(() => location.search.includes("mail="));
    await named(window, "f7, black pawn");
  }),
);

test(
  "a turn of many steps: what has moved is marked, and what was passed over",
  inWindow({}, async (window) => {
    await openEditor(window, "charismatic", "3k4/8/8/8/4p3/8/P7/R3K3[] w A - 0 9 - -");
    await window.click(tool(window, "Mark as moved this turn"));
    await window.click(cell(window, "a2"));
    await named(window, "a2, white pawn, moved this turn");
    await fenIs(window, "3k4/8/8/8/4p3/8/P7/R3K3[] w A - 0 9 a2 -");
    await window.click(cell(window, "a2"));
    await window.drag(tool(window, "white pawn"), cell(window, "d4"));
    await openMore(window);
    await window.click(window.find("radio", "Black"));
    await window.click(tool(window, "Mark as passed over"));
    await window.click(cell(window, "d3"));
    await fenIs(window, "3k4/8/8/8/3Pp3/8/P7/R3K3[] b A d3 0 9 - -");
    await tells(window, "d3");
  }),
);

test(
  "draws: a hand is drawn from the reserve in the placement phase",
  inWindow({}, async (window) => {
    await openEditor(window, "charismatic");
    await openMore(window);
    const hand = window.find("group", "Hand");
    for (const piece of ["Queen", "Rook", "Bishop"]) {
      await hand.find("spinbutton", piece).fill("1");
      await window.key("Tab");
    }
    await tells(window, "pieces placed in this turn and those in the hand are not five");
    await hand.find("spinbutton", "Pawn").fill("2");
    await window.key("Tab");
    await fenIs(window, "3k4/8/8/8/8/8/8/4K3[RBNNPPPPPPqrrbbnnpppppppp] w - - 0 0 - QRBPP");
    // Draws that are still to come are fair from the start alone.
    assert.equal(await window.find("button", "Challenge a friend").enabled(), false);
    await window.click(window.find("radio", "Pieces move"));
    await fenIs(window, "3k4/8/8/8/8/8/8/4K3[] w - - 0 1 - -");
  }),
);

test(
  "a reserve, by the keyboard alone: letters put pieces, Delete empties squares",
  inWindow({}, async (window) => {
    await openEditor(window, "chessence");
    await tool(window, "Move pieces").focus();
    await window.key("End");
    await window.key("Enter");
    await tool(window, "black man").carries("aria-pressed", "true");
    await cell(window, "c5").focus();
    await window.key("Enter");
    await named(window, "c5, black man");
    await window.key("Delete");
    await named(window, "c5, empty");
    await window.key("Shift+M");
    await named(window, "c5, white man");
    await tells(window, "White has");
    await openMore(window);
    const reserve = window.find("group", "White reserve").find("spinbutton", "Man");
    await reserve.focus();
    await reserve.fill("2");
    await window.key("Tab");
    await tells(window, "The position can be played.");
    await fenIs(window, "km4/mmm2*/1mm1*1/2*3/1*M1*1/3*2/1*1MM1/*2MMM/4MK[MMmmm] w - - 0 1");
    await cell(window, "c5").focus();
    await window.key("Control+z");
    await window.key("Escape");
    await tool(window, "Move pieces").carries("aria-pressed", "true");
  }),
);

test(
  "on a phone: a finger chooses, puts, drags from the palette and off the board",
  inWindow(PHONE, async (window) => {
    await openEditor(window, "batteries");
    await window.tap(window.find("button", "Clear board"));
    await window.tap(tool(window, "white president"));
    await window.tap(cell(window, "f1"));
    await named(window, "f1, white president");
    await window.drag(tool(window, "black president"), cell(window, "f6"), { touch: true });
    await named(window, "f6, black president");
    await window.drag(tool(window, "white battery"), cell(window, "e4"), { touch: true });
    await window.drag(tool(window, "white lady"), cell(window, "d5"), { touch: true });
    await named(window, "d5, white lady, charged");
    await window.drag(cell(window, "e4"), tool(window, "white lady"), { touch: true });
    await named(window, "e4, empty");
    await fenIs(window, "10/10/10/10/5p4/3L6/10/10/10/5P4 w - - 0 1");
    assert.deepEqual(await window.faults(), []);
  }),
);

test(
  "the editor opens from a game's position, from the library one analyses, from a text one analyses and sets up",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    await window.click(cell(window, "c2"));
    await window.click(cell(window, "c4"));
    await named(window, "c4, white pawn");
    await press(window, "Analysis");
    await window.find("region", "Analysis").shown();
    await window.click(window.find("button", "Position editor"));
    await window.find("toolbar", "Pieces").shown();
    await named(window, "c4, white pawn");
    await press(window, "Your games");
    await window.click(window.find("link", "Analyse Magnetic Chess"));
    await window.find("region", "Analysis").shown();
    await named(window, "c4, white pawn");
    await window.find("link", "Back to the game").shown();
    await press(window, "Open a game");
    const dialog = window.find("dialog", "Open a game");
    await dialog.find("textbox").fill('[Variant "magnetic"]\n\n1. c4 Qa5 *');
    await window.click(dialog.find("button", "Analyse"));
    await window.find("treeitem", /Qa5/).shown();
    // A FEN and a link as well.
    await press(window, "Open a game");
    await dialog.find("textbox").fill("8/8/3k4/8/3Q4/8/8/4K3 w - - 0 20");
    await window.click(dialog.find("button", "Analyse"));
    await named(window, "d4, white queen");
    await press(window, "Open a game");
    await dialog.find("textbox").fill("Look: https://a.b/#g=AQQAAl-9wmcdE");
    await window.click(dialog.find("button", "Analyse"));
    await window.find("treeitem", /Qa5/).shown();
    await press(window, "Open a game");
    await window.click(dialog.find("link", "Set up a position"));
    await window.find("toolbar", "Pieces").shown();
  }),
);

test(
  "a diagram of the rules is analysed",
  inWindow({}, async (window) => {
    await window.goto("magnetic/");
    await window.click(window.select("#castling a[href*=analysis]"));
    await window.find("region", "Analysis").shown();
  }),
);
