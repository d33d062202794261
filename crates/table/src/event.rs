//! What happens to a table, and what it asks for.

use record::game::{Mark, Path, TurnId};
use rules::{Color, GameId, Role, Square, Step};

use crate::computer::Thought;
use crate::daily::Day;
use crate::keep::{Content, Post, Revision, Stored};
use crate::mail::{Came, Choice, Entropy};
use crate::opponent::{Opponent, Seating, Wish};
use crate::progress::{PuzzleProgress, Success, TaskProgress};
use crate::review::Judgement;
use crate::sentence::Sentence;

/// When something happens, and a random number that comes with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// Milliseconds of a clock that may be set back or ahead.
    pub now: u64,
    /// Drawn anew for each event, from a source fit for secrets.
    pub random: u64,
}

/// A way through the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Walk {
    First,
    Back,
    On,
    /// To the end of the variation and, from there, to where the game stands.
    Latest,
    /// Into a variation, or to the next one beside it.
    Into,
    /// To where the variation leaves another line.
    Out,
}

/// Why the store has failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoreFault {
    /// The browser hands out none, or it does not work.
    Blocked,
    /// There is no room left.
    Full,
    /// A newer version has changed its form.
    Newer,
}

impl StoreFault {
    /// The key of what is said about it.
    pub(crate) fn key(self) -> &'static str {
        match self {
            StoreFault::Blocked => "kept.blocked",
            StoreFault::Full => "kept.full",
            StoreFault::Newer => "kept.newer",
        }
    }
}

