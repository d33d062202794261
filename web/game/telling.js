// What there is to be said about a game, from its snapshot alone.

import {
  colorName,
  droppable,
  list,
  other,
  pieceName,
  refusalText,
  roleName,
  sentence,
  words,
} from "../shell/index.js";

/** @typedef {import('../shell/table').Snapshot} Snapshot */
/** @typedef {import('../shell/table').Color} Color */

/**
 * The cell of a square.
 * @param {Snapshot} snap
 * @param {string} square
 */
export const cellOf = (snap, square) => snap.cells.find((cell) => cell.square === square);

/**
 * What the overlays of a game (`owed`) or the computer (`turn`) say in place of the sentence that all
 * games share, if they do.
 * @type {Record<"owed" | "turn", (snap: Snapshot) => string>}
 */
export const special = { owed: () => "", turn: () => "" };

/** Whether a turn has several steps and an end that the player gives. @param {Snapshot} snap */
export const isLong = (snap) =>
  snap.most > 1 || snap.controls.end !== "hidden" || snap.controls.undo || snap.redo > 0;

/**
 * How many pieces the turn still has to place.
 * @param {Snapshot} snap
 */
const left = (snap) => droppable(snap).reduce((sum, stock) => sum + stock.count, 0);

/**
 * What the player at the board owes: one sentence.
 * @param {Snapshot} snap
 * @returns {string}
 */
export function owed(snap) {
  if (snap.result) return resultText(snap);
  const own = special.turn(snap);
  if (own) return own;
  const color = colorName(snap.turn);
  if (snap.controls.draw) return words(snap.seeded ? "owed.draw-seeded" : "owed.draw", { color });
  return sentence(snap.phase === "placement" ? owedPlacing(snap) : owedMoving(snap, color));
}

/** @param {Snapshot} snap */
function owedPlacing(snap) {
  const offender = snap.cells.find((cell) => cell.forbidden && cell.piece);
  if (offender?.piece) {
    const piece = pieceName(offender.piece, snap.game);
    return words("owed.offends", { piece, square: offender.square });
  }
  const { end } = snap.controls;
  if (end === "may" || end === "must") return words("owed.placed");
  const count = left(snap);
  if (count === 0 && snap.why) return refusalText(snap.why, snap.game);
  const roles = droppable(snap);
  if (roles.length === 1 && roles[0].role === "king") return words("owed.place-king");
  return count === 1 ? words("owed.place-one") : words("owed.place", { count });
}

/** @param {Snapshot} snap @param {string} color */
function owedMoving(snap, color) {
  if (snap.most < 2) return owedOne(snap, color);
  const { end } = snap.controls;
  const of = (/** @type {string} */ key) => `games.${snap.game}.${key}`;
  if (snap.steps.length === 0)
    return words(of(snap.checked ? "check-first" : "first"), { color, most: snap.most });
  const first = words("owed.steps", { done: snap.steps.length, most: snap.most });
  let second = words(end === "must" ? "owed.must" : "owed.may");
  if (end === "not-yet") {
    if (snap.stuck) second = words("owed.stuck");
    else if (snap.checked || !snap.why) second = words("owed.check");
    else second = words(of("goes-on"));
  }
  return words("owed.joined", { first, second });
}

/** @param {Snapshot} snap @param {string} color */
function owedOne(snap, color) {
  if (snap.controls.end !== "hidden") return words("step.unconfirmed");
  const own = special.owed(snap);
  if (own) return own;
  const attacked = snap.cells.some((cell) => cell.check && cell.piece?.color === snap.turn);
  if (snap.checked || attacked) {
    return words("owed.step-check", { color, royal: words(`royal.${snap.game}`) });
  }
  if (left(snap) > 0) return words("owed.step-or-drop", { color });
  return words("owed.step", { color });
}

/**
 * "White wins by checkmate."
 * @param {Snapshot} snap
 */
export function resultText(snap) {
  const { result } = snap;
  if (!result) return "";
  const title = words(`result.${result.winner ?? "none"}`);
  const why = resultReason(snap);
  return why.startsWith("by ") ? `${title} ${why}` : `${title}: ${why}`;
}

/** @param {Snapshot} snap */
export function resultReason(snap) {
  const { result } = snap;
  if (!result) return "";
  const loser = colorName(other(result.winner ?? "white"));
  return words(`result.why.${result.ending}`, { loser });
}

/**
 * A step in words.
 * @param {string} step in step notation
 * @param {Snapshot} before
 * @param {Snapshot} after
 */
export function stepText(step, before, after) {
  const { game } = before;
  const color = colorName(before.turn);
  if (step === "end") return words("step.end", { color });
  if (step.startsWith("draw:")) {
    const pieces = (after.hand ?? [])
      .filter(({ count }) => count > 0)
      .map(({ role, count }) =>
        count > 1 ? `${count} ${words(`many.${role}`)}` : roleName(role, game),
      );
    return words("step.draw", { color, pieces: list(pieces) });
  }
  const drop = step.match(/@([a-z]\d+)$/);
  if (drop) {
    const piece = cellOf(after, drop[1])?.piece;
    return words("step.drop", { piece: piece ? pieceName(piece, game) : step[0], to: drop[1] });
  }
  const move = step.match(/^([a-z]\d+)([a-z]\d+)([a-z]?)$/);
  const mover = move && cellOf(before, move[1])?.piece;
  if (!move || !mover) return step;
  const [, from, to, into] = move;
  const piece = pieceName(mover, game);
  const taken = cellOf(before, to)?.piece;
  let text = words("step.move", { piece, from, to });
  if (taken) {
    text = words("step.capture", { piece, from, to, taken: pieceName(taken, game) });
  } else if (mover.role === "king" && !["chessence", "complete-contramatic"].includes(game)) {
    const files = Math.abs(from.charCodeAt(0) - to.charCodeAt(0));
    if (files === 2) text = words("step.castle", { piece, to });
  } else if (mover.role === "pawn" && from[0] !== to[0]) {
    text = words("step.passant", { piece, from, to });
  }
  const landed = cellOf(after, to)?.piece;
  if (into && landed && landed.role !== mover.role) {
    text += `, ${words("step.into", { into: roleName(landed.role, game) })}`;
  }
  return text;
}
