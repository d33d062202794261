// The board: the canvas that Rust paints, and over it a real grid for pointers, keys and
// assistive technology.

import { settings } from "../settings/index.js";
import { cellName, lazily, make, set } from "../shell/index.js";

/** @import { Session } from "../game/session.js" */
/** @typedef {ReturnType<typeof createBoard>} Board */
/** @import { Cell, Snapshot } from "../shell/table" */

/** How wide the names of files and ranks are beside the board, in CSS px. */
const RULER = 18;

/** Writes names along an edge of the board. @param {string} edge @param {string[]} names */
const rule = (edge, names) =>
  document.getElementById(edge)?.replaceChildren(...names.map((name) => make("span", "", name)));

/**
 * @param {Session} session
 * @param {{ frame: HTMLElement, canvas: HTMLCanvasElement, grid: HTMLElement }} elements
 */
export function createBoard(session, { frame, canvas, grid }) {
  /** @type {Map<string, HTMLElement>} */
  const cells = new Map();
  /** What the cells are named after. @type {WeakMap<Element, Cell>} */
  const named = new WeakMap();
  /** Squares by row from the top and column from the left. @type {string[][]} */
  let rows = [];
  let built = "";
  let at = "";
  let byKey = false;
  /** Whether the focus came by a press on the board: the keys across walk through the game then. */
  let isPressed = false;

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
        const line = row.map((square) => {
          const given = { role: "gridcell", "data-square": square };
          const cell = set(old.get(square) ?? make("div", given), { tabIndex: -1 });
          cells.set(square, cell);
          return cell;
        });
        return make("div", { role: "row" }, ...line);
      }),
    );
    rule(
      "file-names",
      rows[0].map(([file]) => file),
    );
    rule(
      "rank-names",
      rows.map(([square]) => square.slice(1)),
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
    const isRuled = session.coordinates === undefined && settings.coordinates === "outside";
    frame.classList.toggle("ruled", isRuled);
    const room = isRuled ? RULER : 0;
    const { width, height, square } = session.table.resize(
      clientWidth - room,
      clientHeight - room,
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

  /** The square on which something happens. @param {Event} event */
  const squareOf = ({ target }) => {
    const cell = /** @type {Element} */ (target).closest("[role=gridcell]");
    return cell ? named.get(cell)?.square : undefined;
  };

  /** @param {string} square */
  const tap = (square) => session.emit({ tap: square });

  /** The next piece whose name a letter stands for. @param {string} key */
  const jump = (key) => {
    const { letters, cells } = session.snap;
    const order = rows.flat();
    const start = order.indexOf(at) + 1;
    const [role] = letters.find(([, letter]) => letter === key.toLowerCase()) ?? [];
    const found = cells.filter(({ piece }) => role && piece?.role === role);
    const meant = new Set(found.map(({ square }) => square));
    return [...order.slice(start), ...order].find((square) => meant.has(square)) ?? at;
  };

  /** @param {KeyboardEvent} event @returns {string | undefined} where the cursor goes */
  const whereTo = (event) => {
    const row = rows.findIndex((squares) => squares.includes(at));
    const column = rows[row].indexOf(at);
    const last = { row: rows.length - 1, column: rows[row].length - 1 };
    const { key, ctrlKey, shiftKey } = event;
    /** @type {Record<string, [row: number, column: number]>} */
    const ways = {
      ArrowUp: [Math.max(0, row - 1), column],
      ArrowDown: [Math.min(last.row, row + 1), column],
      ArrowLeft: [row, Math.max(0, column - 1)],
      ArrowRight: [row, Math.min(last.column, column + 1)],
      Home: [ctrlKey ? 0 : row, 0],
      End: [ctrlKey ? last.row : row, last.column],
      PageUp: [0, column],
      PageDown: [last.row, column],
    };
    if (ways[key]) return rows[ways[key][0]][ways[key][1]];
    return shiftKey && /^[a-z]$/i.test(key) ? jump(key) : undefined;
  };

  grid.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey) return;
    if (isPressed && ["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) return;
    byKey = true;
    isPressed = false;
    const square =
      event.ctrlKey && !["Home", "End"].includes(event.key) ? undefined : whereTo(event);
    if (square) {
      go(square, true);
    } else if ((event.key === "Enter" || event.key === " ") && !event.ctrlKey) {
      tap(at);
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
  grid.addEventListener("focusout", ({ relatedTarget }) => {
    isPressed &&= grid.contains(/** @type {Node | null} */ (relatedTarget));
    showCursor();
  });

  grid.addEventListener("contextmenu", (event) => event.preventDefault());
  grid.addEventListener("selectstart", (event) => event.preventDefault());

  new ResizeObserver(resize).observe(frame);
  const watchRatio = () => {
    const ratio = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    ratio.addEventListener("change", followRatio, { once: true });
  };
  const followRatio = () => {
    watchRatio();
    resize();
  };
  watchRatio();

  return {
    render,
    resize,
    squareOf,
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
        isPressed = true;
        go(square, false);
        showCursor();
        drag.down(event, { square }, grid);
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
