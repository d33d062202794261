// What the board explains beside the rules that all games share, in words: beside the board, and as
// descriptions of the squares for assistive technology. The board's own picture of it is Rust's.

import { special } from "../game/telling.js";
import { settings } from "../settings/index.js";
import {
  colorName,
  isLive,
  list,
  other,
  pieceName,
  roleName,
  sentence,
  words,
} from "../shell/index.js";

/** @typedef {import('../game/session.js').Session} Session */
/** @typedef {import('../shell/table').Sign} Sign */
/** @typedef {import('../shell/table').Snapshot} Snapshot */

const POWERS = ["rook", "bishop", "knight"];

/**
 * What the board has to say about a square pointed at or, without one, about the piece chosen: lines
 * of eight words, as crates/app/src/overlay/sign_text.rs writes them.
 * @param {Session} session
 * @param {string} [square]
 * @returns {Sign[]}
 */
function signsOf({ table }, square) {
  const text = table.told(square);
  if (!text) return [];
  return text.split("\n").map((line) => {
    const [sign, color, role, from, to, over, powers, charged] = line
      .split(" ")
      .map((word) => (word === "-" ? "" : word));
    return {
      sign: /** @type {Sign['sign']} */ (sign),
      piece: color ? { color: /** @type {import('../shell/table').Color} */ (color), role } : null,
      role,
      from,
      to,
      over,
      powers: POWERS.filter((_, place) => (Number(powers) >> place) & 1),
      charged: charged !== "",
    };
  });
}

/** The boards of this page; a page of rules has several. @type {Set<Session>} */
const boards = new Set();
special.owed = (snap) => {
  for (const session of boards) if (session.snap === snap) return owed(session, snap);
  return "";
};

/**
 * @param {Session} session
 * @param {HTMLElement} grid
 * @param {(x: number, y: number) => string | undefined} squareAt
 * @param {(snap: Snapshot) => void} show shows what is said beside the board
 */
export function addOverlays(session, grid, squareAt, show) {
  const { game } = session.snap;
  const tell = TELLERS[game];
  boards.add(session);

  /** The square pointed at. @type {string | undefined} */
  let at;
  /** @type {import('../shell/table').Table | undefined} */
  let dressed;
  let chosen = false;

  /** What there is to say about a square or, without one, about the piece chosen. @param {string} [square] */
  const about = (square) => {
    const { cells } = session.snap;
    const one = cells.find((cell) => cell.square === square);
    // What is hatched under a piece of this turn is said by what is owed.
    if (square && one?.forbidden && !one.moved)
      return words("overlay.contramatic.forbidden", { square });
    // Where the piece chosen cannot go, there is still something to say about the piece.
    const aim = one?.target || !cells.some((cell) => cell.selected) ? square : undefined;
    return tell?.(signsOf(session, aim), aim, session.snap) ?? "";
  };

  /** Before all else is shown anew. @param {Snapshot} snap */
  const render = (snap) => {
    const { table } = session;
    if (table !== dressed) {
      dressed = table;
      at = undefined;
      table.point(undefined);
      table.set_switches(settings.powers, settings.warnings);
    }
    session.aside = about(at);
    chosen = snap.cells.some(({ selected }) => selected) || snap.picked !== "";
  };

  const { notes } = session;
  session.notes = (cell) => {
    const isTold = chosen ? cell.target || cell.selected : cell.piece;
    const told = isTold ? about(cell.square) : "";
    return `${notes(cell)} ${told}`.trim();
  };

  /** The player points at a square, or at none. @param {string | undefined} square */
  const point = (square) => {
    if (square === at || session.broken) return;
    at = square;
    if (!tell) return;
    session.table.point(at);
    session.aside = about(at);
    session.wake();
    show(session.snap);
  };

  addEventListener("pointermove", ({ clientX, clientY, pointerType, buttons }) => {
    if (pointerType === "mouse" || buttons > 0) point(squareAt(clientX, clientY));
  });
  addEventListener("pointerup", ({ pointerType }) => {
    if (pointerType !== "mouse") point(undefined);
  });
  document.documentElement.addEventListener("pointerleave", () => point(undefined));
  grid.addEventListener("focusin", ({ target }) => {
    const cell = /** @type {HTMLElement} */ (target);
    if (cell.matches(":focus-visible")) point(cell.dataset.square);
  });
  grid.addEventListener("focusout", () => point(undefined));

  session.views.unshift(render);
  render(session.snap);
  // The mouse or a key may have been quicker than this.
  const hovers = matchMedia("(hover: hover)").matches;
  const ahead =
    grid.querySelector("[data-square]:focus-visible") ??
    (hovers ? grid.querySelector("[data-square]:hover") : null);
  if (ahead instanceof HTMLElement) point(ahead.dataset.square);
  // What was owed, or the choice of a piece, has been said before this came.
  const more = session.aside || owed(session, session.snap);
  // A lesson or a puzzle has said what it asks for.
  if (more && session.key !== "") session.say(more);
  return {
    /** Follows the settings. */
    dress() {
      session.act((table) => table.set_switches(settings.powers, settings.warnings));
    },
  };
}

/**
 * What the side to move owes, where the game's own rules say more than the sentence of all games.
 * @param {Session} session
 * @param {Snapshot} snap
 */
function owed(session, snap) {
  const { game } = snap;
  const color = colorName(snap.turn);
  if (game === "magnetic") {
    const exposed = (isLive(snap) ? signsOf(session) : []).filter(({ sign }) => sign === "exposed");
    if (exposed.length === 0 || snap.cells.some(({ selected }) => selected)) return "";
    const pieces = list(exposed.map((sign) => piece(sign, game)));
    return words("overlay.magnetic.warning", { color, pieces, king: exposed[0].to });
  }
  if (game.endsWith("contramatic")) return owedContramatic(snap, color);
  return "";
}

