//! The contract between the page and the module: events in, requests and the view out. The
//! declarations for the page's scripts (`web/shell/contract.d.ts`) are generated from these types.
//!
//! Squares, colours and kinds of pieces cross by name, steps in step notation, revisions as text
//! (they have more digits than a number in JavaScript). A variant with values is an object with one
//! key.

#[cfg(feature = "whole")]
mod analysis;
mod computer;
#[cfg(all(test, feature = "whole"))]
mod crossing;
#[cfg(feature = "whole")]
mod editor;
mod friend;
mod learn;
mod library;
mod lines;
#[cfg(feature = "whole")]
mod lobby;
mod part;
mod read;
#[cfg(feature = "whole")]
mod report;
mod sentence;
#[cfg(feature = "whole")]
mod study;
mod view;
mod write;

#[cfg(feature = "whole")]
pub use analysis::{
    AdvisedLine, AdvisedTurn, Analyse, Analysed, AnalysisBoard, Conditional, EngineLine,
    FollowedStep, KnownMove, KnownMoves, TreeItem, TurnProof,
};
#[cfg(feature = "whole")]
pub(crate) use analysis::{tree, tree_start};
#[cfg(all(feature = "whole", not(target_arch = "wasm32")))]
pub use computer::EngineReply;
pub use computer::{
    EngineQuestion, Judgement, Lapse, Opponent, Reason, Review, Seating, Side, Thought, Wish,
};
pub use friend::{Asked, Board, Decision, MailView, Reply, TurnTime, Watched};
#[cfg(feature = "whole")]
pub use friend::{Watch, Wire};
pub use learn::{Card, Exercise, PuzzleProgress, Solved};
pub use library::{Listed, Noted, Recovered, Shelf, Shelved, Unread};
pub use lines::{LineTurn, Lines};
#[cfg(feature = "whole")]
pub(crate) use lobby::terms;
#[cfg(feature = "whole")]
pub use lobby::{Lobbied, LobbyEvent, LobbyRequest, OpenChallenge};
pub use part::{Given, Part};
#[cfg(feature = "whole")]
pub use report::{Learn, Learning, Point, Reported, SideReport, Worth};
pub use sentence::{Diagram, Piece, Sentence, Value, Values};
#[cfg(feature = "whole")]
pub use study::{Studied, StudyChapter, StudyDeed, StudyLink};
#[cfg(feature = "whole")]
pub use view::OnPage;
#[cfg(feature = "whole")]
pub(crate) use view::Walked;
pub use view::{
    Cell, Controls, Promotion, ScoreTurn, Stock, Stocks, TurnStep, Verdict, View, Viewed,
};

#[cfg(feature = "whole")]
pub use editor::{CastlingRight, Edit, Edited, EditorBoard, PalettePiece};
#[cfg(feature = "whole")]
pub(crate) use editor::{edit_of, sketched_cells};
#[cfg(feature = "whole")]
pub(crate) use learn::grade_mark;
#[cfg(test)]
pub(crate) use part::tell;
#[cfg(feature = "whole")]
pub(crate) use part::words;
pub(crate) use read::read;
pub(crate) use sentence::{Names, drawn};
pub(crate) use view::{SHOWN, Score, Shows, cells, is_chosen, is_explained, notes};
pub(crate) use write::write;

use record::game::{Brush, Mark, Path};
use rules::{AnyPosition, Color, GameSpec, Role, Square, Step};
use serde::{Deserialize, Serialize};
use table::Event as TableEvent;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use tsify::Tsify;
#[cfg(target_arch = "wasm32")]
pub(crate) use undeclared::Tsify;

/// A place in the game: so many steps of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Tsify, Debug)]
pub struct Place {
    /// The turn's number; 0 stands before all turns.
    pub turn: usize,
    /// How many of its steps.
    pub steps: usize,
}

/// What is kept of a game by link beside the game.
#[derive(Clone, PartialEq, Serialize, Deserialize, Tsify, Debug)]
pub struct Post {
    /// The newest letter: the fragment of a link.
    pub link: String,
    /// A link with the own seat, or nothing.
    pub seat: String,
    /// Whether the own letter was handed on.
    pub sent: bool,
    /// Whether the other side's last turn was shown.
    pub seen: bool,
    /// A link about which the player is asked, or nothing.
    pub came: String,
    /// Since when the newest letter has been shared or has been here, in a game with days for each turn.
    #[cfg(feature = "whole")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub since: Option<f64>,
}

