//! How to play at each level.

use crate::Skill;

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
    reply: Beam { width: 40, count: 20, alike: 3, steps: 5, fear: 100 },
    last: Beam { width: 6, count: 5, alike: 2, steps: 5, fear: 100 },
    deep: [32, 16, 8, 6],
    depth: 64,
    nodes: u64::MAX,
    mates: 5,
    mate_nodes: 4_000,
    root_mate_nodes: 100_000,
    whim: 0,
    placements: 100,
};

/// Who may look at more positions than this gains by following more turns; with fewer it costs what it gains
/// (docs/strength.md, "The levels").
const FEW: u64 = 60_000;
/// A player with few positions to look at, who follows half as many turns as far.
const NARROW: Strength =
    Strength { reply: Beam { width: 24, count: 10, ..FULL.reply }, deep: [16, 8, 4, 3], ..FULL };

/// A player who looks at the own turn alone.
const NEAR: Strength = Strength { depth: 1, placements: 20, ..FULL };
/// A player who looks at the likeliest replies to the likeliest turns.
const AHEAD: Strength = Strength {
    root: Beam { width: 30, count: 9, ..FULL.root },
    last: Beam { width: 4, ..FULL.last },
    deep: [9; 4],
    depth: 2,
    placements: 60,
    ..FULL
};

impl Strength {
    /// How a player of this skill plays.
    ///
    /// What is overlooked is what the enemy can capture, longer turns, and mates that several pieces
    /// give, by the same share of each; who overlooks less also compares more placements.
    pub(super) fn of(skill: &Skill) -> Strength {
        let base = match skill.depth {
            0 | 1 => NEAR,
            2 => AHEAD,
            _ if skill.nodes <= FEW => NARROW,
            _ => FULL,
        };
        let seen = 1000 - skill.overlooked.min(1000);
        // Three moves of a turn, and mates by one piece, are seen by everybody.
        let steps = 3 + (FULL.root.steps - 3) * seen / 1000;
        let mates = 1 + ((FULL.mates - 1) * seen + 500) / 1000;
        let beam = |beam| Beam { fear: (seen / 10) as i32, steps, ..beam };
        let (root, last, reply) = (beam(base.root), beam(base.last), beam(base.reply));
        let placements = (base.placements * seen / 1000).max(1);
        let (nodes, whim) = (base.nodes.min(skill.nodes), skill.noise);
        Strength { root, reply, last, mates, whim, placements, nodes, ..base }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_may_look_at_few_positions_follows_fewer_turns() {
        let of = |nodes| {
            let Strength { reply, deep, .. } = Strength::of(&Skill { nodes, ..Skill::FULL });
            (reply.width, reply.count, deep)
        };
        let (few, many) = (of(FEW), of(FEW + 1));
        assert!(few.0 < many.0 && few.1 < many.1);
        assert!(few.2.iter().zip(many.2).all(|(few, many)| *few < many));
        assert_eq!(many, of(u64::MAX));
    }

    /// Who overlooks more sees shorter turns and fewer dangers, in the own turns as in the replies, and does not
    /// mate with more pieces or compare more placements.
    #[test]
    fn what_is_overlooked_is_overlooked_everywhere() {
        for depth in 1..5 {
            let of = |overlooked| Strength::of(&Skill { depth, overlooked, ..Skill::FULL });
            let seen = |strength: &Strength| {
                let Strength { root, reply, last, .. } = strength;
                let [root, reply, last] = [root, reply, last].map(|beam| (beam.steps, beam.fear));
                assert_eq!((reply, last), (root, root), "{depth}");
                (root.0, root.1, strength.mates, strength.placements)
            };
            let mut before = seen(&of(0));
            assert_eq!((before.0, before.1, before.2), (FULL.root.steps, 100, FULL.mates));
            for overlooked in (100..=1000).step_by(100) {
                let now = seen(&of(overlooked));
                assert!(now.0 <= before.0 && now.1 < before.1, "{depth} {overlooked}");
                assert!(now.2 <= before.2 && now.3 <= before.3, "{depth} {overlooked}");
                before = now;
            }
            // Everybody sees three steps, and a mate by one piece.
            assert_eq!(before, (3, 0, 1, 1));
        }
    }
}
