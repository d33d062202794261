// Turns that the computer advises, and why, in words.

import { colorName, entry, list, other, roleName, words } from "../shell/index.js";

/** @typedef {import('./engine-worker.js').Thought} Thought */
/** @typedef {import('./engine-worker.js').Why} Why */
/** @typedef {import('../shell/table').Color} Color */
/** @typedef {import('../shell/table').Table} Table */

/** So many steps of a turn are named and shown at most; a placement may have fifteen. */
const MOST_STEPS = 5;
/** So many reasons are given at most. */
const MOST_REASONS = 3;

/** Steps that say enough by themselves. */
const WHOLE = ["wins", "delays"];

/** The squares of a step in step notation: "e2e4q", "N@f3". @param {string} step */
function squaresOf(step) {
  const [from = "", to = from] = step.match(/[a-j]\d+/g) ?? [];
  return { from, to };
}

/** The steps of a turn that are named. @param {Thought} thought */
const named = ({ turn, pieces }) =>
  turn
    .map((step, place) => ({ step, piece: pieces[place] ?? "", ...squaresOf(step) }))
    .filter(({ to }) => to !== "")
    .slice(0, MOST_STEPS);

/**
 * A turn in few words: "knight g1 to f3".
 * @param {Thought} thought
 * @param {string} game
 */
export function turnText(thought, game) {
  const steps = named(thought);
  const texts = steps.map(({ step, piece, from, to }) => {
    if (step.includes("@")) return words("computer.drop", { piece: roleName(piece, game), to });
    // With more than two pieces, their names would not fit beside the board.
    if (steps.length > 2) return words("computer.step", { from, to });
    return words("computer.move", { piece: roleName(piece, game), from, to });
  });
  return texts.length > 0 ? list(texts) : words("computer.end");
}

/**
 * Why the turn is a good one, as what it does: "captures the rook and gives check"; nothing if
 * there is nothing to be said.
 * @param {Thought} thought
 * @param {string} game
 * @param {Color} color whose turn it is
 */
export function reasonsText({ reasons }, game, color) {
  const rest = reasons.filter(({ why }) => why !== "only");
  const first = rest.find(({ why }) => WHOLE.includes(why));
  const told = first ? [first] : rest;
  const captures = told.filter(({ why }) => why === "captures");
  const texts = told.flatMap((reason) => {
    if (reason.why !== "captures") return [clause(reason, game, color)];
    // All that is captured is told at once.
    return reason === captures[0] ? [capturesText(captures, game)] : [];
  });
  return list(texts.filter(Boolean).slice(0, MOST_REASONS));
}

/** What there is under a key for this game, or for all. @param {string} key @param {string} game */
function forGame(key, game) {
  const found = entry(`computer.reason.${key}`);
  if (typeof found === "string") return `computer.reason.${key}`;
  return `computer.reason.${key}.${found?.[game] === undefined ? "" : game}`;
}

/** @param {Why} reason @param {string} game @param {Color} color */
function clause({ why, role, ending, count }, game, color) {
  const values = {
    count,
    piece: roleName(role, game),
    color: colorName(color),
    other: colorName(other(color)),
  };
  if (why === "wins" && count === 1) {
    const known = entry(`computer.reason.${ending}`);
    return words(`computer.reason.${known ? ending : "wins-now"}`, values);
  }
  if (why === "wins-material") {
    return words(forGame(count === 1 ? "wins-one" : why, game), values);
  }
  const alone = ["delays", "empowers", "disables"].includes(why) && count <= 1;
  return words(forGame(alone ? `${why}-one` : why, game), values);
}

/** @param {Why[]} captures @param {string} game */
function capturesText(captures, game) {
  const roles = captures.map(({ role }) => role);
  const [first] = roles;
  if (roles.length === 1) {
    return words("computer.reason.captures", { piece: roleName(first, game) });
  }
  const pieces = [...new Set(roles)].map((role) => {
    const count = roles.filter((other) => other === role).length;
    const many = words(`many.${role}`);
    return count > 1
      ? words("computer.reason.counted", { count, pieces: many })
      : roleName(role, game);
  });
  return words("computer.reason.captures-all", { pieces: list(pieces) });
}

/** A hint as a sentence. @param {Thought} thought @param {string} game @param {Color} color */
export function hintText(thought, game, color) {
  const turn = turnText(thought, game);
  if (thought.reasons[0]?.why === "only") return words("computer.forced", { turn });
  const reasons = reasonsText(thought, game, color);
  return words(reasons ? "computer.because" : "computer.try", { turn, reasons });
}

/** Draws the turn's arrows in the place of those drawn before. @param {Table} table @param {Thought} thought */
export function markTurn(table, thought) {
  table.clear_marks();
  for (const { from, to } of named(thought)) table.mark(from, to);
}
