//! Evaluation by a small net (NNUE): inputs from the board and from the rules of a game, in two
//! perspectives; one hidden layer for each perspective, and an output for the side to move.
//!
//! The hidden layer is updated incrementally from turn to turn ([`Accumulator`]): a step changes
//! few inputs, and the effects that the rules report tell which. Other inputs ([`Inputs`]), such as
//! charges, powers, reserves and moves left, are compared before and after.
//!
//! A net is read from bytes ([`Net::read`]). Without one, the handcrafted evaluation is used; a net
//! may add to it or replace it.

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

/// The number of units in the hidden layer of each perspective.
pub const WIDTH: usize = 64;
/// The value of 1 in the hidden layer, where values are clipped.
pub const ONE: i32 = 255;
/// The value of 1 among the weights of the output.
pub const OUTPUT_ONE: i32 = 64;

/// The sums of the hidden layer, one a unit.
pub(crate) type Sums = [i16; WIDTH];

/// The weights of a net for one game, in whole numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Net {
    pub(crate) layout: Layout,
    /// The value of 1 at the output, in hundredths of a pawn.
    pub scale: u16,
    /// Whether the output is added to the handcrafted evaluation, or replaces it.
    pub adds: bool,
    /// The biases of the hidden layer; [`ONE`] is 1.
    pub bias: [i16; WIDTH],
    /// The weights of each input for the hidden layer; [`ONE`] is 1.
    pub rows: Vec<[i16; WIDTH]>,
    /// The weights of the output for the perspective of the side to move and for the other's,
    /// [`OUTPUT_ONE`] as 1.
    pub output: [[i8; WIDTH]; 2],
    /// The bias of the output; [`ONE`] times [`OUTPUT_ONE`] is 1.
    pub output_bias: i32,
}

impl Net {
    /// A net without any weights for a game: its output is 0 everywhere.
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

    /// What a position of its game is worth to the side to move, in hundredths of a pawn, where the
    /// handcrafted evaluation says `by_hand`.
    pub(crate) fn judgement<P: Inputs>(&self, by_hand: i32, position: &P) -> i32 {
        self.judgement_by(&Accumulator::of(self, position), by_hand, position.turn())
    }

    /// The same by sums that are known already, for the side `turn`.
    pub(crate) fn judgement_by<P: Inputs>(
        &self,
        sums: &Accumulator<P>,
        by_hand: i32,
        turn: Color,
    ) -> i32 {
        let judged = sums.judge(self, turn);
        if self.adds { by_hand + judged } else { judged }
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

/// The inputs of a position, for the side to move and for the other side: what a net is fitted to.
pub fn inputs(position: &AnyPosition) -> [Vec<usize>; 2] {
    let layout = Layout::of(position.game());
    with_position!(position, position => {
        [position.turn(), !position.turn()].map(|view| layout.active(position, view))
    })
}

/// For each input of a game's nets the one that it is in the same position with the files of the board reversed.
pub fn across(game: GameId) -> Vec<usize> {
    Layout::of(game).across()
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
