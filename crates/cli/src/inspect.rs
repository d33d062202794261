//! `fivefold inspect`: the state of a position by the rules, as JSON (tests/conformance/README.md).

use std::io::{self, BufRead, Write};

use rules::{AnyPosition, Color, GameId, Role, Square};
use serde_json::{Map, Value, json};

/// Writes one line of JSON for each line that is not blank, in order.
///
/// # Errors
/// If reading or writing fails.
pub(crate) fn run(game: GameId, mut input: impl BufRead, out: &mut impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let text = line.strip_suffix(b"\n").unwrap_or(&line);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        // A FEN is ASCII: invalid UTF-8 is refused as a FEN with unknown letters.
        let text = String::from_utf8_lossy(text);
        if !text.trim().is_empty() {
            writeln!(out, "{}", describe(game, &text))?;
            // The writer of the lines may wait for each answer.
            out.flush()?;
        }
        line.clear();
    }
    Ok(())
}

fn describe(game: GameId, fen: &str) -> Value {
    match AnyPosition::from_fen(game, fen) {
        Ok(position) => inspect(&position),
        Err(error) => json!({ "fen": fen, "error": error.to_string() }),
    }
}

/// The state of a position by the rules.
fn inspect(position: &AnyPosition) -> Value {
    let spec = position.spec();
    let mut steps = Vec::new();
    let mut after = Map::new();
    for step in position.list() {
        let name = step.display(spec).to_string();
        let mut next = *position;
        next.play(step);
        after.insert(name.clone(), next.fen().into());
        steps.push(name);
    }
    steps.sort_unstable();
    let (status, winner) = match position.outcome() {
        Some(outcome) => {
            (outcome.ending.id(), outcome.winner.map(|color| color.letter().to_string()))
        }
        None if steps.is_empty() => ("dead-end", None),
        None => ("ongoing", None),
    };
    let mut described = json!({
        "game": spec.id,
        "fen": position.fen(),
        "steps": steps,
        "status": status,
        "winner": winner,
        "check": position.check(),
        "after": after,
    });
    if has_two_kings(position) {
        described["king_check"] = is_king_attacked(position).into();
    }
    described
}

/// Whether each side has a king that is checked beside a contramatic king that is not (Complete
/// Contramatic Chess).
fn has_two_kings(position: &AnyPosition) -> bool {
    let pieces = position.spec().pieces;
    pieces.has(Role::King) && pieces.has(Role::ContramaticKing)
}

/// Whether the orthodox king of the side to move is attacked; it is not while off the board.
fn is_king_attacked(position: &AnyPosition) -> bool {
    let mover: Color = position.turn();
    let squares = position.spec().shape.squares() as u8;
    (0..squares).map(Square::new).any(|square| {
        let piece = position.piece_at(square);
        piece.is_some_and(|piece| piece.color == mover && piece.role == Role::King)
            && position.attackers(square, !mover) != 0
    })
}
