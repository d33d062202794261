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
    /**
     * Since when the newest letter has been shared or has been here, in a game with days for each turn.
     */
    since?: number;
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
     * The data of a game by link.
     */
    post: Post | null;
}

/**
 * An entry of the store.
 */
export interface Stored {
    /**
     * Its revision, never "0".
     */
    revision: string;
    /**
     * The content.
     */
    content: Content;
    /**
     * The game before a turn that waits for confirmation, as an older version stored it, or empty.
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
     * The revisions that it may follow.
     */
    follows: string[];
    /**
     * The revision that it makes.
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
     * The revision that it makes.
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
     * The name under which it is stored.
     */
    key: string;
    /**
     * What is stored.
     */
    stored: Stored | null;
    /**
     * Whether anything else is known of it.
     */
    known: boolean;
    /**
     * What the player calls it, or nothing.
     */
    name: string;
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
    /**
     * The day on which it was begun, in words, or nothing.
     */
    begun: string;
    /**
     * When it was changed, in words.
     */
    changed: string;
}

/**
 * A game of the list, as it stands there.
 */
export interface Listed {
    /**
     * Its place among all games.
     */
    place: number;
    /**
     * Its game.
     */
    game: string;
    /**
     * What it is called.
     */
    title: Sentence;
    /**
     * Its current position.
     */
    board: Diagram;
    /**
     * Its row of the list.
     */
    row: Part;
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
 * A record that could not be read once.
 */
export interface Unread {
    /**
     * Its number.
     */
    id: number;
    /**
     * The name under which it was stored.
     */
    key: string;
    /**
     * The game as text.
     */
    saved: string;
    /**
     * When it was changed, in milliseconds since 1970.
     */
    at?: number;
}

/**
 * A record that can be read now.
 */
export interface Regained {
    /**
     * The number of the record.
     */
    id: number;
    /**
     * Its game, to be stored.
     */
    entry: FileEntry;
}

/**
 * What a side's clock shows.
 */
export interface ClockFace {
    color: 'white' | 'black';
    text: string;
    /**
     * What follows after that: periods, or a reserve.
     */
    beyond: string;
    runs: boolean;
    low: boolean;
}

/**
 * The clocks.
 */
export interface Clocks {
    faces: ClockFace[];
    /**
     * Whether they stand until somebody touches the board.
     */
    waits: boolean;
    /**
     * The time control.
     */
    control: string;
}

/**
 * The facts about a game of a file besides its steps.
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
     * The name of White, or empty.
     */
    white: string;
    /**
     * The name of Black, or empty.
     */
    black: string;
    /**
     * A link to the game with its variations, or empty.
     */
    lines: string;
}

/**
 * A game of a file, as in the store.
 */
