// The contract between the page and the WebAssembly module (crates/app).
// Squares cross the boundary by name ("e4", "a10"), colours as "white" and "black", roles by
// their English names in lower case with hyphens ("contramatic-king").

export type Color = "white" | "black";

export interface Piece {
  color: Color;
  role: string;
}

/** Why the rules refuse a step: a key of the catalogue and the pieces that its sentence names. */
export interface Refusal {
  reason: string;
  rule: string;
  pieces: { square: string; piece: Piece | null }[];
}

export interface Answer {
  /** Steps taken, in step notation. */
  done: string[];
  refused: Refusal | null;
  /** A question to be put to the player before the step can be taken. */
  promote: { from: string; to: string; color: Color; roles: string[] } | null;
}

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

export interface Stock {
  role: string;
  count: number;
  of: number;
}

export interface TurnStep {
  text: string;
  san: string;
  color: Color;
  role: string;
  from: string;
  to: string;
}

export interface ScoreTurn {
  number: number;
  color: Color;
  san: string;
  /** Record index before its first step. */
  from: number;
  /** Record index after its last step. */
  to: number;
  done: boolean;
}

export interface Snapshot {
  game: string;
  files: number;
  ranks: number;
  flipped: boolean;
  fen: string;
  turn: Color;
  phase: "placement" | "movement";
  actor: Color | "chance";
  number: number;
  /** By square index: a1, b1 … */
  cells: Cell[];
  reserve: { white: Stock[]; black: Stock[] } | null;
  hand: Stock[] | null;
  picked: string;
  steps: TurnStep[];
  most: number;
  redo: number;
  controls: {
    end: "hidden" | "not-yet" | "may" | "must";
    undo: boolean;
    reset: boolean;
    draw: boolean;
    place: boolean;
    shuffle: boolean;
    clear: boolean;
  };
  why: Refusal | null;
  checked: boolean;
  stuck: boolean;
  result: { winner: Color | null; ending: string } | null;
  score: ScoreTurn[];
  /** After how many steps of how many; -1 where the board shows a variation, and not the game. */
  view: { at: number; of: number };
  last: { turn: string[] };
  seeded: boolean;
}

export interface Table {
  free(): void;
  save(): string;
  snapshot(): Omit<Snapshot, "cells">;
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
  tap(square: string): Answer;
  pick(role: string): Answer;
  let_go(): void;
  lift(square: string): Piece | undefined;
  lift_reserve(role: string): Piece | undefined;
  drag_over(square: string | undefined): void;
  drop_on(square: string | undefined): Answer;
  play(from: string, to: string, into: string | undefined): Answer;
  drop_piece(role: string, square: string): Answer;
  typed(text: string): Answer;
  end_turn(): Answer;
  undo(): boolean;
  redo(): boolean;
  reset_turn(): boolean;
  undo_to(step: number): boolean;
  draw(): Answer;
  place_for_me(): boolean;
  shuffle(): boolean;
  clear(): boolean;
  quick_start(): void;
  /** Back to where the last finished turn of this side began. */
  take_back(color: Color): boolean;
  resign(): void;
  agree_draw(): void;
  cursor(square: string | undefined): void;
  view(index: number): void;
  replay_turn(): number;
  stop_replay(): void;
  mark(from: string, to: string): void;
  clear_marks(): void;
  /** What the side to move attacks (true), or the other side, or nothing. */
  show_attacks(own: boolean | undefined): void;
  point(square: string | undefined): void;
  /** Lines of eight words, which `board/overlays.js` reads as signs. */
  told(square: string | undefined): string;
  set_switches(powers: boolean, warnings: boolean): void;
  /** What the board shows while that is not this game: a variation. `analysis/variations.js` */
  shown?(): { saved: string; at: number };
}

export interface TableClass {
  new (
    canvas: HTMLCanvasElement,
    game: string,
    fen: string | undefined,
    seed: number | undefined,
  ): Table;
  restore(canvas: HTMLCanvasElement, saved: string): Table;
}

/** The module that wasm-bindgen writes. */
export type TableModule = import("../library/post.js").Post & { Table: TableClass };
