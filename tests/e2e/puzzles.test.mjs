// The puzzles: today's on the front page, solved through the page as their solutions have it, wrong
// turns refuted, hints, results to share, and what the device keeps.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, test } from "node:test";
import { cell, press, ready, said } from "./board.mjs";
import { inWindow, quit } from "./driver.mjs";
import { exerciseIs, replied, squareInFocus, squaresOf, withoutStore } from "./inside.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */
/** @typedef {{ turn: string[], replies?: { turn: string[], then: string[][] }[] }} Solution */
/** @typedef {{ id: string, goal: string, turns: number, steps: number, grade: number, solutions: Solution[] }} Puzzle */

const GAMES = [
  "charismatic",
  "chessence",
  "contramatic",
  "complete-contramatic",
  "magnetic",
  "batteries",
];
const PHONE = { viewport: { width: 390, height: 844 }, touch: true, reducedMotion: true };
const STILL = { reducedMotion: true };
/** What a letter after a step's squares chooses. @type {Record<string, string>} */
const INTO = {
  q: "Queen",
  r: "Rook",
  b: "Bishop",
  n: "Knight",
  l: "Lady",
  d: "Diag",
  o: "Orthog",
  a: "Agent",
  e: "Equine",
};
/** The pieces that drops name. @type {Record<string, string>} */
const DROPPED = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn", M: "man" };

const FOLDER = new URL("../../web/puzzles/", import.meta.url);
/** @param {string} name */
const read = (name) => JSON.parse(readFileSync(new URL(name, FOLDER), "utf8"));
/** @type {[string, number, string, number, number][]} */
const DAYS = read("days.json");
/** @type {Map<string, Puzzle>} */
const PUZZLES = new Map(
  GAMES.flatMap((game) => read(`${game}.json`).puzzles).map((one) => [one.id, one]),
);
/** All puzzles of a game, or some to be quick: one of each kind of task. @param {string} game */
function chosen(game) {
  const all = [...PUZZLES.values()].filter(({ id }) => id.replace(/-\d+$/, "") === game);
  if (process.env.FIVEFOLD_SOAK) return all;
  const kinds = new Map(all.map((one) => [`${one.goal} ${one.turns}`, one]));
  return [...kinds.values()];
}

/** The puzzles that newcomers find. */
const EASY = DAYS.filter(([id, grade]) => id.startsWith("magnetic-") && grade === 1);

/** Noon of the day with this number. @param {number} day */
const noon = (day) => new Date(2026, 9, 31 + day, 12).getTime();

/** Sets the clock of all pages to come. @param {Window} window @param {number} time */
const setClock = (window, time) =>
  window.prepare((time) => {
    const clock = /** @type {any} */ (globalThis);
    clock.RealDate ??= Date;
    const Real = clock.RealDate;
    const ahead = time - Real.now();
    clock.Date = class extends Real {
      /** @param {...unknown} parts */
      constructor(...parts) {
        super(...(parts.length > 0 ? parts : [Real.now() + ahead]));
      }
      static now() {
        return Real.now() + ahead;
      }
    };
  }, time);

/** @param {Window} window @param {string} query */
async function open(window, query) {
  await window.goto(query);
  await ready(window);
}

/** Opens a puzzle. @param {Window} window @param {string} id */
const openPuzzle = (window, id) => open(window, `?puzzle=${id}`);

/** Waits until it is the solver's turn. @param {Window} window */
const isOpen = (window) => exerciseIs(window, "open");

/** The names of all squares: the position. @param {Window} window */
const position = (window) => window.find("gridcell").names();

/** Makes a step of the notation for machines. @param {Window} window @param {string} step */
async function make(window, step) {
  if (step === "end") return press(window, "End turn");
  const [, piece, entry] = step.match(/^([A-Z])@(.+)$/) ?? [];
  if (entry) {
    await window.click(window.select(`[data-open=true] > [data-role$=${DROPPED[piece]}]`));
    return window.click(cell(window, entry));
  }
  const [, from, to, into] = step.match(/^([a-z]\d+)([a-z]\d+)([a-z]?)$/) ?? [];
  await window.click(cell(window, from));
  await window.click(cell(window, to));
  if (into) await press(window, INTO[into]);
}

