// Plays at random: presses, drags, taps, fingers in twos, keys, turned devices, reloads. After
// each action the board must show what the rules, asked by the command line, say about the game
// that the page has stored.
//
// FIVEFOLD_MONKEY=SEED,ACTIONS plays again what failed, or for longer: `cargo xtask soak` does, with
// another seed in each round.

import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { ready } from "./board.mjs";
import { inWindow, quit } from "./driver.mjs";
import { STARTS } from "./games.mjs";
import { perceived } from "./inside.mjs";
import { countsOf, Oracle, squaresOf } from "./rules-oracle.mjs";

after(quit);

/** @typedef {import("./driver.mjs").Window} Window */
/** @typedef {import("./inside.mjs").Sight} Sight */
/** @typedef {import("./driver.mjs").Point} Point */

const [SEED = "", ACTIONS = "40"] = (process.env.FIVEFOLD_MONKEY ?? "").split(",");

/** Each so many actions the canvas is looked at, which has to be painted first. */
const PAINTED = 8;

/** Within so many milliseconds the page stores and paints what was done. */
const SOON = 5_000;

const SIZES = [
  [1280, 800],
  [390, 844],
  [820, 1100],
  [320, 568],
  [844, 390],
];
const KEYS = [
  ..."ArrowUp ArrowDown ArrowLeft ArrowRight Enter Space Tab Home End PageUp".split(" "),
  ..."Escape Backspace [ ] { } Control+Enter ? m Shift+N Shift+P Shift+R Shift+Tab".split(" "),
];
const TYPED = ["e4", "Nf3", "exd5", "N@f3", "end", "O-O", "e2e4", "M@d3", "e8=Q", "??"];

/**
 * Numbers that look random, the same for the same seed: from 0 up to 1.
 * @param {number} seed
 */
function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Keeps the page from being left by a link, or for the analysis. @param {Window} window */
const hold = (window) =>
  window.evaluate(() => {
    addEventListener(
      "click",
      (event) => {
        if (
          event.target instanceof Element &&
          event.target.closest("a[href], #do-analysis, #do-report")
        ) {
          event.preventDefault();
          event.stopPropagation();
        }
      },
      true,
    );
  });

/** Buttons that bring a game on, and back to where it can be played. */
const FORWARD =
  /^(Draw five pieces|Place for me|Quick start|End turn|Back to the game|Rematch|Close|Keep playing|Begin)/;

/** Buttons that would end the game too soon, or change what the canvas is compared by. */
const SELDOM =
  /^(Resign|Offer draw|Agree|Reset turn|Clear|New game|Settings|Share|Open a game|Your games|Menu|Moves|First)/;

/**
 * Something that a person, a child or a cat may do.
 * @param {Window} window
 * @param {Sight} sight
 * @param {() => number} random
 * @returns {Promise<string>} what it was
 */
