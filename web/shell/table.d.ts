// The contract between the page and the WebAssembly module (crates/app).
// Squares cross the boundary by name ("e4", "a10"), colours as "white" and "black", roles by
// their English names in lower case with hyphens ("contramatic-king").

import type { Card, Color, Event, Lines, Piece, Request, Section, Setup, View } from "./contract";

export type { Color, Piece, Promotion, Refusal, ScoreTurn, Stock, TurnStep } from "./contract";

type KeysOf<T> = T extends unknown ? keyof T : never;
/** What the table asks for, by its kind. */
export type Kind = KeysOf<Request>;
export type Asked<K extends Kind> = Extract<Request, Record<K, unknown>>[K];

export interface Cell {
  square: string;
  hole: boolean;
  piece: Piece | null;
  moved: boolean;
  charged: boolean;
  powers: string[];
  check: boolean;
  selected: boolean;
  target: "" | "move" | "capture";
  /** A check that the rules forbid: the piece there gives it, or the chosen piece would. */
  forbidden: boolean;
  /** Attacked by the side whose attacks are shown. */
  attacked: boolean;
}

/** What a game's own rules do on the board, or would do. Squares that it does not have are "". */
export interface Sign {
  sign:
    | "stands"
    | "pulls"
    | "pushes"
    | "promotes"
    | "exposed"
    | "gives"
    | "loses"
    | "charges"
    | "if-charged"
    | "if-charged-captures"
    | "overtakes";
  piece: Piece | null;
  role: string;
  from: string;
  to: string;
  over: string;
  powers: string[];
  charged: boolean;
}

/** What the page shows: what the module tells, and the squares (`cells.js`). */
export interface Snapshot extends View {
  /** By square index: a1, b1 … */
  cells: Cell[];
}

export interface Table {
  free(): void;
  /** Hands an event to the table; what is to be done. */
  handle(event: Event): Request[];
  /** What the table asks for before anything has happened. */
  opened(): Request[];
  /** With the step that waits to be confirmed, or as it was before. */
  save(before?: boolean): string;
  /** The line to the place that is shown, as a game of its own. */
  shown(): string;
  /** What the game has beside the line played. */
  lines(): Lines;
  snapshot(): View;
  /** A number a square; `cells.js` reads them. */
  cells(): Uint32Array;
  resize(
    width: number,
    height: number,
    ratio: number,
  ): { width: number; height: number; square: number };
  set_sprite(role: string, color: Color, image: HTMLImageElement): void;
  set_colors(colors: Record<string, string>): void;
  set_motion(reduced: boolean): void;
  set_coordinates(shown: boolean): void;
  paint(now: number): boolean;
  flip(): void;
  square_at(x: number, y: number): string | undefined;
  drag_over(square: string | undefined): void;
  cursor(square: string | undefined): void;
  /** Whether the draws of a game by link are what they should be. */
  proof(): import("./contract").DrawsProof | null;
  /** A link to a game by link as it stands with its newest letter, for anybody to look at. */
  look_link(): string | undefined;
  mark(from: string, to: string): void;
  clear_marks(): void;
  /** What the side to move attacks (true), or the other side, or nothing. */
  show_attacks(own: boolean | undefined): void;
  point(square: string | undefined): void;
  /** Lines of eight words, which `board/overlays.js` reads as signs. */
  told(square: string | undefined): string;
  set_switches(powers: boolean, warnings: boolean): void;
}

export interface TableClass {
  new (
    canvas: HTMLCanvasElement,
    game: string,
    fen: string | undefined,
    seed: number | undefined,
  ): Table;
  restore(canvas: HTMLCanvasElement, saved: string): Table;
  open(canvas: HTMLCanvasElement, setup: Setup): Table;
  /** A table for a lesson, from its file and what is kept of it. */
  lesson(canvas: HTMLCanvasElement, game: string, file: unknown, kept: unknown): Table;
  /** A table for a puzzle, from the file with those of its game. */
  puzzle(canvas: HTMLCanvasElement, book: Book, id: string, file: unknown): Table;
}

/** All puzzles, and how far the player has come with them. */
export interface Book {
  free(): void;
  /** The name of the puzzle that is asked for; "today" for that of the day. */
  find(asked: string): string | undefined;
  game(id: string): string | undefined;
  card(file: unknown): Card;
  sections(): Section[];
}

export interface BookClass {
  /** From the list of all puzzles, and what is kept; the month counts from 1. */
  new (
    rows: unknown,
    progress: unknown,
    days: unknown,
    year: number,
    month: number,
    day: number,
  ): Book;
}

/** The module that wasm-bindgen writes. */
export type TableModule = import("../library/post.js").Post & {
  Table: TableClass;
  Book: BookClass;
};
