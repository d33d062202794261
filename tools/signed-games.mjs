// Live games as the page plays them, with its own module: letters that both seats sign.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** @typedef {import("../web/shell/contract.d.ts").Event} Event */
/** @typedef {import("../web/shell/contract.d.ts").Request} Request */
/** @typedef {import("../web/shell/contract.d.ts").Stored} Stored */
/** @typedef {import("../web/shell/contract.d.ts").Setup} Setup */

/** A canvas on which nothing is painted. @type {unknown} */
const NOTHING = new Proxy(() => {}, {
  get: () => NOTHING,
  set: () => true,
  apply: () => NOTHING,
});

/** Pawns that do not meet: White's steps, and Black's. */
const STEPS = [
  ["2", "3", "4"],
  ["7", "6", "5"],
].map(([from, over, to]) =>
  [...Array.from("abcdefgh", (file) => `${file}${from}${file}${over}`)].concat(
    Array.from("abcdefgh", (file) => `${file}${over}${file}${to}`),
  ),
);

/** So many turns a game has at most. */
export const MOST_TURNS = 2 * (STEPS[0]?.length ?? 0);

/** The whole module of a built site. @param {string} site its folder */
export async function wholeModule(site) {
  const folder = join(resolve(site), "assets/whole");
  const files = await readdir(folder);
  const find = (/** @type {string} */ end) => {
    const found = files.find((name) => name.endsWith(end));
    assert.ok(found, `no ${end} in ${folder}: the site is not built`);
    return join(folder, found);
  };
  const module = await import(pathToFileURL(find(".js")).href);
  await module.default({ module_or_path: await readFile(find(".wasm")) });
  return module;
}

/** Sets a table with a store, and hands what it tells to `tell`. */
class Seat {
  /** @param {any} module @param {Setup} setup @param {Stored | null} stored */
  constructor(module, setup, stored) {
    this.stored = stored;
    /** @type {Extract<Request, { tell: unknown }>["tell"][]} */
    this.told = [];
    this.table = module.Table.open({ getContext: () => NOTHING }, setup);
    this.#carryOut(this.table.opened());
  }

  /** @param {Event} event */
  handle(event) {
    this.#carryOut(this.table.handle(event));
  }

  /** @param {Request[]} requests */
  #carryOut(requests) {
    for (const request of requests) {
      if ("load" in request) this.handle({ loaded: { key: request.load.key, found: this.stored } });
      if ("keep" in request) {
        const { key, revision, content } = request.keep;
        this.stored = { revision, content };
        this.handle({ kept: { key, revision } });
      }
      if ("tell" in request) this.told.push(request.tell);
    }
  }
}

/**
 * A live game of so many turns, each of which the other side has taken up: the messages with its letters, as the page
 * hands them to its line.
 * @param {any} module
 * @param {number} turns
 * @returns {string[]}
 */
export function signedGame(module, turns) {
  const answers = { side: "white", open: "", quick: "", days: "" };
  const begun = module.invite("orthodox", answers, "Ada", undefined, "600+5");
  const { key, content } = begun;
  const white = new Seat(module, { game: "orthodox", key }, { revision: "1", content });
  const black = new Seat(module, { link: content.post.link }, null);
  const seats = [white, black];
  /** All that is told arrives. */
  const settle = () => {
    while (seats.some((seat) => seat.told.length > 0))
      for (const [place, seat] of seats.entries())
        for (const { message, isLetter } of seat.told.splice(0))
          seats[1 - place]?.handle({ wire: isLetter ? { kept: message } : { heard: message } });
  };
  for (const seat of seats) seat.handle({ wire: "calling" });
  black.handle({ accept: "Bea" });
  for (const seat of seats) seat.handle({ wire: "open" });
  settle();
  return Array.from({ length: turns }, (_, turn) => {
    const [side, seat] = turn % 2 ? ["black", black] : ["white", white];
    const step = STEPS[turn % 2]?.[turn >> 1];
    assert.ok(step, "a game has not so many turns");
    seat.handle({ step });
    const letter = seat.told.find((told) => told.isLetter);
    assert.ok(letter, `${step} is not told`);
    settle();
    return `${side} ${letter.message}`;
  });
}
