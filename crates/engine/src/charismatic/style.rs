//! How to play at each level.

use crate::Level;

use super::turns::Beam;

/// How to search, and how to err.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// The own turns at the root.
    pub(super) root: Beam,
    /// The turns looked at further on.
    pub(super) reply: Beam,
    /// The turns looked at last.
    pub(super) last: Beam,
    /// How many of the root's ends are searched to depth 2, 3, 4 and beyond.
    pub(super) deep: [usize; 4],
    /// How many turns are looked ahead at most.
    pub(super) depth: u32,
    /// How many positions are looked at, at most.
    pub(super) nodes: u64,
    /// How many moves the mating turns have that are seen, and how many sets of moves are looked
    /// at to see them: further on, and at the root.
    pub(super) mates: u32,
    pub(super) mate_nodes: u64,
    pub(super) root_mate_nodes: u64,
    /// How much ends are misjudged, in centipawns.
    pub(super) whim: i32,
}

/// The full strength.
const FULL: Style = Style {
    root: Beam { width: 96, ends: 48, alike: 6, steps: 5, fear: 100 },
    reply: Beam { width: 24, ends: 10, alike: 3, steps: 5, fear: 100 },
    last: Beam { width: 16, ends: 5, alike: 2, steps: 5, fear: 100 },
    deep: [16, 8, 4, 3],
    depth: 64,
    nodes: u64::MAX,
    mates: 5,
    mate_nodes: 4_000,
    root_mate_nodes: 100_000,
    whim: 0,
};

impl Style {
    /// The style of a level; full strength without one.
    pub(super) fn of(level: Option<Level>) -> Style {
        let _ = level;
        FULL
    }
}
