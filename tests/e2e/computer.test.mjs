// The computer as the opponent: chosen, answered, hurried, asked for advice, taken back, lost; whole
// games against it, and the review of one.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { at, cell, click, openGame, ready, said, usable } from "./board.mjs";
import { inWindow, quit } from "./driver.mjs";
import { caughtUp } from "./friend.mjs";
import { GAMES } from "./games.mjs";
import {
  advised,
  answeredOrOver,
  clumsyTurn,
  computerDoes,
  holdAgain,
  holdThoughts,
  keepNets,
  letAnswer,
  takeNets,
  toMove,
} from "./inside.mjs";
import { among } from "./thorough.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */

/** What stands beside the board. @param {Window} window */
const says = (window) => window.evaluate(() => document.getElementById("says")?.textContent ?? "");

/** The names of all squares. @param {Window} window */
const squares = (window) =>
  window.evaluate(() =>
    [...document.querySelectorAll("[role=gridcell]")].map(
      (cell) =>
        cell.getAttribute("aria-label")?.replace(/, (selected|legal target|capture)/g, "") ?? "",
    ),
  );

/** Waits until so many turns have been played. @param {Window} window @param {number} turns */
const answered = (window, turns) =>
  window.until((turns) => document.querySelectorAll("#score li").length === turns, turns);

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

/** A first move of each game that begins with pieces on the board. */
const FIRST = { magnetic: ["c2", "c4"], chessence: ["d2", "c3"], batteries: ["c3", "c4"] };

for (const [game, [from, to]] of Object.entries(FIRST)) {
  test(
    `${game}: the computer answers, and a turn can be taken back`,
    inWindow({}, async (window) => {
      await openGame(window, `?game=${game}`);
      await chooseComputer(window, "11", "white");
      const before = await squares(window);
      await window.drag(cell(window, from), cell(window, to));
      await answered(window, 2);
      assert.notDeepEqual(await squares(window), before);
      await window.click(await usable(window, "Take back"));
      await said(window, "taken back");
      assert.deepEqual(await squares(window), before);
    }),
  );
}

/** Does what the hint says. @param {Window} window */
async function hintedTurn(window) {
  await window.click(await usable(window, "Hint"));
  await window.until(() => /^(Try|Only)/.test(document.getElementById("says")?.textContent ?? ""));
  await window.evaluate(async () => {
    const text = document.getElementById("says")?.textContent ?? "";
    /** @param {string} square */
    const cell = (square) =>
      /** @type {HTMLElement} */ (document.querySelector(`[role=gridcell][data-square=${square}]`));
    for (const [, from, to] of text.matchAll(/([a-j]\d+) to ([a-j]\d+)/g)) {
      cell(from).click();
      cell(to).click();
      // What a pawn becomes is asked once the words for it have come.
      for (let frame = 0; frame < 120 && !/, empty/.test(cell(from).ariaLabel ?? ""); frame += 1) {
        await new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)));
        /** @type {HTMLElement | null} */ (
          document.querySelector("#promotion[open] button")
        )?.click();
      }
    }
    const end = /** @type {HTMLElement} */ (document.getElementById("do-end"));
    if (!end.hidden) end.click();
  });
}

/**
 * Waits until the computer has answered, or the game is over. The button beside the board is
 * pressed while there is one: "Move now", "Skip".
 * @param {Window} window
 */
async function answer(window) {
  // Whose turn it is stands there a frame after the turn has ended.
  await caughtUp(window);
  await answeredOrOver(window);
}

for (const [number, game] of GAMES.entries()) {
  for (const level of among([20, 11], number)) {
    test(
      `${game}: a whole game against level ${level}`,
      inWindow({ reducedMotion: true }, async (window) => {
        await openGame(window, `?game=${game}&level=${level}&seed=5`);
        await window.until(() => document.querySelector("#actions .now") !== null);
        for (let turn = 1; ; turn += 1) {
          // Two players who know nothing of mating come to no end: hints bring most games to one, and
          // how many turns that takes depends on when each thought was cut short.
          if (turn === 30) {
            await window.click(window.find("button", "Resign"));
            await window.click(window.find("dialog").find("button", "Resign"));
            await window.find("alert").reads(/^You lost/);
            break;
          }
          const alone = level === 20 || turn < 20;
          const done = alone && (await window.evaluate(clumsyTurn, turn));
          if (!done) await hintedTurn(window);
          await answer(window);
          const result = await window.evaluate(
            () => document.getElementById("result")?.textContent ?? "",
          );
          if (result) {
            assert.match(result, /^(You won|You lost|Drawn game)/);
            break;
          }
        }
      }),
    );
  }
}