/// What is kept of a game.
#[derive(Clone, PartialEq, Serialize, Deserialize, Tsify, Debug)]
#[tsify(missing_as_null)]
pub struct Content {
    /// The game, as text.
    pub saved: String,
    /// A step that waits to be confirmed, or nothing.
    pub held: String,
    /// The computer that plays a side.
    pub computer: Option<Opponent>,
    /// The data of a game by link.
    pub post: Option<Post>,
}

/// An entry of the store.
#[derive(Clone, PartialEq, Serialize, Deserialize, Tsify, Debug)]
pub struct Stored {
    /// Its revision, never "0".
    pub revision: String,
    /// The content.
    pub content: Content,
    /// The game before a turn that waits for confirmation, as an older version stored it, or empty.
    #[tsify(optional)]
    pub before: String,
}

/// A direction in which to browse the game.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub enum Walk {
    First,
    Back,
    On,
    Latest,
    Into,
    Out,
}

/// The choice about a link that does not simply continue the game.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub enum Choice {
    KeepMine,
    TakeTheirs,
    KeepApart,
}

/// An event: `table::Event`, with its values by name.
#[derive(Clone, PartialEq, Deserialize, Tsify, Debug)]
#[tsify(missing_as_null)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
#[allow(missing_docs)]
pub enum Event {
    // The hand.
    Press(String),
    PressReserve(String),
    Release,
    Inspect(Option<String>),
    Tap(String),
    TapReserve(String),
    Lift(String),
    LiftReserve(String),
    Drop(Option<String>),
    Promote(Option<String>),
    LetGo,
    Step(String),
    Typed(String),
    // The turn.
    EndTurn,
    Undo,
    Redo,
    UndoTo(usize),
    Draw,
    PlaceRest,
    Shuffle,
    Clear,
    QuickStart,
    Confirms(bool),
    Tempo(u16),
    // The picture.
    /// Turn the board round.
    Flip,
    /// Show what the other side attacks; once more, what the side to move attacks; then neither.
    Attacks,
    // Browsing.
    Walk(Walk),
    Show(Place),
    /// The place after this many steps of the main line.
    ShowAt(usize),
    Replay,
    // Agreements.
    Resign,
    OfferDraw,
    TakeBack,
    Answer(bool),
    // The computer.
    Seat(Option<Opponent>),
    Begin(Option<Wish>),
    Anew(Option<Wish>),
    Rematch,
    Thought {
        id: f64,
        thought: Option<Thought>,
    },
    ThoughtFailed(f64),
    MoveNow,
    Hint,
    Review,
    Judged {
        id: f64,
        judgement: Judgement,
    },
    StopReview,
    ShowLapse(usize),
    NextLapse,
    Woken(f64),
    /// The page is left: the clocks stand until somebody touches the board.
    #[cfg(feature = "whole")]
    Pause,
    // Letters.
    #[cfg(feature = "whole")]
    Invite {
        color: sentence::Color,
        open: bool,
        name: String,
    },
    #[cfg(feature = "whole")]
    Accept(String),
    #[cfg(feature = "whole")]
    AcceptQuick(String),
    Came(String),
    #[cfg(feature = "whole")]
    Choose(Choice),
    #[cfg(feature = "whole")]
    SitDown,
    #[cfg(feature = "whole")]
    HandedOn,
    /// Something has happened on the line to the other side of a live game.
    #[cfg(feature = "whole")]
    Wire(Wire),
    /// Something has happened on the line of a page that watches.
    #[cfg(feature = "whole")]
    Watch(Watch),
    /// Set the line of text of the player's letter.
    #[cfg(feature = "whole")]
    Line(String),
    // Variations.
    Graft(String),
    #[cfg(feature = "whole")]
    PromoteTurn(usize),
    #[cfg(feature = "whole")]
    MakeMainLine(usize),
    #[cfg(feature = "whole")]
    Delete(usize),
    #[cfg(feature = "whole")]
    Comment(usize, String),
    #[cfg(feature = "whole")]
    Glyphs(usize, Vec<u8>),
    /// The colours in the order of `record::game::Brush`.
    Sketch {
        brush: usize,
        from: String,
        to: String,
    },
    #[cfg(feature = "whole")]
    Mark {
        place: Place,
        brush: usize,
        from: String,
        to: String,
    },
    /// Something that is done on an analysis board alone.
    #[cfg(feature = "whole")]
    Analyse(Analyse),
    /// Something that is done in the position editor alone.
    #[cfg(feature = "whole")]
    Edit(Edit),
    // The store.
    Loaded {
        key: String,
        found: Option<Stored>,
    },
    ReadFailed {
        key: String,
        /// The name of the error.
        why: String,
    },
    Kept {
        key: String,
        revision: String,
    },
    Refused {
        key: String,
        revision: String,
        found: Option<Stored>,
    },
    KeepFailed {
        key: String,
        revision: String,
        #[tsify(optional)]
        why: String,
    },
    MadeRoom {
        key: String,
        found: Option<Stored>,
    },
    MadeNoRoom(String),
    GoBack,
    #[cfg(feature = "whole")]
    Aside {
        key: String,
        post: Post,
        unread: bool,
    },
    #[cfg(feature = "whole")]
    PutAside {
        key: String,
        done: bool,
    },
    TakenElsewhere,
    // Lessons and puzzles.
    #[cfg(feature = "whole")]
    Again,
    #[cfg(feature = "whole")]
    ShowSolution,
    #[cfg(feature = "whole")]
    Next,
    #[cfg(feature = "whole")]
    Previous,
    #[cfg(feature = "whole")]
    Restart,
    #[cfg(feature = "whole")]
    Refute,
}