/// Something that happens.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    // The hand.
    /// A pointer went down on a square: what can be chosen there is chosen at once.
    Press(Square),
    /// A pointer went down on a kind of piece off the board.
    PressReserve(Role),
    /// It went up where it went down: what the press has not done is done.
    Release,
    /// The player looks at the piece on a square, or at none any longer.
    Inspect(Option<Square>),
    /// A square was tapped.
    Tap(Square),
    /// A kind of piece off the board was tapped.
    TapReserve(Role),
    /// A piece on the board was lifted.
    Lift(Square),
    /// A piece off the board was lifted.
    LiftReserve(Role),
    /// The lifted piece was let fall on a square, or off the board.
    Drop(Option<Square>),
    /// What a pawn becomes was chosen, or was not.
    Promote(Option<Role>),
    /// What was chosen is let go.
    LetGo,
    /// A step was named.
    Step(Step),
    /// A step was typed: in SAN or in step notation, or `end`.
    Typed(String),
    // The turn.
    /// The turn is to end; a turn that waits for confirmation is confirmed.
    EndTurn,
    /// The last step of the turn is taken back.
    Undo,
    /// The last step taken back is taken again.
    Redo,
    /// So many steps of the turn stay.
    UndoTo(usize),
    /// Chance is to draw.
    Draw,
    /// What is left of a placement is placed sensibly.
    PlaceRest,
    /// What was placed for the player in this turn is placed in another way.
    Shuffle,
    /// The placement of this turn is cleared away.
    Clear,
    /// Both sides are placed sensibly, and the game begins behind that.
    QuickStart,
    /// Whether turns of one step are to wait to be confirmed from now on.
    Confirms(bool),
    /// How long the steps of a turn that is shown wait for one another from now on, in hundredths of
    /// the usual time.
    Tempo(u16),
    // Looking.
    /// One goes through the game.
    Walk(Walk),
    /// One goes to a place.
    Show(Path),
    /// The last turn is to be shown once more, step by step.
    Replay,
    // Agreements.
    /// The side here, or to move, wants to resign.
    Resign,
    /// It offers a draw.
    OfferDraw,
    /// It wants its last turn back.
    TakeBack,
    /// The question that stands is answered.
    Answer(bool),
    // The computer.
    /// The computer plays a side from now on, or, with nobody, two people play here.
    Seat(Option<Opponent>),
    /// A game of another kind is wanted, against the computer or, without a wish, between two people here:
    /// it has a page of its own.
    Begin(Option<Wish>),
    /// A new game is wanted in the place of this one, against the computer or between two people.
    Anew(Option<Wish>),
    /// A rematch is wanted.
    Rematch,
    /// A thought came.
    Thought {
        /// The number of the request.
        id: u64,
        /// What was found; nothing if there is nothing to be played.
        thought: Option<Thought>,
    },
    /// No thought will come.
    ThoughtFailed(u64),
    /// The computer is to play at once, or, where it has failed, to think again.
    MoveNow,
    /// A hint is asked for.
    Hint,
    /// The game that has ended is to be looked through.
    Review,
    /// What there is to say about one of its turns.
    Judged {
        /// The number of the request.
        id: u64,
        /// What there is to say.
        judgement: Judgement,
    },
    /// The review is given up; what was found before stays.
    StopReview,
    /// A turn that lost much is to be shown, by its place among them.
    ShowLapse(usize),
    /// The next such turn behind the place where one stands is to be shown.
    NextLapse,
    /// A time that was asked for has come.
    Woken(u64),
    // Letters.
    /// A friend is invited to a game from its usual position.
    Invite {
        /// The own side.
        color: Color,
        /// Whether anybody may answer.
        open: bool,
        /// The own name.
        name: String,
        /// What names and secrets are made of.
        entropy: Entropy,
    },
    /// The invitation is accepted.
    Accept {
        /// The own name.
        name: String,
        /// Whether the Quick start that it offers is agreed to.
        quick: bool,
        /// What names and secrets are made of.
        entropy: Entropy,
    },
    /// A link came.
    Came(String),
    /// What is to be done about a link that does not simply go on with the game.
    Choose(Choice),
    /// The seat that is free is taken expressly, in a game without secrets.
    SitDown,
    /// The own letter was handed on.
    HandedOn,
    /// A line of one's own goes with the own letter that is to be handed on; an empty one: none.
    Line(String),
    /// The friend is to be invited to another game, with the sides swapped.
    InviteAgain {
        /// What names and secrets are made of.
        entropy: Entropy,
    },
    // Variations and what is said.
    /// A saved game of the same start comes with variations, comments and glyphs.
    Graft(String),
    /// A turn is promoted where it branches off.
    PromoteTurn(TurnId),
    /// The line to a turn becomes the main one.
    MakeMainLine(TurnId),
    /// A turn is taken out, with what follows it.
    Delete(TurnId),
    /// A turn is commented on.
    Comment(TurnId, String),
    /// A turn gets these glyphs.
    Glyphs(TurnId, Vec<u8>),
    /// The player draws on the board as it is shown; the same drawn again is rubbed out.
    Sketch(Mark),
    /// A mark is drawn, or rubbed out.
    Mark(TurnId, Mark),
    // The store.
    /// What is stored was read.
    Loaded {
        /// The name under which it stands.
        key: String,
        /// What stands there.
        found: Option<Stored>,
    },
    /// What is stored could not be read.
    LoadFailed {
        /// The name under which it stands.
        key: String,
        /// Why.
        fault: StoreFault,
    },
    /// A write is kept.
    Kept {
        /// The name.
        key: String,
        /// What the write has made.
        revision: Revision,
    },
    /// A write was refused: something else is stored than it follows.
    Refused {
        /// The name.
        key: String,
        /// What the write would have made.
        revision: Revision,
        /// What is stored.
        found: Option<Stored>,
    },
    /// A write has failed.
    KeepFailed {
        /// The name.
        key: String,
        /// What the write would have made.
        revision: Revision,
        /// Why.
        fault: StoreFault,
    },
    /// The game that was left is kept under a name of its own.
    MadeRoom {
        /// The name that it had.
        key: String,
        /// What stands there since: a game that this window does not know, mostly nothing.
        found: Option<Stored>,
    },
    /// The game that was left could not be kept.
    MadeNoRoom {
        /// The name that it has.
        key: String,
    },
    /// The game that was left and could not be kept is gone back to.
    GoBack,
    /// Beside the store lies what that did not take when it was to be kept; it comes before what is
    /// stored, or that this cannot be read.
    Aside {
        /// The name.
        key: String,
        /// The game by link.
        post: Post,
        /// Whether it was put there without knowing what the store has.
        unread: bool,
    },
    /// What was to be put beside the store is there, or is not.
    PutAside {
        /// The name.
        key: String,
        /// Whether it is.
        done: bool,
    },
    /// Another window has taken up the game.
    TakenElsewhere,
    /// The game is to be gone on with in this window.
    TakeUp,
    // Lessons and puzzles.
    /// Again from where it was right.
    Again,
    /// The solution is to be shown.
    ShowSolution,
    /// The next task.
    Next,
    /// The task before.
    Previous,
    /// The lesson from its beginning, as if no task had been done.
    Restart,
    /// What speaks against the turn is to be shown.
    Refute,
}

