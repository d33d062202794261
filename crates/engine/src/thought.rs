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
    /// How full the memory of positions is by now, in thousandths; 0 where the game has none.
    pub table: u32,
    /// The turns expected; the first is `turn`.
    pub line: Vec<Vec<Step>>,
}

/// Which turns an analysis wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted<'a> {
    /// At most so many, the best ones.
    pub count: usize,
    /// Only these; all if there are none. A turn is the rest of one, as in [`Thought::turn`].
    pub only: &'a [Vec<Step>],
}

impl Wanted<'_> {
    /// Whether a turn is among those wanted.
    pub(crate) fn allows(&self, turn: &[Step]) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| only == turn)
    }
}
