// Made of the types in crates/app/src/contract (see crates/app/tests/contract.rs).

/**
 * A place in the game: so many steps of a turn.
 */
export interface Place {
    /**
     * The turn's number; 0 stands before all turns.
     */
    turn: number;
    /**
     * How many of its steps.
     */
    steps: number;
}

/**
 * What is kept of a game by link beside the game.
 */
export interface Post {
    /**
     * The newest letter: the fragment of a link.
     */
    link: string;
    /**
     * A link with the own seat, or nothing.
     */
    seat: string;
    /**
     * Whether the own letter was handed on.
     */
    sent: boolean;
    /**
     * Whether the other side's last turn was shown.
     */
    seen: boolean;
    /**
     * A link about which the player is asked, or nothing.
     */
    came: string;
}

/**
 * What is kept of a game.
 */
export interface Content {
    /**
     * The game, as text.
     */
    saved: string;
    /**
     * A step that waits to be confirmed, or nothing.
     */
    held: string;
    /**
     * The computer that plays a side.
     */
    computer: Opponent | null;
    /**
     * Of a game by link.
     */
    post: Post | null;
}

/**
 * What a store has under a name.
 */
export interface Stored {
    /**
     * Its revision, never "0".
     */
    revision: string;
    /**
     * What it is.
     */
    content: Content;
    /**
     * The game before a turn that waits to be confirmed, as an older version notes that; or nothing.
     */
    before?: string;
}

/**
 * What a window has noted and not written before it was gone.
 */
export interface Noted {
    /**
     * The name.
     */
    key: string;
    /**
     * What it may follow.
     */
    follows: string[];
    /**
     * What it makes.
     */
    revision: string;
    /**
     * The game.
     */
    content: Content;
}

/**
 * What is to be kept for a window that was gone before it was.
 */
export interface Recovered {
    /**
     * The name.
     */
    key: string;
    /**
     * What stands there so far; "0": nothing.
     */
    follows: string;
    /**
     * What it makes.
     */
    revision: string;
    /**
     * The game.
     */
    content: Content;
    /**
     * Whether it is over.
     */
    isOver: boolean;
}

/**
 * A game of the list.
 */
export interface Shelved {
    /**
     * What is stored.
     */
    stored: Stored | null;
    /**
     * Whether anything else is known of it.
     */
    known: boolean;
    /**
     * What White is called, or nothing.
     */
    white: string;
    /**
     * What Black is called.
     */
    black: string;
    /**
     * When it was changed, in milliseconds since 1970.
     */
    at?: number;
}

/**
 * What the list says of a game.
 */
export interface Standing {
    /**
     * Its game.
     */
    game: string;
    /**
     * The position in which it stands.
     */
    board: Diagram;
    /**
     * How it stands, or who has won, and how.
     */
    says: Sentence;
    /**
     * Who plays, if that is known.
     */
    players: Sentence | null;
    /**
     * Whether the player is awaited.
     */
    isDue: boolean;
    /**
     * Whether there is anything to be kept.
     */
    isBegun: boolean;
    /**
     * Whether it is over.
     */
    isOver: boolean;
}

/**
 * A game of the list, and how it stands.
 */
export interface Listed {
    /**
     * Its place among all games.
     */
    place: number;
    /**
     * How it stands.
     */
    standing: Standing;
}

/**
 * The games on the device, by their places among all.
 */
export interface Shelf {
    /**
     * Those that have been begun: first those in which the player is awaited, then the one changed last.
     */
    begun: Listed[];
    /**
     * Those that were opened and left without a step: nothing to keep.
     */
    unused: number[];
    /**
     * Those that cannot be read, or not be played here.
     */
    damaged: number[];
}

/**
 * What is known of a game of a file beside its steps.
 */
export interface FileFacts {
    /**
     * When it began, in milliseconds since 1970.
     */
    begun: number;
    /**
     * The computer, if it plays a side.
     */
    opponent: Opponent | null;
    /**
     * What White is called, or nothing.
     */
    white: string;
    /**
     * What Black is called.
     */
    black: string;
    /**
     * A link to the game with its variations, or nothing.
     */
    lines: string;
}

/**
 * A game of a file as the store keeps it.
 */