impl Event {
    /// Whether the store tells it, and nobody has done it.
    pub(crate) fn is_from_store(&self) -> bool {
        matches!(
            self,
            Event::Loaded { .. }
                | Event::LoadFailed { .. }
                | Event::Kept { .. }
                | Event::Refused { .. }
                | Event::KeepFailed { .. }
                | Event::MadeRoom { .. }
                | Event::MadeNoRoom { .. }
                | Event::Aside { .. }
                | Event::PutAside { .. }
        )
    }
}

/// What is thought about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Think {
    /// The computer's turn, at a level from 1.
    Turn(u8),
    /// Advice, at full strength.
    Hint,
    /// Whether to agree to a draw, at full strength.
    Draw,
    /// What speaks against a puzzle's turn, or answers it.
    Puzzle,
    /// What each turn of the game has lost: told by [`Event::Judged`], and at the end by a thought of
    /// nothing.
    Review,
}

/// How much is to be thought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The level, from 1; 0: full strength.
    pub level: u8,
    /// Milliseconds at most; 0: as long as it takes.
    pub ms: u32,
    /// Positions at most, in a review for each turn; 0: as many as there is time for.
    pub nodes: u32,
    /// What choices and lapses follow from.
    pub seed: u32,
    /// How long it may take to be ready to think, in milliseconds; who takes longer is taken for dead.
    pub loading: u32,
    /// How long whoever is ready may be silent, in milliseconds.
    pub silence: u32,
}

/// What the player is asked.
#[derive(Clone, PartialEq, Debug)]
pub enum Question {
    /// Whether the side really resigns.
    Resign(Color),
    /// Whether a draw is really offered, to the computer or with the turn by link.
    Offer,
    /// Whether the other player here agrees to a draw.
    Draw(Color),
    /// Whether the other player here gives a turn back.
    TakeBack(Color),
    /// Whether to accept the friend's offer.
    DrawOffered,
    /// Whether to give the friend's turn back.
    TakebackAsked,
    /// Whether to accept the invitation.
    Invited,
    /// Whether to sit down in the free seat.
    Sit,
    /// What to do about a link that does not simply go on with the game.
    Came(Came),
}

impl Question {
    /// Whether who waves it away says no: the player at this device has begun it, and may have touched
    /// it by mistake. Else it stands.
    pub const fn is_fleeting(&self) -> bool {
        matches!(
            self,
            Question::Resign(_) | Question::Draw(_) | Question::Offer | Question::TakeBack(_)
        )
    }
}

