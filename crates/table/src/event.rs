//! Events and requests: what happens to a table, and what it asks for.

use record::game::{Mark, Path, TurnId};
use rules::{Color, GameId, Role, Square, Step};

use crate::analysis::Analyse;
use crate::analysis_lines::Look;
use crate::computer::Thought;
use crate::daily::Day;
use crate::keep::{Content, Post, Revision, Stored};
use crate::live::Wire;
use crate::mail::{Came, Choice, Entropy};
use crate::opponent::{Opponent, Seating, Wish};
use crate::progress::{PuzzleProgress, Success, TaskProgress};
use crate::report::Survey;
use crate::review::Judgement;
use crate::sentence::Sentence;
use crate::watching::Watch;
use crate::whole::WholeOnly;

/// The time of an event, and a random number for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// Milliseconds of a clock that may be set back or ahead.
    pub now: u64,
    /// Drawn anew for each event, from a cryptographically secure source.
    pub random: u64,
}

/// A direction in which to browse the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Walk {
    First,
    Back,
    On,
    /// To the end of the variation and, from there, to the current position of the game.
    Latest,
    /// Into a variation, or to the next sibling.
    Into,
    /// To the place where the variation branches off.
    Out,
}

/// Why the store has failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoreFault {
    /// The browser offers none, or it does not work.
    Blocked,
    /// It is full.
    Full,
    /// A newer version has changed its schema.
    Newer,
}

