// What the boards explain, as assistive technology is told it: names and descriptions of squares,
// the sentence beside the board, the status.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { at, cell, click, named, openGame, press } from "./board.mjs";
import { inWindow, quit } from "./driver.mjs";
import { ready, slowFrames } from "./inside.mjs";
import { luminance, ratio } from "./luminance.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

const PHONE = { viewport: { width: 390, height: 844 }, ratio: 2, touch: true };

/** Waits until a square is described so, by these words among others. @param {Window} window @param {string} square @param {string} words */
const described = (window, square, words) =>
  window.until(
    (square, words) =>
      document
        .querySelector(`[role=gridcell][data-square=${square}]`)
        ?.getAttribute("aria-description")
        ?.includes(words) ?? false,
    square,
    words,
  );

/** @param {Window} window @param {string} square */
const description = async (window, square) =>
  (await cell(window, square).attribute("aria-description")) ?? "";

/** Waits until an element has these words. @param {string} selector */
const reading = (selector) => (/** @type {Window} */ window, /** @type {string} */ text) =>
  window.until(
    (selector, text) => document.querySelector(selector)?.textContent?.includes(text) ?? false,
    selector,
    text,
  );
/** The sentence beside the board. */
const beside = reading("#says");
const status = reading("[role=status]");

const PULLS = "3b3k/8/3K4/q1R2rP1/3Q4/8/3b4/8 w - - 0 1";
const DISPLACED =
  "d5: pulls the black bishop from d2 to d4, pushes the white rook from c5 to b5 and pulls the black rook from f5 to e5.";

test(
  "Magnetic: the attacks of either side are shown on demand and told square by square, and every target says whom its impulse displaces and where to",
  inWindow({}, async (window) => {
    await openGame(window, at("magnetic", PULLS));
    const button = window.find("button", "Show attacks");
    await window.click(button);
    await status(window, "Black attacks");
    await described(window, "a4", "Attacked.");
    assert.equal(await description(window, "c1"), "Attacked.");
    await window.click(button);
    await status(window, "White attacks");
    assert.equal(await description(window, "h8"), "Attacked.");
    await window.click(button);
    await status(window, "no longer shown");
    assert.equal(await description(window, "h8"), "");
    assert.equal(await description(window, "d5"), "");
    await click(window, "d4");
    await described(window, "d5", DISPLACED);
    await described(window, "a4", "a4: displaces nobody");
    assert.equal(await description(window, "a8"), "", "no target, nothing to say");
    await window.hover(cell(window, "d5"));
    await beside(window, DISPLACED);
    await click(window, "d5");
    await window.find("gridcell", "e5, black rook").shown();
    await status(window, "White queen d4 to d5");
    assert.equal(await description(window, "d5"), "");
  }),
);

test(
  "Magnetic: the same is said while a piece is held by a finger, and to a keyboard's cursor",
  inWindow(PHONE, async (window) => {
    await openGame(window, at("magnetic", PULLS));
    await window.drag(cell(window, "d4"), cell(window, "d5"), {
      touch: true,
      halfway: async () => {
        await beside(window, DISPLACED);
      },
    });
    await window.find("gridcell", "d5, white queen").shown();
    await openGame(window, at("magnetic", PULLS));
    await cell(window, "d6").focus();
    for (const key of ["ArrowDown", "ArrowDown", "Enter", "ArrowUp"]) await window.key(key);
    await beside(window, DISPLACED);
    await window.key("Enter");
    await window.find("gridcell", "d5, white queen").shown();
  }),
);