export interface FileEntry {
    /**
     * The name under which it is kept.
     */
    key: string;
    /**
     * The game as text.
     */
    saved: string;
    /**
     * When it was changed, in milliseconds since 1970.
     */
    at: number;
    /**
     * Whether it is not over.
     */
    underWay: boolean;
}

/**
 * A game of a file that is to be kept.
 */
export interface Brought {
    /**
     * The game.
     */
    entry: FileEntry;
    /**
     * What the player calls it, or nothing.
     */
    name: string;
    /**
     * What else is known of it.
     */
    facts: FileFacts | null;
    /**
     * Of a game by link.
     */
    mail: Post | null;
}

/**
 * What a file brings.
 */
export interface Brings {
    /**
     * What came of it.
     */
    says: Sentence[];
    /**
     * Games that are not on the device yet, each under a free name.
     */
    fresh: Brought[];
    /**
     * Games by link that are on the device, and further in the file.
     */
    further: Brought[];
}

/**
 * A game taken in.
 */
export interface Whole {
    /**
     * Which game it is.
     */
    game: string;
    /**
     * As the page saves it.
     */
    saved: string;
    /**
     * The name under which it is kept, if it is none by link.
     */
    key: string;
    /**
     * Whether it is over.
     */
    isOver: boolean;
    /**
     * What White is called, or nothing.
     */
    white: string;
    /**
     * What Black is called.
     */
    black: string;
    /**
     * Of a game by link: the name of the invitation, in hexadecimal digits.
     */
    letter: string | null;
    /**
     * A link to the game with its variations, comments and glyphs; empty if it has none.
     */
    lines: string;
}

/**
 * Why something could not be taken in.
 */
export interface Fault {
    /**
     * What is wrong with it, and what one can do.
     */
    says: Sentence;
    /**
     * The game whose pieces are named.
     */
    game: string;
}

/**
 * What was taken in.
 */
export interface Taken {
    /**
     * The games that can be played.
     */
    games: Whole[];
    /**
     * What could not be read.
     */
    fault: Fault | null;
    /**
     * The link, if it was one.
     */
    link: string;
    /**
     * Whether it is one position, of which the player says in which game it is meant.
     */
    isChoice: boolean;
}

/**
 * Where and when a game is written down, and who plays it.
 */
export interface Headers {
    /**
     * The address of the site.
     */
    site: string;
    /**
     * The day's year.
     */
    year: number;
    /**
     * The day's month, from 1.
     */
    month: number;
    /**
     * The day.
     */
    day: number;
    /**
     * The computer, if it plays a side.
     */
    opponent: Opponent | null;
    /**
     * What White is called, or nothing.
     */
    white: string;
    /**
     * What Black is called.
     */
    black: string;
}

/**
 * What is shared of a game.
 */
export interface Shared {
    /**
     * Its link, the fragment without `#`.
     */
    short: string;
    /**
     * The link with its variations, comments and glyphs; the same if it has none, or more than a link
     * may have.
     */
    whole: string;
    /**
     * The game as PGN.
     */
    pgn: string;
    /**
     * The position in which it stands, as FEN.
     */
    fen: string;
}

/**
 * A way through the game.
 */
export type Walk = "first"
    | "back"
    | "on"
    | "latest"
    | "into"
    | "out";

/**
 * What is to be done about a link that does not simply go on with the game.
 */
export type Choice = "keepMine"
    | "takeTheirs"
    | "keepApart";

/**
 * Something that happens: `table::Event`, with its values by name.
 */
