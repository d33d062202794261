//! Static evaluation: a sum of features, each times its weight.
//!
//! Each game has its own file, with its features and their weights. The weights are plain numbers,
//! so that a tuner can fit them by self-play.

mod army;
pub mod batteries;
pub mod chessence;
pub mod complete_contramatic;
pub mod contramatic;
pub mod magnetic;
pub mod orthodox;
pub mod progressive;

use rules::{Color, Position, Role};

/// The maximum number of features of a game.
pub const MOST: usize = 40;

/// A feature's name and its weight, in hundredths of a pawn (or of the game's weakest piece).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Feature {
    /// Its name, for tuners: `rook-mobility`.
    pub name: &'static str,
    /// The default weight.
    pub weight: i32,
}

/// A feature of a name and a weight.
const fn feature(name: &'static str, weight: i32) -> Feature {
    Feature { name, weight }
}

/// The weights of a game's features, in their order.
pub type Weights = [i32; MOST];

/// The amount of each feature: White's less Black's.
pub type Sums = [i32; MOST];

/// A game with a static evaluation.
pub trait Evaluate: Position {
    /// The features with their weights. The first is always the right to move (1 for the side to
    /// move): [`Evaluate::features`] leaves it out.
    const FEATURES: &'static [Feature];

    /// Adds up the features, White's less Black's.
    fn features(&self, sums: &mut Sums);

    /// The approximate value of a piece for ordering captures, in hundredths of a pawn.
    fn worth(role: Role) -> i32;

    /// The weights for a player who falls back on the habits of orthodox chess. By default the same
    /// as the others.
    fn by_habit(weights: Weights) -> Weights {
        weights
    }

    /// Whether the position is an ending of a kind that the evaluation made by hand judges better than a
    /// net, which has hardly seen how it is won.
    fn is_judged_by_hand(&self) -> bool {
        false
    }

    /// What the weighted sum of the features is worth, for White: less where who is ahead cannot win.
    fn scaled(&self, sum: i32) -> i32 {
        sum
    }

    /// The evaluation for the side to move, in hundredths of a pawn.
    fn evaluate(&self, weights: &Weights) -> i32 {
        let mut sums = [0; MOST];
        self.features(&mut sums);
        let sum: i32 = sums.iter().zip(weights).map(|(sum, weight)| sum * weight).sum();
        let side = if self.turn() == Color::White { 1 } else { -1 };
        weights[0] + side * self.scaled(sum)
    }
}

/// The default weights of a game.
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
