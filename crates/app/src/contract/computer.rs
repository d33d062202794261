//! The contract for the computer: the opponent, thoughts, and the review.

use crate::contract::Tsify;
use rules::{AnyPosition, Ending, GameSpec, Step};
use serde::{Deserialize, Serialize};

#[cfg(all(feature = "whole", not(target_arch = "wasm32")))]
use super::Event;
use super::read_role;
use super::sentence::{Color, Names, Sentence};

/// By what a turn may win.
const ENDINGS: [Ending; 3] = [Ending::Checkmate, Ending::RoyalCaptured, Ending::NoLegalStep];

/// Why a turn is a good one, as the computer player's module writes it.
#[derive(Clone, PartialEq, Eq, Deserialize, Tsify, Debug)]
pub struct Reason {
    /// Its name.
    pub why: String,
    /// The kind of piece that it is about, or nothing.
    pub role: String,
    /// What the game ends by, or nothing.
    pub ending: String,
    /// Turns, pawns or pieces.
    pub count: u32,
}

/// What the engine has found.
#[derive(Clone, PartialEq, Eq, Deserialize, Tsify, Debug)]
#[tsify(missing_as_null)]
pub struct Thought {
    /// The rest of the turn.
    pub turn: Vec<String>,
    /// The score in hundredths of a pawn, for the side to move.
    pub score: i32,
    /// After how many turns of both sides the side to move has won (above 0) or lost.
    pub decided: Option<i32>,
    /// Why it is a good turn, the weightiest reason first.
    pub reasons: Vec<Reason>,
}

/// The judgement of a finished turn.
#[derive(Clone, PartialEq, Eq, Deserialize, Tsify, Debug)]
#[tsify(missing_as_null)]
pub struct Judgement {
    /// The number of steps in the game before it.
    pub from: usize,
    /// What it has lost, in hundredths of a pawn.
    pub loss: i32,
    /// After how many turns of both sides its side then won (above 0) or lost.
    pub decided: Option<i32>,
    /// The better turn, if there is one.
    pub better: Option<Thought>,
}

/// A question to the computer player.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
pub struct EngineQuestion {
    /// Its number, which the answers have too.
    pub id: f64,
    /// What it is about: the computer's turn, or any other; "load": nothing, it is only to be ready.
    #[tsify(type = "'load' | 'turn' | 'hint' | 'draw' | 'puzzle' | 'review' | 'lines' | 'survey'")]
    pub kind: &'static str,
    /// The game's name.
    pub game: &'static str,
    /// The game, in its saved form.
    pub saved: String,
    /// The number of the level; 0: full strength.
    pub level: u8,
    /// Time limit in milliseconds; 0: none.
    pub ms: u32,
    /// Limit of positions, in a review for each turn and in a survey for each place; 0: none.
    pub nodes: u32,
    /// The seed of choices, and of what is overlooked.
    pub seed: u32,
    /// How long loading may take, in milliseconds; after that the engine counts as failed.
    pub loading: u32,
    /// How long a loaded engine may be silent, in milliseconds.
    pub silence: u32,
    /// How many lines are wanted.
    #[cfg(feature = "whole")]
    #[tsify(optional)]
    pub count: u8,
    /// Behind how many turns it is surveyed, one place after the other.
    #[cfg(feature = "whole")]
    #[tsify(optional)]
    pub places: Vec<usize>,
    /// Behind how many turns pieces are drawn, if beside the lines it is wanted what that brings.
    #[cfg(feature = "whole")]
    #[tsify(optional)]
    pub draw: Option<usize>,
}

/// What the computer player's worker answers.
#[cfg(all(feature = "whole", not(target_arch = "wasm32")))]
#[derive(Tsify, Debug)]
pub struct EngineReply {
    /// The number of the question.
    pub id: f64,
    /// Whether it is the last answer.
    pub done: bool,
    /// Whether the module has been loaded.
    #[tsify(optional)]
    pub ready: bool,
    /// Whether a net judges, in a game that has one.
    #[tsify(optional, type = "'used' | 'missing' | 'none'")]
    pub net: String,
    /// The best turn so far, or of all.
    #[tsify(optional)]
    pub thought: Thought,
    /// What the table is to be told.
    #[tsify(optional)]
    pub event: Event,
    /// Whether there is no more to find.
    #[tsify(optional)]
    pub rests: bool,
    /// Whether the worker now hears nothing for long, so that for another question a new one is quicker.
    #[tsify(optional)]
    pub deaf: bool,
    /// What has failed.
    #[tsify(optional)]
    pub error: String,
}

