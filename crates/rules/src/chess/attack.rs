//! Which squares chess men attack, and which men attack a square.

use super::ChessMen;
use crate::board::geometry::{ALL_LINES, DIAGONALS, ORTHOGONALS, rays};
use crate::board::{Bits, Color, Eight, Geometry, Role, Square};

/// The squares that a man attacks, whatever stands on them. A slider's lines end at the first
/// square of `occupied`, which is attacked too.
#[inline(always)]
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

/// The men that move along ranks and files.
#[inline(always)]
pub fn orthogonal_sliders<const R: usize>(men: &ChessMen<R>) -> u64 {
    men.role(Role::Rook) | men.role(Role::Queen)
}

/// The men that move along diagonals.
#[inline(always)]
pub fn diagonal_sliders<const R: usize>(men: &ChessMen<R>) -> u64 {
    men.role(Role::Bishop) | men.role(Role::Queen)
}

/// Kings of every kind.
#[inline(always)]
pub fn kings<const R: usize>(men: &ChessMen<R>) -> u64 {
    let orthodox = men.role(Role::King);
    if R > Role::ContramaticKing.index() {
        orthodox | men.role(Role::ContramaticKing)
    } else {
        orthodox
    }
}

/// The pawns, knights and kings of `by` that attack a square.
#[inline(always)]
pub fn leaping_attackers<const R: usize>(men: &ChessMen<R>, square: Square, by: Color) -> u64 {
    men.color(by)
        & (Eight::pawn_captures(!by, square) & men.role(Role::Pawn)
            | Eight::knight(square) & men.role(Role::Knight)
            | Eight::king(square) & kings(men))
}

/// The rooks, bishops and queens of `by` that attack a square over the blockers `occupied`.
#[inline(always)]
pub fn sliding_attackers<const R: usize>(
    men: &ChessMen<R>,
    square: Square,
    by: Color,
    occupied: u64,
) -> u64 {
    let lines = Eight::lines(square);
    let mut attackers = 0;
    let on_lines = men.color(by) & orthogonal_sliders(men);
    for line in ORTHOGONALS {
        if (lines[line].both() & on_lines).any() {
            attackers |= lines[line].reach(occupied) & on_lines;
        }
    }
    let on_diagonals = men.color(by) & diagonal_sliders(men);
    for line in DIAGONALS {
        if (lines[line].both() & on_diagonals).any() {
            attackers |= lines[line].reach(occupied) & on_diagonals;
        }
    }
    attackers
}

/// The men of `by` that attack a square over the blockers `occupied`.
#[inline]
pub fn attackers<const R: usize>(
    men: &ChessMen<R>,
    square: Square,
    by: Color,
    occupied: u64,
) -> u64 {
    leaping_attackers(men, square, by) | sliding_attackers(men, square, by, occupied)
}

/// Whether a man of `by` attacks a square over the blockers `occupied`.
#[inline]
pub fn is_attacked<const R: usize>(
    men: &ChessMen<R>,
    square: Square,
    by: Color,
    occupied: u64,
) -> bool {
    leaping_attackers(men, square, by).any() || sliding_attackers(men, square, by, occupied).any()
}
