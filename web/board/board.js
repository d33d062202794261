// The board: the canvas that Rust paints, and over it a real grid for pointers, keys and
// assistive technology.

import { settings } from "../settings/index.js";
import { cellName, lazily, listen, make, set } from "../shell/index.js";

/** @import { Cell, Session, Snapshot } from "../shell/types" */

/** How wide the names of files and ranks are beside the board, in CSS px. */
const RULER = 18;

/** Writes names along an edge of the board. @param {string} edge @param {string[]} names */
const rule = (edge, names) =>
  document.getElementById(edge)?.replaceChildren(...names.map((name) => make("span", "", name)));

/** The cell of a square, once more on a board that is turned. @param {string} square @param {HTMLElement} [old] */
const cellOf = (square, old) =>
  set(old ?? make("div", { role: "gridcell", "data-square": square }), { tabIndex: -1 });

/** Keys that move along a row: after a press on the board they browse the game. */
const ACROSS = ["ArrowLeft", "ArrowRight", "Home", "End"];

/** A board at work, until its session ends. */
export class Board {
  /** @type {Map<string, HTMLElement>} */
  #cells = new Map();
  /** What the cells are named after. @type {WeakMap<Element, Cell>} */
  #named = new WeakMap();
  /** Squares by row from the top and column from the left. @type {string[][]} */
  #rows = [];
  /** The board for which the cells were made. */
  #built = "";
  /** Whether Black is below on it. */
  #flipped = false;
  /** The square of the cursor. */
  #at = "";
  #byKey = false;
  /** Whether the focus came by a press on the board. */
  #isPressed = false;
  /** Where the cursor is shown. @type {string | undefined} */
  #shown;
  /** Where the pointer was last asked for. @type {PointerEvent | undefined} */
  #asked;
  /** The square that was under it. @type {string | undefined} */
  #under;
  #session;
  #frame;
  #canvas;
  #grid;

  /**
   * @param {Session} session
   * @param {{ frame: HTMLElement, canvas: HTMLCanvasElement, grid: HTMLElement }} elements
   */
  constructor(session, { frame, canvas, grid }) {
    this.#session = session;
    this.#frame = frame;
    this.#canvas = canvas;
    this.#grid = grid;
    const { signal } = session;
    const prevent = (/** @type {Event} */ event) => event.preventDefault();
    /** @type {Parameters<typeof listen>[1]} */
    const heard = {
      contextmenu: prevent,
      selectstart: prevent,
      keydown: (event) => this.#press(event),
      focusin: (event) => this.#focused(event),
      focusout: ({ relatedTarget }) => {
        this.#isPressed &&= grid.contains(/** @type {Node | null} */ (relatedTarget));
        this.#showCursor();
      },
    };
    listen(grid, heard, signal);
    const sizes = new ResizeObserver(this.resize);
    sizes.observe(frame);
    signal.addEventListener("abort", () => sizes.disconnect());
    this.#followRatio();
  }

  /** Follows the device's pixels, when the window moves to another screen or is zoomed. */
  #followRatio() {
    const change = () => {
      this.#followRatio();
      this.resize();
    };
    const ratio = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    ratio.addEventListener("change", change, { once: true, signal: this.#session.signal });
  }

  /** Lays out the cells of a board, or of the same one turned. @param {Snapshot} snap */
  #build(snap) {
    const hadFocus = this.#grid.contains(document.activeElement);
    const wasPressed = this.#isPressed;
    const squares = snap.cells.map((cell) => cell.square);
    this.#rows = [];
    for (let rank = 0; rank < snap.ranks; rank += 1) {
      this.#rows.unshift(squares.slice(rank * snap.files, (rank + 1) * snap.files));
    }
    if (snap.flipped) this.#rows = this.#rows.reverse().map((row) => row.reverse());
    const old = this.#cells;
    this.#cells = new Map(squares.map((square) => [square, cellOf(square, old.get(square))]));
    const cellsOf = (/** @type {string[]} */ row) =>
      row.map((square) => /** @type {HTMLElement} */ (this.#cells.get(square)));
    this.#grid.replaceChildren(
      ...this.#rows.map((row) => make("div", { role: "row" }, ...cellsOf(row))),
    );
    const files = this.#rows[0].map(([file]) => file);
    const ranks = this.#rows.map(([square]) => square.slice(1));
    rule("file-names", files);
    rule("rank-names", ranks);
    if (!this.#cells.has(this.#at)) {
      const king = snap.cells.find((cell) => cell.piece?.color === snap.turn);
      this.#at = king?.square ?? squares[0];
    }
    this.#go(this.#at, hadFocus);
    this.#isPressed = wasPressed;
  }

  /** @param {Snapshot} snap */
  render = (snap) => {
    const shape = `${snap.game} ${snap.files} ${snap.ranks}`;
    const isOther = shape !== this.#built;
    if (isOther || snap.flipped !== this.#flipped) {
      this.#built = shape;
      this.#flipped = snap.flipped;
      document.documentElement.style.setProperty("--files", String(snap.files));
      document.documentElement.style.setProperty("--ranks", String(snap.ranks));
      this.#build(snap);
      // A board that is turned is as large as before: to ask how large would lay the page out at once.
      if (isOther) this.resize();
    }
    const live = snap.tries || (snap.isLive && !snap.result);
    for (const cell of snap.cells) {
      const element = this.#cells.get(cell.square);
      if (!element) continue;
      element.classList.toggle("own", live && cell.piece?.color === (snap.own ?? snap.turn));
      // A square on which nothing has changed is the same object as before.
      if (this.#named.get(element) === cell) continue;
      this.#named.set(element, cell);
      element.setAttribute("aria-label", cellName(cell, snap.game));
      if (cell.selected) element.setAttribute("aria-selected", "true");
      else element.removeAttribute("aria-selected");
      element.classList.toggle("target", cell.target !== "");
    }
    this.#describeSoon();
  };

  /** Descriptions take long to compute. */
  #describeSoon = lazily(() => {
    const session = this.#session;
    if (session.broken) return;
    try {
      for (const [index, notes] of session.notes().entries()) {
        const element = this.#cells.get(session.snap.cells[index].square);
        if (element && (element.ariaDescription ?? "") !== notes)
          element.ariaDescription = notes || null;
      }
    } catch (error) {
      session.crash(error);
    }
  });

