//! Magnetic Chess: which pieces an impulse would move where, and whether the own king could be
//! captured.

use rules::any::positions::Magnetic;
use rules::{Bits, Color, Effect, Position, Square, Why};
use scene::Sign;

use super::View;

/// The square that the impulse of a step comes from: in castling the rook sends it, and the rook
/// moves second (docs/rules/magnetic.md, Source 3).
fn center(effects: &[Effect]) -> Option<Square> {
    effects.iter().rev().find_map(|effect| match *effect {
        Effect::Slide { to, why: Why::Moved, .. } => Some(to),
        _ => None,
    })
}

pub(super) fn signs(position: &Magnetic, view: &View<'_>, signs: &mut Vec<Sign>) {
    let us = position.turn();
    let Some((_, after, effects)) = view.ahead else {
        if view.switches.warnings && position.is_king_en_prise() {
            exposed(position, us, signs);
        }
        return;
    };
    if let Some(center) = center(effects) {
        for &effect in effects {
            if let Effect::Slide { piece, from, to, why } = effect
                && why != Why::Moved
            {
                let is_changed =
                    |effect: &Effect| matches!(*effect, Effect::Change { at, .. } if at == to);
                let pulled = why == Why::Attracted;
                let promotes = effects.iter().any(is_changed);
                signs.push(Sign::Displaced { piece, center, from, to, pulled, promotes });
            }
        }
    }
    if let rules::any::AnyPosition::Magnetic(after) = after
        && view.switches.warnings
        && after.outcome().is_none()
    {
        exposed(after, us, signs);
    }
}

/// The pieces that could capture the king of a side.
fn exposed(position: &Magnetic, color: Color, signs: &mut Vec<Sign>) {
    for king in position.royals(color).squares() {
        for by in position.attackers(king, !color).squares() {
            let Some(piece) = position.piece_at(by) else { continue };
            signs.push(Sign::Exposed { king, piece, by });
        }
    }
}

/// The lines of force of an impulse that has displaced pieces.
pub(crate) fn forces(effects: &[Effect]) -> impl Iterator<Item = Sign> {
    let center = center(effects);
    effects.iter().filter_map(move |effect| match *effect {
        Effect::Slide { from, to, why, .. } if why != Why::Moved => {
            Some(Sign::Force { center: center?, from, to, pulled: why == Why::Attracted })
        }
        _ => None,
    })
}

/// The tracks of the pieces that a step displaced.
pub(crate) fn tracks(effects: &[Effect], arrow: bool) -> impl Iterator<Item = Sign> {
    effects.iter().filter_map(move |effect| match *effect {
        Effect::Slide { from, to, why, .. } if why != Why::Moved => {
            Some(Sign::Track { from, to, arrow })
        }
        _ => None,
    })
}
