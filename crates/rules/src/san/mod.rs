//! SAN, the notation for people (docs/rules/README.md, "Human notation").
//!
//! Written from the effects of a step, so that no game is named here. Texts are read by looking for
//! the legal steps that they can mean.
//!
//! ```
//! use rules::{AnyPosition, GameId, san};
//!
//! let fen = "3k4/8/8/n6b/8/8/8/R3K2R[] w HA - 0 1 - -";
//! let position = AnyPosition::from_fen(GameId::Charismatic, fen).unwrap();
//! // The turn ends by the step `end`, which is not written.
//! let turn = san::parse_turn(&position, "Rxa5,O-O").unwrap();
//! assert_eq!(turn.len(), 3);
//! assert_eq!(san::write_turn(&position, &turn), "Rxa5,O-O");
//! // What cannot be meant is refused with a reason.
//! assert!(san::parse(&position, "Rxa6").is_err());
//! ```

mod read;
mod write;

pub use read::{SanError, TurnError, parse, parse_turn};
pub use write::{write, write_turn};

use crate::any::AnyPosition;
use crate::board::{Role, Square};
use crate::effect::{Effect, Why};
use crate::step::Step;

/// Whether pieces of this kind are written without a letter.
fn is_pawn(role: Role) -> bool {
    matches!(role, Role::Pawn | Role::Soldier)
}

/// The squares of kings that castle lie two apart; no king otherwise goes that far.
fn is_castling(position: &AnyPosition, from: Square, to: Square) -> bool {
    let shape = &position.spec().shape;
    position.piece_at(from).is_some_and(|piece| piece.role == Role::King)
        && shape.rank(from) == shape.rank(to)
        && shape.file(from).abs_diff(shape.file(to)) == 2
}

/// Whether the castling of a king on file `from` (from 0) to file `to` is with the nearer rook.
fn is_short(files: u8, from: u8, to: u8) -> bool {
    let (towards, away) = (files - 1 - from, from);
    if to > from { towards < away } else { away < towards }
}

/// What a step does.
struct Deed {
    after: AnyPosition,
    effects: Vec<Effect>,
}

impl Deed {
    fn of(position: &AnyPosition, step: Step) -> Self {
        let mut after = *position;
        let effects = after.play(step);
        Deed { after, effects }
    }

    fn is_capture(&self) -> bool {
        self.effects.iter().any(|effect| matches!(effect, Effect::Vanish { .. }))
    }

    /// The promotion: where, and what becomes of the pawn.
    fn promotion(&self) -> Option<(Square, Role)> {
        self.effects.iter().find_map(|effect| match *effect {
            Effect::Change { at, into, .. } => Some((at, into.role)),
            _ => None,
        })
    }

    /// The pieces displaced (Magnetic Chess), by square of origin: from where, to where, and what
    /// becomes of one pushed to its last rank.
    fn displaced(&self) -> Vec<(Square, Square, Option<Role>)> {
        let promotion = self.promotion();
        let mut displaced: Vec<(Square, Square, Option<Role>)> = Vec::new();
        for effect in &self.effects {
            if let Effect::Slide { from, to, why: Why::Attracted | Why::Repelled, .. } = *effect {
                let promoted = promotion.filter(|&(at, _)| at == to).map(|(_, role)| role);
                let place = displaced.partition_point(|&(other, ..)| other < from);
                displaced.insert(place, (from, to, promoted));
            }
        }
        displaced
    }

    /// Where the piece that stands on a square after the step stood before it.
    fn origin(&self, square: Square) -> Square {
        self.effects.iter().rev().fold(square, |square, effect| match *effect {
            Effect::Slide { from, to, .. } if to == square => from,
            _ => square,
        })
    }
}
