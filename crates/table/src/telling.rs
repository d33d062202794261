//! A step in words, as data: what moved from where to where, and what it met there.

use rules::{AnyPosition, GameId, Piece, Role, Step};

use crate::said::{Sentence, Value};

/// A step, told by the position before it.
pub(crate) fn step(before: &AnyPosition, step: Step) -> Sentence {
    match step {
        Step::End => Sentence::new("step.end").with("color", Value::Color(before.turn())),
        Step::Draw(_) => Sentence::new("turn.draws").with("color", Value::Color(before.turn())),
        Step::Drop { role, to } => {
            let piece = Piece { color: before.turn(), role };
            Sentence::new("step.drop")
                .with("piece", Value::Piece(piece))
                .with("to", Value::Square(to))
        }
        Step::Move { from, to, into } => {
            let Some(piece) = before.piece_at(from) else { return Sentence::new("step.end") };
            let taken = before.piece_at(to);
            let shape = before.spec().shape;
            let (far, straight) =
                (shape.file(from).abs_diff(shape.file(to)), shape.file(from) == shape.file(to));
            let castles = piece.role == Role::King
                && far == 2
                && !matches!(before.game(), GameId::Chessence | GameId::CompleteContramatic);
            let key = match (taken, into) {
                (Some(_), None) => "step.capture",
                (Some(_), Some(_)) => "step.capture-into",
                (None, Some(_)) => "step.move-into",
                _ if castles => "step.castle",
                _ if piece.role == Role::Pawn && !straight => "step.passant",
                _ => "step.move",
            };
            let mut told = Sentence::new(key)
                .with("piece", Value::Piece(piece))
                .with("from", Value::Square(from))
                .with("to", Value::Square(to));
            if let Some(taken) = taken {
                told = told.with("taken", Value::Piece(taken));
            }
            if let Some(role) = into {
                told = told.with("into", Value::Role(role));
            }
            told
        }
    }
}
