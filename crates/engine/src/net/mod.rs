//! Evaluation by a small net: what stands on the board, and what a game's rules make of it, as inputs
//! of two perspectives; one hidden layer a perspective, and its output for the side to move.
//!
//! The hidden layer's sums are kept from turn to turn ([`Accumulator`]): a step changes few inputs, and
//! the effects that the rules report say which. Inputs that are not the pieces themselves
//! ([`Inputs`]), as charges, powers, reserves and moves left, are compared before and after.
//!
//! A net is read from bytes ([`Net::read`]); where there is none, the evaluation made by hand plays,
//! and a net may add to it or take its place.

mod accumulator;
mod file;
mod games;
mod inputs;
mod trail;

pub use accumulator::Accumulator;
pub use file::NetError;
pub(crate) use inputs::Layout;
pub use inputs::{Counts, Inputs, Signs};
pub(crate) use trail::Trail;

use rules::{AnyPosition, Color, GameId, Position, with_position};

/// How many units the hidden layer has in each perspective.
pub const WIDTH: usize = 32;
/// What 1 is in the hidden layer, where values are cut off.
pub const ONE: i32 = 255;
/// What 1 is among the weights of the output.
pub const OUTPUT_ONE: i32 = 64;

/// The sums of the hidden layer, one a unit.
pub(crate) type Sums = [i16; WIDTH];

/// The weights of a net for one game, in whole numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Net {
    pub(crate) layout: Layout,
    /// How many hundredths of a pawn 1 is at the output.
    pub scale: u16,
    /// Whether the output is added to the evaluation made by hand, or takes its place.
    pub adds: bool,
    /// What the hidden sums begin at, [`ONE`] as 1.
    pub bias: [i16; WIDTH],
    /// What each input adds to the hidden sums, [`ONE`] as 1.
    pub rows: Vec<[i16; WIDTH]>,
    /// The weights of the output for the perspective of the side to move and for the other's,
    /// [`OUTPUT_ONE`] as 1.
    pub output: [[i8; WIDTH]; 2],
    /// What the output begins at, [`ONE`] times [`OUTPUT_ONE`] as 1.
    pub output_bias: i32,
}

impl Net {
    /// A net of a game without any weights: its output is 0 everywhere.
    pub fn empty(game: GameId) -> Net {
        let layout = Layout::of(game);
        Net {
            rows: vec![[0; WIDTH]; layout.inputs()],
            layout,
            scale: 1,
            adds: true,
            bias: [0; WIDTH],
            output: [[0; WIDTH]; 2],
            output_bias: 0,
        }
    }

    /// The game.
    pub fn game(&self) -> GameId {
        self.layout.game()
    }

    /// The judgement for a side by the sums of both perspectives, in hundredths of a pawn.
    #[cfg_attr(target_family = "wasm", target_feature(enable = "simd128"))]
    #[inline]
    pub(crate) fn output(&self, sums: &[Sums; 2], turn: Color) -> i32 {
        let [own, other] = [turn.index(), (!turn).index()];
        let sum = weighed(&sums[own], &self.output[0]) + weighed(&sums[other], &self.output[1]);
        let output = i64::from(sum / ONE + self.output_bias);
        (output * i64::from(self.scale) / i64::from(ONE * OUTPUT_ONE)) as i32
    }
}

/// The inputs of a net that a position has, for the side to move and for the other side: what a net
/// is fitted to.
pub fn inputs(position: &AnyPosition) -> [Vec<usize>; 2] {
    let layout = Layout::of(position.game());
    with_position!(position, position => {
        [position.turn(), !position.turn()].map(|view| layout.active(position, view))
    })
}

/// The squares of the sums, cut off at 0 and 1, times their weights. At most [`WIDTH`] times
/// 255 * 255 * 128, which an `i32` holds twice over.
#[cfg_attr(target_family = "wasm", target_feature(enable = "simd128"))]
#[inline]
fn weighed(sums: &Sums, weights: &[i8; WIDTH]) -> i32 {
    let mut total = 0;
    for (&sum, &weight) in sums.iter().zip(weights) {
        let value = sum.clamp(0, ONE as i16);
        // 255 * 128 is within an `i16`, so that eight of them fit into a register of 16 bytes.
        total += i32::from(value * i16::from(weight)) * i32::from(value);
    }
    total
}

#[cfg(test)]
mod tests;
