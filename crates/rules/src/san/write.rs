//! Writing SAN.

use std::fmt::Write as _;

use super::{Deed, is_castling, is_pawn, is_short};
use crate::any::AnyPosition;
use crate::board::{Bits, Role, Square};
use crate::step::Step;

/// A legal step in SAN, with `+` if it gives check. (`#` depends on the end of the turn:
/// [`write_turn`] writes it.) `end` is `end`, a draw is in braces.
pub fn write(position: &AnyPosition, step: Step) -> String {
    let deed = Deed::of(position, step);
    let mut san = write_unmarked(position, step, &deed);
    if adds_check(position, &deed) {
        san.push('+');
    }
    san
}

/// The legal steps of one turn in SAN, from its start or from the middle of it. Its last step gets
/// `#` if it wins at once; a turn not yet ended closes with a comma. `end` is not written.
pub fn write_turn(position: &AnyPosition, steps: &[Step]) -> String {
    let mut san = String::new();
    let mut now = *position;
    for &step in steps {
        if step != Step::End {
            if !san.is_empty() && !san.ends_with('}') {
                san.push(',');
            }
            san.push_str(&write(&now, step));
        }
        now.play(step);
    }
    let is_won = now.outcome().is_some_and(|outcome| outcome.winner == Some(position.turn()));
    if now.turn() == position.turn() && !is_won {
        if !san.is_empty() {
            san.push(',');
        }
    } else if is_won && !san.is_empty() {
        if san.ends_with('+') {
            san.pop();
        }
        san.push('#');
    }
    san
}

/// A legal step in SAN, without `+`.
pub(super) fn write_unmarked(position: &AnyPosition, step: Step, deed: &Deed) -> String {
    let spec = position.spec();
    let shape = &spec.shape;
    let mut san = String::new();
    let (from, to, role) = match step {
        Step::Move { from, to, .. } => match position.piece_at(from) {
            Some(piece) => (from, to, piece.role),
            None => return step.display(spec).to_string(),
        },
        Step::Draw(hand) => {
            san.push('{');
            let _ = spec.write_pieces(&mut san, hand);
            san.push('}');
            return san;
        }
        Step::Drop { .. } | Step::End => return step.display(spec).to_string(),
    };
    if is_castling(position, from, to) {
        let is_short = is_short(shape.files, shape.file(from), shape.file(to));
        san.push_str(if is_short { "O-O" } else { "O-O-O" });
    } else {
        let is_capture = deed.is_capture();
        if is_pawn(role) {
            if is_capture {
                san.push(file_letter(shape.file(from)));
            }
        } else {
            san.push(spec.letter(role));
            write_origin(&mut san, position, from, to, role);
        }
        if is_capture {
            san.push('x');
        }
        let _ = write!(san, "{}", shape.name(to));
    }
    if let Some((at, into)) = deed.promotion()
        && at == to
    {
        let _ = write!(san, "={}", spec.letter(into));
    }
    write_displaced(&mut san, position, deed);
    san
}

fn file_letter(file: u8) -> char {
    char::from(b'a' + file)
}

/// Distinguishes the piece on `from` from others of its kind that can go to `to` as well: by its
/// file, else by its rank, else by both.
fn write_origin(san: &mut String, position: &AnyPosition, from: Square, to: Square, role: Role) {
    let us = position.turn();
    let is_like = |square: Square| {
        square != from && position.piece_at(square).is_some_and(|piece| piece.role == role)
    };
    if !position.pieces(us).squares().any(is_like) {
        return;
    }
    let shape = &position.spec().shape;
    let (mut is_alone, mut is_alone_on_file, mut is_alone_on_rank) = (true, true, true);
    for step in position.list() {
        if let Step::Move { from: other, to: reached, .. } = step
            && reached == to
            && is_like(other)
        {
            is_alone = false;
            is_alone_on_file &= shape.file(other) != shape.file(from);
            is_alone_on_rank &= shape.rank(other) != shape.rank(from);
        }
    }
    if is_alone {
        return;
    }
    if is_alone_on_file || !is_alone_on_rank {
        san.push(file_letter(shape.file(from)));
    }
    if !is_alone_on_file {
        let _ = write!(san, "{}", shape.rank(from) + 1);
    }
}

/// Writes the pieces displaced in parentheses.
pub(super) fn write_displaced(san: &mut String, position: &AnyPosition, deed: &Deed) {
    let spec = position.spec();
    let displaced = deed.displaced();
    for (place, &(from, to, into)) in displaced.iter().enumerate() {
        let mark = if place == 0 { '(' } else { ',' };
        let _ = write!(san, "{mark}{}{}", spec.shape.name(from), spec.shape.name(to));
        if let Some(role) = into {
            let _ = write!(san, "={}", spec.letter(role));
        }
    }
    if !displaced.is_empty() {
        san.push(')');
    }
}

/// Whether a step adds an attacker of an enemy royal that may be checked, or puts the own
/// contramatic king into check. A piece that attacked already, and attacks from its new square too,
/// adds nothing.
fn adds_check(before: &AnyPosition, deed: &Deed) -> bool {
    // Magnetic Chess knows no check.
    if before.check().is_none() {
        return false;
    }
    let (us, after) = (before.turn(), &deed.after);
    let is_contramatic = |position: &AnyPosition, square: Square| {
        position.piece_at(square).is_some_and(|piece| piece.role == Role::ContramaticKing)
    };
    let mut checked = after.royals(!us).squares().filter(|&royal| !is_contramatic(after, royal));
    let adds_attacker = checked.any(|royal| {
        let old = before.attackers(royal, us);
        after.attackers(royal, us).squares().any(|attacker| !old.has(deed.origin(attacker)))
    });
    let is_own_checked = |position: &AnyPosition| {
        let mut royals = position.royals(us).squares();
        royals.any(|royal| is_contramatic(position, royal) && position.attackers(royal, !us).any())
    };
    adds_attacker || is_own_checked(after) && !is_own_checked(before)
}