/// The computer as it is stored beside a game.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Tsify, Debug)]
#[tsify(missing_as_null)]
pub struct Opponent {
    /// The number of its level.
    pub level: u8,
    /// The side that it plays.
    pub color: Color,
    /// What its choices, and what it overlooks, follow from.
    #[tsify(optional)]
    pub seed: Option<u32>,
}

/// The side that a player asks for.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub enum Side {
    White,
    Black,
    Random,
}

/// The opponent that a player asks for.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Tsify, Debug)]
pub struct Wish {
    /// The computer's level.
    pub level: u8,
    /// The player's own side.
    pub side: Side,
}

/// Who sits where when a game is begun.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Tsify, Debug)]
#[tsify(missing_as_null)]
pub struct Seating {
    /// The computer, if it plays a side.
    pub opponent: Option<Opponent>,
    /// Whether the board is flipped: between two people, for a rematch.
    pub turns: bool,
}

/// A mistake.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
pub struct Lapse {
    /// The number of steps in the game before it.
    pub from: usize,
    /// Its grade.
    #[tsify(type = "'grave' | 'slip' | 'doubt'")]
    pub grade: &'static str,
    /// The turn with its number and sign.
    pub name: Sentence,
    /// The better turn, and why.
    pub better: Sentence,
}

/// A review of a game.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct Review {
    /// Its state, or its conclusion.
    pub says: Sentence,
    /// How many turns have been judged, and how many there are; `None` when it is over.
    pub progress: Option<(usize, usize)>,
    /// The turns that lost much, in the order of the game.
    pub lapses: Vec<Lapse>,
    /// Whether one of them is on the board, and another can be shown next.
    pub has_next: bool,
}

impl Thought {
    /// The thought with what it names; none if it is none of the game.
    pub(crate) fn read(self, spec: &GameSpec) -> Option<table::Thought> {
        let step = |text: &String| Step::parse(text, spec).ok();
        let reason = |reason: Reason| {
            let ending = ENDINGS.into_iter().find(|ending| ending.id() == reason.ending);
            table::Reason::read(&reason.why, read_role(&reason.role), ending, reason.count)
        };
        Some(table::Thought {
            turn: self.turn.iter().map(step).collect::<Option<_>>()?,
            score: self.score,
            decided: self.decided,
            reasons: self.reasons.into_iter().filter_map(reason).collect(),
        })
    }
}

impl Judgement {
    pub(crate) fn read(self, spec: &GameSpec) -> table::Judgement {
        let Judgement { from, loss, decided, better } = self;
        let better = better.and_then(|better| better.read(spec));
        table::Judgement { from, loss, decided, better }
    }
}

impl EngineQuestion {
    /// A question about the game of a position.
    pub(crate) fn new(
        id: u64,
        kind: &'static str,
        position: &AnyPosition,
        saved: String,
        effort: table::Effort,
    ) -> Self {
        let table::Effort { level, ms, nodes, seed, loading, silence } = effort;
        EngineQuestion {
            id: id as f64,
            kind,
            game: position.spec().id,
            saved,
            level,
            ms,
            nodes,
            seed,
            loading,
            silence,
            #[cfg(feature = "whole")]
            count: 1,
            #[cfg(feature = "whole")]
            places: Vec::new(),
            #[cfg(feature = "whole")]
            draw: None,
        }
    }
}

impl Opponent {
    /// The opponent, if there is such a level.
    pub(crate) fn read(self) -> Option<table::Opponent> {
        table::Opponent::new(u32::from(self.level), self.color.into(), self.seed)
    }
}

impl From<table::Opponent> for Opponent {
    fn from(table::Opponent { level, color, seed }: table::Opponent) -> Self {
        Opponent { level, color: color.into(), seed }
    }
}

impl From<Wish> for table::Wish {
    fn from(Wish { level, side }: Wish) -> Self {
        let side = match side {
            Side::White => table::Side::White,
            Side::Black => table::Side::Black,
            Side::Random => table::Side::Random,
        };
        table::Wish { level, side }
    }
}

impl From<table::Seating> for Seating {
    fn from(table::Seating { opponent, turns }: table::Seating) -> Self {
        Seating { opponent: opponent.map(Opponent::from), turns }
    }
}

impl Review {
    pub(crate) fn new(view: &table::ReviewView, names: Names<'_>) -> Self {
        let lapse = |lapse: &table::LapseView| Lapse {
            from: lapse.from,
            grade: match lapse.grade {
                table::Grade::Grave => "grave",
                table::Grade::Slip => "slip",
                table::Grade::Doubt => "doubt",
            },
            name: names.sentence(&lapse.name),
            better: names.sentence(&lapse.better),
        };
        Review {
            says: names.sentence(&view.says),
            progress: view.progress,
            lapses: view.lapses.iter().map(lapse).collect(),
            has_next: view.has_next,
        }
    }
}