test(
  "playing Black: the board is turned, and the computer begins",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    await chooseComputer(window, "12", "black");
    await answered(window, 1);
    const far = await window.evaluate(
      () => document.querySelector("#far .player-name")?.textContent,
    );
    assert.equal(far, "Computer, Beginner");
    const near = await window.evaluate(
      () => document.querySelector("#near .player-name")?.textContent,
    );
    assert.equal(near, "You");
    // A rematch changes the sides.
    // What may be played depends on what the computer has begun with.
    assert.ok(await window.evaluate(clumsyTurn, 1));
    await answered(window, 3);
    await window.click(window.find("button", "Resign"));
    await window.click(window.find("dialog").find("button", "Resign"));
    await window.find("alert").shown();
    await window.find("alert").reads(/^You lost\s+You resigned\.$/);
    await window.click(window.find("button", "Rematch"));
    await toMove(window, "White");
    await window.drag(cell(window, "c2"), cell(window, "c4"));
    await answered(window, 2);
  }),
);

test(
  "a hint names a turn and its reason, and draws it; the game remains as it is",
  inWindow({}, async (window) => {
    await openGame(window, at("magnetic", "4k3/8/8/8/8/8/8/K3R3 w - - 0 1"));
    const before = await squares(window);
    await window.click(await usable(window, "Hint"));
    await said(window, "Try rook e1 to e8: it captures the king.");
    assert.match(await says(window), /captures the king/);
    assert.deepEqual(await squares(window), before);
    await openGame(
      window,
      at("chessence", "km4/mmm2*/1mm1*1/2*3/1*2*1/3*2/1*1MM1/*2MMM/4MK[MMMmmm] w - - 0 1"),
    );
    await (await usable(window, "Hint")).focus();
    await window.key("Enter");
    await said(window, "Try ");
    // What comes from the reserve is dropped. Nobody else can move here.
    await openGame(window, at("chessence", "km4/5*/4*1/2*3/1*2*1/3*2/1*4/*5/5K[M] w - - 0 1"));
    await window.click(await usable(window, "Hint"));
    await said(window, "man dropped on ");
  }),
);

test(
  "the board waits while the computer thinks, and it can be told to move now",
  inWindow({}, async (window) => {
    await window.prepare(holdThoughts);
    await openGame(window, "?game=magnetic&level=20");
    await window.drag(cell(window, "c2"), cell(window, "c4"));
    await computerDoes(window, "thinks");
    await window.drag(cell(window, "d7"), cell(window, "d6"));
    await said(window, "computer's turn");
    await window.click(window.find("button", "Move now"));
    await toMove(window, "White");
    // And with a key.
    await window.until(() => document.querySelector("#grid .own") !== null);
    assert.ok(await window.evaluate(clumsyTurn, 1));
    await computerDoes(window, "thinks");
    await window.find("button", "Move now").focus();
    await window.key("Enter");
    await toMove(window, "White");
  }),
);

test(
  "a step is named ahead by dragging, on the board and from the reserve, and taken when its turn comes",
  inWindow({}, async (window) => {
    await window.prepare(holdThoughts);
    await openGame(window, "?game=magnetic&level=11");
    await window.drag(cell(window, "c2"), cell(window, "c4"));
    await computerDoes(window, "thinks");
    await window.drag(cell(window, "e2"), cell(window, "e3"));
    await said(window, "e2 to e3 as soon as it is your turn");
    await window.drag(cell(window, "e2"), cell(window, "d5"));
    await said(window, "no longer set");
    const men = "k5/5*/4*1/2*3/1*2*1/3*2/1*4/*3MM/5K[Mm] w - - 0 1";
    await openGame(window, `?game=chessence&level=1&fen=${encodeURIComponent(men)}`);
    await window.drag(cell(window, "f2"), cell(window, "f4"));
    await computerDoes(window, "thinks");
    await window.drag(window.find("option", /white man/), cell(window, "e1"));
    await said(window, "as soon as it is your turn");
    await window.find("gridcell", /^e1, empty/).shown();
    await letAnswer(window);
    await window.find("gridcell", /^e1, white man/).shown();
  }),
);

