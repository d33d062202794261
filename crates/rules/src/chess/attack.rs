//! Which squares chess pieces attack, and which pieces attack a square.

use super::ChessPieces;
use crate::board::geometry::{ALL_LINES, DIAGONALS, ORTHOGONALS, rays};
use crate::board::{Bits, Color, Eight, Geometry, Role, Square};

/// The squares that a piece attacks, whatever stands on them. A slider's lines end at the first
/// square of `occupied`, which is attacked too.
#[cfg_attr(not(small), inline(always))]
pub fn attacks(role: Role, color: Color, square: Square, occupied: u64) -> u64 {
    match role {
        Role::Pawn => Eight::pawn_captures(color, square),
        Role::Knight => Eight::knight(square),
        Role::Bishop => rays::<Eight, 2>(square, DIAGONALS, occupied),
        Role::Rook => rays::<Eight, 2>(square, ORTHOGONALS, occupied),
        Role::Queen => rays::<Eight, 4>(square, ALL_LINES, occupied),
        _ => Eight::king(square),
    }
}

/// The pieces that move along ranks and files.
#[cfg_attr(not(small), inline(always))]
pub fn orthogonal_sliders<const R: usize>(pieces: &ChessPieces<R>) -> u64 {
    pieces.role(Role::Rook) | pieces.role(Role::Queen)
}

/// The pieces that move along diagonals.
#[cfg_attr(not(small), inline(always))]
pub fn diagonal_sliders<const R: usize>(pieces: &ChessPieces<R>) -> u64 {
    pieces.role(Role::Bishop) | pieces.role(Role::Queen)
}

/// Kings of every kind.
#[cfg_attr(not(small), inline(always))]
pub fn kings<const R: usize>(pieces: &ChessPieces<R>) -> u64 {
    let orthodox = pieces.role(Role::King);
    if R > Role::ContramaticKing.index() {
        orthodox | pieces.role(Role::ContramaticKing)
    } else {
        orthodox
    }
}

/// The pawns, knights and kings of `by` that attack a square.
#[cfg_attr(not(small), inline(always))]
pub fn leaping_attackers<const R: usize>(
    pieces: &ChessPieces<R>,
    square: Square,
    by: Color,
) -> u64 {
    pieces.color(by)
        & (Eight::pawn_captures(!by, square) & pieces.role(Role::Pawn)
            | Eight::knight(square) & pieces.role(Role::Knight)
            | Eight::king(square) & kings(pieces))
}

/// The rooks, bishops and queens of `by` that attack a square over the blockers `occupied`.
#[cfg_attr(not(small), inline(always))]
pub fn sliding_attackers<const R: usize>(
    pieces: &ChessPieces<R>,
    square: Square,
    by: Color,
    occupied: u64,
) -> u64 {
    let lines = Eight::lines(square);
    let mut attackers = 0;
    let on_lines = pieces.color(by) & orthogonal_sliders(pieces);
    for line in ORTHOGONALS {
        if (lines[line].both() & on_lines).any() {
            attackers |= lines[line].reach(occupied) & on_lines;
        }
    }
    let on_diagonals = pieces.color(by) & diagonal_sliders(pieces);
    for line in DIAGONALS {
        if (lines[line].both() & on_diagonals).any() {
            attackers |= lines[line].reach(occupied) & on_diagonals;
        }
    }
    attackers
}

/// The pieces of `by` that attack a square over the blockers `occupied`.
#[inline]
pub fn attackers<const R: usize>(
    pieces: &ChessPieces<R>,
    square: Square,
    by: Color,
    occupied: u64,
) -> u64 {
    leaping_attackers(pieces, square, by) | sliding_attackers(pieces, square, by, occupied)
}

/// Whether a piece of `by` attacks a square over the blockers `occupied`.
#[inline]
pub fn is_attacked<const R: usize>(
    pieces: &ChessPieces<R>,
    square: Square,
    by: Color,
    occupied: u64,
) -> bool {
    leaping_attackers(pieces, square, by).any()
        || sliding_attackers(pieces, square, by, occupied).any()
}
