// The contract between the page and the WebAssembly module (crates/app).
// Squares cross the boundary by name ("e4", "a10"), colours as "white" and "black", roles by
// their English names in lower case with hyphens ("contramatic-king").

import type {
  Analysed,
  AnalysisBoard,
  Begun,
  Brings,
  Card,
  Cell,
  Clocks,
  Color,
  Content,
  Edited,
  EditorBoard,
  Event,
  Fault,
  FollowedStep,
  Headers,
  Lines,
  Lobbied,
  LobbyEvent,
  LobbyRequest,
  Noted,
  Part,
  PuzzleProgress,
  Recovered,
  Regained,
  Reported,
  Request,
  Sentence,
  Setup,
  Shared,
  Shelf,
  Shelved,
  Stored,
  Studied,
  StudyLink,
  StudyTaken,
  Taken,
  TreeItem,
  Unread,
  View,
  Wish,
} from "./contract";

export type { Cell, Color, Piece, Promotion, ScoreTurn, Stock, TurnStep } from "./contract";

type KeysOf<T> = T extends unknown ? keyof T : never;
/** What the table asks for, by its kind. */
export type Kind = KeysOf<Request>;
export type Asked<K extends Kind> = Extract<Request, Record<K, unknown>>[K];

/** What the page shows: what the module tells, and the squares. */
export interface Snapshot extends View {
  /** By square index: a1, b1 … */
  cells: Cell[];
}

/** What the settings say of the picture. */
export interface Look {
  colors: Record<string, string>;
  /** How many times as long as usual pieces travel; 0 where motion is to be reduced. */
  slowness: number;
  /** How large the pieces are, in parts of their usual size. */
  size: number;
  /** Whether they are seen at all. */
  seen: boolean;
  /** Whether ranks and files are named at the edge. */
  coordinates: boolean;
  /** Whether pieces show their powers by their shapes. */
  powers: boolean;
  /** Whether a king that could be captured is pointed out. */
  warnings: boolean;
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
  /** What the clocks show now; in a game without clocks nothing, and only the whole module has them. */
  clocks(): Clocks | null;
  /** What the computer says on an analysis board. */
  analysed(): Analysed;
  /** A line of the computer's step by step, by its place. */
  follow_line(line: number): FollowedStep[];
  /** The report of the main line on an analysis board. */
  reported(): Reported;
  /** What the position editor shows. */
  edited(): Edited;
  /** Takes the book of the game, or says what is wrong with it. */
  set_book(bytes: Uint8Array): void;
  /** Takes the games that were played on this device. */
  set_played(saved: string[]): void;
  /** What is known of the position on an analysis board. */
  conditional(): Conditional | null;
  known_moves(): KnownMoves;
  /** The tree of an analysis board, row by row. */
  tree(): TreeItem[];
  /** The start of the tree, which is no turn: what is said of it and drawn in it. */
  tree_start(): TreeItem;
  /** The study that an analysis board belongs to. */
  studied(): Studied;
  /** The study as a link to this site. */
  study_link(site: string): StudyLink;
  /** The study as PGN. */
  study_file(): string;
  /** The line to a turn as the moves of PGN. */
  line_text(turn: number): string;
  snapshot(): View;
  /** The squares that have changed since they were last asked for, by their indices. */
  cells(): [index: number, cell: Cell][];
  resize(
    width: number,
    height: number,
    ratio: number,
  ): { width: number; height: number; square: number };
  set_sprite(role: string, color: Color, image: HTMLImageElement): void;
  set_look(look: Look): void;
  paint(now: number): boolean;
  square_at(x: number, y: number): string | undefined;
  /** Where the piece held, the keyboard's cursor or the mouse is. */
  aim(what: "held" | "cursor" | "mouse", square: string | undefined): void;
  /** Where a key leads the cursor from a square; `far`: to the board's end and not the row's. */
  next_square(at: string, key: string, far: boolean): string | undefined;
  /** The dialog of a game by link; `sends`: whether the browser can hand letters on by itself. */
  mail_dialog(site: string, sends: boolean): Part[];
  live_dialog(
    site: string,
    signal: string,
    answers: boolean,
    sends: boolean,
    why: string | undefined,
  ): Part[];
  /** What an invitation to a live game is to, and other terms; nothing once somebody has answered. */
  invitation_terms(name: string, playable: string[]): Part[];
  /** The dialog of a game through a relay; `watch`: the link to watch it; `left`: whether the player wants letters to go by hand. */
  relay_dialog(
    site: string,
    key: string,
    watch: string,
    sends: boolean,
    why: string | undefined,
    left: boolean,
  ): Part[];
  /** The letter that comes first where a game by link is shared. */
  letter_parts(site: string, sends: boolean): Part[];
  /** The turn that led to the place shown and, behind the last one, how the game ended. */
  announced(): Sentence[];
  /** A game by link as it stands with its newest letter, for anybody to look at. */
  look_on(): string | undefined;
  mark(from: string, to: string): void;
  /** What the board explains about the square that the mouse points at or, without one, about the piece chosen. */
  explain(): Sentence[];
  /** What there is to say about each square beside its name. */
  notes(): Sentence[][];
  /** The kinds of pieces of the game, each with what it is called and how it moves. */
  legend(): [role: string, how: Sentence][];
  /** The board as a file of SVG, in the whole module. */
  svg(): string;
  /**
   * Paints the board as it comes to rest, with what is off the board above and below it: the canvas grows by that
   * where something is, or was at the start of the game (`ever`). In the whole module.
   */
  paint_picture(ever: boolean): void;
}