/** Where the parts of the page lie. What is said may take the room of buttons that are away. @param {Window} window */
const layout = (window) =>
  window.evaluate(() =>
    [
      ...document.querySelectorAll("#frame, #far, #near, #turn, #says, #goals, #moves, .tools > *"),
    ].map((part) => {
      const { top, left, width, height } = part.getBoundingClientRect();
      return `${part.id} ${top} ${left} ${part.id === "says" ? "" : width} ${height}`;
    }),
  );

const WINDOWS = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, touch: true },
};

for (const [device, options] of Object.entries(WINDOWS)) {
  test(
    `nothing moves on the page while the computer thinks and plays: ${device}`,
    inWindow(options, async (window) => {
      await window.prepare(holdThoughts);
      for (const [game, [from, to]] of Object.entries(FIRST)) {
        await openGame(window, `?game=${game}&level=11`);
        await holdAgain(window);
        await window.until(() => document.querySelector("#actions .now") !== null);
        await window.drag(cell(window, from), cell(window, to), { touch: device === "phone" });
        await window.find("button", "Move now").shown();
        const before = await layout(window);
        await letAnswer(window);
        await answered(window, 2);
        assert.deepEqual(await layout(window), before);
        await window.click(await usable(window, "Hint"));
        await advised(window);
        assert.deepEqual(await layout(window), before);
      }
    }),
  );
}

test(
  "a turn is taken back while the computer thinks about its answer",
  inWindow({}, async (window) => {
    await window.prepare(holdThoughts);
    await openGame(window, "?game=batteries&level=20");
    await window.drag(cell(window, "c3"), cell(window, "c4"));
    await window.click(window.find("button", "Move now"));
    await toMove(window, "White");
    const before = await squares(window);
    await window.drag(cell(window, "h3"), cell(window, "h4"));
    await computerDoes(window, "thinks");
    await window.key("Shift+{");
    await toMove(window, "White");
    await window.click(window.find("button", "Back to the game"));
    await computerDoes(window, "thinks");
    await window.click(window.find("button", "Move now"));
    await toMove(window, "White");
    await window.click(await usable(window, "Take back"));
    await said(window, "taken back");
    assert.deepEqual(await squares(window), before);
  }),
);

/** The turns in the list of moves. @param {Window} window */
const listed = (window) =>
  window.evaluate(() =>
    [...document.querySelectorAll("#score .san")].map((san) => san.textContent ?? ""),
  );

test(
  "a turn taken back leaves the list of moves, which goes on with what is played instead",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic&level=11");
    await window.drag(cell(window, "e2"), cell(window, "e4"));
    await answered(window, 2);
    await toMove(window, "White");
    await window.click(await usable(window, "Take back"));
    await said(window, "taken back");
    await answered(window, 0);
    await window.drag(cell(window, "a2"), cell(window, "a3"));
    await answered(window, 2);
    await toMove(window, "White");
    const before = await listed(window);
    assert.match(before[0], /^a3/);
    await window.reload();
    await ready(window);
    await answered(window, 2);
    assert.deepEqual(await listed(window), before);
  }),
);

/** Waits until this square is at the bottom left of the board. @param {Window} window @param {string} square */
const isNearest = (window, square) =>
  window.until((square) => {
    const last = [...document.querySelectorAll("#grid [role=row]")].at(-1);
    return last?.querySelector("[role=gridcell]")?.getAttribute("data-square") === square;
  }, square);

test(
  "the side that one plays is below, in a new game and in a rematch",
  inWindow({}, async (window) => {
    await openGame(window, "?game=magnetic");
    for (const [side, wanted] of [
      ["black", "h8"],
      ["black", "h8"],
      ["white", "a1"],
      ["white", "a1"],
      ["black", "h8"],
    ]) {
      await chooseComputer(window, "11", side);
      await isNearest(window, wanted);
    }
    for (const wanted of ["a1", "h8", "a1"]) {
      await toMove(window, wanted === "a1" ? "Black" : "White");
      if (wanted === "h8") {
        await window.drag(cell(window, "a2"), cell(window, "a3"));
        await answered(window, 2);
        await toMove(window, "White");
      }
      await window.click(window.find("button", "Resign"));
      await window.click(window.find("dialog").find("button", "Resign"));
      await window.find("alert").shown();
      // However the board was turned meanwhile.
      await window.click(window.find("button", "Flip board"));
      await window.click(window.find("button", "Rematch"));
      await window.find("alert").gone();
      await isNearest(window, wanted);
    }
  }),
);