export type Event = { press: string }
    | { pressReserve: string }
    | "release"
    | { inspect: string | null }
    | { tap: string }
    | { tapReserve: string }
    | { lift: string }
    | { liftReserve: string }
    | { drop: string | null }
    | { promote: string | null }
    | "letGo"
    | { step: string }
    | { typed: string }
    | "endTurn"
    | "undo"
    | "redo"
    | { undoTo: number }
    | "draw"
    | "placeRest"
    | "shuffle"
    | "clear"
    | "quickStart"
    | { confirms: boolean }
    | { tempo: number }
    | { walk: Walk }
    | { show: Place }
    | { showAt: number }
    | "replay"
    | "resign"
    | "offerDraw"
    | "takeBack"
    | { answer: boolean }
    | { seat: Opponent | null }
    | { begin: Wish | null }
    | { anew: Wish | null }
    | "rematch"
    | { thought: { id: number; thought: Thought | null } }
    | { thoughtFailed: number }
    | "moveNow"
    | "hint"
    | "review"
    | { judged: { id: number; judgement: Judgement } }
    | "stopReview"
    | { showLapse: number }
    | "nextLapse"
    | { woken: number }
    | { invite: { color: Color; open: boolean; name: string } }
    | { accept: string }
    | { acceptQuick: string }
    | { came: string }
    | { choose: Choice }
    | "sitDown"
    | "handedOn"
    | { line: string }
    | { graft: string }
    | { promoteTurn: number }
    | { makeMainLine: number }
    | { delete: number }
    | { comment: [number, string] }
    | { glyphs: [number, number[]] }
    | { sketch: { brush: number; from: string; to: string } }
    | { mark: { turn: number; brush: number; from: string; to: string } }
    | { loaded: { key: string; found: Stored | null } }
    | { loadFailed: string }
    | { readFailed: { key: string; why: string } }
    | { kept: { key: string; revision: string } }
    | { refused: { key: string; revision: string; found: Stored | null } }
    | { keepFailed: { key: string; revision: string; why?: string } }
    | { madeRoom: { key: string; found: Stored | null } }
    | { madeNoRoom: string }
    | "goBack"
    | { aside: { key: string; post: Post; unread: boolean } }
    | { putAside: { key: string; done: boolean } }
    | "takenElsewhere"
    | "takeUp"
    | "again"
    | "showSolution"
    | "next"
    | "previous"
    | "restart"
    | "refute";

/**
 * What is thought about.
 */
export type Think = { turn: number }
    | "hint"
    | "draw"
    | "puzzle"
    | "review";

/**
 * Something to be done: `table::Request`, with its values by name.
 */
export type Request = { load: { key: string } }
    | { keep: { key: string; follows: string; revision: string; content: Content; isOver: boolean } }
    | { note: { key: string; follows: string[]; revision: string; content: Content; isOver: boolean } }
    | { setBeside: { key: string; beside: string; follows: string[]; revision: string; content: Content; isOver: boolean } }
    | { putAway: { key: string; revision: string } }
    | { moved: { from: string; key: string } }
    | { offerBack: {} }
    | { think: { id: number; about: Think; saved: string; effort: Effort } }
    | { stopThinking: { id: number } }
    | { hurry: { id: number } }
    | { wake: { id: number; after: number; atRest: boolean } }
    | { send: { link: string } }
    | { openApart: { link: string } }
    | { putAside: { key: string; post: Post; unread: boolean } }
    | { forgetAside: { key: string } }
    | { beginByLink: { key: string; content: Content } }
    | { begin: Seating }
    | { below: Color }
    | { turnBoard: {} }
    | { remember: Opponent | undefined }
    | { say: Sentence }
    | { sound: string[] }
    | { notice: Sentence }
    | { keepLesson: { game: string; progress: ('' | 'seen' | 'done')[] } }
    | { keepPuzzle: PuzzleProgress }
    | { keepDay: { day: number; solved: Solved } };

/**
 * What a table begins with.
 */
export interface Setup {
    /**
     * The game's name; needed where nothing is saved and no link is given.
     */
    game?: string;
    /**
     * A position in FEN instead of the initial one.
     */
    fen?: string | undefined;
    /**
     * The game as it was saved.
     */
    saved?: string | undefined;
    /**
     * The fragment of a link with a letter.
     */
    link?: string | undefined;
    /**
     * The name under which it is kept; empty: nothing is kept.
     */
    key?: string;
    /**
     * The computer, if it plays a side.
     */
    opponent?: Opponent | undefined;
    /**
     * Whether it is gone through instead of played.
     */
    analysis?: boolean;
    /**
     * Whether it is only looked at.
     */
    show?: boolean;
    /**
     * What draws by chance follow from.
     */
    seed?: number | undefined;
    /**
     * Whether turns of one step wait to be confirmed.
     */
    confirms?: boolean;
}

/**
 * A side.
 */
export type Color = "white"
    | "black";

/**
 * A piece.
 */
export interface Piece {
    /**
     * Whose it is.
     */
    color: Color;
    /**
     * Its kind or, in Chessence, the name of its drawing.
     */
    role: string;
}

