// The board: the canvas that Rust paints, and over it a real grid for pointers, keys and
// assistive technology.

import { cellName, lazily } from "../shell/index.js";

/** @typedef {import('../game/session.js').Session} Session */
/** @typedef {import('../shell/table').Snapshot} Snapshot */

/** The letters that jump to a piece, where they are not the first of its name. */
const LETTERS = /** @type {Record<string, string>} */ ({ knight: "n", "contramatic-king": "c" });

/** @param {string} role @param {string} game */
const letterOf = (role, game) =>
  role === "contramatic-king" && game === "contramatic" ? "k" : (LETTERS[role] ?? role[0]);

/**
 * @param {Session} session
 * @param {{ frame: HTMLElement, canvas: HTMLCanvasElement, grid: HTMLElement }} elements
 */
export function createBoard(session, { frame, canvas, grid }) {
  /** @type {Map<string, HTMLElement>} */
  const cells = new Map();
  /** What the cells are named after. @type {WeakMap<HTMLElement, import('../shell/table').Cell>} */
  const named = new WeakMap();
  /** Squares by row from the top and column from the left. @type {string[][]} */
  let rows = [];
  let built = "";
  let at = "";
  let byKey = false;

  /** @param {Snapshot} snap */
  const build = (snap) => {
    const hadFocus = grid.contains(document.activeElement);
    const squares = snap.cells.map((cell) => cell.square);
    rows = [];
    for (let rank = 0; rank < snap.ranks; rank += 1) {
      rows.unshift(squares.slice(rank * snap.files, (rank + 1) * snap.files));
    }
    if (snap.flipped) rows = rows.reverse().map((row) => row.reverse());
    // A board that is turned keeps its cells.
    const old = new Map(cells);
    cells.clear();
    grid.replaceChildren(
      ...rows.map((row) => {
        const line = document.createElement("div");
        line.setAttribute("role", "row");
        for (const square of row) {
          const cell = old.get(square) ?? document.createElement("div");
          cell.setAttribute("role", "gridcell");
          cell.dataset.square = square;
          cell.tabIndex = -1;
          cells.set(square, cell);
          line.append(cell);
        }
        return line;
      }),
    );
    if (!cells.has(at)) {
      const king = snap.cells.find((cell) => cell.piece?.color === snap.turn);
      at = king?.square ?? squares[0];
    }
    const cell = cells.get(at);
    if (cell) {
      cell.tabIndex = 0;
      if (hadFocus) cell.focus({ preventScroll: true });
    }
  };

  /** @param {Snapshot} snap */
  const render = (snap) => {
    const shape = `${snap.game} ${snap.files} ${snap.ranks} ${snap.flipped}`;
    if (shape !== built) {
      built = shape;
      document.documentElement.style.setProperty("--files", String(snap.files));
      document.documentElement.style.setProperty("--ranks", String(snap.ranks));
      build(snap);
      resize();
    }
    const live = snap.tries || (snap.isLive && !snap.result);
    for (const cell of snap.cells) {
      const element = cells.get(cell.square);
      if (!element) continue;
      element.classList.toggle("own", live && cell.piece?.color === snap.turn);
      // A square on which nothing has changed is the same object as before.
      if (named.get(element) === cell) continue;
      named.set(element, cell);
      element.setAttribute("aria-label", cellName(cell, snap.game));
      if (cell.selected) element.setAttribute("aria-selected", "true");
      else element.removeAttribute("aria-selected");
      element.classList.toggle("target", cell.target !== "");
    }
    describeSoon();
  };

  /** What there is to say beside the names takes long to find out. */
  const describeSoon = lazily(() => {
    if (session.broken) return;
    try {
      for (const cell of session.snap.cells) {
        const element = cells.get(cell.square);
        const notes = session.notes(cell);
        if (element && (element.ariaDescription ?? "") !== notes)
          element.ariaDescription = notes || null;
      }
    } catch (error) {
      session.crash(error);
    }
  });

  const resize = () => {
    const { clientWidth, clientHeight } = frame;
    if (clientWidth === 0 || clientHeight === 0) return;
    const { width, height, square } = session.table.resize(
      clientWidth,
      clientHeight,
      devicePixelRatio,
    );
    grid.style.width = canvas.style.width = `${width}px`;
    grid.style.height = canvas.style.height = `${height}px`;
    session.square = square;
    document.documentElement.style.setProperty("--square", `${square}px`);
    session.wake();
  };

  /**
   * Moves the Tab stop, and the focus if asked, to a square.
   * @param {string} square
   * @param {boolean} focus
   */
  const go = (square, focus) => {
    const next = cells.get(square);
    if (!next) return;
    const old = cells.get(at);
    if (old) old.tabIndex = -1;
    at = square;
    next.tabIndex = 0;
    if (focus) next.focus({ preventScroll: true });
  };

  /** Where the cursor is shown, and on which table. @type {unknown[]} */
  let shown = [];
  const showCursor = () => {
    const { table } = session;
    const now = [table, byKey && grid.contains(document.activeElement) ? at : undefined];
    if (now.every((value, place) => value === shown[place])) return;
    shown = now;
    table.cursor(/** @type {string | undefined} */ (now[1]));
    session.wake();
  };

  /** @param {Event} event */
  const squareOf = (event) => {
    const target = /** @type {Element} */ (event.target);
    return target.closest("[data-square]")?.getAttribute("data-square") ?? undefined;
  };

  /** @param {string} square */
  const tap = (square) => {
    session.emit({ tap: square });
  };

  /** @param {KeyboardEvent} event */
  const jump = (event) => {
    const letter = event.key.toLowerCase();
    const { snap } = session;
    const order = rows.flat();
    const pieces = new Map(snap.cells.map((cell) => [cell.square, cell.piece]));
    const start = order.indexOf(at);
    for (let away = 1; away <= order.length; away += 1) {
      const square = order[(start + away) % order.length];
      const piece = pieces.get(square);
      if (piece && letterOf(piece.role, snap.game) === letter) return square;
    }
    return at;
  };

  /** @param {KeyboardEvent} event @returns {string | undefined} where the cursor goes */
  const whereTo = (event) => {
    const row = rows.findIndex((squares) => squares.includes(at));
    const column = rows[row].indexOf(at);
    const lastRow = rows.length - 1;
    const lastColumn = rows[row].length - 1;
    switch (event.key) {
      case "ArrowUp":
        return rows[Math.max(0, row - 1)][column];
      case "ArrowDown":
        return rows[Math.min(lastRow, row + 1)][column];
      case "ArrowLeft":
        return rows[row][Math.max(0, column - 1)];
      case "ArrowRight":
        return rows[row][Math.min(lastColumn, column + 1)];
      case "Home":
        return rows[event.ctrlKey ? 0 : row][0];
      case "End":
        return rows[event.ctrlKey ? lastRow : row][lastColumn];
      case "PageUp":
        return rows[0][column];
      case "PageDown":
        return rows[lastRow][column];
      default:
        return event.shiftKey && /^[a-z]$/i.test(event.key) ? jump(event) : undefined;
    }
  };

  grid.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey) return;
    byKey = true;
    const square =
      event.ctrlKey && !["Home", "End"].includes(event.key) ? undefined : whereTo(event);
    if (square) {
      go(square, true);
    } else if ((event.key === "Enter" || event.key === " ") && !event.ctrlKey) {
      tap(at);
    } else if (event.key === "Escape") {
      session.emit("letGo");
    } else {
      return;
    }
    event.preventDefault();
    showCursor();
  });

  grid.addEventListener("focusin", (event) => {
    const square = squareOf(event);
    if (square && square !== at) go(square, false);
    byKey = /** @type {Element} */ (event.target).matches(":focus-visible");
    showCursor();
  });
  grid.addEventListener("focusout", showCursor);

  grid.addEventListener("contextmenu", (event) => event.preventDefault());
  grid.addEventListener("selectstart", (event) => event.preventDefault());

  new ResizeObserver(resize).observe(frame);
  const watchRatio = () => {
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener(
      "change",
      () => {
        watchRatio();
        resize();
      },
      { once: true },
    );
  };
  watchRatio();

  return {
    render,
    resize,
    /** @param {number} x @param {number} y in CSS px of the window */
    squareAt(x, y) {
      const box = canvas.getBoundingClientRect();
      return session.table.square_at(x - box.left, y - box.top);
    },
    /** The box of a square in the window. @param {string} square */
    boxOf: (square) => cells.get(square)?.getBoundingClientRect(),
    /** @param {ReturnType<typeof import("./drag.js").createDrag>} drag */
    listen(drag) {
      grid.addEventListener("pointerdown", (event) => {
        const square = squareOf(event);
        if (!square) return;
        byKey = false;
        go(square, false);
        showCursor();
        drag.down(event, { square }, grid, () => tap(square));
      });
      grid.addEventListener("click", (event) => {
        const square = squareOf(event);
        if (square && !drag.isEcho(event)) tap(square);
      });
    },
    /** Puts the focus on the board. */
    focus() {
      cells.get(at)?.focus();
    },
  };
}
