//! How good a position is when nothing is looked ahead: a sum of features, each times its weight.
//!
//! Each game has a file of its own, with its features and a table of their weights. The weights are
//! numbers alone, so that a tuner can fit them by self-play.

mod army;
pub mod batteries;
pub mod chessence;
pub mod complete_contramatic;
pub mod contramatic;
pub mod magnetic;
pub mod orthodox;
pub mod progressive;

use rules::{Color, Position, Role};

/// The most features that a game has.
pub const MOST: usize = 40;

/// A feature's name and its weight, in hundredths of a pawn (or of the piece in its stead).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Feature {
    /// What it is, for tuners: `rook-mobility`.
    pub name: &'static str,
    /// The weight that is used unless another is set.
    pub weight: i32,
}

/// A feature of a name and a weight.
const fn feature(name: &'static str, weight: i32) -> Feature {
    Feature { name, weight }
}

/// The weights of a game's features, in their order.
pub type Weights = [i32; MOST];

/// How much of each feature there is: White's less Black's.
pub type Sums = [i32; MOST];

/// A game whose positions can be judged without looking ahead.
pub trait Evaluate: Position {
    /// The features with their weights. The first is always the right to move (1 for the side to
    /// move): it is summed for nobody.
    const FEATURES: &'static [Feature];

    /// Adds up the features, White's less Black's.
    fn features(&self, sums: &mut Sums);

    /// About what a piece is worth, to order captures by, in hundredths of a pawn.
    fn worth(role: Role) -> i32;

    /// The weights as the habits of chess would have them, for a player who falls back on them. They
    /// are the same where those habits serve.
    fn by_habit(weights: Weights) -> Weights {
        weights
    }

    /// The judgement for the side to move, in hundredths of a pawn.
    fn evaluate(&self, weights: &Weights) -> i32 {
        let mut sums = [0; MOST];
        self.features(&mut sums);
        let sum: i32 = sums.iter().zip(weights).map(|(sum, weight)| sum * weight).sum();
        let side = if self.turn() == Color::White { 1 } else { -1 };
        weights[0] + side * sum
    }
}

/// The weights that a game's table gives.
pub fn weights<P: Evaluate>() -> Weights {
    let mut weights = [0; MOST];
    for (weight, feature) in weights.iter_mut().zip(P::FEATURES) {
        *weight = feature.weight;
    }
    weights
}

/// 1 for White, -1 for Black.
const fn sign(color: Color) -> i32 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

#[cfg(test)]
mod tests;