impl StoreFault {
    /// The key of the message about it.
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
    /// A pointer went down on a square: a piece there that can be selected is selected at once.
    Press(Square),
    /// A pointer went down on a kind of piece off the board.
    PressReserve(Role),
    /// The pointer went up where it went down: whatever the press has not done is done now.
    Release,
    /// The player inspects the piece on a square, or stops inspecting.
    Inspect(Option<Square>),
    /// A square was tapped.
    Tap(Square),
    /// A kind of piece off the board was tapped.
    TapReserve(Role),
    /// A piece on the board was lifted.
    Lift(Square),
    /// A piece off the board was lifted.
    LiftReserve(Role),
    /// The lifted piece was dropped on a square, or off the board.
    Drop(Option<Square>),
    /// A promotion was chosen, or the choice was cancelled.
    Promote(Option<Role>),
    /// The selection is cleared.
    LetGo,
    /// A step is requested.
    Step(Step),
    /// A step was typed: in SAN or in step notation, or `end`.
    Typed(String),
    // The turn.
    /// End the turn, or confirm a turn that waits for confirmation.
    EndTurn,
    /// Undo the last step of the turn.
    Undo,
    /// Redo the last undone step.
    Redo,
    /// Undo to this number of steps of the turn.
    UndoTo(usize),
    /// Make the draw by chance.
    Draw,
    /// Place the remaining pieces of a placement sensibly.
    PlaceRest,
    /// Place the pieces that were placed for the player in this turn in another way.
    Shuffle,
    /// Clear the placement of this turn.
    Clear,
    /// Place both sides sensibly and begin the game after that.
    QuickStart,
    /// Whether turns of one step wait for confirmation from now on.
    Confirms(bool),
    /// The pause between the steps of a turn that is shown, from now on, in hundredths of the usual
    /// time.
    Tempo(u16),
    // Browsing.
    /// Browse the game.
    Walk(Walk),
    /// Go to a place in the game.
    Show(Path),
    /// Replay the last turn, step by step.
    Replay,
    // Agreements.
    /// The side at this device, or to move, wants to resign.
    Resign,
    /// It offers a draw.
    OfferDraw,
    /// It wants its last turn back.
    TakeBack,
    /// The answer to the open question.
    Answer(bool),
    // The computer.
    /// The computer plays a side from now on or, with `None`, two people play here.
    Seat(Option<Opponent>),
    /// A game of another kind is wanted, against the computer or, without a wish, between two
    /// people here: it has a page of its own.
    Begin(Option<Wish>),
    /// A new game is wanted in place of this one, against the computer or between two people.
    Anew(Option<Wish>),
    /// A rematch is wanted.
    Rematch,
    /// A thought has arrived.
    Thought {
        /// The number of the request.
        id: u64,
        /// The result; `None` if there is no turn to play.
        thought: Option<Thought>,
    },
    /// The thought has failed.
    ThoughtFailed(u64),
    /// The computer is to play at once or, after a failure, to think again.
    MoveNow,
    /// A hint is asked for.
    Hint,
    /// A review of the finished game is wanted.
    Review,
    /// A judgement of one of its turns.
    Judged {
        /// The number of the request.
        id: u64,
        /// The judgement.
        judgement: Judgement,
    },
    /// The review is cancelled; earlier judgements stay.
    StopReview,
    /// Show a mistake, by its place among them.
    ShowLapse(usize),
    /// Show the next mistake after the current place.
    NextLapse,
    /// An alarm that was requested has gone off.
    Woken(u64),
    /// The page is left: the clocks stand until somebody touches the board.
    Pause,
    // Letters.
    /// A friend is invited to a game from its initial position.
    Invite {
        /// The player's own side.
        color: Color,
        /// Whether anybody may answer (an open challenge).
        open: bool,
        /// The player's own name.
        name: String,
        /// Entropy for names and secrets.
        entropy: Entropy,
    },
    /// The invitation is accepted.
    Accept {
        /// The player's own name.
        name: String,
        /// Whether the offered Quick start is accepted.
        quick: bool,
        /// Entropy for names and secrets.
        entropy: Entropy,
    },
    /// A link was opened.
    Came(String),
    /// The choice about a link that does not simply continue the game.
    Choose(Choice),
    /// Something has happened on the line to the other side of a live game.
    Wire(WholeOnly<Wire>),
    /// Something has happened on the line of a page that watches a live game.
    Watch(WholeOnly<Watch>),
    /// The free seat is taken expressly, in a game without secrets.
    SitDown,
    /// The player's letter was shared.
    HandedOn,
    /// The line of text for the player's letter; an empty one removes it.
    Line(String),
    /// The friend is to be invited to a rematch, with the sides swapped.
    InviteAgain {
        /// Entropy for names and secrets.
        entropy: Entropy,
    },
    // Variations and comments.
    /// Merge variations, comments and glyphs from a saved game with the same start.
    Graft(String),
    /// Promote the variation of a turn.
    PromoteTurn(TurnId),
    /// Make the line to a turn the main one.
    MakeMainLine(TurnId),
    /// Delete a turn with all that follows it.
    Delete(TurnId),
    /// Set a turn's comments.
    Comment(TurnId, String),
    /// Set a turn's glyphs.
    Glyphs(TurnId, Vec<u8>),
    /// The player draws on the board as it is shown; drawing the same again removes it.
    Sketch(Mark),
    /// A mark is drawn, or removed.
    Mark(Path, Mark),
    /// Something is done on an analysis board that is done nowhere else.
    Analyse(WholeOnly<Analyse>),
    // The store.
    /// The store was read.
    Loaded {
        /// The name that was read.
        key: String,
        /// What is stored there.
        found: Option<Stored>,
    },
    /// Reading the store has failed.
    LoadFailed {
        /// The name that was to be read.
        key: String,
        /// The fault.
        fault: StoreFault,
    },
    /// A write has succeeded.
    Kept {
        /// The name.
        key: String,
        /// The revision that it made.
        revision: Revision,
    },
    /// A write was refused: the stored revision is not the one that it follows.
    Refused {
        /// The name.
        key: String,
        /// The revision that it would have made.
        revision: Revision,
        /// What is stored.
        found: Option<Stored>,
    },
    /// A write has failed.
    KeepFailed {
        /// The name.
        key: String,
        /// The revision that it would have made.
        revision: Revision,
        /// The fault.
        fault: StoreFault,
    },
    /// The game that was left is stored under a name of its own.
    MadeRoom {
        /// The name that it had.
        key: String,
        /// What is stored there now: a game that this window does not know, usually nothing.
        found: Option<Stored>,
    },
    /// The game that was left could not be stored.
    MadeNoRoom {
        /// Its name.
        key: String,
    },
    /// Go back to the game that was left and could not be stored.
    GoBack,
    /// A letter was found beside the store, which had not accepted it. Comes before
    /// [`Event::Loaded`] or [`Event::LoadFailed`].
    Aside {
        /// The name.
        key: String,
        /// The game by link.
        post: Post,
        /// Whether it was put there without knowing what the store has.
        unread: bool,
    },
    /// The answer to [`Request::PutAside`].
    PutAside {
        /// The name.
        key: String,
        /// Whether it has worked.
        done: bool,
    },
    /// Another window has taken over the game.
    TakenElsewhere,
    /// This window takes the game over again.
    TakeUp,
    // Lessons and puzzles.
    /// Try again from the last right position.
    Again,
    /// Show the solution.
    ShowSolution,
    /// The next task.
    Next,
    /// The previous task.
    Previous,
    /// Restart the lesson, as if no task had been done.
    Restart,
    /// Show what refutes the turn.
    Refute,
}

