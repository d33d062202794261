// What stands on the squares: a number each, as crates/app/src/contract/view.rs writes them.

/** @import { Cell, Snapshot, Table } from "./table" */

/** The kinds of pieces in the order of their numbers. */
const ROLES = (
  "pawn knight bishop rook queen king contramatic-king man soldier agent equine orthog diag lady " +
  "battery president"
).split(" ");
const HOLE = 31;
const POWERS = ["rook", "bishop", "knight"];

/**
 * @param {number} bits
 * @param {number} index the square's, rank by rank from a1
 * @param {number} files
 * @returns {Cell}
 */
function cell(bits, index, files) {
  const is = (/** @type {number} */ place) => ((bits >> place) & 1) === 1;
  const piece = bits & 31;
  const file = String.fromCharCode(97 + (index % files));
  return {
    square: file + (Math.floor(index / files) + 1),
    hole: piece === HOLE,
    piece:
      piece === 0 || piece === HOLE
        ? null
        : { color: is(5) ? "black" : "white", role: ROLES[piece - 1] ?? "" },
    moved: is(6),
    charged: is(7),
    powers: POWERS.filter((_, place) => is(8 + place)),
    check: is(11),
    selected: is(12),
    target: is(14) ? "capture" : is(13) ? "move" : "",
    forbidden: is(15),
    attacked: is(16),
  };
}

/** The cells last seen. @type {{ bits: number, files: number, cell: Cell }[]} */
const known = [];

/** Everything that the page shows beside the canvas. @param {Table} table @returns {Snapshot} */
export function look(table) {
  const rest = table.snapshot();
  const cells = [...table.cells()].map((bits, index) => {
    // Most squares are as they were; nobody changes a cell.
    const old = known[index];
    if (old?.bits === bits && old.files === rest.files) return old.cell;
    const now = { bits, files: rest.files, cell: cell(bits, index, rest.files) };
    known[index] = now;
    return now.cell;
  });
  return { ...rest, cells };
}
