//! The result of thinking.

use std::cmp::Reverse;

use rules::Step;

use crate::score::Score;

/// A turn and why it was chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The rest of the turn from the position, including `end` if the game has it.
    pub turn: Vec<Step>,
    /// The score for the side to move.
    pub score: Score,
    /// The depth in turns.
    pub depth: u32,
    /// The number of positions searched.
    pub nodes: u64,
    /// How full the transposition table is, in thousandths; 0 if the game has none.
    pub table: u32,
    /// The turns expected; the first is `turn`.
    pub line: Vec<Vec<Step>>,
}

/// Sorts thoughts by their score, best first, equal ones as they were. No closure of generic code: sorting is
/// compiled once.
pub(crate) fn best_first(thoughts: &mut [Thought]) {
    thoughts.sort_by_key(|thought| Reverse(thought.score));
}

/// The turns that an analysis asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted<'a> {
    /// The maximum number of turns.
    pub count: usize,
    /// Only these turns; any if empty. A turn is the rest of one, as in [`Thought::turn`].
    pub only: &'a [Vec<Step>],
}

impl Wanted<'_> {
    /// Whether a turn is among those asked for.
    pub(crate) fn allows(&self, turn: &[Step]) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| only == turn)
    }
}