/**
 * A small picture of a position.
 */
export interface Diagram {
    /**
     * How many squares stand beside each other.
     */
    files: number;
    /**
     * How many rows there are.
     */
    ranks: number;
    /**
     * What stands on the squares, row by row from the upper left corner.
     */
    squares: (Piece | null)[];
    /**
     * Which of the squares are holes.
     */
    holes: number[];
}

/**
 * What a sentence is filled with.
 */
export type Value = { color: Color }
    | { count: number }
    | { square: string }
    | { piece: Piece }
    | { role: string }
    | { name: string }
    | { key: string }
    | { sentence: Sentence }
    | { list: Value[] }
    | { pieces: [string, number] }
    | { glyphs: number[] }
    | { game: string }
    | { text: string }
    | { notation: string };

/**
 * Values by name.
 */
export type Values = Record<string, Value>;

/**
 * A sentence: the key in the catalogue, and what it is filled with.
 */
export interface Sentence {
    key: string;
    values: Values;
}

/**
 * Why a turn is a good one, as the computer player's module writes it.
 */
export interface Reason {
    /**
     * Its name.
     */
    why: string;
    /**
     * The kind of piece that it is about, or nothing.
     */
    role: string;
    /**
     * What the game ends by, or nothing.
     */
    ending: string;
    /**
     * Turns, pawns or pieces.
     */
    count: number;
}

/**
 * What the computer has found.
 */
export interface Thought {
    /**
     * The rest of the turn.
     */
    turn: string[];
    /**
     * Hundredths of a pawn for the side to move.
     */
    score: number;
    /**
     * After how many turns of both sides the side to move has won (above 0) or lost.
     */
    decided: number | null;
    /**
     * Why it is a good turn, the weightiest reason first.
     */
    reasons: Reason[];
}

/**
 * What there is to say about a finished turn.
 */
export interface Judgement {
    /**
     * How many steps of the game came before it.
     */
    from: number;
    /**
     * What it has lost, in hundredths of a pawn.
     */
    loss: number;
    /**
     * After how many turns of both sides its side then won (above 0) or lost.
     */
    decided: number | null;
    /**
     * The better turn, if one is known.
     */
    better: Thought | null;
}

/**
 * How much is to be thought.
 */
export interface Effort {
    /**
     * The level, from 1; 0: full strength.
     */
    level: number;
    /**
     * Milliseconds at most; 0: as long as it takes.
     */
    ms: number;
    /**
     * Positions at most, in a review for each turn; 0: as many as there is time for.
     */
    nodes: number;
    /**
     * What choices and lapses follow from.
     */
    seed: number;
    /**
     * How long it may take to be ready to think, in milliseconds; who takes longer is taken for dead.
     */
    loading: number;
    /**
     * How long whoever is ready may be silent, in milliseconds.
     */
    silence: number;
}

/**
 * The computer as it is kept beside a game.
 */
export interface Opponent {
    /**
     * How well it plays, from 1.
     */
    level: number;
    /**
     * The side that it plays.
     */
    color: Color;
    /**
     * What its choices and its lapses follow from.
     */
    seed?: number;
}

/**
 * The side that a player wants.
 */
export type Side = "white"
    | "black"
    | "random";

/**
 * Whom a player wants to play.
 */
export interface Wish {
    /**
     * The computer's level.
     */
    level: number;
    /**
     * The player's own side.
     */
    side: Side;
}

/**
 * Who sits where when a game is begun.
 */
export interface Seating {
    /**
     * The computer, if it plays a side.
     */
    opponent: Opponent | null;
    /**
     * Whether the board is turned: between two people, for a rematch.
     */
    turns: boolean;
}

/**
 * A turn that lost much.
 */
export interface Lapse {
    /**
     * The turn's number in the game.
     */
    turn: number;
    /**
     * How many steps of the game came before it.
     */
    from: number;
    /**
     * How bad it was.
     */
    grade: 'grave' | 'slip' | 'doubt';
    /**
     * The turn with its number and sign.
     */
    name: Sentence;
    /**
     * What was better, and why.
     */
    better: Sentence;
}

/**
 * A game looked through.
 */