/// A request: `table::Request`, with its values by name.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
#[allow(missing_docs)]
pub enum Request {
    Load {
        key: String,
    },
    Keep {
        key: String,
        follows: String,
        revision: String,
        content: Content,
        is_over: bool,
    },
    /// Write it to the journal until it is stored.
    Note {
        key: String,
        follows: Vec<String>,
        revision: String,
        content: Content,
        is_over: bool,
    },
    /// Store it under a name of its own, and delete the old entry.
    SetBeside {
        key: String,
        beside: String,
        follows: Vec<String>,
        revision: String,
        content: Content,
        is_over: bool,
    },
    /// Put away an entry that cannot be read.
    PutAway {
        key: String,
        revision: String,
    },
    /// The game has another name from now on.
    Moved {
        from: String,
        key: String,
    },
    /// Tell the player that the game that was left could not be stored, and offer to go back to it.
    OfferBack {},
    Think(EngineQuestion),
    /// Think about the position in which this game stands as long as nothing else is asked.
    #[cfg(feature = "whole")]
    Analyse(EngineQuestion),
    /// Nothing is to be thought about any longer.
    #[cfg(feature = "whole")]
    StopAnalysing {},
    /// Say what the game is worth behind so many of its turns, one place after the other.
    #[cfg(feature = "whole")]
    Survey(EngineQuestion),
    /// None of it any longer.
    #[cfg(feature = "whole")]
    StopSurvey {},
    StopThinking {},
    Hurry {},
    Wake {
        id: f64,
        after: f64,
        at_rest: bool,
    },
    #[cfg(feature = "whole")]
    Send {
        link: String,
    },
    /// Send this to the other side of a live game.
    #[cfg(feature = "whole")]
    Tell {
        message: String,
        is_letter: bool,
    },
    /// Show this to those who watch.
    #[cfg(feature = "whole")]
    ShowWatchers {
        message: String,
    },
    /// Store a letter that was amended in the place of the one with this link.
    #[cfg(feature = "whole")]
    Amend {
        key: String,
        link: String,
        post: Post,
        revision: String,
    },
    OpenApart {
        link: String,
    },
    #[cfg(feature = "whole")]
    PutAside {
        key: String,
        post: Post,
        unread: bool,
    },
    #[cfg(feature = "whole")]
    ForgetAside {
        key: String,
    },
    #[cfg(feature = "whole")]
    /// Store a new game by link and open it.
    BeginByLink {
        key: String,
        content: Content,
    },
    /// The same, and the other side of a live game is told before.
    #[cfg(feature = "whole")]
    BeginOnLine {
        key: String,
        content: Content,
        message: String,
    },
    /// Ask whether to come to the next game, to which the other side of a live game invites.
    #[cfg(feature = "whole")]
    AskedAgain {
        link: String,
        says: Sentence,
    },
    /// Begin a game in place of this one, with these players.
    Begin(Seating),
    /// Remember the opponent of this game; `None`: two people play it.
    Remember(#[tsify(type = "Opponent | null")] Option<Opponent>),
    Say(Sentence),
    /// Play these sounds.
    Sound(Vec<&'static str>),
    /// Show this until the player dismisses it.
    Notice(Sentence),
    #[cfg(feature = "whole")]
    /// Store the progress in a lesson.
    KeepLesson {
        game: &'static str,
        #[tsify(type = "('' | 'seen' | 'done')[]")]
        progress: Vec<&'static str>,
    },
    #[cfg(feature = "whole")]
    KeepPuzzle(PuzzleProgress),
    #[cfg(feature = "whole")]
    /// Store how the puzzle of a day was solved, unless that day is stored already.
    KeepDay {
        day: u32,
        solved: Solved,
    },
}

/// What a table is created from.
#[derive(Clone, PartialEq, Default, Deserialize, Tsify, Debug)]
#[serde(rename_all = "camelCase", default)]
pub struct Setup {
    /// The game's name; required unless a saved game or a link is given.
    pub game: String,
    /// A start position in FEN instead of the initial one.
    pub fen: Option<String>,
    /// The game in its saved form.
    pub saved: Option<String>,
    /// The fragment of a link with a letter.
    pub link: Option<String>,
    /// The name under which it is stored; empty: it is not stored.
    pub key: String,
    /// The computer, if it plays a side.
    pub opponent: Option<Opponent>,
    /// Whether it is analysed instead of played.
    pub analysis: bool,
    /// Whether it is only shown.
    pub show: bool,
    /// Whether Black is at the bottom.
    pub flipped: bool,
    /// The seed of draws by chance.
    pub seed: Option<f64>,
    /// Whether turns of one step wait for confirmation.
    pub confirms: bool,
    /// The time control, as in PGN.
    #[cfg(feature = "whole")]
    pub clock: Option<String>,
}

/// The side with a name.
pub(crate) fn read_color(name: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|&color| color.id() == name)
}

/// The kind of piece with a name.
pub(crate) fn read_role(name: &str) -> Option<Role> {
    Role::ALL.into_iter().find(|&role| role.id() == name)
}

impl From<Post> for table::Post {
    fn from(post: Post) -> Self {
        // A page without letters passes none on.
        #[cfg(feature = "whole")]
        let since = post.since.map_or(0, |since| since as u64);
        #[cfg(not(feature = "whole"))]
        let since = 0;
        let Post { link, seat, sent, seen, came, .. } = post;
        table::Post { link, seat, sent, seen, came, since }
    }
}

impl From<table::Post> for Post {
    fn from(post: table::Post) -> Self {
        Post {
            #[cfg(feature = "whole")]
            since: (post.since > 0).then_some(post.since as f64),
            link: post.link,
            seat: post.seat,
            sent: post.sent,
            seen: post.seen,
            came: post.came,
        }
    }
}

impl From<Content> for table::Content {
    fn from(Content { saved, held, computer, post }: Content) -> Self {
        let post = post.map(Post::into);
        table::Content { saved, held, computer: computer.and_then(Opponent::read), post }
    }
}

impl From<table::Content> for Content {
    fn from(table::Content { saved, held, computer, post }: table::Content) -> Self {
        Content { saved, held, computer: computer.map(Opponent::from), post: post.map(Post::from) }
    }
}

/// An entry from the store; `None` if its revision is not a number.
fn read_stored(found: Option<Stored>) -> Option<Option<table::Stored>> {
    match found {
        None => Some(None),
        Some(stored) => stored.read().map(Some),
    }
}

impl Stored {
    /// An entry for a table; `None` if its revision is not a number.
    pub(crate) fn read(self) -> Option<table::Stored> {
        let Stored { revision, content, before } = self;
        let content = table::Content::from(content).waiting_after(&before);
        Some(table::Stored { revision: revision.parse().ok()?, content })
    }
}

/// Revisions as text.
fn texts(revisions: &[table::Revision]) -> Vec<String> {
    revisions.iter().map(u64::to_string).collect()
}

/// The fault of the store, from the name of its error.
fn fault_of(why: &str) -> table::StoreFault {
    match why {
        "QuotaExceededError" => table::StoreFault::Full,
        "VersionError" => table::StoreFault::Newer,
        _ => table::StoreFault::Blocked,
    }
}

impl Event {
    /// The event with its values; `None` if it names something that does not exist. `entropy`
    /// returns random bytes.
    pub(crate) fn read(
        self,
        table: &table::Table,
        #[cfg_attr(not(feature = "whole"), expect(unused_variables))]
        entropy: impl FnOnce() -> table::Entropy,
    ) -> Option<TableEvent> {
        let game = table.game();
        let spec: &GameSpec = game.start().spec();
        let at = |name: &str| -> Option<Square> { spec.shape.place(name) };
        let named = |name: Option<String>| match name {
            Some(name) => at(&name).map(Some),
            None => Some(None),
        };
        let step = |text: &str| Step::parse(text, spec).ok();
        let turn = |number| game.turn(number);
        Some(match self {
            Event::Press(square) => TableEvent::Press(at(&square)?),
            Event::PressReserve(role) => TableEvent::PressReserve(read_role(&role)?),
            Event::Release => TableEvent::Release,
            Event::Inspect(square) => TableEvent::Inspect(named(square)?),
            Event::Tap(square) => TableEvent::Tap(at(&square)?),
            Event::TapReserve(role) => TableEvent::TapReserve(read_role(&role)?),
            Event::Lift(square) => TableEvent::Lift(at(&square)?),
            Event::LiftReserve(role) => TableEvent::LiftReserve(read_role(&role)?),
            Event::Drop(square) => TableEvent::Drop(named(square)?),
            Event::Promote(None) => TableEvent::Promote(None),
            Event::Promote(Some(role)) => TableEvent::Promote(Some(read_role(&role)?)),
            Event::LetGo => TableEvent::LetGo,
            Event::Step(text) => TableEvent::Step(step(&text)?),
            Event::Typed(text) => TableEvent::Typed(text),
            Event::EndTurn => TableEvent::EndTurn,
            Event::Undo => TableEvent::Undo,
            Event::Redo => TableEvent::Redo,
            Event::UndoTo(kept) => TableEvent::UndoTo(kept),
            Event::Draw => TableEvent::Draw,
            Event::PlaceRest => TableEvent::PlaceRest,
            Event::Shuffle => TableEvent::Shuffle,
            Event::Clear => TableEvent::Clear,
            Event::QuickStart => TableEvent::QuickStart,
            Event::Confirms(confirms) => TableEvent::Confirms(confirms),
            Event::Tempo(tempo) => TableEvent::Tempo(tempo),
            // A table has no picture.
            Event::Flip | Event::Attacks => return None,
            Event::Walk(walk) => TableEvent::Walk(match walk {
                Walk::First => table::Walk::First,
                Walk::Back => table::Walk::Back,
                Walk::On => table::Walk::On,
                Walk::Latest => table::Walk::Latest,
                Walk::Into => table::Walk::Into,
                Walk::Out => table::Walk::Out,
            }),
            Event::Show(Place { turn: number, steps }) => {
                TableEvent::Show(Path { turn: turn(number)?, steps })
            }
            Event::ShowAt(steps) => TableEvent::Show(game.place(steps)),
            Event::Replay => TableEvent::Replay,
            Event::Resign => TableEvent::Resign,
            Event::OfferDraw => TableEvent::OfferDraw,
            Event::TakeBack => TableEvent::TakeBack,
            Event::Answer(yes) => TableEvent::Answer(yes),
            Event::Seat(None) => TableEvent::Seat(None),
            Event::Seat(Some(opponent)) => TableEvent::Seat(Some(opponent.read()?)),
            Event::Begin(wish) => TableEvent::Begin(wish.map(Wish::into)),
            Event::Anew(wish) => TableEvent::Anew(wish.map(Wish::into)),
            // Of a game by link, a rematch is another invitation.
            #[cfg(feature = "whole")]
            Event::Rematch if table.is_by_link() => TableEvent::InviteAgain { entropy: entropy() },
            Event::Rematch => TableEvent::Rematch,
            Event::Thought { id, thought } => TableEvent::Thought {
                id: id as u64,
                thought: thought.and_then(|thought| thought.read(spec)),
            },
            Event::ThoughtFailed(id) => TableEvent::ThoughtFailed(id as u64),
            Event::MoveNow => TableEvent::MoveNow,
            Event::Hint => TableEvent::Hint,
            Event::Review => TableEvent::Review,
            Event::Judged { id, judgement } => {
                TableEvent::Judged { id: id as u64, judgement: judgement.read(spec) }
            }
            Event::StopReview => TableEvent::StopReview,
            Event::ShowLapse(place) => TableEvent::ShowLapse(place),
            Event::NextLapse => TableEvent::NextLapse,
            Event::Woken(id) => TableEvent::Woken(id as u64),
            #[cfg(feature = "whole")]
            Event::Pause => TableEvent::Pause,
            #[cfg(feature = "whole")]
            Event::Invite { color, open, name } => {
                TableEvent::Invite { color: color.into(), open, name, entropy: entropy() }
            }
            #[cfg(feature = "whole")]
            Event::Accept(name) => TableEvent::Accept { name, quick: false, entropy: entropy() },
            #[cfg(feature = "whole")]
            Event::AcceptQuick(name) => {
                TableEvent::Accept { name, quick: true, entropy: entropy() }
            }
            Event::Came(link) => TableEvent::Came(link),
            #[cfg(feature = "whole")]
            Event::Choose(choice) => TableEvent::Choose(match choice {
                Choice::KeepMine => table::Choice::KeepMine,
                Choice::TakeTheirs => table::Choice::TakeTheirs,
                Choice::KeepApart => table::Choice::KeepApart,
            }),
            #[cfg(feature = "whole")]
            Event::SitDown => TableEvent::SitDown,
            #[cfg(feature = "whole")]
            Event::HandedOn => TableEvent::HandedOn,
            #[cfg(feature = "whole")]
            Event::Wire(wire) => TableEvent::Wire(Box::new(wire.into())),
            #[cfg(feature = "whole")]
            Event::Watch(watch) => TableEvent::Watch(Box::new(watch.into())),
            #[cfg(feature = "whole")]
            Event::Line(line) => TableEvent::Line(line),
            Event::Graft(saved) => TableEvent::Graft(saved),
            #[cfg(feature = "whole")]
            Event::PromoteTurn(number) => TableEvent::PromoteTurn(turn(number)?),
            #[cfg(feature = "whole")]
            Event::MakeMainLine(number) => TableEvent::MakeMainLine(turn(number)?),
            #[cfg(feature = "whole")]
            Event::Delete(number) => TableEvent::Delete(turn(number)?),
            #[cfg(feature = "whole")]
            Event::Comment(number, text) => TableEvent::Comment(turn(number)?, text),
            #[cfg(feature = "whole")]
            Event::Glyphs(number, glyphs) => TableEvent::Glyphs(turn(number)?, glyphs),
            Event::Sketch { brush, from, to } => {
                let brush = *Brush::ALL.get(brush)?;
                TableEvent::Sketch(Mark { brush, from: at(&from)?, to: at(&to)? })
            }
            #[cfg(feature = "whole")]
            Event::Mark { place: Place { turn: number, steps }, brush, from, to } => {
                let place = Path { turn: turn(number)?, steps };
                let brush = *Brush::ALL.get(brush)?;
                TableEvent::Mark(place, Mark { brush, from: at(&from)?, to: at(&to)? })
            }
            #[cfg(feature = "whole")]
            Event::Analyse(what) => TableEvent::Analyse(Box::new(what.read(game)?)),
            // A table is no editor.
            #[cfg(feature = "whole")]
            Event::Edit(_) => return None,
            Event::Loaded { key, found } => TableEvent::Loaded { key, found: read_stored(found)? },
            Event::ReadFailed { key, why } => TableEvent::LoadFailed { key, fault: fault_of(&why) },
            Event::Kept { key, revision } => {
                TableEvent::Kept { key, revision: revision.parse().ok()? }
            }
            Event::Refused { key, revision, found } => TableEvent::Refused {
                key,
                revision: revision.parse().ok()?,
                found: read_stored(found)?,
            },
            Event::KeepFailed { key, revision, why } => TableEvent::KeepFailed {
                key,
                revision: revision.parse().ok()?,
                fault: fault_of(&why),
            },
            Event::MadeRoom { key, found } => {
                TableEvent::MadeRoom { key, found: read_stored(found)? }
            }
            Event::MadeNoRoom(key) => TableEvent::MadeNoRoom { key },
            Event::GoBack => TableEvent::GoBack,
            #[cfg(feature = "whole")]
            Event::Aside { key, post, unread } => {
                TableEvent::Aside { key, post: post.into(), unread }
            }
            #[cfg(feature = "whole")]
            Event::PutAside { key, done } => TableEvent::PutAside { key, done },
            Event::TakenElsewhere => TableEvent::TakenElsewhere,
            #[cfg(feature = "whole")]
            Event::Again => TableEvent::Again,
            #[cfg(feature = "whole")]
            Event::ShowSolution => TableEvent::ShowSolution,
            #[cfg(feature = "whole")]
            Event::Next => TableEvent::Next,
            #[cfg(feature = "whole")]
            Event::Previous => TableEvent::Previous,
            #[cfg(feature = "whole")]
            Event::Restart => TableEvent::Restart,
            #[cfg(feature = "whole")]
            Event::Refute => TableEvent::Refute,
        })
    }
}

impl Request {
    /// The request with its values by name.
    pub(crate) fn new(request: table::Request, position: &AnyPosition) -> Option<Self> {
        Some(match request {
            table::Request::Load { key } => Request::Load { key },
            table::Request::Keep { key, follows, revision, content, is_over } => Request::Keep {
                key,
                follows: follows.to_string(),
                revision: revision.to_string(),
                content: content.into(),
                is_over,
            },
            table::Request::Note { key, follows, revision, content, is_over } => Request::Note {
                key,
                follows: texts(&follows),
                revision: revision.to_string(),
                content: content.into(),
                is_over,
            },
            table::Request::SetBeside { key, beside, follows, revision, content, is_over } => {
                Request::SetBeside {
                    key,
                    beside,
                    follows: texts(&follows),
                    revision: revision.to_string(),
                    content: content.into(),
                    is_over,
                }
            }
            table::Request::PutAway { key, revision } => {
                Request::PutAway { key, revision: revision.to_string() }
            }
            table::Request::Moved { from, key } => Request::Moved { from, key },
            table::Request::OfferBack => Request::OfferBack {},
            table::Request::Think { id, about, saved, effort } => {
                let kind = match about {
                    table::Think::Turn(_) => "turn",
                    table::Think::Hint => "hint",
                    table::Think::Draw => "draw",
                    table::Think::Puzzle => "puzzle",
                    table::Think::Review => "review",
                };
                Request::Think(EngineQuestion::new(id, kind, position, saved, effort))
            }
            #[cfg(feature = "whole")]
            table::Request::Analyse(look) => {
                let table::Look { id, count, saved, draw } = *look;
                let effort = table::Effort::LINES;
                let question = EngineQuestion::new(id, "lines", position, saved, effort);
                Request::Analyse(EngineQuestion { count, draw, ..question })
            }
            #[cfg(feature = "whole")]
            table::Request::StopAnalysing => Request::StopAnalysing {},
            #[cfg(feature = "whole")]
            table::Request::Survey(survey) => {
                let table::Survey { id, saved, places, nodes } = *survey;
                let effort = table::Effort::survey(nodes as u32);
                let question = EngineQuestion::new(id, "survey", position, saved, effort);
                Request::Survey(EngineQuestion { places, ..question })
            }
            #[cfg(feature = "whole")]
            table::Request::StopSurvey => Request::StopSurvey {},
            table::Request::StopThinking { .. } => Request::StopThinking {},
            table::Request::Hurry { .. } => Request::Hurry {},
            table::Request::Wake { id, after, at_rest } => {
                Request::Wake { id: id as f64, after: after as f64, at_rest }
            }
            #[cfg(feature = "whole")]
            table::Request::Send { link } => Request::Send { link },
            #[cfg(feature = "whole")]
            table::Request::Tell { message, is_letter } => Request::Tell { message, is_letter },
            #[cfg(feature = "whole")]
            table::Request::ShowWatchers { message } => Request::ShowWatchers { message },
            #[cfg(feature = "whole")]
            table::Request::Amend(amendment) => {
                let table::Amendment { key, link, post, revision } = *amendment;
                Request::Amend { key, link, post: post.into(), revision: revision.to_string() }
            }
            table::Request::OpenApart { link } => Request::OpenApart { link },
            #[cfg(feature = "whole")]
            table::Request::PutAside { key, post, unread } => {
                Request::PutAside { key, post: post.into(), unread }
            }
            #[cfg(feature = "whole")]
            table::Request::ForgetAside { key } => Request::ForgetAside { key },
            #[cfg(feature = "whole")]
            table::Request::BeginByLink { key, content } => {
                Request::BeginByLink { key, content: content.into() }
            }
            #[cfg(feature = "whole")]
            table::Request::BeginOnLine { key, content, message } => {
                Request::BeginOnLine { key, content: content.into(), message }
            }
            #[cfg(feature = "whole")]
            table::Request::AskedAgain { link, says } => {
                Request::AskedAgain { link, says: Names(position).sentence(&says) }
            }
            table::Request::Begin(seating) => Request::Begin(seating.into()),
            // The picture has carried it out.
            table::Request::Below(_) | table::Request::TurnBoard => return None,
            table::Request::Remember(opponent) => Request::Remember(opponent.map(Opponent::from)),
            table::Request::Say(sentence) => Request::Say(Names(position).sentence(&sentence)),
            table::Request::Notice(sentence) => {
                Request::Notice(Names(position).sentence(&sentence))
            }
            #[cfg(feature = "whole")]
            table::Request::KeepLesson { game, progress } => Request::KeepLesson {
                game: game.spec().id,
                progress: progress.iter().map(|task| task.id()).collect(),
            },
            #[cfg(feature = "whole")]
            table::Request::KeepPuzzle(kept) => Request::KeepPuzzle(kept.into()),
            #[cfg(feature = "whole")]
            table::Request::KeepDay { day, how } => Request::KeepDay { day, solved: how.into() },
            #[cfg(not(feature = "whole"))]
            _ => return None,
        })
    }
}

/// The declarations of the contract for the page's scripts.
#[cfg(all(feature = "whole", not(target_arch = "wasm32")))]
pub fn declarations() -> String {
    let declared = [
        Place::DECL,
        Post::DECL,
        Content::DECL,
        Stored::DECL,
        Noted::DECL,
        Recovered::DECL,
        Shelved::DECL,
        Listed::DECL,
        Shelf::DECL,
        Unread::DECL,
        crate::library::Regained::DECL,
        crate::clock::ClockFace::DECL,
        crate::clock::Clocks::DECL,
        crate::games_file::FileFacts::DECL,
        crate::games_file::FileEntry::DECL,
        crate::games_file::Brought::DECL,
        crate::games_file::Brings::DECL,
        crate::travel::answer::Whole::DECL,
        crate::travel::answer::Fault::DECL,
        crate::travel::study::StudyTaken::DECL,
        crate::travel::answer::Taken::DECL,
        crate::beginning::Begun::DECL,
        crate::beginning::Begins::DECL,
        crate::travel::pgn::Headers::DECL,
        crate::travel::pgn::Shared::DECL,
        Walk::DECL,
        Choice::DECL,
        Event::DECL,
        Request::DECL,
        Setup::DECL,
        sentence::Color::DECL,
        Piece::DECL,
        Diagram::DECL,
        Value::DECL,
        Values::DECL,
        Sentence::DECL,
        Given::DECL,
        Part::DECL,
        Reason::DECL,
        Thought::DECL,
        Judgement::DECL,
        EngineQuestion::DECL,
        EngineReply::DECL,
        Opponent::DECL,
        Side::DECL,
        Wish::DECL,
        Seating::DECL,
        Lapse::DECL,
        Review::DECL,
        Decision::DECL,
        Reply::DECL,
        Board::DECL,
        Asked::DECL,
        MailView::DECL,
        TurnTime::DECL,
        Wire::DECL,
        Watch::DECL,
        friend::Watched::DECL,
        Exercise::DECL,
        Solved::DECL,
        PuzzleProgress::DECL,
        Card::DECL,
        Stock::DECL,
        Stocks::DECL,
        TurnStep::DECL,
        Cell::DECL,
        Controls::DECL,
        view::Buttons::DECL,
        Verdict::DECL,
        ScoreTurn::DECL,
        Viewed::DECL,
        Promotion::DECL,
        view::Shown::DECL,
        LineTurn::DECL,
        Lines::DECL,
        EngineLine::DECL,
        Conditional::DECL,
        KnownMove::DECL,
        KnownMoves::DECL,
        TurnProof::DECL,
        Analyse::DECL,
        StudyDeed::DECL,
        StudyChapter::DECL,
        Studied::DECL,
        StudyLink::DECL,
        AdvisedTurn::DECL,
        AdvisedLine::DECL,
        FollowedStep::DECL,
        Analysed::DECL,
        TreeItem::DECL,
        AnalysisBoard::DECL,
        Worth::DECL,
        Learn::DECL,
        Point::DECL,
        SideReport::DECL,
        Learning::DECL,
        Reported::DECL,
        LobbyEvent::DECL,
        LobbyRequest::DECL,
        OpenChallenge::DECL,
        Lobbied::DECL,
        Edit::DECL,
        PalettePiece::DECL,
        CastlingRight::DECL,
        Edited::DECL,
        EditorBoard::DECL,
        View::DECL,
    ];
    let mut text =
        "// Made of the types in crates/app/src/contract (see crates/app/tests/contract.rs).\n"
            .to_owned();
    for declaration in declared {
        text.push('\n');
        // One name a line, so that adding one changes one line.
        text.push_str(&declaration.replace(" | {", "\n    | {").replace(" | \"", "\n    | \""));
        text.push('\n');
    }
    text
}

#[cfg(all(test, feature = "whole"))]
mod tests {
    use rules::AnyPosition;