/** Solves the puzzle on the page as its first solution has it. @param {Window} window @param {string} id */
async function solve(window, id) {
  const puzzle = /** @type {Puzzle} */ (PUZZLES.get(id));
  const [{ turn, replies }] = puzzle.solutions;
  for (const step of turn) await make(window, step);
  if (puzzle.turns > 1) {
    await replied(window, "good", "Now find the second");
    await isOpen(window);
    for (const step of replies?.[0].then[0] ?? []) await make(window, step);
  }
  await replied(window, "good", "Solved");
}

/**
 * Makes a turn of one step that is none of the solutions.
 * @param {Window} window
 * @param {string} id
 */
async function err(window, id) {
  const puzzle = /** @type {Puzzle} */ (PUZZLES.get(id));
  const right = puzzle.solutions.map(({ turn }) => turn[0].replace(/[a-z]$/, ""));
  const squares = (/** @type {"own" | "target"} */ kind) => squaresOf(window, kind);
  for (const from of await squares("own")) {
    await window.click(cell(window, from));
    for (const to of await squares("target")) {
      if (puzzle.steps === 1 && right.includes(`${from}${to}`)) continue;
      await window.click(cell(window, to));
      const question = window.find("dialog", "Promote to");
      if (await question.count()) await window.key("Enter");
      if (puzzle.steps === 1) return;
      await press(window, "End turn");
      if (await window.find("button", "Try again").count()) return;
      // The turn may not end yet.
      await press(window, "Reset turn");
      await window.click(cell(window, from));
    }
  }
  assert.fail("there is no other turn");
}

test("every puzzle has its day", () => {
  const files = readdirSync(FOLDER).filter((name) => name !== "days.json");
  assert.deepEqual(files.sort(), GAMES.map((game) => `${game}.json`).sort());
  const rows = [...PUZZLES.values()].map((one) => [
    one.id,
    one.grade,
    one.goal,
    one.turns,
    one.steps,
  ]);
  assert.deepEqual(
    [...DAYS].sort(),
    rows.sort(),
    "web/puzzles has changed: run tools/puzzle-days.mjs",
  );
});

test(
  "the front page shows today's puzzle, and tomorrow another one",
  inWindow(STILL, async (window) => {
    for (const day of [41, 42]) {
      await setClock(window, noon(day));
      await open(window, "");
      // Who has solved none yet finds an easy one.
      const [id] = EASY[(day - 1) % EASY.length];
      const link = window.find("link", new RegExp(`Puzzle of the day ${day}\\b.*Solve it`, "s"));
      await link.shown();
      await link.carries("href", `?puzzle=${id}`);
      await window.click(link);
      await window.until(() => location.search.includes("puzzle"));
      await ready(window);
      await window.select("#task").shown();
      assert.match(await window.select("#task").text(), new RegExp(`Puzzle of the day ${day}`));
      await open(window, "?puzzle=today");
      await window.until((id) => location.search === `?puzzle=${id}`, id);
      await window.select("#task").shown();
    }
  }),
);

test(
  "what a page had no time to keep is kept by the next one",
  inWindow(STILL, async (window) => {
    const [{ id }] = chosen("magnetic");
    await openPuzzle(window, id);
    await window.evaluate(() => {
      const begin = IDBDatabase.prototype.transaction;
      IDBDatabase.prototype.transaction = function (stores, mode, options) {
        if (mode === "readwrite") throw new DOMException("The page is left.", "AbortError");
        return begin.call(this, stores, mode, options);
      };
    });
    await solve(window, id);
    await said(window, "Solved: first try");
    await window.select("#task .mover").reads(/^You play (White|Black)$/);
    await openPuzzle(window, id);
    await replied(window, "", "You have solved this one: first try");
    // It is kept as any other, and once.
    await openPuzzle(window, id);
    await replied(window, "", "You have solved this one: first try");
  }),
);