export interface Review {
    /**
     * How far it has come, or what came of it.
     */
    says: Sentence;
    /**
     * How many turns have been judged, and how many there are; nothing once it is over.
     */
    progress: [number, number] | null;
    /**
     * The turns that lost much, in the order of the game.
     */
    lapses: Lapse[];
    /**
     * Whether one of them is on the board, and another can be shown next.
     */
    hasNext: boolean;
}

/**
 * What is answered to a question: an event of the same name.
 */
export type Decision = { answer: boolean }
    | "accept"
    | "acceptQuick"
    | { choose: Choice };

/**
 * What can be answered.
 */
export interface Reply {
    says: Sentence;
    decision: Decision;
}

/**
 * A position to choose.
 */
export interface Board {
    caption: Sentence;
    board: Diagram;
}

/**
 * The question that stands, in words.
 */
export interface Asked {
    /**
     * What it is about.
     */
    title: Sentence;
    /**
     * What is asked.
     */
    says: Sentence[];
    /**
     * The positions to choose between.
     */
    boards: Board[];
    /**
     * What can be answered; the first answer is offered first.
     */
    replies: Reply[];
    /**
     * Whether who waves it away says no; else it stands.
     */
    isFleeting: boolean;
}

/**
 * Whether the draws of a game by link are what they should be.
 */
export interface DrawsProof {
    draws: Sentence[];
    verdict: Sentence;
    good: boolean;
}

/**
 * What is shown of a game by link.
 */
export interface MailView {
    /**
     * The own side, for who has a seat.
     */
    own: Color | null;
    /**
     * What White and Black are called; empty where they have not said.
     */
    names: [string, string];
    /**
     * What the other player is called.
     */
    friend: Value;
    /**
     * Whether the own turn is due.
     */
    isDue: boolean;
    /**
     * The own letter that is to be handed on.
     */
    out: string | null;
    /**
     * What one may write beside it.
     */
    note: Sentence;
    /**
     * The line of one's own that goes with it; nothing where none can.
     */
    line: string | null;
    /**
     * The line that came with the newest letter.
     */
    quote: Sentence | null;
    /**
     * Whether it has been.
     */
    sent: boolean;
    /**
     * What one waits for, or is to do, where no letter is to be handed on.
     */
    waits: Sentence;
    /**
     * Whether a draw is offered with the next turn.
     */
    offers: boolean;
    /**
     * The private link to the own seat, or nothing.
     */
    seatLink: string;
    /**
     * Whether the seat cannot be moved yet.
     */
    seatLater: boolean;
    /**
     * Whether pieces are drawn by both sides.
     */
    draws: boolean;
}

/**
 * What is answered beside the board.
 */
export interface Answer {
    kind: '' | 'good' | 'wrong' | 'refusal' | 'hint';
    /**
     * A sentence after the other.
     */
    says: Sentence[];
    /**
     * The place in the rules that it comes from, or nothing: `charismatic#movement-1`.
     */
    rule: string;
}

/**
 * What stands above a puzzle's task.
 */
export interface Caption {
    called: Sentence;
    /**
     * How hard it is, 1 to 5.
     */
    grade: number;
    /**
     * Who is to move.
     */
    mover: Color;
}

/**
 * What is shown of a lesson or a puzzle.
 */
export interface Exercise {
    stage: 'open' | 'missed' | 'thinking' | 'refuted' | 'playing' | 'done' | 'end';
    title: Sentence;
    /**
     * What a task asks for.
     */
    text: Sentence | null;
    /**
     * The number of the lesson's task, from 0.
     */
    at: number | null;
    /**
     * How far one has come with each task of the lesson.
     */
    tasks: ('' | 'seen' | 'done')[];
    /**
     * Of a puzzle.
     */
    caption: Caption | null;
    answer: Answer;
    /**
     * What can be done, by name.
     */
    ways: string[];
    /**
     * Which of it is the way on, or nothing.
     */
    main: string;
    /**
     * What one tells others of the puzzle, for who has solved it: a line each.
     */
    share: Sentence[] | null;
    /**
     * The name of the puzzle.
     */
    puzzle: string | null;
    /**
     * The puzzle to go on with.
     */
    next: string | null;
}

/**
 * How a puzzle was solved.
 */
export interface Solved {
    misses: number;
    hints: number;
}

/**
 * What is kept of a puzzle.
 */
export interface PuzzleProgress {
    id: string;
    misses: number;
    hints: number;
    shown: number;
    solved: Solved | null;
}

