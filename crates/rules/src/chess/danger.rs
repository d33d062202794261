//! What limits a side whose orthodox king must not be attacked: checks and pins.

use super::{ChessPieces, attack, en_passant};
use crate::board::geometry::{DIAGONALS, ORTHOGONALS, between, line_through, rays};
use crate::board::{Bits, Color, Eight, Geometry, Role, Square};

/// The checks on a side's king, and the pins.
#[derive(Clone, Copy, Debug)]
pub struct Danger {
    /// The king's square.
    pub king: Square,
    /// The enemy pieces that attack it.
    pub checkers: u64,
    /// Where a piece other than the king may go: anywhere, or between king and checker and on the
    /// checker; nowhere in double check.
    pub allowed: u64,
    /// Own pieces that may leave the king's line only into check.
    pub pinned: u64,
}

impl Danger {
    /// The danger that the king of `us`, which must be on the board, is in.
    #[inline]
    pub fn new<const R: usize>(pieces: &ChessPieces<R>, us: Color) -> Self {
        let them = !us;
        let king = pieces.of(us, Role::King).lowest();
        let (occupied, enemies) = (pieces.occupied(), pieces.color(them));
        let mut checkers = Eight::pawn_captures(us, king) & pieces.of(them, Role::Pawn)
            | Eight::knight(king) & pieces.of(them, Role::Knight);
        if R > Role::ContramaticKing.index() {
            checkers |= Eight::king(king) & pieces.of(them, Role::ContramaticKing);
        }
        let mut pinned = 0;
        let snipers = rays::<Eight, 2>(king, ORTHOGONALS, enemies)
            & enemies
            & attack::orthogonal_sliders(pieces)
            | rays::<Eight, 2>(king, DIAGONALS, enemies)
                & enemies
                & attack::diagonal_sliders(pieces);
        for sniper in snipers.squares() {
            let screen = between::<Eight>(king, sniper) & occupied;
            if screen.is_empty() {
                checkers |= u64::of(sniper);
            } else if !screen.many() {
                pinned |= screen;
            }
        }
        let allowed = if checkers.is_empty() {
            !0
        } else if checkers.many() {
            0
        } else {
            checkers | between::<Eight>(king, checkers.lowest())
        };
        Danger { king, checkers, allowed, pinned }
    }

    /// Where a piece of `us` other than the king may go from `from`, en passant excepted.
    #[inline]
    pub fn allowed_from(&self, from: Square) -> u64 {
        if self.pinned.has(from) {
            self.allowed & line_through::<Eight>(self.king, from)
        } else {
            self.allowed
        }
    }

    /// Where the king itself may go, whatever stands there.
    #[inline]
    pub fn flights<const R: usize>(&self, pieces: &ChessPieces<R>, us: Color, targets: u64) -> u64 {
        let without_king = pieces.occupied() ^ u64::of(self.king);
        let mut flights = 0;
        for to in (Eight::king(self.king) & targets).squares() {
            if !attack::is_attacked(pieces, to, !us, without_king) {
                flights |= u64::of(to);
            }
        }
        flights
    }

    /// Whether a capture en passant by the pawn of `us` on `from` leaves the king unattacked.
    pub fn allows_en_passant<const R: usize>(
        &self,
        pieces: &ChessPieces<R>,
        us: Color,
        from: Square,
        passed: Square,
    ) -> bool {
        let captured = u64::of(en_passant::pawn_beyond(passed, !us));
        let occupied = pieces.occupied() ^ u64::of(from) ^ captured | u64::of(passed);
        (attack::attackers(pieces, self.king, !us, occupied) & !captured).is_empty()
    }
}
