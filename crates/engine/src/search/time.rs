//! How much of its share of time a turn deserves.

use crate::thought::Thought;

/// How clear the best turn is, depth after depth.
#[derive(Default)]
pub(super) struct Clarity {
    turn: Vec<rules::Step>,
    score: i32,
    /// How many depths in a row have found the same turn.
    same: usize,
    /// How far the score fell with the last depth, in hundredths of a pawn.
    fall: i32,
}

/// What share of the usual time is taken, in hundredths, by how many depths found the same turn.
const SHARES: [u32; 6] = [150, 130, 110, 90, 75, 65];
/// A fall of the score by so much is a reason to think on.
const FALL: i32 = 30;

impl Clarity {
    /// Takes note of what a depth has found.
    pub(super) fn note(&mut self, thought: &Thought) {
        self.same = if self.turn == thought.turn { self.same + 1 } else { 0 };
        self.fall = if self.turn.is_empty() { 0 } else { self.score - thought.score.value() };
        self.score = thought.score.value();
        self.turn.clone_from(&thought.turn);
    }

    /// What share of the usual time the turn deserves, in hundredths.
    pub(super) fn share(&self) -> u32 {
        let share = SHARES[self.same.min(SHARES.len() - 1)];
        if self.fall >= FALL { share + 50 } else { share }
    }
}

#[cfg(test)]
mod tests {
    use rules::{Square, Step};

    use super::*;
    use crate::score::Score;

    fn found(to: u8, score: i32) -> Thought {
        let turn = vec![Step::Move { from: Square::new(0), to: Square::new(to), into: None }];
        let line = vec![turn.clone()];
        Thought { turn, score: Score::centipawns(score), depth: 1, nodes: 1, table: 0, line }
    }

    #[test]
    fn what_is_clear_takes_less_time() {
        let mut clarity = Clarity::default();
        let mut shares = Vec::new();
        for _ in 0..8 {
            clarity.note(&found(9, 20));
            shares.push(clarity.share());
        }
        assert_eq!(shares[0], 150);
        assert!(shares.is_sorted_by(|one, next| one >= next) && shares[7] == 65);
        clarity.note(&found(9, -15));
        assert_eq!(clarity.share(), 115);
        clarity.note(&found(8, -15));
        assert_eq!(clarity.share(), 150);
    }
}