/**
 * The puzzle of the day, as a card.
 */
export interface Card {
    id: string;
    game: string;
    board: Diagram;
    called: Sentence;
    task: Sentence;
    color: Color;
    state: Sentence;
    streak: Sentence | null;
}

/**
 * A puzzle among those of its game and grade.
 */
export interface Tile {
    id: string;
    number: number;
    state: '' | 'seen' | 'done';
    task: Sentence;
    name: Sentence;
}

/**
 * The puzzles of a game; of each grade that occurs, its number and its puzzles.
 */
export interface Section {
    game: string;
    solved: number;
    count: number;
    grades: [number, Tile[]][];
}

/**
 * Pieces of a kind off the board.
 */
export interface Stock {
    role: string;
    count: number;
    /**
     * How many there were at first.
     */
    of: number;
}

/**
 * The reserves of both sides.
 */
export interface Stocks {
    white: Stock[];
    black: Stock[];
}

/**
 * A step of the turn that is being made.
 */
export interface TurnStep {
    /**
     * In step notation.
     */
    text: string;
    san: string;
    color: Color;
    role: string;
    from: string;
    to: string;
}

/**
 * What can be done.
 */
export interface Controls {
    end: 'hidden' | 'not-yet' | 'may' | 'must';
    undo: boolean;
    reset: boolean;
    draw: boolean;
    place: boolean;
    shuffle: boolean;
    clear: boolean;
    /**
     * Whether the computer can be hurried, or asked again.
     */
    now: boolean;
    /**
     * Whether a turn can be taken back.
     */
    takeback: boolean;
    /**
     * Whether one can resign.
     */
    resign: boolean;
    /**
     * Whether a hint can be asked for.
     */
    hint: boolean;
    /**
     * Whether the game that has ended can be looked through.
     */
    review: boolean;
    /**
     * Whether a draw can be offered.
     */
    offer: boolean;
    /**
     * Whether another game like the one that is over can be begun, with the sides swapped.
     */
    rematch: boolean;
}

/**
 * The buttons about the turn: whether each can be pressed; null: it is not there.
 */
export interface Buttons {
    /**
     * Back to where the game stands.
     */
    live: boolean | null;
    undo: boolean | null;
    redo: boolean | null;
    /**
     * The turn from its beginning.
     */
    reset: boolean | null;
    /**
     * The placement from its beginning.
     */
    clear: boolean | null;
    /**
     * Places the pieces that are left.
     */
    place: boolean | null;
    shuffle: boolean | null;
    draw: boolean | null;
    /**
     * Places everything for both sides.
     */
    quick: boolean | null;
    end: boolean | null;
    replay: boolean | null;
    resign: boolean | null;
    offer: boolean | null;
    rematch: boolean | null;
}

/**
 * How a game ended.
 */
export interface Verdict {
    winner: Color | null;
    ending: string;
    /**
     * Who won, for the player.
     */
    title: Sentence;
    /**
     * Why.
     */
    why: Sentence;
    /**
     * Both in one sentence, for everybody.
     */
    says: Sentence;
}

/**
 * A turn of the line played.
 */
export interface ScoreTurn {
    number: number;
    color: Color;
    san: string;
    /**
     * How many steps of the game lead to its first one.
     */
    from: number;
    /**
     * How many steps of the game lead to its end.
     */
    to: number;
    done: boolean;
    /**
     * Its number in the game.
     */
    turn: number;
}

/**
 * After how many steps of how many; -1 where what is shown was not played.
 */
export interface Viewed {
    at: number;
    of: number;
    /**
     * Whether there is a step back.
     */
    back: boolean;
    /**
     * Whether there is a step on.
     */
    on: boolean;
}

/**
 * What a pawn may become that has arrived.
 */
export interface Promotion {
    from: string;
    to: string;
    color: Color;
    roles: string[];
}

/**
 * The steps of the last finished turn.
 */
export interface Shown {
    turn: string[];
    /**
     * Who played it.
     */
    color: Color | null;
    /**
     * What it was, in a few words.
     */
    says: Sentence | null;
}

/**
 * A turn, and what is said of it.
 */