impl Event {
    /// Whether it is an answer of the store, and not an action.
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

/// What a thought is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Think {
    /// The computer's turn, at a level.
    Turn(u8),
    /// Advice, at full strength.
    Hint,
    /// Whether to agree to a draw, at full strength.
    Draw,
    /// The refutation of a puzzle's turn, or the answer to it.
    Puzzle,
    /// The loss by each turn of the game: reported by [`Event::Judged`], and finished by an empty
    /// thought.
    Review,
}

/// The effort of a thought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The number of the level; 0: full strength.
    pub level: u8,
    /// Time limit in milliseconds; 0: none.
    pub ms: u32,
    /// Limit of positions, in a review for each turn; 0: none.
    pub nodes: u32,
    /// The seed of choices and lapses.
    pub seed: u32,
    /// How long loading may take, in milliseconds; after that the engine counts as failed.
    pub loading: u32,
    /// How long a loaded engine may be silent, in milliseconds.
    pub silence: u32,
}

/// A question to the player.
#[derive(Clone, PartialEq, Debug)]
pub enum Question {
    /// Whether the side really wants to resign.
    Resign(Color),
    /// Whether to offer a draw, to the computer or with the turn by link.
    Offer,
    /// Whether the other player here agrees to a draw.
    Draw(Color),
    /// Whether the other player here agrees to a takeback.
    TakeBack(Color),
    /// Whether to accept the friend's offer of a draw.
    DrawOffered,
    /// Whether to agree to the friend's takeback.
    TakebackAsked,
    /// Whether to accept the invitation.
    Invited,
    /// Whether to take the free seat.
    Sit,
    /// What to do about a link that does not simply continue the game.
    Came(Came),
}

impl Question {
    /// Whether dismissing it means no: the player at this device has begun it, possibly by mistake.
    /// Otherwise it stays open.
    pub const fn is_fleeting(&self) -> bool {
        matches!(
            self,
            Question::Resign(_) | Question::Draw(_) | Question::Offer | Question::TakeBack(_)
        )
    }
}

/// A letter with something added, to be stored in the place of the same letter without it.
#[derive(Clone, PartialEq, Debug)]
pub struct Amendment {
    /// The name of the game.
    pub key: String,
    /// The link of the letter that is stored.
    pub link: String,
    /// What replaces it.
    pub post: Post,
    /// The revision that it makes.
    pub revision: Revision,
}

