//! How the levels play the games of one step a turn.
//!
//! People err by short sight and by overlooking lines, more than by misjudging what they see. So
//! do the levels: the low ones look few turns ahead and do not see some steps at all, their own or
//! the enemy's, throughout a turn.

use crate::level::Level;

/// A way of playing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Style {
    /// At most so many turns ahead, captures aside.
    pub(crate) depth: u32,
    /// At most so many positions.
    pub(crate) nodes: u64,
    /// Of 1000 steps so many are overlooked.
    pub(crate) overlooked: i32,
    /// Judgements are off by at most so much, in hundredths of a pawn.
    pub(crate) noise: i32,
}

impl Style {
    /// The style of a level; of none, full strength.
    pub(crate) fn of(level: Option<Level>) -> Style {
        match level.map_or(6, Level::number) {
            1 => Style { depth: 1, nodes: 2_000, overlooked: 250, noise: 120 },
            2 => Style { depth: 1, nodes: 4_000, overlooked: 120, noise: 60 },
            3 => Style { depth: 2, nodes: 10_000, overlooked: 60, noise: 40 },
            4 => Style { depth: 3, nodes: 20_000, overlooked: 20, noise: 20 },
            5 => Style { depth: 5, nodes: 60_000, overlooked: 0, noise: 10 },
            _ => Style { depth: u32::MAX, nodes: u64::MAX, overlooked: 0, noise: 0 },
        }
    }
}