export interface LineTurn {
    /**
     * The place behind it.
     */
    place: Place;
    /**
     * Its number, as FEN counts full moves.
     */
    number: number;
    /**
     * Who plays it.
     */
    color: Color;
    /**
     * Its steps.
     */
    san: string;
    /**
     * The comment before it.
     */
    before: string;
    /**
     * The comment behind it.
     */
    behind: string;
    /**
     * Numeric annotation glyphs of PGN.
     */
    glyphs: number[];
    /**
     * The variations that could have been played in its place.
     */
    others: number[];
}

/**
 * What a game has beside the line played.
 */
export interface Lines {
    /**
     * What is said before the first turn.
     */
    comment: string;
    /**
     * The line played.
     */
    played: LineTurn[];
    /**
     * The variations that go on from where the game stands.
     */
    further: number[];
    /**
     * The variations, each before those that leave it.
     */
    lines: LineTurn[][];
}

/**
 * Everything that the page shows, the squares excepted.
 */
export interface View {
    game: string;
    files: number;
    ranks: number;
    flipped: boolean;
    fen: string;
    /**
     * Whose turn it is; with a step that waits for confirmation, still its player's.
     */
    turn: Color;
    /**
     * The other side.
     */
    other: Color;
    /**
     * The side that the player has, where one plays alone.
     */
    own: Color | null;
    /**
     * Whose turn it is, in words.
     */
    mover: Sentence;
    phase: 'placement' | 'movement';
    number: number;
    reserve: Stocks | null;
    hand: Stock[] | null;
    /**
     * What can be put on the board now: of the hand, or of the own reserve; or named ahead of the turn.
     */
    drops: string[];
    /**
     * From where the player can take pieces now: the hand, or the reserve of the side to move or, for a
     * step ahead, of the other.
     */
    opens: '' | 'hand' | 'reserve' | 'ahead';
    /**
     * The sides whose reserve is used up and stays so.
     */
    spent: Color[];
    /**
     * How many pieces are left to be drawn, while hands are drawn.
     */
    pouch: number | null;
    /**
     * The letters of the kinds of pieces.
     */
    letters: [string, string][];
    /**
     * The kind of piece off the board that is chosen, or nothing.
     */
    picked: string;
    /**
     * The piece that is chosen, as it is drawn.
     */
    chosen: Piece | null;
    /**
     * What a pawn may become, while that is asked.
     */
    promotion: Promotion | null;
    steps: TurnStep[];
    most: number;
    /**
     * For how many steps of the turn there are places in its bar.
     */
    chips: number;
    buttons: Buttons;
    redo: number;
    controls: Controls;
    checked: boolean;
    result: Verdict | null;
    score: ScoreTurn[];
    view: Viewed;
    last: Shown;
    /**
     * Whether the last turn is being played again.
     */
    replaying: boolean;
    /**
     * Whether the game has anything beside the line played.
     */
    hasLines: boolean;
    /**
     * The name under which the game is kept.
     */
    key: string;
    /**
     * Where one stands in the game.
     */
    at: Place;
    isLive: boolean;
    /**
     * Whether somebody at this device may act.
     */
    mayAct: boolean;
    /**
     * Whether steps are tried here instead of being played.
     */
    tries: boolean;
    /**
     * A step that waits to be confirmed.
     */
    held: string | null;
    /**
     * By which rule the last step was refused: the page of rules and the place there,
     * `charismatic#movement-1`.
     */
    rule: string | null;
    /**
     * What is said beside the board.
     */
    says: Sentence;
    /**
     * Whether the first turn against the computer has been played, and ways on are offered.
     */
    welcomes: boolean;
    /**
     * What the player is asked.
     */
    asked: Asked | null;
    computer: 'nothing' | 'thinks' | 'plays' | 'failed';
    /**
     * Whom one plays, if that is the computer.
     */
    opponent: Opponent | null;
    /**
     * Whether a thought is waited for that is none of the computer's turn.
     */
    isAsked: boolean;
    /**
     * The game looked through after its end.
     */
    review: Review | null;
    /**
     * Whether what is said refuses something, or advises.
     */
    tone: 'prompt' | 'refusal' | 'advice';
    /**
     * The lesson or the puzzle.
     */
    exercise: Exercise | null;
    mail: MailView | null;
    keeping: 'reading' | 'unread' | 'kept' | 'writing' | 'failed' | 'left' | 'never';
}