test(
  "Magnetic: a king that could be captured is pointed out, until that is switched off",
  inWindow({}, async (window) => {
    await openGame(window, at("magnetic", "4k3/8/8/8/4q3/8/3P4/4K3 w - - 0 1"));
    const warning = "White to move. Your king on e1 could be captured by the black queen on e4.";
    await beside(window, warning);
    await status(window, warning);
    await click(window, "e1");
    await described(window, "e2", "leaves your king on e2 to the black queen on e4");
    assert.doesNotMatch(await description(window, "f2"), /leaves/);
    await window.key("Escape");
    await window.click(window.find("button", "Settings"));
    await window.click(window.find("checkbox", "Warn when my king could be captured"));
    await window.key("Escape");
    await window.until(() => document.querySelector("#says")?.textContent === "White to move.");
    await window.reload();
    await ready(window);
    await beside(window, "White to move.");
    await click(window, "e1");
    assert.doesNotMatch(await description(window, "e2"), /leaves/);
  }),
);

test(
  "Magnetic: a pawn that castling pushes to the last rank becomes what the player chooses",
  inWindow({}, async (window) => {
    await openGame(window, at("magnetic", "k7/5P2/8/8/8/8/8/4K2R w K - 0 1"));
    await click(window, "e1");
    await described(window, "g1", "pushes the white pawn from f7 to f8");
    await click(window, "g1");
    await window.click(window.find("dialog", "Promote to").find("button", "Knight"));
    await window.find("gridcell", "f8, white knight").shown();
    await window.find("gridcell", "f1, white rook").shown();
  }),
);

test(
  "Chessence: the shapes of the men can be switched off; a man says who gives it which power, and who would lose which without it",
  inWindow({}, async (window) => {
    await openGame(window, "?game=chessence");
    const drawn = () =>
      window.evaluate(async () => {
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        return /** @type {HTMLCanvasElement} */ (document.querySelector("#canvas")).toDataURL();
      });
    const shapes = await drawn();
    await window.click(window.find("button", "Settings"));
    const box = window.find("checkbox", "Men's shapes show their powers");
    await window.click(box);
    await window.key("Escape");
    await window.until(
      (shapes) =>
        /** @type {HTMLCanvasElement} */ (document.querySelector("#canvas")).toDataURL() !== shapes,
      shapes,
    );
    await window.find("dialog", "Settings").gone();
    await window.find("gridcell", "d3, white man, moves as rook, bishop, knight").shown();
    await described(window, "d3", "d3 moves as a rook by d2 and e3, as a bishop by e2");
    await click(window, "d3");
    const lost = "Without it, no longer: e2 as a bishop, e1 as a knight and f2 as a knight.";
    await described(window, "d3", lost);
    await status(window, lost);
    await window.hover(cell(window, "c3"));
    await beside(window, "On c3 it would move as a bishop by d2 and as a knight by e2.");
    await described(window, "c5", "On c5 it could not move.");
    await click(window, "c3");
    await window.find("gridcell", "c3, white man, moves as bishop, knight").shown();
  }),
);

test(
  "Chessence: a drop is spoken of where there is one, and a tap on the reserve says why there is none",
  inWindow({}, async (window) => {
    await openGame(window, "?game=chessence");
    const says = window.select("#says");
    await says.reads(/^White to move\.$/);
    const reserve = window.find("listbox", "White reserve").find("option", /^white man/);
    await window.click(reserve);
    await says.reads(
      /^Men enter where they stood at first, and all six squares are taken\. The rule$/,
    );
    await status(window, "all six squares are taken");
    await click(window, "d3", "c4", "c7", "d6");
    await says.reads(/^White to move: move a man, or drop one from the reserve\.$/);
    await window.click(reserve);
    await named(window, "d3, empty, legal target");
    // Nobody but the reserve can move.
    await openGame(window, at("chessence", "km4/5*/4*1/2*3/1*2*1/3*2/1*4/*5/5K[M] w - - 0 1"));
    await says.reads(/^White to move: drop a man from the reserve\.$/);
  }),
);

/**
 * How wide what stands on a square is, in parts of the square, and a sign of how all of it looks.
 * @param {Window} window @param {string} square
 */