export interface FileEntry {
    /**
     * The name under which it is stored.
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
 * A game of a file to be stored.
 */
export interface Brought {
    /**
     * The game.
     */
    entry: FileEntry;
    /**
     * The player's name for it, or empty.
     */
    name: string;
    /**
     * Its other facts.
     */
    facts: FileFacts | null;
    /**
     * The data of a game by link.
     */
    mail: Post | null;
}

/**
 * The content of a file.
 */
export interface Brings {
    /**
     * The result, in words.
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
 * A game that was read.
 */
export interface Whole {
    /**
     * The game's name.
     */
    game: string;
    /**
     * In its saved form.
     */
    saved: string;
    /**
     * The name under which it is stored, unless it is a game by link.
     */
    key: string;
    /**
     * Whether it is over.
     */
    isOver: boolean;
    /**
     * The name of White, or empty.
     */
    white: string;
    /**
     * The name of Black, or empty.
     */
    black: string;
    /**
     * For a game by link: the name of the invitation, in hexadecimal digits.
     */
    letter: string | null;
}

/**
 * Why something could not be read.
 */
export interface Fault {
    /**
     * What is wrong with it, and what to do.
     */
    says: Sentence;
    /**
     * The game whose pieces are named.
     */
    game: string;
}

/**
 * A study that was read.
 */
export interface StudyTaken {
    /**
     * In its saved form; nothing if there is none.
     */
    saved: string;
    /**
     * The name under which it is stored.
     */
    key: string;
    /**
     * The game of the chapter that is shown first.
     */
    game: string;
    /**
     * How many chapters it has.
     */
    count: number;
    /**
     * What could not be read.
     */
    fault: Fault | null;
}

/**
 * The result of reading.
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
     * Whether it is one position, for which the player chooses the game.
     */
    isChoice: boolean;
    /**
     * The question in which game that is.
     */
    which: Part[];
}

/**
 * What follows from the answers of the dialog that begins a game.
 */
export interface Begun {
    /**
     * The time control, as in PGN; empty: none.
     */
    clock: string;
    /**
     * The event that begins the game; nothing: a friend is invited.
     */
    event: Begins | null;
    /**
     * Whether two play here from now on where somebody else was chosen before.
     */
    forgets: boolean;
}

/**
 * How a game begins against the computer or between two at the board.
 */
export type Begins = { anew: Wish | null }
    | { begin: Wish | null };

/**
 * What is to be shared beside the game itself: the headers of its PGN, and how the board in a frame stands.
 */
export interface Headers {
    /**
     * The address of the site.
     */
    site: string;
    /**
     * The day: its year, its month from 1, its number.
     */
    day: [number, number, number];
    /**
     * The name of White as it was kept beside the game, or empty.
     */
    white: string;
    /**
     * That of Black.
     */
    black: string;
    /**
     * What the game is called.
     */
    title: string;
    /**
     * Whether the browser can hand a link on by itself.
     */
    sends: boolean;
    /**
     * What the page shows.
     */
    page: View;
}

/**
 * What is shared of a game.
 */
export interface Shared {
    /**
     * Its link.
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
     * What the dialog consists of.
     */
    parts: Part[];
}

/**
 * A direction in which to browse the game.
 */
export type Walk = "first"
    | "back"
    | "on"
    | "latest"
    | "into"
    | "out";

/**
 * The choice about a link that does not simply continue the game.
 */
export type Choice = "keepMine"
    | "takeTheirs"
    | "keepApart";

/**
 * An event: `table::Event`, with its values by name.
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
    | "flip"
    | "attacks"
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
    | "pause"
    | { invite: { color: Color; open: boolean; name: string } }
    | { accept: string }
    | { acceptQuick: string }
    | { came: string }
    | { choose: Choice }
    | "sitDown"
    | "handedOn"
    | { wire: Wire }
    | { watch: Watch }
    | { line: string }
    | { graft: string }
    | { promoteTurn: number }
    | { makeMainLine: number }
    | { delete: number }
    | { comment: [number, string] }
    | { glyphs: [number, number[]] }
    | { sketch: { brush: number; from: string; to: string } }
    | { mark: { place: Place; brush: number; from: string; to: string } }
    | { analyse: Analyse }
    | { edit: Edit }
    | { loaded: { key: string; found: Stored | null } }
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
    | "again"
    | "showSolution"
    | "next"
    | "previous"
    | "restart"
    | "refute";

/**
 * A request: `table::Request`, with its values by name.
 */
export type Request = { load: { key: string } }
    | { keep: { key: string; follows: string; revision: string; content: Content; isOver: boolean } }
    | { note: { key: string; follows: string[]; revision: string; content: Content; isOver: boolean } }
    | { setBeside: { key: string; beside: string; follows: string[]; revision: string; content: Content; isOver: boolean } }
    | { putAway: { key: string; revision: string } }
    | { moved: { from: string; key: string } }
    | { offerBack: {} }
    | { think: EngineQuestion }
    | { analyse: EngineQuestion }
    | { stopAnalysing: {} }
    | { survey: EngineQuestion }
    | { stopSurvey: {} }
    | { stopThinking: {} }
    | { hurry: {} }
    | { wake: { id: number; after: number; atRest: boolean } }
    | { send: { link: string } }
    | { tell: { message: string; isLetter: boolean } }
    | { showWatchers: { message: string } }
    | { amend: { key: string; link: string; post: Post; revision: string } }
    | { openApart: { link: string } }
    | { putAside: { key: string; post: Post; unread: boolean } }
    | { forgetAside: { key: string } }
    | { beginByLink: { key: string; content: Content } }
    | { beginOnLine: { key: string; content: Content; message: string } }
    | { askedAgain: { link: string; says: Sentence } }
    | { begin: Seating }
    | { remember: Opponent | null }
    | { say: Sentence }
    | { sound: string[] }
    | { notice: Sentence }
    | { keepLesson: { game: string; progress: ('' | 'seen' | 'done')[] } }
    | { keepPuzzle: PuzzleProgress }
    | { keepDay: { day: number; solved: Solved } };

/**
 * What a table is created from.
 */
export interface Setup {
    /**
     * The game's name; required unless a saved game or a link is given.
     */
    game?: string;
    /**
     * A start position in FEN instead of the initial one.
     */
    fen?: string | undefined;
    /**
     * The game in its saved form.
     */
    saved?: string | undefined;
    /**
     * The fragment of a link with a letter.
     */
    link?: string | undefined;
    /**
     * The name under which it is stored; empty: it is not stored.
     */
    key?: string;
    /**
     * The computer, if it plays a side.
     */
    opponent?: Opponent | undefined;
    /**
     * Whether it is analysed instead of played.
     */
    analysis?: boolean;
    /**
     * Whether it is only shown.
     */
    show?: boolean;
    /**
     * Whether Black is at the bottom.
     */
    flipped?: boolean;
    /**
     * The seed of draws by chance.
     */
    seed?: number | undefined;
    /**
     * Whether turns of one step wait for confirmation.
     */
    confirms?: boolean;
    /**
     * The time control, as in PGN.
     */
    clock?: string | undefined;
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
     * Its side.
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
     * The number of files.
     */
    files: number;
    /**
     * The number of ranks.
     */
    ranks: number;
    /**
     * The pieces on the squares, row by row from the upper left corner.
     */
    squares: (Piece | null)[];
    /**
     * Which of the squares are holes.
     */
    holes: number[];
}

/**
 * A value in a sentence.
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
 * A sentence: the key in the catalogue, and its values.
 */
export interface Sentence {
    key: string;
    values: Values;
}

/**
 * What an element is given under a name.
 */
export type Given = string | Sentence | boolean;

/**
 * An element, or one of the things that the page makes itself: "copy" and "send" are buttons for a field,
 * "code" is its text as a QR code.
 */
export interface Part {
    /**
     * What it is.
     */
    is: string;
    /**
     * Its name among the parts, or nothing.
     */
    name: string;
    /**
     * The name of the field that it is for, or nothing.
     */
    of: string;
    /**
     * What it does when it is used, by name, or nothing.
     */
    does: string;
    /**
     * What it says before its parts.
     */
    says: Sentence | null;
    /**
     * What the element is given: properties and attributes.
     */
    given: Record<string, Given>;
    /**
     * What it consists of.
     */
    parts: Part[];
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
 * What the engine has found.
 */
export interface Thought {
    /**
     * The rest of the turn.
     */
    turn: string[];
    /**
     * The score in hundredths of a pawn, for the side to move.
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
 * The judgement of a finished turn.
 */
export interface Judgement {
    /**
     * The number of steps in the game before it.
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
     * The better turn, if there is one.
     */
    better: Thought | null;
}

/**
 * A question to the computer player.
 */
export interface EngineQuestion {
    /**
     * Its number, which the answers have too.
     */
    id: number;
    /**
     * What it is about: the computer's turn, or any other; "load": nothing, it is only to be ready.
     */
    kind: 'load' | 'turn' | 'hint' | 'draw' | 'puzzle' | 'review' | 'lines' | 'survey';
    /**
     * The game's name.
     */
    game: string;
    /**
     * The game, in its saved form.
     */
    saved: string;
    /**
     * The number of the level; 0: full strength.
     */
    level: number;
    /**
     * Time limit in milliseconds; 0: none.
     */
    ms: number;
    /**
     * Limit of positions, in a review for each turn and in a survey for each place; 0: none.
     */
    nodes: number;
    /**
     * The seed of choices, and of what is overlooked.
     */
    seed: number;
    /**
     * How long loading may take, in milliseconds; after that the engine counts as failed.
     */
    loading: number;
    /**
     * How long a loaded engine may be silent, in milliseconds.
     */
    silence: number;
    /**
     * How many lines are wanted.
     */
    count?: number;
    /**
     * Behind how many turns it is surveyed, one place after the other.
     */
    places?: number[];
    /**
     * Behind how many turns pieces are drawn, if beside the lines it is wanted what that brings.
     */
    draw?: number;
}

/**
 * What the computer player's worker answers.
 */
export interface EngineReply {
    /**
     * The number of the question.
     */
    id: number;
    /**
     * Whether it is the last answer.
     */
    done: boolean;
    /**
     * Whether the module has been loaded.
     */
    ready?: boolean;
    /**
     * Whether a net judges, in a game that has one.
     */
    net?: 'used' | 'missing' | 'none';
    /**
     * The best turn so far, or of all.
     */
    thought?: Thought;
    /**
     * What the table is to be told.
     */
    event?: Event;
    /**
     * Whether there is no more to find.
     */
    rests?: boolean;
    /**
     * Whether the worker now hears nothing for long, so that for another question a new one is quicker.
     */
    deaf?: boolean;
    /**
     * What has failed.
     */
    error?: string;
}

/**
 * The computer as it is stored beside a game.
 */
export interface Opponent {
    /**
     * The number of its level.
     */
    level: number;
    /**
     * The side that it plays.
     */
    color: Color;
    /**
     * What its choices, and what it overlooks, follow from.
     */
    seed?: number;
}

/**
 * The side that a player asks for.
 */
export type Side = "white"
    | "black"
    | "random";

/**
 * The opponent that a player asks for.
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
     * Whether the board is flipped: between two people, for a rematch.
     */
    turns: boolean;
}

/**
 * A mistake.
 */
export interface Lapse {
    /**
     * The number of steps in the game before it.
     */
    from: number;
    /**
     * Its grade.
     */
    grade: 'grave' | 'slip' | 'doubt';
    /**
     * The turn with its number and sign.
     */
    name: Sentence;
    /**
     * The better turn, and why.
     */
    better: Sentence;
}

/**
 * A review of a game.
 */
export interface Review {
    /**
     * Its state, or its conclusion.
     */
    says: Sentence;
    /**
     * How many turns have been judged, and how many there are; `None` when it is over.
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
 * The open question, in words.
 */
export interface Asked {
    /**
     * The heading.
     */
    title: Sentence;
    /**
     * The question.
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
 * What is shown of a game by link.
 */
export interface MailView {
    /**
     * The player's side, if this device has a seat.
     */
    own: Color | null;
    /**
     * The names of White and Black; empty if not given.
     */
    names: [string, string];
    /**
     * Whether the player's own turn is due.
     */
    isDue: boolean;
    /**
     * The player's letter that is to be shared.
     */
    out: string | null;
    /**
     * The text offered beside it.
     */
    note: Sentence;
    /**
     * Whether it was agreed that the game is played live.
     */
    isLive: boolean;
    /**
     * How the other side of a live game can be reached; empty before there is a line.
     */
    live: '' | 'calling' | 'here' | 'away' | 'lost' | 'left';
    /**
     * Whether the player may give the other one time.
     */
    gives: boolean;
    /**
     * Whether the player may claim the game, which the other one has left.
     */
    claims: boolean;
    /**
     * How much time is left for the turn, in a game with days for each.
     */
    time: TurnTime | null;
    /**
     * How many watch.
     */
    watchers: number;
    /**
     * How the players look at the finished game; empty: they cannot do so together.
     */
    together: '' | 'apart' | 'leads' | 'follows';
    /**
     * The other player.
     */
    friend: Value;
}

/**
 * How much time is left for a turn, in a game with days for each.
 */
export interface TurnTime {
    /**
     * Whose turn it is for.
     */
    color: Color;
    /**
     * How much is left.
     */
    says: Sentence;
    /**
     * The same in a whole sentence.
     */
    tells: Sentence;
    /**
     * Whether less than a day is left.
     */
    isLow: boolean;
}

/**
 * What happens on the line to the other side of a live game: `table::Wire`.
 */
export type Wire = "calling"
    | "joined"
    | "open"
    | "lost"
    | "left"
    | { heard: string }
    | { kept: string }
    | { came: string }
    | { greet: number }
    | "give"
    | "claim"
    | { watched: string }
    | { lead: boolean }
    | { next: string };

/**
 * What happens on the line of a page that watches a live game: `table::Watch`.
 */
export type Watch = "calling"
    | "open"
    | "lost"
    | "refused"
    | { heard: string };

/**
 * What is shown of a live game of others that is watched, beside the game.
 */
export interface Watched {
    /**
     * The names of White and Black; empty if not given.
     */
    names: [string, string];
    /**
     * Which of them are there.
     */
    here: [boolean, boolean];
}

/**
 * What is shown of a lesson or a puzzle.
 */
export interface Exercise {
    stage: 'open' | 'missed' | 'thinking' | 'refuted' | 'playing' | 'done' | 'end';
    /**
     * The number of the lesson's task, from 0.
     */
    at: number | null;
    /**
     * What is to be done, and how far one has come.
     */
    task: Part[];
    /**
     * The answer to what was done, and the ways on.
     */
    answer: Part[];
    /**
     * The text to share about a solved puzzle, one sentence a line.
     */
    share: Sentence[] | null;
    /**
     * The name of the puzzle.
     */
    puzzle: string | null;
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
 * Pieces of a kind off the board.
 */
export interface Stock {
    role: string;
    count: number;
    /**
     * How many there were at the start.
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
    san: string;
    color: Color;
    role: string;
    from: string;
    to: string;
}

/**
 * What a square shows.
 */
export interface Cell {
    square: string;
    piece: Piece | null;
    /**
     * The kinds of pieces that a piece of Chessence moves like.
     */
    powers: string[];
    selected: boolean;
    target: '' | 'move' | 'capture';
    /**
     * What it is called by assistive technology: the keys of words about the square, its piece and its powers.
     */
    says: string[];
}

/**
 * The available actions. Most of them are told as `Buttons`.
 */
export interface Controls {
    end: 'hidden' | 'not-yet' | 'may' | 'must';
    undo: boolean;
    draw: boolean;
    /**
     * Whether the computer can be hurried, or asked again.
     */
    now: boolean;
    /**
     * Whether the finished game can be reviewed.
     */
    review: boolean;
}

/**
 * The buttons: whether each is enabled; null: it is hidden.
 */
export interface Buttons {
    /**
     * Back to the current position of the game.
     */
    live: boolean | null;
    undo: boolean | null;
    redo: boolean | null;
    /**
     * Undo all steps of the turn.
     */
    reset: boolean | null;
    /**
     * Undo the placement.
     */
    clear: boolean | null;
    /**
     * Place the remaining pieces.
     */
    place: boolean | null;
    shuffle: boolean | null;
    draw: boolean | null;
    /**
     * Place all pieces of both sides.
     */
    quick: boolean | null;
    end: boolean | null;
    replay: boolean | null;
    resign: boolean | null;
    offer: boolean | null;
    rematch: boolean | null;
    first: boolean | null;
    previous: boolean | null;
    next: boolean | null;
    latest: boolean | null;
    hint: boolean | null;
    takeback: boolean | null;
    analysis: boolean | null;
    report: boolean | null;
}

/**
 * How a game ended.
 */
export interface Verdict {
    /**
     * Who won, for the player.
     */
    title: Sentence;
    /**
     * Why.
     */
    why: Sentence;
    winner: Color | null;
}

/**
 * A turn of the main line.
 */
export interface ScoreTurn {
    number: number;
    color: Color;
    san: string;
    /**
     * The number of steps before it.
     */
    from: number;
    /**
     * The number of steps up to its end.
     */
    to: number;
    done: boolean;
    /**
     * Its number in the game.
     */
    turn: number;
}

/**
 * The number of steps before the place, and of all steps; -1 outside the main line.
 */
export interface Viewed {
    at: number;
    of: number;
    /**
     * Whether there is a step back.
     */
    back: boolean;
    /**
     * Whether there is a step forward.
     */
    on: boolean;
}

/**
 * The possible promotions.
 */
export interface Promotion {
    from: string;
    to: string;
    color: Color;
    roles: string[];
}

/**
 * The last finished turn.
 */
export interface Shown {
    /**
     * Who played it.
     */
    color: Color | null;
    /**
     * The turn in a few words.
     */
    says: Sentence | null;
}

/**
 * A turn with its annotations.
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
 * What a game has beside its main line.
 */
export interface Lines {
    /**
     * The comment before the first turn.
     */
    comment: string;
    /**
     * The main line.
     */
    played: LineTurn[];
    /**
     * The variations that continue from the end of the main line.
     */
    further: number[];
    /**
     * The variations, each before those that leave it.
     */
    lines: LineTurn[][];
}

/**
 * A line that the computer expects, as its module writes it.
 */
export interface EngineLine {
    /**
     * Its turns, each step by step.
     */
    turns: string[][];
    /**
     * Hundredths of a pawn for the side to move.
     */
    score: number;
    /**
     * After how many turns of both sides the side to move has won (above 0) or lost.
     */
    decided: number | null;
    /**
     * Of a thousand games so many are won, drawn and lost by the side to move.
     */
    odds: number[];
    /**
     * How many turns were looked ahead.
     */
    depth: number;
}

/**
 * The conditional turns of a game by link: `table::ConditionalView`.
 */
export interface Conditional {
    /**
     * Whether the line to the turn that is shown can be added.
     */
    may: boolean;
    lines: string[];
    /**
     * Whether lines can be removed.
     */
    removes: boolean;
    says: Sentence;
}

/**
 * A move that was played in a position.
 */
export interface KnownMove {
    /**
     * As it is typed.
     */
    san: string;
    /**
     * Whether it is the beginning of a turn that is not known to its end.
     */
    goesOn: boolean;
    games: number;
    /**
     * What the side to move made of them, in thousandths of the points.
     */
    score: number;
}

/**
 * What is known of the position that is shown: `table::KnownView`.
 */
export interface KnownMoves {
    /**
     * From how many games the book is; null: it is not there.
     */
    games: number | null;
    /**
     * Whether pieces are placed: then each move is a placement of one piece.
     */
    places: boolean;
    book: KnownMove[];
    own: KnownMove[];
}

/**
 * What is proven of a turn, as the worker writes it: `table::TurnProof`.
 */
export interface TurnProof {
    /**
     * "with" the turn `mate`, "never" or "unknown".
     */
    mates: string;
    /**
     * A turn that mates, step by step; else empty.
     */
    mate: string[];
    /**
     * "with" the turn `save`, "never", or null: there is nothing to be said of that.
     */
    saves: string | null;
    /**
     * A turn that saves the king; else empty.
     */
    save: string[];
}

/**
 * What is done on an analysis board: `table::Analyse`, with its values by name.
 */
export type Analyse = { open: number }
    | { fold: number }
    | { branch: boolean }
    | { beside: boolean }
    | { computer: boolean }
    | { lines: number }
    | { threats: boolean }
    | { take: { line: number; turns: number } }
    | { found: { id: number; lines: EngineLine[]; nodes: number; ms: number } }
    | { proven: { id: number; proof: TurnProof } }
    | { drawn: { id: number; worth: Worth | null } }
    | { failed: number }
    | "report"
    | "stopReport"
    | { surveyed: { id: number; place: number; worth: Worth | null } }
    | { surveyFailed: number }
    | { learn: Learn }
    | { study: StudyDeed }
    | { known: { isOwn: boolean; place: number } }
    | { condition: number }
    | { uncondition: number }
    | { amended: boolean }
    | "restore";

/**
 * What is done with the chapters of a study: `table::StudyDeed`.
 */
export type StudyDeed = { addPosition: string }
    | { addCopy: string }
    | { add: { name: string; game: string; text: string } }
    | { rename: { id: number; name: string } }
    | { move: { id: number; up: boolean } }
    | { remove: number }
    | "restore"
    | { show: number }
    | { name: string };

/**
 * A chapter of the list.
 */
export interface StudyChapter {
    /**
     * Its number.
     */
    id: number;
    /**
     * What the player calls it, or nothing.
     */
    name: string;
    /**
     * What it is called.
     */
    title: Sentence;
    /**
     * Its game.
     */
    game: string;
}

/**
 * What is shown of a study: `table::StudyView`.
 */
export interface Studied {
    /**
     * What it is called, or nothing.
     */
    name: string;
    /**
     * Its chapters; none where it has not begun.
     */
    chapters: StudyChapter[];
    /**
     * The number of the one on the board.
     */
    onBoard: number;
    /**
     * What the chapter is called that was removed last, and can be put back.
     */
    removed: Sentence | null;
    /**
     * Whether chapters can be made of this board.
     */
    may: boolean;
}

/**
 * The link to a study.
 */
export interface StudyLink {
    /**
     * The address; nothing where it would be too long.
     */
    text: string;
    /**
     * What it lacks, or why there is none.
     */
    says: Sentence | null;
}

/**
 * A turn of a line of the computer's.
 */
export interface AdvisedTurn {
    color: Color;
    /**
     * Its steps with its number, where it has one to show.
     */
    text: string;
}

/**
 * A line of the computer's.
 */
export interface AdvisedLine {
    /**
     * For White: "+0.8", "#3" where it is won by force.
     */
    score: string;
    turns: AdvisedTurn[];
}

/**
 * A step of a line of the computer's, and the board behind it: `table::FollowedStep`.
 */
export interface FollowedStep {
    /**
     * The place of its turn in the line.
     */
    turn: number;
    /**
     * The step, and what ends the turn behind it.
     */
    steps: string[];
    /**
     * What is played.
     */
    says: Sentence;
    /**
     * The board behind it, with White below.
     */
    board: Diagram;
    /**
     * The squares that it leads from and to, by their places in the picture.
     */
    squares: number[];
}

/**
 * What the computer says: `table::AnalysisView`.
 */
export interface Analysed {
    /**
     * Whether it may be switched on.
     */
    may: boolean;
    isOn: boolean;
    threats: boolean;
    count: number;
    lines: AdvisedLine[];
    depth: number;
    nodes: number;
    /**
     * Positions in a second.
     */
    speed: number;
    /**
     * Of a thousand games White may expect so much.
     */
    expected: number | null;
    says: Sentence | null;
    /**
     * What is proven of the turn.
     */
    proofs: Sentence[];
    /**
     * What the draw brought by which the turn has begun.
     */
    draw: Sentence | null;
}

/**
 * A row of the tree: a turn, or a step of one that is opened.
 */
export interface TreeItem {
    place: Place;
    level: number;
    stretch: number;
    /**
     * Whether it is a step alone.
     */
    step: boolean;
    number: number;
    color: Color;
    san: string;
    /**
     * Whether the turn has ended.
     */
    done: boolean;
    /**
     * Whether it is opened into its steps; null: there is nothing to be opened.
     */
    open: boolean | null;
    /**
     * Whether the variations in its place are folded away; null: there are none.
     */
    folded: boolean | null;
    before: string;
    behind: string;
    glyphs: number[];
    /**
     * What it was found worth, for White, or nothing.
     */
    score: string;
    /**
     * Other orders of its steps, which end alike.
     */
    orders: string[];
    /**
     * The circles and arrows of the position behind it, as PGN writes them: "Gc4", "Rc2c4".
     */
    marks: string[];
}

/**
 * What an analysis board begins with.
 */
export interface AnalysisBoard {
    /**
     * The game's name.
     */
    game?: string;
    /**
     * A position in FEN instead of the initial one, where no game is gone through.
     */
    fen?: string | undefined;
    /**
     * The name under which it is kept.
     */
    key?: string;
    /**
     * The game that is gone through.
     */
    of?: Content | undefined;
    /**
     * The study of which it shows a chapter.
     */
    study?: Content | undefined;
}

/**
 * What the computer finds a place worth, as its module writes it. All numbers are White's.
 */
export interface Worth {
    /**
     * Hundredths of a pawn.
     */
    score: number;
    /**
     * After how many turns of both sides White has won (above 0) or Black has.
     */
    decided: number | null;
    /**
     * What White may expect, in thousandths of a game.
     */
    expected: number;
    /**
     * The best turn; where chance acts, the best that is made of the draw.
     */
    best: string[];
    /**
     * What White may expect after the draw that was made here.
     */
    dealt: number | null;
    /**
     * What White may expect behind the best that is made of the draw.
     */
    placed: number | null;
}

/**
 * What is done in an exercise: `table::Learn`.
 */
export type Learn = "white"
    | "black"
    | "again"
    | "solve"
    | "next"
    | "leave";

/**
 * A place of the main line in the graph.
 */
export interface Point {
    place: Place;
    /**
     * 0: the start, or a placement.
     */
    number: number;
    color: Color;
    /**
     * Empty: the start.
     */
    san: string;
    /**
     * For White: "+0.8", "#3", "1–0"; empty: it is not known.
     */
    score: string;
    /**
     * Hundredths of a pawn for White, at most ten pawns.
     */
    points: number;
    /**
     * What White may expect, in thousandths of a game.
     */
    expected: number | null;
    /**
     * "grave", "slip", "doubt", or empty.
     */
    grade: string;
    better: string;
    /**
     * What the draw brought who drew, in thousandths of a game.
     */
    luck: number | null;
}

/**
 * What a report says of a side: `table::SideReport`.
 */
export interface SideReport {
    /**
     * In tenths of a per cent.
     */
    accuracy: number | null;
    /**
     * Inaccuracies, mistakes, blunders.
     */
    counts: number[];
    /**
     * In thousandths of a game.
     */
    luck: number | null;
}

/**
 * An exercise: `table::LearningView`.
 */
export interface Learning {
    says: Sentence;
    number: number;
    of: number;
    asks: boolean;
    isDone: boolean;
    isOver: boolean;
}

/**
 * A report: `table::ReportView`.
 */
export interface Reported {
    may: boolean;
    /**
     * How many places are known, and how many were asked for.
     */
    progress: [number, number] | null;
    isWhole: boolean;
    /**
     * How many positions are looked at for each place.
     */
    nodes: number;
    says: Sentence | null;
    points: Point[];
    /**
     * White's, and Black's.
     */
    sides: SideReport[];
    /**
     * Which of the points are those where the game turned.
     */
    turning: number[];
    /**
     * The sides that have mistakes to learn from.
     */
    learns: Color[];
    learning: Learning | null;
}

/**
 * What happens in the lobby: `table::LobbyEvent`.
 */
export type LobbyEvent = "joined"
    | "lost"
    | { heard: { page: string; text: string } }
    | "tick"
    | { offer: { game: string; side: string; clock: string; name: string } }
    | "withdraw"
    | { take: { page: string; number: number; name: string } }
    | { sealed: string }
    | { hide: string }
    | "showAll";

/**
 * What is to be done: `table::LobbyRequest`.
 */
export type LobbyRequest = { publish: string }
    | { give: { page: string; key: string; game: string; side: string; clock: string } }
    | { begin: boolean }
    | { open: { page: string; key: string; sealed: string } }
    | { keepHidden: string[] }
    | { say: Sentence };

/**
 * A challenge of the list.
 */
export interface OpenChallenge {
    /**
     * The page that offers it.
     */
    page: string;
    /**
     * Which of that page's challenges.
     */
    number: number;
    /**
     * What stands in the list.
     */
    part: Part;
}

/**
 * What is shown of the lobby.
 */
export interface Lobbied {
    /**
     * The challenges of others.
     */
    challenges: OpenChallenge[];
    /**
     * How it stands.
     */
    says: Sentence;
    /**
     * The player's own challenge.
     */
    own: Sentence | null;
    /**
     * Whether no challenge can be taken or offered now.
     */
    waits: boolean;
    /**
     * Whether anybody is hidden.
     */
    hides: boolean;
}

/**
 * What is done in the position editor: `table::Edit`, with its values by name. Pieces go by their letters
 * in FEN, tools beside them by name.
 */
export type Edit = { choose: string }
    | { put: [string, string] }
    | { erase: string }
    | "clear"
    | "initial"
    | { side: Color }
    | { placing: boolean }
    | { right: [string, boolean] }
    | { reserve: [Color, string, number] }
    | { hand: [string, number] }
    | { halfmove: number }
    | { fullmove: number }
    | { made: number }
    | { stalled: boolean }
    | { fen: string }
    | "redo";

/**
 * A piece of the palette.
 */
export interface PalettePiece {
    letter: string;
    piece: Piece;
}

/**
 * A right to castle.
 */
export interface CastlingRight {
    letter: string;
    color: Color;
    /**
     * Where its rook stands.
     */
    square: string;
    given: boolean;
}

/**
 * The position editor as the page shows it.
 */
export interface Edited {
    fen: string;
    /**
     * What is wrong with the position.
     */
    problem: Sentence | null;
    /**
     * How the game would be over at once.
     */
    result: Sentence | null;
    /**
     * The tool that is chosen: a piece by its letter, another by name.
     */
    tool: string;
    tools: string[];
    pieces: PalettePiece[];
    turn: Color;
    /**
     * Whether pieces are still being placed; null: the game has no such phase.
     */
    placing: boolean | null;
    rights: CastlingRight[];
    /**
     * The reserves, where they can be chosen.
     */
    reserve: Stocks | null;
    /**
     * The kinds of pieces that can be drawn into a hand; none: the game has no hands.
     */
    draws: string[];
    /**
     * The pieces drawn, while hands are drawn.
     */
    hand: Stock[] | null;
    /**
     * The squares passed over; null: the game tells of none.
     */
    passed: string[] | null;
    halfmove: number;
    fullmove: number;
    /**
     * How many moves of the series have been made; null: the game does not count them.
     */
    made: number | null;
    stalled: boolean;
    undo: boolean;
    redo: boolean;
    /**
     * Whether a friend can be challenged from such a position.
     */
    mayInvite: boolean;
    /**
     * The game from this position in its saved form; empty: there is no such position.
     */
    saved: string;
}

/**
 * What a position editor begins with.
 */
export interface EditorBoard {
    /**
     * The game's name.
     */
    game?: string;
    /**
     * A position in FEN instead of the initial one.
     */
    fen?: string | undefined;
}

/**
 * Everything that the page shows except the squares.
 */
export interface View {
    game: string;
    files: number;
    ranks: number;
    flipped: boolean;
    /**
     * Whether the attacks of a side are shown.
     */
    attacks: boolean;
    fen: string;
    /**
     * Whose turn it is; while a step waits for confirmation, it is still its player's.
     */
    turn: Color;
    /**
     * The player's side, when playing alone.
     */
    own: Color | null;
    /**
     * Whose turn it is, in words.
     */
    mover: Sentence;
    phase: 'placement' | 'movement';
    reserve: Stocks | null;
    hand: Stock[] | null;
    /**
     * The pieces that can be dropped now: from the hand or the own reserve, or by a premove.
     */
    drops: string[];
    /**
     * Where the player can take pieces from: the hand, or the reserve of the side to move or, for
     * a premove, of the other side.
     */
    opens: '' | 'hand' | 'reserve' | 'ahead';
    /**
     * The sides whose reserve is used up for good.
     */
    spent: Color[];
    /**
     * The number of pieces left to be drawn, while hands are drawn.
     */
    pouch: number | null;
    /**
     * The selected piece off the board, or empty.
     */
    picked: string;
    /**
     * The selected piece, by the name of its drawing.
     */
    chosen: Piece | null;
    /**
     * What the piece chosen or looked at is called and how it moves.
     */
    named: Sentence | null;
    /**
     * The possible promotions, while that is asked.
     */
    promotion: Promotion | null;
    steps: TurnStep[];
    most: number;
    /**
     * The number of places in the turn bar.
     */
    chips: number;
    buttons: Buttons;
    controls: Controls;
    checked: boolean;
    result: Verdict | null;
    score: ScoreTurn[];
    view: Viewed;
    last: Shown;
    /**
     * Whether the last turn is being replayed.
     */
    replaying: boolean;
    /**
     * Whether the game has anything beside its main line.
     */
    hasLines: boolean;
    /**
     * The name under which the game is stored.
     */
    key: string;
    /**
     * The place in the game.
     */
    at: Place;
    isLive: boolean;
    /**
     * Whether steps begin variations here instead of being played.
     */
    tries: boolean;
    /**
     * The step that waits for confirmation.
     */
    held: string | null;
    /**
     * The rule behind the refusal of the last step: page and anchor, `charismatic#movement-1`.
     */
    rule: string | null;
    /**
     * The kind of the sentence beside the board.
     */
    says: Sentence;
    /**
     * Whether the first turn against the computer has been played, and the page offers what to do
     * next.
     */
    welcomes: boolean;
    /**
     * A question to the player.
     */
    asked: Asked | null;
    computer: 'nothing' | 'thinks' | 'plays' | 'failed';
    /**
     * The opponent, if it is the computer.
     */
    opponent: Opponent | null;
    /**
     * Whether a thought is expected that is not the computer's turn.
     */
    isAsked: boolean;
    /**
     * The review of the finished game.
     */
    review: Review | null;
    /**
     * The kind of the sentence beside the board.
     */
    tone: 'prompt' | 'refusal' | 'advice';
    /**
     * The lesson or the puzzle.
     */
    exercise: Exercise | null;
    mail: MailView | null;
    /**
     * A live game of others that is watched.
     */
    watched: Watched | null;
    keeping: 'reading' | 'unread' | 'kept' | 'writing' | 'failed' | 'left' | 'never';
}
