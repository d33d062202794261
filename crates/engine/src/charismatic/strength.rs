//! How to play at each level.

use crate::Level;

use super::turns::Beam;

/// The parameters of the search, and of its errors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strength {
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
    /// How many moves the mating turns have that are seen, the own and the opponent's, and how
    /// many sets of moves are looked at to see them: further on, and at the root.
    pub(super) mates: u32,
    pub(super) mate_nodes: u64,
    pub(super) root_mate_nodes: u64,
    /// How much ends are misjudged, in centipawns.
    pub(super) whim: i32,
    /// How many placements are compared.
    pub(super) placements: u32,
}

/// The full strength.
const FULL: Strength = Strength {
    root: Beam { width: 96, count: 48, alike: 6, steps: 5, fear: 100 },
    reply: Beam { width: 24, count: 10, alike: 3, steps: 5, fear: 100 },
    last: Beam { width: 16, count: 5, alike: 2, steps: 5, fear: 100 },
    deep: [16, 8, 4, 3],
    depth: 64,
    nodes: u64::MAX,
    mates: 5,
    mate_nodes: 4_000,
    root_mate_nodes: 100_000,
    whim: 0,
    placements: 100,
};

/// A player who looks at the own turn alone.
const NEAR: Strength = Strength { depth: 1, ..FULL };
/// A player who looks at the likeliest replies to the likeliest turns.
const AHEAD: Strength = Strength {
    root: Beam { width: 30, count: 9, ..FULL.root },
    last: Beam { width: 4, ..FULL.last },
    deep: [9; 4],
    depth: 2,
    ..FULL
};

impl Strength {
    /// The strength of a level; full strength if there is none.
    ///
    /// Beginners consider only their own turn, and few steps of it; they see a mate only if one
    /// piece gives it, overlook most of the enemy's captures, and misjudge what they see. All of
    /// that decreases from level to level.
    pub(super) fn of(level: Option<Level>) -> Strength {
        match level.map_or(6, Level::number) {
            1 => NEAR.seeing(1, 0, 3).erring(520, 1),
            2 => NEAR.seeing(1, 5, 3).erring(620, 2),
            3 => NEAR.seeing(2, 35, 4).erring(540, 5),
            4 => NEAR.seeing(4, 100, 5).erring(225, 20),
            5 => AHEAD.seeing(5, 100, 5).erring(160, 60),
            _ => FULL,
        }
    }

    /// Sees mates with this many moves, this much of the enemy's possible captures (in hundredths),
    /// and turns with this many steps.
    fn seeing(self, mates: u32, fear: i32, steps: u32) -> Strength {
        let beam = |beam| Beam { fear, steps, ..beam };
        let (root, last, reply) = (beam(self.root), beam(self.last), beam(self.reply));
        Strength { root, reply, last, mates, ..self }
    }

    /// Misjudges turns by this much, in centipawns, and compares this many placements.
    fn erring(self, whim: i32, placements: u32) -> Strength {
        Strength { whim, placements, ..self }
    }
}
