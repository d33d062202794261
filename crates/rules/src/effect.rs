//! The effects of a step on the board, in order.

use crate::board::{Piece, Square};

/// One change of the board. The effects of a step, in order, turn the board before it into the
/// board after it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// A piece goes from one square to another, which is empty by then.
    Slide {
        /// The piece.
        piece: Piece,
        /// Its square before.
        from: Square,
        /// Its square after.
        to: Square,
        /// What moves it.
        why: Why,
    },
    /// A piece enters the board.
    Appear {
        /// The piece.
        piece: Piece,
        /// Its square.
        at: Square,
    },
    /// A piece is captured.
    Vanish {
        /// The piece.
        piece: Piece,
        /// Its square.
        at: Square,
    },
    /// A piece becomes another.
    Change {
        /// Its square.
        at: Square,
        /// The piece before.
        from: Piece,
        /// The piece after.
        into: Piece,
    },
}

/// What makes a piece slide.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Why {
    /// The player moves it (in castling: both pieces).
    Moved,
    /// An impulse draws it in.
    Attracted,
    /// An impulse drives it away.
    Repelled,
}

/// A log of effects. `()` keeps none and costs nothing.
pub trait EffectLog {
    /// Takes note of one effect.
    fn log(&mut self, effect: Effect);
}

impl EffectLog for () {
    #[cfg_attr(not(small), inline(always))]
    fn log(&mut self, _: Effect) {}
}

impl EffectLog for Vec<Effect> {
    fn log(&mut self, effect: Effect) {
        self.push(effect);
    }
}