async function act(window, { at, asked, live }, random) {
  /** @template T @param {T[]} list */
  const one = (list) => list[Math.floor(random() * list.length)];
  /** @param {Point} point @returns {import("./driver.mjs").PointerInput[]} */
  const press = (point, finger = random() < 0.5) =>
    finger
      ? [
          { touch: "start", points: [point] },
          { touch: "end", points: [] },
        ]
      : [
          { mouse: "down", ...point, button: "left" },
          { mouse: "up", ...point, button: "left" },
        ];
  /** @param {Point} from @param {Point} to @param {"left" | "right"} [button] */
  const drag = async (from, to, button = "left", ends = true) => {
    const half = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    if (button === "left" && random() < 0.5) {
      await window.point([
        { touch: "start", points: [from] },
        { touch: "move", points: [half] },
        { touch: "move", points: [to] },
        ...(random() < 0.1
          ? [{ touch: /** @type {const} */ ("cancel"), points: [] }]
          : [{ touch: /** @type {const} */ ("end"), points: [] }]),
      ]);
      return;
    }
    await window.point([
      { mouse: "down", ...from, button },
      { mouse: "move", ...half, button },
      { mouse: "move", ...to, button },
      ...(ends ? [{ mouse: /** @type {const} */ ("up"), ...to, button }] : []),
    ]);
  };
  /** @param {Point} point */
  const told = ({ x, y }) => `${Math.round(x)} ${Math.round(y)}`;

  /** Buttons that bring the game on. */
  const forward = at.buttons.filter(({ name }) => FORWARD.test(name));
  if (forward.length > 0 && random() < (live && !asked ? 0.12 : 0.4)) {
    const { name, at: place } = one(forward);
    await window.point(press(place));
    return `button ${name}`;
  }
  const dice = random();
  if (asked && dice < 0.6 && at.buttons.length > 0) {
    const { name, at: place } = one(at.buttons);
    await window.point(press(place));
    return `answer ${name}`;
  }
  if (at.targets.length > 0 && dice < 0.45) {
    const to = one(at.targets);
    await window.point(press(to));
    return `target ${told(to)}`;
  }
  if (dice < 0.55) {
    const from = one(at.pieces.length > 0 && random() < 0.6 ? at.pieces : at.own);
    if (!from) return "nothing";
    await window.point(press(from));
    return `piece ${told(from)}`;
  }
  if (dice < 0.63) {
    const square = one(at.squares);
    await window.point(press(square));
    return `square ${told(square)}`;
  }
  if (dice < 0.73) {
    const from = one(random() < 0.3 ? at.pieces : random() < 0.8 ? at.own : at.squares);
    const to = random() < 0.9 ? one(at.squares) : { x: random() * 300, y: random() * 300 };
    if (!from) return "nothing";
    await drag(from, to);
    return `drag ${told(from)} to ${told(to)}`;
  }
  if (dice < 0.75) {
    await drag(one(at.squares), one(at.squares), "right");
    return "arrow";
  }
  if (dice < 0.86) {
    const pressed = one(at.buttons);
    if (!pressed || (SELDOM.test(pressed.name) && random() < 0.8)) return "nothing";
    await window.point(press(pressed.at));
    return `button ${pressed.name}`;
  }
  if (dice < 0.96) {
    const key = one(KEYS);
    await window.key(key);
    return `key ${key}`;
  }
  if (dice < 0.97) {
    const text = one(TYPED);
    const field = window.select("#typed-text");
    // Behind the menu and other sheets nobody can type.
    const isInert = () => document.getElementById("typed-text")?.closest("[inert]") !== null;
    if (asked || !(await field.visible()) || (await window.evaluate(isInert))) return "nothing";
    await field.fill(text);
    await window.key("Enter");
    return `type ${text}`;
  }
  if (dice < 0.98) {
    // Two fingers.
    const [first, second] = [one(at.squares), one(at.squares)];
    await window.point([
      { touch: "start", points: [first] },
      { touch: "start", points: [first, second] },
      { touch: "move", points: [second, first] },
      { touch: "end", points: [] },
    ]);
    await window.unzoom();
    return "two fingers";
  }
  if (dice < 0.985) {
    const place = { x: random() * 1280, y: random() * 800 };
    await window.point([
      { mouse: "move", ...place, button: "none" },
      ...press({ x: random() * 600, y: random() * 600 }, false),
    ]);
    return "anywhere";
  }
  if (dice < 0.996) {
    const [width, height] = one(SIZES);
    await window.resize(width, height);
    return `resize ${width} by ${height}`;
  }
  await window.reload();
  await ready(window);
  await hold(window);
  return "reload";
}

/**
 * Holds what is seen against the rules.
 * @param {Sight} sight
 * @param {string} game
 * @param {Oracle} oracle
 */