    use super::*;

    /// What is kept beside a game goes to the page and comes back as it was; what is not known is left out.
    #[test]
    fn what_is_kept_beside_a_game_comes_back_as_it_went() {
        for since in [0, 1, 1_764_000_000_000] {
            for [sent, seen] in [[true, false], [false, true]] {
                let [link, seat, came] = ["g=link", "g=seat", "g=came"].map(str::to_owned);
                let post = table::Post { link, seat, sent, seen, came, since };
                let page = Post::from(post.clone());
                assert_eq!(page.since.is_some(), since > 0);
                assert_eq!(table::Post::from(page), post);
            }
        }
    }

    /// A letter that was put aside without knowing what is stored is told from one that the store had refused.
    #[test]
    fn what_lies_beside_the_store_is_known_as_it_was_put_there() {
        let start = AnyPosition::initial(rules::GameId::Orthodox);
        let (table, _) = table::Table::new(table::Setup::here(start, "mail a"));
        let post = table::Post {
            link: "g=link".to_owned(),
            seat: String::new(),
            sent: false,
            seen: false,
            came: String::new(),
            since: 0,
        };
        for unread in [true, false] {
            let event =
                Event::Aside { key: "mail a".to_owned(), post: post.clone().into(), unread };
            let read = event.read(&table, || [0; 56]);
            let expected =
                TableEvent::Aside { key: "mail a".to_owned(), post: post.clone(), unread };
            assert_eq!(read, Some(expected));
        }
    }
}