for (const game of GAMES) {
  test(
    `${game}: puzzles are solved by their solutions`,
    inWindow(STILL, async (window) => {
      for (const { id, turns } of chosen(game)) {
        await openPuzzle(window, id);
        const task = await window.select("#task h2").text();
        assert.match(task, turns === 1 ? /in one (move|turn)/ : /in two (moves|turns)/);
        await said(window, task);
        await solve(window, id);
        await said(window, "Solved: first try");
      }
      const [{ id }] = chosen(game);
      await openPuzzle(window, id);
      await replied(window, "", "You have solved this one: first try");
      await press(window, "All puzzles");
      const number = id.match(/\d+$/)?.[0];
      await window.find("link", new RegExp(`^Puzzle ${number}: .*, solved$`)).shown();
    }),
  );

  test(
    `${game}: a wrong turn is refuted on the board`,
    inWindow(STILL, async (window) => {
      const [{ id }] = chosen(game).slice(-1);
      await openPuzzle(window, id);
      const before = await position(window);
      await err(window, id);
      await replied(window, "wrong", "");
      const wrong = await position(window);
      if (await window.find("button", "Show why not").count()) {
        await press(window, "Show why not");
        await replied(window, "wrong", "answers:");
        await exerciseIs(window, "refuted");
        await said(window, "answers:");
        assert.notDeepEqual(await position(window), wrong);
      }
      await press(window, "Try again");
      await isOpen(window);
      assert.deepEqual(await position(window), before);
      await solve(window, id);
      await replied(window, "good", "Solved: second try");
    }),
  );
}

test(
  "the moves of a turn of Charismatic Chess may come in any order that the rules allow",
  inWindow(PHONE, async (window) => {
    for (const { id, solutions } of PUZZLES.values()) {
      if (!/^charismatic/.test(id)) continue;
      await openPuzzle(window, id);
      const steps = solutions[0].turn.filter((step) => /^[a-h]\d[a-h]\d$/.test(step)).reverse();
      for (const step of steps) {
        await window.tap(cell(window, step.slice(0, 2)));
        await window.tap(cell(window, step.slice(2, 4)));
      }
      // The rules may not allow this order.
      if ((await window.find("button", /^Step \d: /).count()) < solutions[0].turn.length - 1)
        continue;
      await window.tap(window.find("button", "End turn"));
      await replied(window, "good", "Solved: first try");
      return;
    }
    assert.fail("no solution can be played the other way round");
  }),
);

/** The pieces that can move besides those that have. @param {Window} window */
const freePieces = (window) => squaresOf(window, "own:not([aria-label*=moved])");

/** Makes the first move that a piece has. @param {Window} window @param {string} from @returns {Promise<boolean>} */
async function anyMove(window, from) {
  await window.click(cell(window, from));
  const target = window.select("[role=gridcell].target");
  if ((await target.count()) === 0) return false;
  await window.click(target);
  return true;
}

test(
  "a step that is taken back does not count",
  inWindow(STILL, async (window) => {
    const { solutions } = /** @type {Puzzle} */ (PUZZLES.get("charismatic-1"));
    await openPuzzle(window, "charismatic-1");
    const [end, ...steps] = [...solutions[0].turn].reverse();
    for (const step of steps.reverse()) await make(window, step);
    for (const from of await freePieces(window)) if (await anyMove(window, from)) break;
    await window.find("button", /^Step \d: /).counted(steps.length + 1);
    await press(window, "Undo step");
    await make(window, end);
    await replied(window, "good", "Solved: first try");
  }),
);