const seenOn = (window, square) =>
  window.evaluate((square) => {
    const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById("canvas"));
    const cell = /** @type {Element} */ (document.querySelector(`[data-square=${square}]`));
    const [board, box] = [canvas, cell].map((element) => element.getBoundingClientRect());
    if (!board || !box) throw new Error("no board");
    const ratio = canvas.width / board.width;
    const side = Math.round(box.width * ratio);
    const [x, y] = [box.x - board.x, box.y - board.y].map((far) => Math.round(far * ratio));
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    const { data } = context.getImageData(x ?? 0, y ?? 0, side, side);
    const middle = Math.floor(side / 2);
    const at = (/** @type {number} */ column) =>
      [0, 1, 2].map((part) => data[(middle * side + column) * 4 + part] ?? 0);
    const ground = at(2);
    const inked = [...Array(side).keys()].filter((column) =>
      at(column).some((value, part) => Math.abs(value - (ground[part] ?? 0)) > 16),
    );
    const width = inked.length > 0 ? ((inked.at(-1) ?? 0) - (inked[0] ?? 0)) / side : 0;
    return { width, look: data.reduce((sum, value) => (sum * 31 + value) % 2147483647, 7) };
  }, square);

test(
  "Chessence: a man that cannot move is small, of either colour, and one that can is not",
  inWindow({}, async (window) => {
    const fen = "kmm3/5*/4*1/2*m2/1*2*1/3*2/M*1MM1/*5/5K[] w - - 0 1";
    await openGame(window, at("chessence", fen));
    const width = async (/** @type {string} */ square) => (await seenOn(window, square)).width;
    await painted(async () => (await width("d3")) > 0.6, "d3 is not there");
    for (const able of ["c9", "e3"]) assert.ok((await width(able)) > 0.6, able);
    for (const powerless of ["a3", "d6"]) {
      const wide = await width(powerless);
      assert.ok(wide > 0.1 && wide < 0.5, `${powerless}: ${wide}`);
    }
  }),
);

for (const reducedMotion of [false, true]) {
  test(
    `the king that has lost falls over${reducedMotion ? " at once where nothing is to move" : ", for all to see"}`,
    inWindow({ reducedMotion }, async (window) => {
      await window.prepare(slowFrames);
      await openGame(window, at("charismatic", "8/2N3Q1/8/3N4/B7/k7/8/3K4[] w - - 3 17 - -"));
      await click(window, "g7", "a1");
      await named(window, "a1, white queen, moved this turn");
      const { look: standing } = await seenOn(window, "a3");
      // Each look of the square, frame by frame.
      await window.evaluate(() => {
        const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById("canvas"));
        const cell = /** @type {Element} */ (document.querySelector("[data-square=a3]"));
        const [board, box] = [canvas, cell].map((element) => element.getBoundingClientRect());
        const ratio = canvas.width / (board?.width ?? 1);
        const place = [
          (box?.x ?? 0) - (board?.x ?? 0),
          (box?.y ?? 0) - (board?.y ?? 0),
          box?.width ?? 0,
        ].map((length) => Math.round(length * ratio));
        const [x = 0, y = 0, side = 0] = place;
        const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
        const looks = new Set();
        Object.assign(globalThis, { looks });
        const look = () => {
          looks.add(context.getImageData(x, y, side, side).data.join());
          requestAnimationFrame(look);
        };
        look();
      });
      await press(window, "End turn");
      await window.find("alert").reads(/^White wins\s+By checkmate\.$/);
      const looks = () =>
        window.evaluate(
          () => /** @type {Set<string>} */ (/** @type {any} */ (globalThis).looks).size,
        );
      if (!reducedMotion) return painted(async () => (await looks()) > 10, "it does not fall");
      await painted(async () => (await seenOn(window, "a3")).look !== standing, "it still stands");
      // As many frames as a fall takes.
      await window.evaluate(async () => {
        for (let frame = 0; frame < 60; frame += 1)
          await new Promise((done) => requestAnimationFrame(done));
      });
      assert.ok((await looks()) <= 3, `${await looks()} looks`);
    }),
  );
}