/// Something to be done. Carrying it out twice does no harm.
#[derive(Clone, PartialEq, Debug)]
pub enum Request {
    /// Read what is stored under a name: [`Event::Loaded`] or [`Event::LoadFailed`].
    Load {
        /// The name.
        key: String,
    },
    /// Store this under a name if the stored revision is the one that it follows. If it is the one
    /// that it makes, the write has been carried out already.
    Keep {
        /// The name.
        key: String,
        /// The revision that it follows; 0: nothing is stored there.
        follows: Revision,
        /// The revision that it makes.
        revision: Revision,
        /// What to store.
        content: Content,
        /// Whether the game is over.
        is_over: bool,
    },
    /// Store a game that gives way to another under a name of its own, with its title and
    /// everything known of it, and delete the entry under the old name if its revision is one of
    /// those that this follows. Report what is stored there then.
    SetBeside {
        /// The old name.
        key: String,
        /// The new name.
        beside: String,
        /// The revisions that may be deleted.
        follows: Vec<Revision>,
        /// The revision that it makes.
        revision: Revision,
        /// The game.
        content: Content,
        /// Whether it is over.
        is_over: bool,
    },
    /// Put away an entry that cannot be read, for a later version or a person to look at, if it has
    /// this revision, and report what is stored there then.
    PutAway {
        /// The name.
        key: String,
        /// Which revision.
        revision: Revision,
    },
    /// Write this to the journal until it is stored: a page may be closed while a write is under
    /// way.
    Note {
        /// The name.
        key: String,
        /// The revisions that it may follow.
        follows: Vec<Revision>,
        /// The revision that it makes.
        revision: Revision,
        /// The game.
        content: Content,
        /// Whether it is over.
        is_over: bool,
    },
    /// The game has another name from now on.
    Moved {
        /// The old name.
        from: String,
        /// The new one.
        key: String,
    },
    /// Tell the player that the game that was left could not be stored, and offer to go back to it.
    OfferBack,
    /// Think about the game as it stands.
    Think {
        /// The number of the thought, to be returned with it.
        id: u64,
        /// What the thought is about.
        about: Think,
        /// The game in its saved form.
        saved: String,
        /// The effort.
        effort: Effort,
    },
    /// Put this beside the store, which does not accept it, and report whether that has worked.
    /// Only for games by link, whose letters cannot be played again.
    PutAside {
        /// The name.
        key: String,
        /// The game by link.
        post: Post,
        /// Whether it is put there without knowing what the store has.
        unread: bool,
    },
    /// The letter beside the store is stored by now: delete it.
    ForgetAside {
        /// The name.
        key: String,
    },
    /// Store a new game under a name that is new everywhere, and open it.
    BeginByLink {
        /// The name.
        key: String,
        /// The game.
        content: Content,
    },
    /// The same, and the other side of a live game is told before.
    BeginOnLine {
        /// The name.
        key: String,
        /// The game.
        content: Content,
        /// The message.
        message: String,
    },
    /// Ask the player whether to come to the next game, to which the other side of a live game invites.
    AskedAgain {
        /// The invitation: the fragment of a link.
        link: String,
        /// What is told.
        says: Sentence,
    },
    /// Think about a position for as long as nothing else is asked, and tell of the best turns
    /// ([`Analyse::Found`]).
    Analyse(WholeOnly<Look>),
    /// Nothing is to be thought about any longer.
    StopAnalysing,
    /// Say what each of these places is worth, one after the other ([`Analyse::Surveyed`]).
    Survey(WholeOnly<Survey>),
    /// None of them any longer.
    StopSurvey,
    /// A thought is no longer needed.
    StopThinking {
        /// Its number.
        id: u64,
    },
    /// The best result so far is wanted at once.
    Hurry {
        /// The number of the thought.
        id: u64,
    },
    /// Set an alarm.
    Wake {
        /// Its number.
        id: u64,
        /// The time in milliseconds.
        after: u64,
        /// Whether it also waits until nothing moves on the board.
        at_rest: bool,
    },
    /// Send this to the other side of a live game.
    Tell {
        /// The message.
        message: String,
        /// Whether it is a letter: a line that keeps one for who is away keeps this one.
        is_letter: bool,
    },
    /// Show this to those who watch the player's live game.
    ShowWatchers {
        /// The message.
        message: String,
    },
    /// Let the player share this letter: the fragment of a link.
    Send {
        /// The link.
        link: String,
    },
    /// Store a letter that was amended, if the one before is stored: [`Analyse::Amended`].
    Amend(WholeOnly<Amendment>),
    /// Open the pasted text as a game of its own: usually a link.
    OpenApart {
        /// The link.
        link: String,
    },
    /// Begin a game in place of this one, with these players.
    Begin(Seating),
    /// Show this side at the bottom of the board.
    Below(Color),
    /// Flip the board.
    TurnBoard,
    /// Remember the opponent of this game; `None`: two people play it.
    Remember(Option<Opponent>),
    /// Announce this.
    Say(Sentence),
    /// Show this until the player dismisses it.
    Notice(Sentence),
    /// Store the progress in a lesson.
    KeepLesson {
        /// The game.
        game: GameId,
        /// The progress in each task.
        progress: Vec<TaskProgress>,
    },
    /// Store the progress with a puzzle.
    KeepPuzzle(PuzzleProgress),
    /// Store how the puzzle of a day was solved, unless that day is stored already: the first time
    /// counts.
    KeepDay {
        /// The day.
        day: Day,
        /// How it was solved.
        how: Success,
    },
}