export interface TableClass {
  /** An analysis board, in the whole module. */
  analyse(canvas: HTMLCanvasElement, board: AnalysisBoard): Table;
  /** A position editor, in the whole module. */
  edit(canvas: HTMLCanvasElement, board: EditorBoard): Table;
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
  list(current: string, here: string): Part[];
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

/** The lobby of a relay. */
export interface Lobby {
  free(): void;
  /** What follows from an event, at a time in milliseconds that never runs backwards. */
  handle(now: number, event: LobbyEvent): LobbyRequest[];
  /** The name of the game that a link begins, if that is what the player has accepted. */
  agreed(link: string): string | undefined;
  view(): Lobbied;
}

export interface LobbyClass {
  /** For a page of this name at the relay, with this public key; names that are not shown; games with boards. */
  new (page: string, key: string, hidden: string[], playable: string[]): Lobby;
}

/** A game as an animated GIF. */
export interface Animation {
  free(): void;
  /** A picture, four bytes a pixel. One that changes nothing lengthens the one before. */
  add(pixels: Uint8Array): void;
  /** The file; there is no animation any more. */
  finish(): Uint8Array<ArrayBuffer>;
}

export interface AnimationClass {
  /** With pictures of this size, each of which is shown for so many milliseconds. */
  new (width: number, height: number, delay: number): Animation;
}

/** The whole module: what sends games elsewhere and takes them in, besides. */
export interface Post extends TableModule {
  Book: BookClass;
  Animation: AnimationClass;
  Lobby: LobbyClass;
  /** What the dialog of the lobby consists of. */
  lobby_dialog(game: string, name: string, playable: string[]): Part[];
  /** Reads a link, for a page with boards for these games. */
  open_link(text: string, playable: string[]): Taken;
  /** Reads a message with a link, PGN or a FEN, which is read in the named game first. */
  read_anything(text: string, game: string, playable: string[]): Taken;
  /** What to store of a lesson: new progress merged into what is stored. */
  lesson_kept(kept: unknown, new_progress: string[]): string[];
  /** What the dialog of the settings consists of, for these values and what can be chosen, by name. */
  settings_dialog(
    game: string,
    values: Record<string, unknown>,
    choices: Record<string, readonly string[]>,
  ): Part[];
  /** What the dialog consists of that shares the result of a puzzle. */
  result_dialog(text: string, sends: boolean): Part[];
  puzzle_kept(kept: unknown, new_progress: PuzzleProgress): PuzzleProgress;
  /** The write for a journal entry that was not carried out; null: the stored entry contains it. */
  recovered(noted: Noted, found: Stored | null): Recovered | null;
  link_of(saved: string): string;
  /** The study of a PGN, or of a link to one. */
  read_study(text: string): StudyTaken;
  /** The game on whose page a stored study is opened: the named one, if it can be. */
  study_game(saved: string, game: string): string | undefined;
  /** What is wrong with the text of a chapter, if anything is. */
  chapter_fault(game: string, text: string): Fault | null;
  /** What the dialog consists of that adds a chapter. */
  chapter_dialog(game: string): Part[];
  /** What the dialog consists of that names a chapter and its study. */
  study_names(chapter: string, study: string): Part[];
  /** What the dialog consists of that takes in what others have shared. */
  paste_dialog(game: string): Part[];
  /** The games of records that could not be read and can be now, beside games that have these names. */
  regained(records: Unread[], taken: string[]): Regained[];
  /** How many games wait for the player. */
  count_due(games: Shelved[]): number;
  library_dialog(): Part[];
  /** The list of games, for a page with boards for these, and with a game of its own. */
  shelf(games: Shelved[], playable: string[], here: string): Shelf;
  /** What the dialog consists of that begins a game from a position that was set up. */
  play_from(name: string, chosen: string): Part[];
  /** The time control by the answers of a dialog, as in PGN; empty: none. */
  time_control(answers: Answers): string;
  /** The opponent by the answers of a dialog; null: a person. */
  wish(answers: Answers): Wish | null;
  /** What the dialog that begins a game consists of; `for_two`: whether two were chosen to play here. */
  new_game(
    game: string,
    page: View,
    for_two: boolean,
    name: string,
    stays: boolean,
    relay: boolean,
  ): Part[];
  /** What follows from its answers, where the game `kind` was chosen. */
  begun(game: string, page: View, kind: string, answers: Answers): Begun;
  /** An invitation by the answers of a dialog. */
  invite(
    game: string,
    answers: Answers,
    name: string,
    fen?: string,
    live?: string,
  ): { key: string; content: Content };
  /** A session description as a text of a link. */
  pack_signal(sdp: string, answers: boolean): string | undefined;
  unpack_signal(text: string): string | undefined;
  signal_answers(text: string): boolean | undefined;
  /** The link with the variations of other links to the same game. */
  grafted(stored: string, saved: string): string | undefined;
  /** What is wrong with the position in a page's address. */
  fen_fault(game: string, fen: string): Sentence | null;
  fen_of(saved: string, at?: number): string;
  /** The game of a link as it is saved, with variations and comments; nothing if it cannot be read. */
  lines_of(link: string): string | undefined;
  /** What is shared of a game, with the variations of links to it. */
  share(saved: string, headers: Headers, lines: string[]): Shared;
  /** A QR code: how many squares a side has, and the dark ones as a path of a drawing. */
  qr(text: string): [side: number, path: string] | null;
  /** The games as a file. */
  write_file(games: { entry: { saved: string; at: number }; name: string }[]): string;
  /** Reads a file of games, for a device that has these and a page with boards for those. */
  read_file(
    file: string,
    here: { entry: { key: string; saved: string } }[],
    playable: string[],
    now: number,
  ): Brings;
}

/** The module that the page begins with. */
export interface TableModule {
  default(input: { module_or_path: string | URL | Uint8Array }): Promise<unknown>;
  Table: TableClass;
  /** The key that a stored game goes over to when another takes its place; nothing if it was not begun. */
  room_for(stored: Stored): string | undefined;
  is_over(saved: string): boolean;
  /** A sound in a voice, as samples; none if there is none of that name. */
  sound(name: string, voice: string, rate: number): Float32Array<ArrayBuffer>;
}

export type WholeModule = Post;

/** What was answered in a dialog, by the names of its fields. */
export type Answers = Record<string, FormDataEntryValue>;
