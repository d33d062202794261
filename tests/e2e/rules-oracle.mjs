// The rules themselves, by the command line: what stands where after the steps of a game.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const PROGRAM = new URL("../../target/debug/fivefold", import.meta.url).pathname;

const LETTERS = /** @type {Record<string, string>} */ ({
  k: "king",
  c: "contramatic king",
  q: "queen",
  r: "rook",
  b: "bishop",
  n: "knight",
  p: "pawn",
  m: "man",
});
const OF_BATTERIES = /** @type {Record<string, string>} */ ({
  p: "president",
  b: "battery",
  l: "lady",
  d: "diag",
  o: "orthog",
  a: "agent",
  e: "equine",
  s: "soldier",
});

/** The name of a piece by its letter in a FEN. @param {string} letter @param {string} game */
export function pieceOf(letter, game) {
  const small = letter.toLowerCase();
  const color = letter === small ? "black" : "white";
  if (game === "batteries") return `${color} ${OF_BATTERIES[small]}`;
  if (small === "k" && game === "contramatic") return `${color} contramatic king`;
  if (small === "k" && game === "complete-contramatic") return `${color} orthodox king`;
  return `${color} ${LETTERS[small]}`;
}

/**
 * What a FEN says of each square, as the board's cells begin: "e4, white knight", "a1, empty".
 * @param {string} fen
 * @param {string} game
 * @returns {string[]} by square: rank by rank from the top
 */
export function squaresOf(fen, game) {
  const ranks = fen.split(/[[ ]/, 1)[0].split("/");
  return ranks.flatMap((rank, row) => {
    const pieces = (rank.match(/\d+|./g) ?? []).flatMap((entry) =>
      /\d/.test(entry)
        ? Array(Number(entry)).fill("empty")
        : [entry === "*" ? "hole" : pieceOf(entry, game)],
    );
    return pieces.map((piece, file) => `${"abcdefghij"[file]}${ranks.length - row}, ${piece}`);
  });
}

/**
 * The pieces of a reserve or hand by their names, with their counts.
 * @param {string} letters
 * @param {string} game
 */
export function countsOf(letters, game) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const letter of letters)
    counts[pieceOf(letter, game)] = (counts[pieceOf(letter, game)] ?? 0) + 1;
  return counts;
}

/** Answers for one game; it remembers what it was asked. */
export class Oracle {
  #program;
  #lines;
  /** @type {Map<string, Record<string, string>>} */
  #after = new Map();

  /** @param {string} game */
  constructor(game) {
    this.#program = spawn(PROGRAM, ["inspect", game], { stdio: ["pipe", "pipe", "inherit"] });
    this.#lines = createInterface({ input: this.#program.stdout })[Symbol.asyncIterator]();
  }

  /**
   * The positions of a game, from the start on, one more than there are steps.
   * @param {string} start
   * @param {string[]} steps
   */
  async replay(start, steps) {
    const fens = [start];
    for (const step of steps) {
      const after = await this.#inspect(fens[fens.length - 1]);
      const next = after[step];
      if (!next) throw new Error(`The rules do not know ${step} in ${fens[fens.length - 1]}`);
      fens.push(next);
    }
    return fens;
  }

  /** @param {string} fen */
  async #inspect(fen) {
    let after = this.#after.get(fen);
    if (!after) {
      this.#program.stdin.write(`${fen}\n`);
      const { value } = await this.#lines.next();
      const found = JSON.parse(value);
      if (found.error) throw new Error(`The rules refuse ${fen}: ${found.error}`);
      after = /** @type {Record<string, string>} */ (found.after);
      this.#after.set(fen, after);
    }
    return after;
  }

  close() {
    this.#program.stdin.end();
  }
}
