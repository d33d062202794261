//! En passant: the squares that double steps passed over.

use super::ChessPieces;
use crate::board::{Bits, Color, Eight, Geometry, Role, Square};
use crate::fen::{FenError, Field, Problem};
use crate::position::Position;
use crate::step::Step;

/// The square of the pawn that passed over `passed`, for the side that passed.
#[cfg_attr(not(small), inline(always))]
pub const fn pawn_beyond(passed: Square, color: Color) -> Square {
    passed.offset(8 * color.forward())
}

/// The side whose double step passes over a square of this rank (from 0), if one does.
pub const fn passer(rank: u8) -> Option<Color> {
    match rank {
        2 => Some(Color::White),
        5 => Some(Color::Black),
        _ => None,
    }
}

/// The pawns of `us` that stand so that they capture on `passed`, whatever else forbids it.
pub fn capturers(own_pawns: u64, passed: Square, us: Color) -> u64 {
    Eight::pawn_captures(!us, passed) & own_pawns
}

/// Whether the side to move may capture on `passed` en passant: with a legal step, so that neither a
/// pin nor a check is in the way.
pub fn is_possible<P: Position<Bits = u64>>(position: &P, passed: Square) -> bool {
    let us = position.turn();
    let pawns = capturers(position.pieces_of(us, Role::Pawn), passed, us);
    pawns.any() && {
        let steps = position.list();
        pawns.squares().any(|from| steps.contains(&Step::Move { from, to: passed, into: None }))
    }
}

/// Checks that a square can have been passed over by a pawn of `color`: it is on that side's third
/// rank and empty, and the pawn stands beyond it.
///
/// # Errors
/// If not.
pub fn check_square<const R: usize>(
    pieces: &ChessPieces<R>,
    passed: Square,
    color: Color,
) -> Result<(), FenError> {
    let possible = passer(Eight::SHAPE.rank(passed)) == Some(color)
        && !pieces.occupied().has(passed)
        && pieces.of(color, Role::Pawn).has(pawn_beyond(passed, color));
    if possible { Ok(()) } else { Err(impossible(passed)) }
}

/// The error for a square that cannot have been passed over.
pub fn impossible(passed: Square) -> FenError {
    let name = Eight::SHAPE.name(passed).to_string();
    FenError::new(Field::EnPassant, Problem::Square(name))
}

/// Reads the field of a game in which at most one square can be passed over, by the side not to
/// move, whose origin must be empty.
///
/// # Errors
/// If the squares cannot have been passed over.
pub fn check_single<const R: usize>(
    pieces: &ChessPieces<R>,
    squares: &[Square],
    turn: Color,
) -> Result<Option<Square>, FenError> {
    match *squares {
        [] => Ok(None),
        [passed] => {
            check_square(pieces, passed, !turn)?;
            let origin = passed.offset(-8 * (!turn).forward());
            if pieces.occupied().has(origin) {
                return Err(impossible(passed));
            }
            Ok(Some(passed))
        }
        [_, second, ..] => Err(impossible(second)),
    }
}