/// Something to be done. Carried out twice, it does no harm.
#[derive(Clone, PartialEq, Debug)]
pub enum Request {
    /// Read what is stored under a name, and tell of it.
    Load {
        /// The name.
        key: String,
    },
    /// Keep this under a name if what stands there is the revision that it follows; if it is the one
    /// that it makes, it is kept already.
    Keep {
        /// The name.
        key: String,
        /// What it follows; 0: nothing is stored there.
        follows: Revision,
        /// What it makes.
        revision: Revision,
        /// What is to be kept.
        content: Content,
        /// Whether the game is over.
        is_over: bool,
    },
    /// Keep a game that another takes the place of under a name of its own, with the name that the player
    /// has given it and all that is known of it, and take away what stands under the old name, if that
    /// is one of the revisions that it follows. Tell what stands there then.
    SetBeside {
        /// The old name.
        key: String,
        /// Its own.
        beside: String,
        /// What may be taken away.
        follows: Vec<Revision>,
        /// What it makes.
        revision: Revision,
        /// The game.
        content: Content,
        /// Whether it is over.
        is_over: bool,
    },
    /// Put away what stands under a name and cannot be read, for a later version or a person to look at,
    /// if it is this revision, and tell what stands there then.
    PutAway {
        /// The name.
        key: String,
        /// Which revision.
        revision: Revision,
    },
    /// Note this until it is kept, where a page that is gone the next moment has still noted it: a write
    /// that is under way has not been answered.
    Note {
        /// The name.
        key: String,
        /// What it may follow.
        follows: Vec<Revision>,
        /// What it makes.
        revision: Revision,
        /// The game.
        content: Content,
        /// Whether it is over.
        is_over: bool,
    },
    /// The game is kept under another name from now on.
    Moved {
        /// The old name.
        from: String,
        /// The new one.
        key: String,
    },
    /// Say that there is no room for the game that was left, and offer to go back to it.
    OfferBack,
    /// Think about the game as it stands, and tell of it.
    Think {
        /// To be told with the thought.
        id: u64,
        /// What about.
        about: Think,
        /// The game, as it is saved.
        saved: String,
        /// How much.
        effort: Effort,
    },
    /// Put this beside the store, which does not take it, and tell whether that worked; not needed for
    /// other games than those by link, whose letters cannot be played again.
    PutAside {
        /// The name.
        key: String,
        /// The game by link.
        post: Post,
        /// Whether it is put there without knowing what the store has.
        unread: bool,
    },
    /// What lies beside the store under a name is kept by now: take it away.
    ForgetAside {
        /// The name.
        key: String,
    },
    /// Keep a new game under a name that nobody else can know, and open it.
    BeginByLink {
        /// The name.
        key: String,
        /// The game.
        content: Content,
    },
    /// A thought is no longer wanted.
    StopThinking {
        /// Which.
        id: u64,
    },
    /// The best that was found so far is wanted at once.
    Hurry {
        /// Of which thought.
        id: u64,
    },
    /// Tell when so much time has passed.
    Wake {
        /// To be told.
        id: u64,
        /// Milliseconds.
        after: u64,
        /// Whether also what moves on the board is to have come to rest.
        at_rest: bool,
    },
    /// The own letter is to be handed on: the fragment of a link.
    Send {
        /// The link.
        link: String,
    },
    /// What was handed in is to be opened as a game of its own: a link, mostly.
    OpenApart {
        /// The link.
        link: String,
    },
    /// Begin a game in the place of this one, and seat who plays it.
    Begin(Seating),
    /// This side's pieces are to be below on the board.
    Below(Color),
    /// The board is to be turned.
    TurnBoard,
    /// Remember whom this game is played against; nobody: two people play it.
    Remember(Option<Opponent>),
    /// Say this.
    Say(Sentence),
    /// Say this, and let it stand there until it is put away.
    Notice(Sentence),
    /// Keep how far one has come with the tasks of a game's lesson.
    KeepLesson {
        /// The game.
        game: GameId,
        /// Each task.
        progress: Vec<TaskProgress>,
    },
    /// Keep how far one has come with a puzzle.
    KeepPuzzle(PuzzleProgress),
    /// Keep how the puzzle of a day was solved, unless that day has been kept: the first time counts.
    KeepDay {
        /// The day.
        day: Day,
        /// How.
        how: Success,
    },
}