  resize = () => {
    const session = this.#session;
    const { clientWidth, clientHeight } = this.#frame;
    if (clientWidth === 0 || clientHeight === 0) return;
    const isRuled = session.coordinates === undefined && settings.coordinates === "outside";
    this.#frame.classList.toggle("ruled", isRuled);
    const room = isRuled ? RULER : 0;
    const { width, height, square } = session.table.resize(
      clientWidth - room,
      clientHeight - room,
      devicePixelRatio,
    );
    for (const { style } of [this.#grid, this.#canvas]) {
      style.width = `${width}px`;
      style.height = `${height}px`;
    }
    session.square = square;
    document.documentElement.style.setProperty("--square", `${square}px`);
    session.wake();
  };

  /** Moves the Tab stop, and the focus if asked, to a square. @param {string} square @param {boolean} focus */
  #go(square, focus) {
    const next = this.#cells.get(square);
    if (!next) return;
    const old = this.#cells.get(this.#at);
    if (old) old.tabIndex = -1;
    this.#at = square;
    next.tabIndex = 0;
    if (focus) next.focus({ preventScroll: true });
  }

  #showCursor() {
    const isSeen = this.#byKey && this.#grid.contains(document.activeElement);
    const at = isSeen ? this.#at : undefined;
    if (at === this.#shown) return;
    this.#shown = at;
    this.#session.table.aim("cursor", at);
    this.#session.wake();
  }

  /** The square on which something happens. @param {Event} event */
  squareOf = ({ target }) => {
    const cell = /** @type {Element} */ (target).closest("[role=gridcell]");
    return cell ? this.#named.get(cell)?.square : undefined;
  };

  /** Where a key leads the cursor. @param {KeyboardEvent} event */
  #whereTo({ key, ctrlKey, shiftKey }) {
    // With Ctrl, all other keys are the browser's; letters are names of pieces with Shift.
    const isOurs = ctrlKey ? ["Home", "End"].includes(key) : shiftKey || key.length > 1;
    return isOurs ? this.#session.table.next_square(this.#at, key, ctrlKey) : undefined;
  }

  /** A key on the board. @param {KeyboardEvent} event */
  #press(event) {
    if (event.altKey || event.metaKey) return;
    if (this.#isPressed && ACROSS.includes(event.key)) return;
    this.#byKey = true;
    this.#isPressed = false;
    const square = this.#whereTo(event);
    const isTap = (event.key === "Enter" || event.key === " ") && !event.ctrlKey;
    if (!square && !isTap) return;
    if (square) this.#go(square, true);
    else this.#session.emit({ tap: this.#at });
    event.preventDefault();
    this.#showCursor();
  }

  /** The focus has come to a cell. @param {FocusEvent} event */
  #focused(event) {
    const square = this.squareOf(event);
    if (square && square !== this.#at) this.#go(square, false);
    this.#byKey = /** @type {Element} */ (event.target).matches(":focus-visible");
    this.#showCursor();
  }

  /**
   * The square under a pointer. What is asked again about an event is known: once the view has changed, the
   * browser would lay the page out first.
   * @param {PointerEvent} event
   */
  squareAt = (event) => {
    if (event !== this.#asked) {
      const { left, top } = this.#canvas.getBoundingClientRect();
      this.#asked = event;
      this.#under = this.#session.table.square_at(event.clientX - left, event.clientY - top);
    }
    return this.#under;
  };

  /** The box of a square in the window. @param {string} square */
  boxOf = (square) => this.#cells.get(square)?.getBoundingClientRect();

  /** Has pointers play. @param {ReturnType<typeof import("./drag.js").createDrag>} drag */
  listen(drag) {
    const pointerdown = (/** @type {PointerEvent} */ event) => {
      const square = this.squareOf(event);
      if (!square) return;
      this.#byKey = false;
      this.#isPressed = true;
      this.#go(square, false);
      this.#showCursor();
      drag.down(event, { square }, this.#grid);
    };
    const click = (/** @type {MouseEvent} */ event) => {
      const square = this.squareOf(event);
      if (square && !drag.isEcho(event)) this.#session.emit({ tap: square });
    };
    listen(this.#grid, { pointerdown, click }, this.#session.signal);
  }

  /** Puts the focus on the board. */
  focus() {
    this.#cells.get(this.#at)?.focus();
  }
}
