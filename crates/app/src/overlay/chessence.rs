//! Chessence: which men give which powers to which (docs/rules/chessence.md, Source 2).

use rules::any::AnyPosition;
use rules::any::positions::Chessence;
use rules::{Bits, Position, Role, Square, Step};
use scene::{NO_SHAPE, Power, Scene, Sign};

use super::{Switches, View};
use crate::contract::{Piece, drawn};

/// The names of the men's drawings, by their powers.
const DRAWINGS: [&str; 9] =
    ["man", "man-r", "man-b", "man-rb", "man-n", "man-rn", "man-bn", "man-rbn", "man-x"];

/// The man on a square as its drawing is called, if it is one whose shape shows its powers.
pub(crate) fn lifted(position: &AnyPosition, square: Square, switches: Switches) -> Option<Piece> {
    let piece = position.piece_at(square).filter(|piece| piece.role == Role::Man)?;
    let variant = if switches.powers { position.powers(square) } else { NO_SHAPE };
    Some(drawn(piece.color, DRAWINGS[usize::from(variant)]))
}

/// Takes the powers out of the men's shapes.
pub(crate) fn hide_powers(scene: &mut Scene) {
    for sprite in &mut scene.sprites {
        if sprite.piece.role == Role::Man {
            sprite.powers = NO_SHAPE;
        }
    }
    for sign in &mut scene.signs {
        if let Sign::Stands { powers, .. } = sign {
            *powers = NO_SHAPE;
        }
    }
}

pub(super) fn signs(position: &Chessence, view: &View<'_>, signs: &mut Vec<Sign>) {
    match view.ahead {
        Some((step, AnyPosition::Chessence(after), _)) => {
            let (Step::Move { to, .. } | Step::Drop { to, .. }) = step else { return };
            gives(after, to, signs);
        }
        _ => {
            if let Some(subject) = view.subject {
                gives(position, subject, signs);
            }
        }
    }
    if let Some(chosen) = view.chosen {
        let lost = position.dependents(chosen);
        for (power, pieces) in Power::ALL.into_iter().zip([lost.rook, lost.bishop, lost.knight]) {
            signs.extend(pieces.squares().map(|at| Sign::Loses { at, power }));
        }
    }
}

/// The men from which the man on a square has its powers.
fn gives(position: &Chessence, square: Square, signs: &mut Vec<Sign>) {
    if position.powers_at(square) == 0 {
        return;
    }
    let Some(piece) = position.piece_at(square) else { return };
    let givers = position.givers(square, piece.color);
    for (power, pieces) in Power::ALL.into_iter().zip([givers.rook, givers.bishop, givers.knight]) {
        signs.extend(pieces.squares().map(|from| Sign::Gives { from, to: square, power }));
    }
}