test(
  "Charismatic Chess: the computer draws, places, and its turn is shown step by step, or at once",
  inWindow({}, async (window) => {
    const fen = "r2k3r/2npbp2/1q3b2/1npppppp/2PB2P1/P3N3/B1PPPPP1/R3KNQR[] w HAha - 0 1 - -";
    await openGame(window, `${at("charismatic", fen)}&level=16`);
    await window.drag(cell(window, "a3"), cell(window, "a4"));
    await window.click(window.find("button", "End turn"));
    // It is seen before it is over.
    await computerDoes(window, "plays");
    await window.select("#chips .chip").shown();
    await window.click(cell(window, "a1"));
    await toMove(window, "White");
    await window.click(window.find("button", "Replay turn"));
    await said(window, "The last turn once more");
    await window.click(cell(window, "a1"));
    await openGame(window, "?game=charismatic");
    await chooseComputer(window, "12", "black");
    await said(window, "Draw five pieces from the pouch.");
    assert.equal((await squares(window)).filter((name) => / white (?!king)/.test(name)).length, 5);
  }),
);

test(
  "a reload while the computer thinks, or leaving and coming back: it goes on",
  inWindow({}, async (window) => {
    await window.prepare(holdThoughts);
    await openGame(window, "?game=batteries&level=11");
    await window.drag(cell(window, "c3"), cell(window, "c4"));
    await computerDoes(window, "thinks");
    await window.reload();
    await ready(window);
    await letAnswer(window);
    await answered(window, 2);
    await window.find("gridcell", /^c4, white soldier/).shown();
    await holdAgain(window);
    await window.drag(cell(window, "h3"), cell(window, "h4"));
    await computerDoes(window, "thinks");
    await window.goto("rules/");
    await window.back();
    await ready(window);
    await letAnswer(window);
    await answered(window, 4);
    await window.find("gridcell", /^h4, white soldier/).shown();
  }),
);

/** Keeps what the page's workers are asked where a test finds it. */
function keepQuestions() {
  const all = /** @type {any} */ (globalThis);
  all.questions = [];
  all.Worker = class extends Worker {
    /** @param {any} question */
    postMessage(question) {
      all.questions.push(question);
      super.postMessage(question);
    }
  };
}

/** What the computer has played by, of each turn since the page was loaded. @param {Window} window */
const seeds = (window) =>
  window.evaluate(() => {
    /** @type {import("../../web/shell/types").EngineQuestion[]} */
    const questions = /** @type {any} */ (globalThis).questions;
    return questions.filter(({ kind }) => kind === "turn").map(({ seed }) => seed);
  });

test(
  "the computer plays a game by one seed, when the page is loaded anew too, and the next by another",
  inWindow({}, async (window) => {
    await window.prepare(keepQuestions);
    for (const named of [false, true]) {
      await openGame(window, named ? "?game=magnetic&level=11" : "?game=magnetic");
      if (!named) await chooseComputer(window, "11", "white");
      await window.drag(cell(window, "c2"), cell(window, "c4"));
      await answered(window, 2);
      const [first] = await seeds(window);
      await window.reload();
      await ready(window);
      await toMove(window, "White");
      assert.ok(await window.evaluate(clumsyTurn, 1));
      await answered(window, 4);
      assert.deepEqual(await seeds(window), [first]);
      await chooseComputer(window, "11", "white");
      await window.drag(cell(window, "c2"), cell(window, "c4"));
      await answered(window, 2);
      const [, second] = await seeds(window);
      assert.notEqual(second, first);
    }
  }),
);

/** Keeps the page's workers where a test finds them. */
function keepWorkers() {
  const all = /** @type {any} */ (globalThis);
  all.workers = [];
  all.Worker = class extends Worker {
    /** @param {string | URL} address @param {WorkerOptions} [options] */
    constructor(address, options) {
      super(all.broken ? new URL("nowhere.js", location.href) : address, options);
      all.workers.push(this);
    }
  };
}

