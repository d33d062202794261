//! Chess with Batteries: which Battery charges which piece, what a piece could do with a charge,
//! and which pieces an Agent jumps.

use rules::any::AnyPosition;
use rules::any::positions::Batteries;
use rules::{Bits, Effect, Position, Role, Square, Step};
use scene::Sign;

use super::View;

pub(super) fn signs(position: &Batteries, view: &View<'_>, signs: &mut Vec<Sign>) {
    match view.ahead {
        Some((Step::Move { from, to, .. }, AnyPosition::Batteries(after), _)) => {
            charges(after, to, signs);
            let stay = position.charged_pieces() & !after.charged_pieces() & !u128::of(to);
            let stay = stay.squares().filter(|&at| after.piece_at(at).is_some());
            let goes = position.charged_pieces().has(from) && !after.charged_pieces().has(to);
            let all = stay.chain(goes.then_some(to));
            signs.extend(all.map(|at| Sign::Uncharged { at }));
        }
        _ => {
            if let Some(subject) = view.subject {
                charges(position, subject, signs);
            }
        }
    }
    let Some(from) = view.chosen else { return };
    let now = position.reach(from);
    let charged = position.reach_if(from, true);
    let captures = charged.captures | charged.overtaking;
    for to in (charged.all() & !now.all()).squares() {
        signs.push(Sign::IfCharged { to, captures: captures.has(to) });
    }
    for to in now.overtaking.squares() {
        if let Some(over) = position.overtaken(from, to)
            && let Some(piece) = position.piece_at(over)
            && position.why_not(Step::go(from, to)).is_none()
        {
            signs.push(Sign::Overtakes { from, over, piece, to });
        }
    }
}

/// What a step has done to the charges of the pieces that are still there: who has been charged, by
/// which Battery, and who is so no longer.
pub(crate) fn recharged(
    before: &AnyPosition,
    after: &AnyPosition,
    effects: &[Effect],
) -> Vec<Sign> {
    let mut signs = Vec::new();
    let AnyPosition::Batteries(position) = after else { return signs };
    for at in after.board().squares().filter(|&at| after.piece_at(at).is_some()) {
        let came = effects.iter().find_map(|effect| match *effect {
            Effect::Slide { from, to, .. } if to == at => Some(from),
            _ => None,
        });
        match (before.charged().has(came.unwrap_or(at)), after.charged().has(at)) {
            (false, true) => charges(position, at, &mut signs),
            (true, false) => signs.push(Sign::Uncharged { at }),
            _ => {}
        }
    }
    signs
}

/// The pieces that the Battery on a square charges, or the Batteries that charge the piece there.
fn charges(position: &Batteries, square: Square, signs: &mut Vec<Sign>) {
    let Some(piece) = position.piece_at(square) else { return };
    let mut charge = |battery, to| {
        if let Some(piece) = position.piece_at(to) {
            signs.push(Sign::Charges { battery, to, role: piece.role });
        }
    };
    if piece.role == Role::Battery {
        position.charged_by(square).squares().for_each(|to| charge(square, to));
        return;
    }
    for battery in position.pieces(piece.color).squares() {
        if position.charged_by(battery).has(square) {
            charge(battery, square);
        }
    }
}