test(
  "a checkmate with more pieces than are needed is not what was asked",
  inWindow(STILL, async (window) => {
    const { solutions } = /** @type {Puzzle} */ (PUZZLES.get("charismatic-1"));
    const [end, ...steps] = [...solutions[0].turn].reverse();
    steps.reverse();
    await openPuzzle(window, "charismatic-1");
    for (let place = 0; ; place += 1) {
      for (const step of steps) await make(window, step);
      const free = await freePieces(window);
      assert.ok(place < free.length, "some move does not undo the mate");
      if (await anyMove(window, free[place])) {
        await make(window, end);
        if (await window.find("button", "Try again").count()) {
          const reply = await window.select(".reply").text();
          if (/wins by checkmate\. But (two|three|four) pieces are enough\./.test(reply)) break;
          await press(window, "Try again");
          continue;
        }
      }
      await press(window, "Reset turn");
    }
    await window.find("button", "Show why not").counted(0);
    await press(window, "Try again");
    await solve(window, "charismatic-1");
    await replied(window, "good", "Solved: ");
  }),
);

test(
  "hints say which piece moves, then where to, and are counted",
  inWindow(STILL, async (window) => {
    const puzzle = /** @type {Puzzle} */ (PUZZLES.get("charismatic-1"));
    const [from, to] = puzzle.solutions[0].turn[0].match(/[a-h]\d/g) ?? [];
    await openPuzzle(window, puzzle.id);
    await press(window, "Hint");
    await replied(window, "hint", ` on ${from}.`);
    await press(window, "Hint");
    await replied(window, "hint", ` from ${from} to ${to}.`);
    await said(window, ` from ${from} to ${to}.`);
    await window.reload();
    await ready(window);
    await solve(window, puzzle.id);
    await replied(window, "good", "Solved: first try, 2 hints");
    // What was solved is analysed at one tap, and gone back to at one.
    await window.click(window.find("button", "Analysis"));
    await window.find("region", "Analysis").shown();
    await window.click(window.find("link", "Back to the game"));
    await window.until((id) => location.search.includes(id), puzzle.id);
    await window.find("region", "Analysis").gone();
  }),
);

test(
  "who sees the solution has not solved the puzzle",
  inWindow(STILL, async (window) => {
    const { id } = /** @type {Puzzle} */ (PUZZLES.get("charismatic-1"));
    await openPuzzle(window, id);
    await press(window, "Hint");
    await press(window, "Hint");
    await press(window, "Show solution");
    await replied(window, "good", "That is how it goes.");
    await window.find("button", "Share").counted(0);
    await press(window, "Try again");
    const puzzle = /** @type {Puzzle} */ (PUZZLES.get(id));
    for (const step of puzzle.solutions[0].turn) await make(window, step);
    await replied(window, "good", "That is how it goes.");
    await press(window, "All puzzles");
    await window.find("link", /^Puzzle 1: .*, seen$/).shown();
  }),
);

test(
  "the result is shared as a text that gives nothing away",
  inWindow(STILL, async (window) => {
    const [[id]] = EASY;
    const day = 1 + 4 * EASY.length;
    await setClock(window, noon(day));
    await openPuzzle(window, id);
    await err(window, id);
    await press(window, "Try again");
    await solve(window, id);
    await press(window, "Share");
    const field = window.find("textbox", "The result as text");
    await field.shown();
    const text = await window.evaluate(() => document.querySelector("textarea")?.value ?? "");
    const [line, link] = text.split("\n");
    const task = "capture the king in two turns";
    assert.equal(line, `Fivefold ${day}, Magnetic Chess: ${task}, second try`);
    assert.ok(link.endsWith(`/?puzzle=${id}`), link);
    assert.doesNotMatch(line, /[a-h][1-8]/);
    await window.find("button", "Copy").shown();
  }),
);