/** "black queen on a5" @param {Sign} sign @param {string} game */
const piece = (sign, game) =>
  sign.piece
    ? words("overlay.piece", { piece: pieceName(sign.piece, game), square: sign.from })
    : "";

/**
 * A contramatic king in check has to be freed by the side that gives the check.
 * @param {Snapshot} snap
 * @param {string} color
 */
function owedContramatic(snap, color) {
  const king = snap.cells.find(
    ({ check, piece }) => check && piece?.role === "contramatic-king" && piece.color !== snap.turn,
  );
  if (!king) return "";
  const values = { color, other: colorName(other(snap.turn)), square: king.square };
  return words("overlay.contramatic.owed", values);
}

/**
 * Magnetic Chess: who is displaced where, and who could capture the king then.
 * @param {Sign[]} signs
 * @param {string | undefined} square
 * @param {Snapshot} snap
 */
function tellMagnetic(signs, square, { game, cells }) {
  // Before a step is pointed at, the warning belongs to what is owed.
  if (!square || !cells.some((cell) => cell.square === square && cell.target)) return "";
  const parts = signs.flatMap((sign) => {
    const { from, to } = sign;
    if (sign.sign === "stands" || !sign.piece) return [];
    return [
      words(`overlay.magnetic.${sign.sign}`, { piece: pieceName(sign.piece, game), from, to }),
    ];
  });
  const text = parts.length > 0 ? list(parts) : words("overlay.magnetic.nobody");
  return words("overlay.at", { square, text });
}

/** "a3 and b4" @param {string[]} squares */
const squares = (squares) => list([...new Set(squares)].sort());

/**
 * Chessence: from whom a man has its powers, and who would lose some without it.
 * @param {Sign[]} signs
 * @param {string | undefined} square
 * @param {Snapshot} snap
 */
function tellChessence(signs, square, { game, cells }) {
  const stands = signs.find(({ sign }) => sign === "stands");
  const gives = signs.filter(({ sign }) => sign === "gives");
  const subject = square ?? cells.find(({ selected }) => selected)?.square ?? "";
  const by = POWERS.flatMap((power) => {
    const givers = gives.filter(({ powers }) => powers.includes(power)).map(({ from }) => from);
    if (givers.length === 0) return [];
    const values = { power: roleName(power, game), squares: squares(givers) };
    return [words("overlay.chessence.by", values)];
  });
  const ahead = stands !== undefined || cells.some((cell) => cell.square === square && cell.target);
  const told = [];
  if (by.length > 0) {
    const key = ahead ? "would" : "moves";
    told.push(words(`overlay.chessence.${key}`, { square: subject, by: list(by) }));
  } else if (ahead) told.push(words("overlay.chessence.powerless", { square: subject }));
  const losers = [...new Set(signs.filter(({ sign }) => sign === "loses").map(({ to }) => to))];
  const lost = losers.map((loser) => {
    const powers = signs.filter(({ sign, to }) => sign === "loses" && to === loser);
    const names = powers.flatMap(({ powers }) => powers.map((power) => roleName(power, game)));
    return words("overlay.chessence.loser", { square: loser, powers: list(names) });
  });
  if (lost.length > 0) told.push(words("overlay.chessence.loses", { losers: list(lost) }));
  return told.join(" ");
}

/**
 * Chess with Batteries: who charges whom, what a charge would add, and who is jumped.
 * @param {Sign[]} signs
 * @param {string | undefined} square
 * @param {Snapshot} snap
 */
function tellBatteries(signs, square, snap) {
  const { game, cells } = snap;
  /** @param {Sign['sign']} kind */
  const all = (kind) => signs.filter(({ sign }) => sign === kind);
  const told = [];
  const overtakes = all("overtakes").filter(({ to }) => !square || to === square);
  for (const { piece, over, to } of overtakes) {
    if (piece) {
      const values = { piece: pieceName(piece, game), square: over, to };
      told.push(words("overlay.batteries.overtakes", values));
    }
  }
  const charges = all("charges");
  const ahead = cells.some((cell) => cell.square === square && cell.target);
  const chosen = cells.find(({ selected }) => selected);
  const subject = ahead ? chosen : (cells.find((cell) => cell.square === square) ?? chosen);
  if (subject?.piece?.role === "battery") {
    const pieces = charges.map(({ role, to }) =>
      words("overlay.piece", { piece: roleName(role, game), square: to }),
    );
    const key = pieces.length === 0 ? "charges-nobody" : ahead ? "would-charge" : "charges";
    told.push(words(`overlay.batteries.${key}`, { square: square ?? "", pieces: list(pieces) }));
  } else if (charges.length > 0) {
    const values = { squares: squares(charges.map(({ from }) => from)) };
    told.push(words(`overlay.batteries.${ahead ? "would-be-charged" : "charged-by"}`, values));
  }
  if (!ahead && chosen && subject === chosen) {
    const goes = all("if-charged").map(({ to }) => to);
    const captures = all("if-charged-captures").map(({ to }) => to);
    if (goes.length > 0)
      told.push(words("overlay.batteries.if-charged", { squares: squares(goes) }));
    if (captures.length > 0)
      told.push(words("overlay.batteries.if-charged-captures", { squares: squares(captures) }));
  }
  return told.map(sentence).join(" ");
}

/** @type {Record<string, undefined | ((signs: Sign[], square: string | undefined, snap: Snapshot) => string)>} */
const TELLERS = {
  magnetic: tellMagnetic,
  chessence: tellChessence,
  batteries: tellBatteries,
  // Nothing but what is forbidden.
  contramatic: () => "",
  "complete-contramatic": () => "",
};
