//! Pawn moves, all pawns of a side at once.

use std::ops::ControlFlow;

use super::PROMOTIONS;
use crate::board::{Bits, Color, Eight, Geometry};
use crate::sink::StepSink;

/// The squares that the pieces of `set` look at, one rank forward.
#[cfg_attr(not(small), inline(always))]
pub fn forward(set: u64, color: Color) -> u64 {
    set.shifted(8 * color.forward())
}

/// The rank (1 to 8) as this side counts it, as a set.
#[cfg_attr(not(small), inline(always))]
pub fn relative_rank(color: Color, rank: u8) -> u64 {
    Eight::rank(color.rank(rank - 1, 8))
}

/// The rank on which this side's pawns are promoted.
#[cfg_attr(not(small), inline(always))]
pub fn last_rank(color: Color) -> u64 {
    relative_rank(color, 8)
}

/// The two sets of squares that pawns attack, each with its distance from the pawn in indexes:
/// towards the first file, towards the last.
#[cfg_attr(not(small), inline(always))]
pub fn captures(pawns: u64, color: Color) -> [(u64, i32); 2] {
    let (west, east) = (8 * color.forward() - 1, 8 * color.forward() + 1);
    [
        ((pawns & !Eight::file(0)).shifted(west), west),
        ((pawns & !Eight::file(7)).shifted(east), east),
    ]
}

/// Hands over the moves of pawns that end on `allowed`: one square forward to an empty square,
/// two over an empty square of `passing` (that is where a double step passes) and captures of
/// `enemies`; promotions where they reach the last rank. En passant is not among them.
#[cfg_attr(not(small), inline(always))]
pub fn steps(
    sink: &mut impl StepSink<u64>,
    pawns: u64,
    color: Color,
    empty: u64,
    enemies: u64,
    passing: u64,
    allowed: u64,
) -> ControlFlow<()> {
    let ahead = 8 * color.forward();
    let single = forward(pawns, color) & empty;
    let double = forward(single & passing, color) & empty;
    advance(sink, single & allowed, ahead, color)?;
    sink.shifted(double & allowed, 2 * ahead)?;
    for (attacked, by) in captures(pawns, color) {
        advance(sink, attacked & enemies & allowed, by, color)?;
    }
    ControlFlow::Continue(())
}

/// Hands over pawn moves by the same distance, with promotions on the last rank.
#[cfg_attr(not(small), inline(always))]
fn advance(sink: &mut impl StepSink<u64>, to: u64, by: i32, color: Color) -> ControlFlow<()> {
    let last = last_rank(color);
    sink.shifted(to & !last, by)?;
    for to in (to & last).squares() {
        sink.promotions(to.offset(-by), u64::of(to), &PROMOTIONS)?;
    }
    ControlFlow::Continue(())
}