test(
  "days on end are counted once each, also when the clock is set back",
  inWindow(STILL, async (window) => {
    // Two days in a row, whatever their puzzles.
    for (const day of [1, 2]) {
      await setClock(window, noon(day));
      await openPuzzle(window, "today");
      await window.select("#task").shown();
      await ready(window);
      await window.until(() => /puzzle=.+-\d/.test(location.search));
      await solve(window, day === 1 ? EASY[0][0] : DAYS[day - 1][0]);
    }
    await replied(window, "good", "2 days in a row");
    await press(window, "Share");
    await window.select("#share-result textarea").shown();
    assert.match(
      await window.evaluate(() => document.querySelector("textarea")?.value ?? ""),
      /2 days in a row\n/,
    );
    /** @param {number} day @param {RegExp} card */
    const shows = async (day, card) => {
      await setClock(window, noon(day));
      await open(window, "");
      await window.find("link", card).shown();
    };
    await shows(2, /Puzzle of the day 2\b.*2 days in a row.*Solved: first try/s);
    // The clock goes wrong, and is set right.
    await shows(1, /Puzzle of the day 1\b.*2 days in a row.*Solved: first try/s);
    await openPuzzle(window, "today");
    await window.until(() => /puzzle=.+-\d/.test(location.search));
    await ready(window);
    await solve(window, DAYS[0][0]);
    await setClock(window, noon(DAYS.length + 30));
    await openPuzzle(window, "today");
    await window.until(() => /puzzle=.+-\d/.test(location.search));
    await ready(window);
    await solve(window, DAYS[29 % DAYS.length][0]);
    await shows(3, /Puzzle of the day 3\b.*2 days in a row.*Solve it/s);
    await shows(4, /Puzzle of the day 4\b[^0-9]*Solve it/s);
  }),
);

test(
  "a puzzle leaves the game in progress where it is",
  inWindow(STILL, async (window) => {
    await open(window, "?game=magnetic");
    await window.click(cell(window, "e2"));
    await window.click(cell(window, "e4"));
    await window.find("gridcell", /^e4, white pawn/).shown();
    await press(window, "Puzzles");
    await window.find("dialog", "Puzzles").shown();
    await window.click(window.find("link", /^Puzzle 1: /));
    await window.until(() => location.search === "?puzzle=magnetic-1");
    await ready(window);
    await solve(window, "magnetic-1");
    await open(window, "?game=magnetic");
    await window.find("gridcell", /^e4, white pawn/).shown();
  }),
);

test(
  "a puzzle is solved by keys alone",
  inWindow(STILL, async (window) => {
    const { solutions } = /** @type {Puzzle} */ (PUZZLES.get("charismatic-1"));
    await openPuzzle(window, "charismatic-1");
    const at = () => squareInFocus(window);
    for (let keys = 0; (await at()) === ""; keys += 1) {
      assert.ok(keys < 60, "the Tab key leads to the board");
      await window.key("Tab");
    }
    const flipped = await window.evaluate(
      () => document.querySelector("[role=gridcell]")?.getAttribute("data-square") !== "a8",
    );
    const [right, left] = flipped ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
    const [up, down] = flipped ? ["ArrowDown", "ArrowUp"] : ["ArrowUp", "ArrowDown"];
    for (const step of solutions[0].turn) {
      for (const square of step.match(/[a-h]\d/g) ?? []) {
        for (let keys = 0; (await at()) !== square; keys += 1) {
          assert.ok(keys < 20, `the cursor comes to ${square}`);
          const [file, rank] = await at();
          if (file !== square[0]) await window.key(file < square[0] ? right : left);
          else await window.key(rank < square[1] ? up : down);
        }
        await window.key("Enter");
      }
    }
    await window.key("Control+Enter");
    await said(window, "Solved: first try");
  }),
);

test(
  "an address without a puzzle leads to the list, and a browser that keeps nothing still plays",
  inWindow(STILL, async (window) => {
    await window.prepare(withoutStore);
    await open(window, "?puzzle=magnetic-99999");
    await window.find("dialog", "Puzzles").shown();
    await window.find("link", /^Puzzle 1: /).shown();
    await window.select("#puzzles .said").reads(/no puzzle “magnetic-99999”/);
    await openPuzzle(window, "charismatic-1");
    await solve(window, "charismatic-1");
  }),
);

test(
  "puzzles need no network once the site has been visited",
  inWindow({ ...STILL, offline: true }, async (window) => {
    await open(window, "");
    await window.until(() => navigator.serviceWorker.controller?.state === "activated");
    await window.offline(true);
    await openPuzzle(window, "charismatic-1");
    await err(window, "charismatic-1");
    await press(window, "Show why not");
    await replied(window, "wrong", "answers:");
  }),
);
