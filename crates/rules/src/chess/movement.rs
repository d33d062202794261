//! Carrying out one piece's move: capture, en passant, promotion. (Castling moves two pieces and is the
//! games' own.)

use super::{ChessPieces, en_passant};
use crate::board::{Bits, Color, Piece, Role, Square};
use crate::effect::{Effect, EffectLog, Why};

/// The properties of a move that was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moved {
    /// Whether it was a capture or a pawn's move.
    pub irreversible: bool,
    /// The square that a pawn passed over with a double step.
    pub passed: Option<Square>,
}

/// Moves the piece of `us` on `from` to `to`. A pawn that goes to one of the empty squares `passed`
/// (of the enemy's double steps) diagonally captures en passant; `into` is what a pawn becomes.
#[inline]
pub fn go<const R: usize>(
    pieces: &mut ChessPieces<R>,
    us: Color,
    passed: u64,
    (from, to): (Square, Square),
    into: Option<Role>,
    log: &mut impl EffectLog,
) -> Moved {
    let mut moved = Moved { irreversible: false, passed: None };
    let Some(role) = pieces.role_at(from) else { return moved };
    let piece = Piece { color: us, role };
    moved.irreversible = role == Role::Pawn;
    let target = match pieces.role_at(to) {
        Some(role) => Some((to, role)),
        None if role == Role::Pawn && passed.has(to) && is_sideways(from, to) => {
            Some((en_passant::pawn_beyond(to, !us), Role::Pawn))
        }
        None => None,
    };
    if let Some((at, role)) = target {
        let piece = Piece { color: !us, role };
        pieces.toggle(at, piece);
        log.log(Effect::Vanish { piece, at });
        moved.irreversible = true;
    }
    pieces.shift(from, to, piece);
    log.log(Effect::Slide { piece, from, to, why: Why::Moved });
    if role == Role::Pawn {
        if let Some(role) = into {
            let promoted = Piece { color: us, role };
            pieces.toggle(to, piece);
            pieces.toggle(to, promoted);
            log.log(Effect::Change { at: to, from: piece, into: promoted });
        } else if from.index().abs_diff(to.index()) == 16 {
            moved.passed = Some(from.offset(8 * us.forward()));
        }
    }
    moved
}

/// Whether the squares are on different files.
#[cfg_attr(not(small), inline(always))]
const fn is_sideways(from: Square, to: Square) -> bool {
    from.index() % 8 != to.index() % 8
}
