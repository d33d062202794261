//! How a game ended, by the rules, by the players or by the clock.

use rules::{Color, Outcome};

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The rules end it in this position.
    Rules(rules::Ending),
    /// The same position occurred at the start of a turn for the third time.
    Repetition,
    /// The players agreed on a draw.
    Agreement,
    /// A player resigned.
    Resignation,
    /// A player's time is up: the other one has won, or could never win.
    Time,
    /// A player has left a live game, and the other one has claimed it, who has won, or could never win.
    Abandonment,
}

impl Ending {
    /// Its name in data: `checkmate`, `resignation`.
    pub const fn id(self) -> &'static str {
        match self {
            Ending::Rules(ending) => ending.id(),
            Ending::Repetition => "repetition",
            Ending::Agreement => "agreement",
            Ending::Resignation => "resignation",
            Ending::Time => "time",
            Ending::Abandonment => "abandonment",
        }
    }
}

impl Ending {
    /// Whether the game was ended by the players or the clock, and not by the rules: that does not
    /// follow from the steps.
    pub const fn is_by_players(self) -> bool {
        matches!(self, Ending::Agreement | Ending::Resignation | Ending::Time | Ending::Abandonment)
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Who won; `None` in a drawn game.
    pub winner: Option<Color>,
    /// Why the game is over.
    pub ending: Ending,
}

impl From<Outcome> for Verdict {
    fn from(outcome: Outcome) -> Self {
        Verdict { winner: outcome.winner, ending: Ending::Rules(outcome.ending) }
    }
}