const AGENT = "5p4/10/10/10/4s5/4A5/4B5/3s6/3D6/5P4 w - - 0 1";

test(
  "Batteries: a Battery says whom it charges here and there, and who would lose a charge; an overtaking whom it captures, and a piece what a charge would add",
  inWindow({}, async (window) => {
    await openGame(window, at("batteries", AGENT));
    await described(window, "e4", "Charges the agent on e5.");
    await described(window, "e5", "Charged by e4.");
    // Who is chosen is also called by name, with how it moves.
    const about = "White agent: as an orthog; charged, one square diagonally too, and overtakes.";
    await click(window, "e5");
    await window.until(
      (about) => document.getElementById("says")?.textContent?.startsWith(about),
      about,
    );
    await window.key("Escape");
    await click(window, "e4");
    const lost = "No longer charged: e5.";
    await described(window, "e3", `From e3 it would charge the diag on d2. ${lost}`);
    await described(window, "a8", `Charges nobody there. ${lost}`);
    await window.key("Escape");
    await click(window, "d2");
    assert.equal(await description(window, "d2"), "", "no charge, and none that would help");
    await window.key("Escape");
    await click(window, "e5");
    await status(window, "Jumps and captures the black soldier on e6, landing on e7.");
    await described(window, "e7", "Jumps and captures the black soldier on e6, landing on e7.");
    await click(window, "e7");
    await window.find("gridcell", "e6, empty").shown();
    await openGame(window, at("batteries", "5p4/10/10/5s4/10/10/10/10/D9/5P4 w - - 0 1"));
    await click(window, "a2");
    await described(window, "a2", "With a charge captures on f7.");
  }),
);

test(
  "Batteries: a piece that leaves its Battery is told to lose its charge, before and after",
  inWindow({}, async (window) => {
    await openGame(window, at("batteries", "5p4/10/10/10/10/4A5/4B5/10/10/5P4 w - - 0 1"));
    await click(window, "e5");
    await described(window, "f6", "No longer charged: f6.");
    await click(window, "f6");
    await status(window, "The white agent on f6 loses its charge.");
  }),
);

test(
  "Contramatic: forbidden squares say so, and a check that has to be lifted says who owes what",
  inWindow({}, async (window) => {
    await openGame(window, at("contramatic", "4k3/8/8/8/8/3K4/3R4/8[] w - - 0 9 -"));
    await click(window, "d2");
    await described(window, "e2", "Forbidden: would give check.");
    await window.hover(cell(window, "e2"));
    await beside(window, "e2 is forbidden: it would give check.");
    await click(window, "e2");
    await status(window, "From e2 the rook would give check");
    await openGame(window, at("contramatic", "4k3/8/8/8/3R4/8/8/4K3[] b - - 0 9 -"));
    await click(window, "e8", "d8");
    await window.find("gridcell", "d8, black contramatic king, in check").shown();
    // Said to who has to do it, and to nobody else.
    await beside(window, "White to move: you check the king on d8. Lift it now, or you lose.");
  }),
);

test(
  "Complete Contramatic: both royals have names of their own, and both checks are told apart",
  inWindow({}, async (window) => {
    await openGame(window, at("complete-contramatic", "4c2k/8/8/8/3R4/8/8/K3C3[] b - - 0 9 -"));
    await window.find("gridcell", "h8, black orthodox king").shown();
    await click(window, "e8", "d8");
    await window.find("gridcell", "d8, black contramatic king, in check").shown();
    await beside(window, "White to move: you check the king on d8. Lift it now, or you lose.");
    await click(window, "d4", "h4");
    await window.find("gridcell", "h8, black orthodox king, in check").shown();
    await beside(window, "Black to move. The orthodox king is in check.");
  }),
);

