//! What came of thinking.

use rules::Step;

use crate::score::Score;

/// A turn and why it was chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The rest of the turn, from where it stands: `end` included where the game has it.
    pub turn: Vec<Step>,
    /// How good it is for the side to move.
    pub score: Score,
    /// How many turns were looked ahead.
    pub depth: u32,
    /// How many positions were looked at.
    pub nodes: u64,
    /// The turns expected; the first is `turn`.
    pub line: Vec<Vec<Step>>,
}
