//! What the computer advises: a turn in words with its reasons, and the arrows on the board.

use rules::{AnyPosition, Square, Step};

use crate::computer::Thought;
use crate::reason::{Reason, clauses};
use crate::sentence::{Sentence, Value};

/// The most steps of a turn that are named and shown; a placement may have fifteen.
const MOST: usize = 5;
/// With more steps than this, the pieces' names would not fit beside the board.
const NAMED: usize = 2;

/// The steps of a turn that are named.
fn named(turn: &[Step]) -> impl Iterator<Item = Step> {
    turn.iter()
        .copied()
        .filter(|step| matches!(step, Step::Move { .. } | Step::Drop { .. }))
        .take(MOST)
}

/// The arrows of a turn; from a square to itself: a circle.
pub(crate) fn arrows(turn: &[Step]) -> Vec<(Square, Square)> {
    named(turn)
        .filter_map(|step| match step {
            Step::Move { from, to, .. } => Some((from, to)),
            Step::Drop { to, .. } => Some((to, to)),
            Step::Draw(_) | Step::End => None,
        })
        .collect()
}

/// A turn in few words: "knight g1 to f3".
fn turn_in_words(position: &AnyPosition, turn: &[Step]) -> Value {
    let count = named(turn).count();
    let mut now = *position;
    let steps: Vec<Value> = turn
        .iter()
        .filter_map(|&step| {
            let before = now;
            if now.why_not(step).is_none() {
                now.play(step);
            }
            let sentence = match step {
                Step::Drop { role, to } => Sentence::new("computer.drop")
                    .with("piece", Value::Role(role))
                    .with("to", Value::Square(to)),
                Step::Move { from, to, .. } => {
                    let squares = |sentence: Sentence| {
                        sentence.with("from", Value::Square(from)).with("to", Value::Square(to))
                    };
                    let mover = before.piece_at(from);
                    let sentence = match mover.filter(|_| count <= NAMED) {
                        Some(piece) => squares(Sentence::new("computer.move"))
                            .with("piece", Value::Role(piece.role)),
                        None => squares(Sentence::new("computer.step")),
                    };
                    sentence.promoted(mover, now.piece_at(to))
                }
                Step::Draw(_) | Step::End => return None,
            };
            Some(Value::Sentence(Box::new(sentence)))
        })
        .take(MOST)
        .collect();
    if steps.is_empty() {
        return Value::Sentence(Box::new(Sentence::new("computer.end")));
    }
    Value::List(steps)
}

/// A turn and what it does, under one key or the other.
fn with_reasons(
    position: &AnyPosition,
    thought: &Thought,
    plain: &'static str,
    because: &'static str,
) -> Sentence {
    let turn = turn_in_words(position, &thought.turn);
    match clauses(&thought.reasons, position.game(), position.turn()) {
        None => Sentence::new(plain).with("turn", turn),
        Some(reasons) => Sentence::new(because).with("turn", turn).with("reasons", reasons),
    }
}

/// A hint: "Try knight g1 to f3: it gives check."
pub(crate) fn hint(position: &AnyPosition, thought: &Thought) -> Sentence {
    if thought.reasons.first() == Some(&Reason::Only) {
        let turn = turn_in_words(position, &thought.turn);
        return Sentence::new("computer.forced").with("turn", turn);
    }
    with_reasons(position, thought, "computer.try", "computer.because")
}

/// The better turn: "Better: knight g1 to f3. It gives check."
pub(crate) fn better(position: &AnyPosition, thought: &Thought) -> Sentence {
    with_reasons(position, thought, "computer.better", "computer.better-because")
}

/// Why a puzzle's turn is wrong: "Black answers: rook e8 to e1. It gives check." Delaying a loss is
/// not given as a reason.
pub(crate) fn refuted(position: &AnyPosition, thought: &Thought) -> Sentence {
    let reasons = thought.reasons.iter().copied();
    let telling = reasons.filter(|reason| !matches!(reason, Reason::Delays(_))).collect();
    let thought = Thought { reasons: telling, ..thought.clone() };
    with_reasons(position, &thought, "puzzle.refuted", "puzzle.refuted-because")
}