test(
  "Contramatic: a piece placed with a forbidden check is told at once",
  inWindow({}, async (window) => {
    await openGame(window, "?game=contramatic");
    await window.click(window.find("option", "white queen, 1"));
    await click(window, "e4");
    await described(window, "e4", "Gives a forbidden check.");
    await status(window, "The white queen on e4 gives check");
    await window.drag(cell(window, "e4"), cell(window, "d2"));
    await window.find("gridcell", /^d2, white queen/).shown();
    assert.equal(await description(window, "d2"), "");
  }),
);

test(
  "Charismatic: a piece placed with a forbidden check is told at once, with a seed's first draw",
  inWindow({}, async (window) => {
    await window.goto("?game=charismatic&seed=5");
    await ready(window);
    await window.click(window.find("button", "Draw five pieces"));
    await window.click(window.find("listbox", "Hand").find("option", "white rook, 1"));
    await click(window, "d3");
    await window.find("gridcell", "d3, white rook, moved this turn").shown();
    await described(window, "d3", "Gives a forbidden check.");
    await beside(window, "The white rook on d3 gives check");
  }),
);

test(
  "Charismatic: a series that can no longer end says so at once",
  inWindow({}, async (window) => {
    // The rook alone could stand in the way, on h2.
    await openGame(window, at("charismatic", "6rr/3k4/8/8/8/8/R7/7K[] w - - 0 9 - -"));
    await click(window, "a2", "a3");
    const stuck = "no series can end with your king safe from here: take back a step";
    await status(window, stuck);
    await beside(window, stuck);
    await window.click(window.find("button", "Undo step"));
    await click(window, "a2", "h2");
    await status(window, "you may end the turn");
  }),
);

/**
 * The colours along a line within a square.
 * @param {string} square of a board of eight files, White below
 * @param {[number, number]} from in squares from its upper left corner
 * @param {[number, number]} to
 */
function colorsAlong(square, from, to) {
  const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById("canvas"));
  const side = canvas.width / 8;
  const [file, rank] = [square.charCodeAt(0) - 97, Number(square[1])];
  const context = canvas.getContext("2d");
  /** @type {Map<string, number[]>} */
  const colors = new Map();
  for (let part = 0; part < 1; part += 1 / 60) {
    const [x, y] = [0, 1].map((axis) => (from[axis] ?? 0) * (1 - part) + (to[axis] ?? 0) * part);
    const at = [(file + (x ?? 0)) * side, (8 - rank + (y ?? 0)) * side];
    const { data } = /** @type {CanvasRenderingContext2D} */ (context).getImageData(
      Math.floor(at[0] ?? 0),
      Math.floor(at[1] ?? 0),
      1,
      1,
    );
    colors.set(data.join(" "), [...data]);
  }
  return [...colors.values()];
}

/** How well the colours along a line can be told apart. @param {Window} window @param {Parameters<typeof colorsAlong>} line */
async function contrast(window, ...line) {
  const lights = (await window.evaluate(colorsAlong, ...line)).map(luminance);
  return ratio(Math.max(...lights), Math.min(...lights));
}

/** Waits until what is painted is so. @param {() => Promise<boolean>} is @param {string} what */
async function painted(is, what) {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await is()) return;
    await new Promise((done) => setTimeout(done, 25));
  }
  assert.fail(what);
}

for (const scheme of /** @type {const} */ (["light", "dark"])) {
  test(
    `an arrow shows the last turn until a piece is touched; the last turn and the piece chosen are marked by more than hue, ${scheme}`,
    inWindow({ scheme }, async (window) => {
      await openGame(window, at("magnetic", "k6r/8/8/8/3p4/8/8/K2R4 w - - 0 1"));
      const across = async () => await contrast(window, "d2", [0.2, 0.5], [0.8, 0.5]);
      assert.equal(await across(), 1);
      await click(window, "d1", "d4");
      await named(window, "d4, white rook");
      await painted(async () => (await across()) > 3, "no arrow");
      // A rule below an empty square of the last turn.
      const rule = async () => await contrast(window, "d1", [0.15, 0.7], [0.15, 1]);
      await painted(async () => (await rule()) >= 3, "no rule below d1");
      await click(window, "h8");
      await painted(async () => (await across()) === 1, "the arrow stays");
      // A frame around the piece chosen, beside the piece.
      const frame = async () => await contrast(window, "h8", [0, 0.5], [0.12, 0.5]);
      await painted(async () => (await frame()) >= 3, "no frame around h8");
      await click(window, "h8");
      await named(window, "h8, black rook");
      assert.equal(await across(), 1, "let go, it has been read");
    }),
  );
}