test(
  "a worker that fails or falls silent while it thinks is replaced, and the game goes on",
  inWindow({}, async (window) => {
    await window.prepare(holdThoughts);
    await window.prepare(keepWorkers);
    await openGame(window, "?game=magnetic&level=20");
    await window.drag(cell(window, "c2"), cell(window, "c4"));
    await computerDoes(window, "thinks");
    await window.evaluate(() => /** @type {any} */ (globalThis).workers.at(-1).terminate());
    await letAnswer(window);
    await answered(window, 2);
    await holdAgain(window);
    assert.ok(await window.evaluate(clumsyTurn, 1));
    await computerDoes(window, "thinks");
    await window.evaluate(() =>
      /** @type {any} */ (globalThis).workers.at(-1).dispatchEvent(new Event("error")),
    );
    await letAnswer(window);
    await answered(window, 4);
  }),
);

test("where no worker can be had, that is said, and it can be tried again", async () => {
  const { open } = await import("./driver.mjs");
  const window = await open({});
  try {
    await window.prepare(keepWorkers);
    await openGame(window, "?game=magnetic");
    await window.evaluate(() => {
      /** @type {any} */ (globalThis).broken = true;
    });
    await chooseComputer(window, "11", "white");
    await window.drag(cell(window, "c2"), cell(window, "c4"));
    await computerDoes(window, "failed");
    await said(window, "No answer came");
    await window.evaluate(() => {
      /** @type {any} */ (globalThis).broken = false;
    });
    await window.click(window.find("button", "Try again"));
    await toMove(window, "White");
  } finally {
    await window.close();
  }
});

test(
  "a draw offered: the computer that stands worse agrees, the one that stands better does not",
  inWindow({}, async (window) => {
    await openGame(window, `${at("magnetic", "4k3/8/8/8/8/8/PPPPP3/K2QR3 w - - 0 9")}&level=12`);
    await window.drag(cell(window, "a2"), cell(window, "a3"));
    await answered(window, 2);
    await window.click(window.find("button", "Offer draw"));
    await window.click(window.find("dialog", "Offer draw").find("button", "Offer draw"));
    await window.find("alert").shown();
    await window.find("alert").reads(/^Drawn game/);
    await openGame(window, `${at("magnetic", "1k1qr3/ppppp3/8/8/8/8/P7/K7 w - - 0 9")}&level=12`);
    await window.drag(cell(window, "a2"), cell(window, "a3"));
    await answered(window, 2);
    await window.click(window.find("button", "Offer draw"));
    await window.click(window.find("dialog", "Offer draw").find("button", "Offer draw"));
    await said(window, "plays on");
  }),
);

test(
  "a finished game is looked through, and better turns are shown, with keys",
  inWindow({}, async (window) => {
    await openGame(window, at("magnetic", "r3k3/8/8/8/8/8/6PP/6K1 b - - 0 30"));
    await window.drag(cell(window, "a8"), cell(window, "a1"));
    await toMove(window, "White");
    // The king could still go away.
    await window.drag(cell(window, "h2"), cell(window, "h3"));
    await toMove(window, "Black");
    await window.drag(cell(window, "a1"), cell(window, "g1"));
    await window.find("alert").shown();
    await window.find("button", "Review").focus();
    await window.key("Enter");
    const dialog = window.find("dialog");
    await window.until(() => document.activeElement?.matches("#review .lapse"));
    const names = await dialog.find("button").names();
    assert.ok(
      names.some((name) => /White: h3 \?\?blunder.*Better: king g1/.test(name)),
      names.join("\n"),
    );
    await window.key("Enter");
    await dialog.gone();
    await said(window, "White played h3: blunder, and Black could win by force. Better: king g1");
    await window.find("button", "Back to the game").shown();
    const marked = await window.evaluate(() =>
      [...document.querySelectorAll("#score button:has(.verdict)")].map((row) => row.textContent),
    );
    assert.equal(marked.length, 1);
    assert.match(marked[0] ?? "", /h3.*blunder/);
    // What has been found is kept.
    await window.click(window.find("button", "Back to the game"));
    await window.click(window.find("button", "Review"));
    await dialog.find("button", /h3/).shown();
    assert.deepEqual(await window.faults(), []);
  }),
);