async function check(sight, game, oracle) {
  const line = (/** @type {string} */ word) =>
    sight.saved.match(new RegExp(`^${word}(?: (.*))?$`, "m"))?.[1] ?? "";
  const start = line("start") || STARTS[/** @type {keyof typeof STARTS} */ (game)];
  const steps = line("steps").split(" ").filter(Boolean);
  const fens = await oracle.replay(start, steps);

  const shown = sight.cells.map((name) => name.split(", ").slice(0, 2).join(", "));
  const moved = sight.cells
    .filter((name) => name.includes("moved this turn"))
    .map((name) => name.split(",")[0])
    .sort();
  /** @param {string} fen whose pieces moved this turn */
  const movedIn = (fen) =>
    ((fen.split(" ")[6] ?? "-").toLowerCase().match(/[a-j]\d+/g) ?? []).sort();
  const main = { steps, fens };
  const tried = /^turn /m.test(sight.saved) && !sight.live ? await variations() : [];
  const begins = /how the game began/.test(sight.says);
  const index = begins ? 0 : sight.live ? steps.length : -1;
  const replays = /once more/.test(sight.says);
  if (index >= 0 && !replays && tried.length === 0) {
    matches(main, index, false);
    return { fens, index };
  }
  // What is said of an earlier position tells whose turn it is in or behind, and of how many steps that
  // is. While the last turn is shown again, or a refusal stands there, it is any place that looks like this.
  const [, of] = sight.says.match(/^After turn \d+ by (\w+)/) ?? [];
  const [, within, step, most] =
    sight.says.match(/^Turn \d+ of (\w+), after step (\d+) of (\d+)/) ?? [];
  assert.ok(Number(step ?? 0) <= Number(most ?? 0), sight.says);
  const colorOf = (/** @type {string} */ fen) => (fen.split(" ")[1] === "w" ? "White" : "Black");
  const places = [main, ...tried].flatMap((line) =>
    [...line.fens.keys()]
      .reverse()
      // The end of a turn is no step to who looks on.
      .filter((place) => !of || colorOf(line.fens[place]) !== of || line.steps[place] === "end")
      .filter((place) => !within || colorOf(line.fens[place]) === within)
      .map((place) => ({ line, place })),
  );
  const alike = places.filter(
    ({ line, place }) => squaresOf(line.fens[place], game).join() === shown.join(),
  );
  assert.ok(alike.length > 0, "what is shown is a position of the game");
  /** @type {unknown} */
  let wrong;
  for (const { line, place } of alike) {
    try {
      matches(line, place, replays);
      return { fens, index: place };
    } catch (error) {
      wrong = error;
    }
  }
  throw wrong;

  /** What was tried in a game that is over: its lines, as they are stored beside the game's own. */
  async function variations() {
    const mover = (/** @type {number} */ at) => fens[at]?.split(" ")[1];
    /** The steps to the end of each turn, by its number. @type {string[][]} */
    const turns = [[]];
    for (const at of steps.keys()) {
      if (mover(at) !== mover(at + 1) || at + 1 === steps.length)
        turns.push(steps.slice(0, at + 1));
    }
    const lines = [];
    for (const [, parent, turn] of sight.saved.matchAll(/^turn (\d+) (.*)$/gm)) {
      const all = [...(turns[Number(parent)] ?? []), ...turn.split(" ")];
      turns.push(all);
      lines.push({ steps: all, fens: await oracle.replay(start, all) });
    }
    return lines;
  }

  /**
   * What the arrows and frames of the last turn may cover. (A rook that castles has an arrow of its own.)
   * @param {{ steps: string[], fens: string[] }} line
   * @param {number} place the number of steps
   * @returns {(square: string) => boolean}
   */
  function markedIn({ steps, fens }, place) {
    const mover = (/** @type {number} */ at) => fens[at]?.split(" ")[1];
    let begin = place;
    while (begin > 0 && mover(begin - 1) === mover(place - 1)) begin -= 1;
    const point = (/** @type {string} */ square) => [square.charCodeAt(0), Number(square.slice(1))];
    const lines = steps.slice(begin, place).flatMap((step) => {
      const [, from, to] = step.match(/^([a-j]\d+)([a-j]\d+)/) ?? [];
      return from && to ? [[point(from), point(to)]] : [];
    });
    const after = squaresOf(fens[place], game);
    const left = squaresOf(fens[begin], game)
      .filter((entry, at) => entry !== after[at])
      .map((entry) => entry.split(",")[0]);
    return (square) => {
      const [x, y] = point(square);
      const isNear = lines.some(([[x1, y1], [x2, y2]]) => {
        if (y1 === y2 && y === y1) return true;
        const [dx, dy] = [x2 - x1, y2 - y1];
        const along = ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy);
        const at = Math.max(0, Math.min(1, along));
        return Math.hypot(x - x1 - at * dx, y - y1 - at * dy) < 0.8;
      });
      return isNear || left.includes(square);
    };
  }

  /**
   * Compares all that is seen with one position.
   * @param {{ steps: string[], fens: string[] }} line
   * @param {number} place after how many of its steps
   * @param {boolean} moving whether pieces are on their way
   */
  function matches(line, place, moving) {
    const fen = line.fens[place];
    assert.deepEqual(shown, squaresOf(fen, game), `the grid shows ${fen}`);
    assert.deepEqual(moved, movedIn(fen), `who has moved in ${fen}`);
    const [board, color] = fen.split(" ");

    const reserve = board.match(/\[(.*)\]/)?.[1] ?? "";
    const drawn = (fen.split(" ")[7] ?? "-").replace("-", "");
    const hand = color === "w" ? drawn : drawn.toLowerCase();
    // Where no hand is shown, what was drawn is still off the board with the others.
    const off = "Hand" in sight.trays ? reserve : reserve + hand;
    for (const [name, counts] of Object.entries(sight.trays)) {
      const other = name.startsWith("White") ? /[a-z]/g : /[A-Z]/g;
      const letters = name === "Hand" ? hand : off.replace(other, "");
      assert.deepEqual(counts, countsOf(letters, game), `${name} of ${fen}`);
    }
    if (!sight.unconfirmed && !/over/.test(sight.who)) {
      assert.match(sight.who, color === "w" ? /^White/ : /^Black/);
    }
    if (sight.painted && !moving) {
      const marked = markedIn(line, place);
      const wrong = shown.filter((entry) => {
        const [square, piece] = entry.split(", ");
        const isPainted = sight.painted?.[square] ?? false;
        // The tracks of pieces displaced by magnetism begin on squares that they left.
        return piece.includes(" ")
          ? !isPainted
          : isPainted && game !== "magnetic" && !marked(square);
      });
      assert.deepEqual(wrong, [], `the canvas shows ${fen}`);
    }
  }
}