test(
  "attacks are dotted, and so not taken for what is forbidden",
  inWindow({}, async (window) => {
    await openGame(window, at("magnetic", "k6r/8/8/8/8/8/8/K2R4 w - - 0 1"));
    await press(window, "Show attacks");
    // Through a row of dots, and between two rows, where stripes would be crossed too.
    const through = async () => await contrast(window, "h5", [0.1, 0.4], [0.9, 0.4]);
    await painted(async () => (await through()) > 1.5, "no dots");
    assert.equal(await contrast(window, "h5", [0.1, 0.5], [0.9, 0.5]), 1);
  }),
);

for (const forced of [false, true]) {
  test(
    `attacks are dotted beside forbidden squares, which are striped${forced ? ", in forced colours" : ""}`,
    inWindow({}, async (window) => {
      await openGame(window, at("contramatic", "4k3/8/8/8/8/3K4/3R4/8[] w - - 0 9 -"));
      if (forced) await window.wish({ forced });
      await click(window, "d2");
      await press(window, "Show attacks");
      await described(window, "f7", "Attacked.");
      await described(window, "e2", "Forbidden: would give check.");
      const between = async (/** @type {string} */ square) =>
        await contrast(window, square, [0.1, 0.5], [0.9, 0.5]);
      const dots = async () => await contrast(window, "f7", [0.1, 0.4], [0.9, 0.4]);
      await painted(async () => (await dots()) > 1.5, "no dots");
      await painted(async () => (await between("e2")) > 1.5, "no stripes");
      assert.equal(await between("f7"), 1);
    }),
  );
}

test(
  "assistive technology hears nothing twice: of steps, of the computer's turn, and of results",
  inWindow({}, async (window) => {
    /** Keeps what live regions say, from now on. */
    const listenIn = () =>
      window.evaluate(() => {
        /** @type {string[]} */
        const heard = [];
        Object.assign(globalThis, { heard });
        for (const region of document.querySelectorAll(
          "[role=status], [role=alert], [aria-live]",
        )) {
          const take = () => heard.push(region.textContent?.trim() ?? "");
          new MutationObserver(take).observe(region, {
            childList: true,
            characterData: true,
            subtree: true,
          });
        }
      });
    /** Every sentence heard, without a full stop. */
    const heard = async () => {
      const texts = await window.evaluate(
        () => /** @type {string[]} */ (/** @type {any} */ (globalThis).heard),
      );
      return texts.flatMap((text) => text.split(/(?<=[.!?]) /)).filter(Boolean);
    };
    const once = async () => {
      const sentences = (await heard()).map((text) => text.toLowerCase());
      assert.deepEqual(sentences, [...new Set(sentences)]);
      return sentences;
    };
    await openGame(window, at("magnetic", "8/8/3k4/8/3Q4/8/8/4K3 w - - 0 20"));
    await listenIn();
    await click(window, "d4", "d6");
    await status(window, "takes black king on d6");
    await window.find("alert").reads(/White wins/);
    await painted(async () => (await heard()).some((one) => /White wins/.test(one)), "no result");
    const declared = (await once()).filter((one) => one.includes("white wins"));
    assert.equal(declared.length, 1, declared.join(" | "));
    await openGame(window, "?game=magnetic&with=computer&level=11");
    await status(window, "Your turn.");
    await listenIn();
    await click(window, "c2", "c4");
    await painted(async () => (await heard()).includes("Your turn."), "no answer");
    await once();
  }),
);