/** What was told of nets on this page. @param {Window} window @returns {Promise<string[]>} */
const netsTold = (window) => window.evaluate(() => /** @type {any} */ (globalThis).nets);

for (const [game, level, name, net] of [
  ["magnetic", "20", "Full strength", "used"],
  ["magnetic", "17", "Club player", "used"],
  ["magnetic", "16", "Regular", "none"],
  ["chessence", "20", "Full strength", "used"],
  ["batteries", "20", "Full strength", "used"],
]) {
  const [from, to] = FIRST[/** @type {keyof typeof FIRST} */ (game)];
  test(
    `${game}, ${name}: a net judges where there is one (${net})`,
    inWindow({}, async (window) => {
      await window.prepare(keepNets);
      await openGame(window, `?game=${game}`);
      await chooseComputer(window, /** @type {string} */ (level), "white");
      await window.drag(cell(window, from), cell(window, to));
      await window.until(() => /** @type {any} */ (globalThis).nets.length > 0);
      await answer(window);
      await answered(window, 2);
      assert.deepEqual(await netsTold(window), [net]);
      const shown = () => document.querySelector("#far .player-name")?.textContent;
      assert.equal(await window.evaluate(shown), `Computer, ${name}`);
      assert.deepEqual(await window.faults(), []);
    }),
  );
}

test(
  "charismatic, Full strength: a net judges where turns end (used)",
  inWindow({}, async (window) => {
    await window.prepare(keepNets);
    const start = "r2k1b1r/ppp2ppp/2n2n2/8/8/2N2N2/PPP2PPP/R1B1K2R[] w - - 0 9 - -";
    await openGame(window, `${at("charismatic", start)}&level=20`);
    await window.drag(cell(window, "a2"), cell(window, "a3"));
    await window.click(window.find("button", "End turn"));
    await answered(window, 2);
    assert.deepEqual(await netsTold(window), ["used"]);
    assert.deepEqual(await window.faults(), []);
  }),
);

test(
  "where the net cannot be had the computer plays without, and the page says so",
  inWindow({}, async (window) => {
    await window.prepare(keepNets);
    await openGame(window, "?game=magnetic");
    await takeNets(window);
    await chooseComputer(window, "20", "white");
    const [from, to] = FIRST.magnetic;
    await window.drag(cell(window, from), cell(window, to));
    await window.until(() => /** @type {any} */ (globalThis).nets.length > 0);
    await answer(window);
    await answered(window, 2);
    assert.deepEqual(await netsTold(window), ["missing"]);
    const name = () => document.querySelector("#far .player-name")?.textContent;
    assert.equal(await window.evaluate(name), "Computer, Full strength, without its net");
    // A level that has none says nothing of it.
    await chooseComputer(window, "12", "white");
    await window.drag(cell(window, from), cell(window, to));
    await answered(window, 2);
    assert.equal(await window.evaluate(name), "Computer, Beginner");
  }),
);

test(
  "a move named while the computer thinks is made after its answer, unless it is taken back",
  inWindow({}, async (window) => {
    await window.prepare(holdThoughts);
    await openGame(window, `${at("magnetic", "7k/8/8/8/8/8/7P/K7 w - - 0 1")}&level=11`);
    await window.until(() => document.querySelector("#actions .now") !== null);
    await click(window, "a1", "b1");
    await computerDoes(window, "thinks");
    const beside = (/** @type {string} */ text) =>
      window.until(
        (text) => document.getElementById("says")?.textContent?.includes(text) ?? false,
        text,
      );
    await click(window, "h2");
    await beside("Now the square");
    await click(window, "h3");
    await beside("White pawn h2 to h3 as soon as it is your turn");
    assert.equal(await window.find("gridcell", /^h2, white pawn/).count(), 1);
    await letAnswer(window);
    await answered(window, 4);
    await window.find("gridcell", /^h3, white pawn/).shown();
    // The right button takes it back.
    await holdAgain(window);
    await click(window, "h3", "h4");
    await computerDoes(window, "thinks");
    await click(window, "h4", "h5");
    await beside("as soon as it is your turn");
    await window.click(cell(window, "e5"), "right");
    await beside("no longer set");
    await letAnswer(window);
    await answered(window, 6);
    await window.find("gridcell", /^h4, white pawn/).shown();
  }),
);
