//! How a game ended, the players' doing included.

use rules::{Color, Outcome};

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The position says so.
    Rules(rules::Ending),
    /// The same position stood at the start of a turn for the third time.
    Repetition,
    /// The players agreed on a draw.
    Agreement,
    /// A player resigned.
    Resignation,
}

impl Ending {
    /// The word for it in data: `checkmate`, `resignation`.
    pub const fn id(self) -> &'static str {
        match self {
            Ending::Rules(ending) => ending.id(),
            Ending::Repetition => "repetition",
            Ending::Agreement => "agreement",
            Ending::Resignation => "resignation",
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Who won; nobody in a drawn game.
    pub winner: Option<Color>,
    /// Why it is over.
    pub ending: Ending,
}

impl From<Outcome> for Verdict {
    fn from(outcome: Outcome) -> Self {
        Verdict { winner: outcome.winner, ending: Ending::Rules(outcome.ending) }
    }
}