/**
 * @param {string} game
 * @param {number} seed
 * @param {string[]} done what has been done, to be told when something is wrong
 * @returns {(window: Window) => Promise<void>}
 */
const romp = (game, seed, done) => async (window) => {
  const random = chance(seed);
  const oracle = new Oracle(game);
  const key = `${game}?fen=&seed=${seed}`;
  /** Looks and compares; pieces that are being drawn anew are waited for. @param {boolean} canvas */
  const compare = async (canvas) => {
    const end = Date.now() + SOON;
    for (;;) {
      const sight = await perceived(window, key, canvas);
      try {
        return { sight, ...(await check(sight, game, oracle)) };
      } catch (error) {
        // A step is stored, and a piece painted, a moment after it has been played.
        if (Date.now() > end) throw error;
        await window.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
      }
    }
  };
  try {
    await window.goto(`?game=${game}&seed=${seed}`);
    await ready(window);
    await hold(window);
    let [length, played] = [0, 0];
    for (let count = 0; count < Number(ACTIONS); count += 1) {
      const { sight, fens } = await compare(count % PAINTED === 0);
      played += Math.max(0, fens.length - 1 - length);
      length = fens.length - 1;
      assert.deepEqual(window.errors(), []);
      let what = "nothing";
      while (what === "nothing") what = await act(window, sight, random);
      done.push(what);
    }
    assert.ok(played * 100 > Number(ACTIONS), `games get under way: ${played} steps`);
    // Back to the start, step by step.
    await window.resize(1280, 800);
    for (let dialogs = 0; dialogs < 3; dialogs += 1) await window.key("Escape");
    for (;;) {
      const { fens, index } = await compare(true);
      if (index === 0) {
        assert.equal(fens[0], STARTS[/** @type {keyof typeof STARTS} */ (game)]);
        break;
      }
      await window.click(window.find("button", "Step back"));
    }
  } catch (error) {
    const lately = done.slice(-12).join("; ");
    const told = `Seed ${seed}, after ${done.length} actions, the last of them: ${lately}`;
    throw new Error(`${told}\n${error}`, { cause: error });
  } finally {
    oracle.close();
  }
};

describe(`${ACTIONS} random actions`, { concurrency: 2 }, () => {
  const options = { touch: true, reducedMotion: true, viewport: { width: 1280, height: 800 } };
  for (const [place, game] of Object.keys(STARTS).entries()) {
    const seed = SEED === "" ? 20_261 + place : Number(SEED);
    test(`${game}, seed ${seed}`, inWindow(options, romp(game, seed, [])));
  }
});
