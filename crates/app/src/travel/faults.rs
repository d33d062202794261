//! What the page is told of PGN and positions.

use record::link;
use record::pgn::{self, Entry, PgnError};
use rules::{FenError, Refusal};

use super::told::{Concerned, Fault, NamedPiece, Reason, Taken};

/// What is wrong with PGN.
pub(crate) fn of_pgn(error: &PgnError) -> Fault {
    let mut fault = Fault::new(format!("pgn.{}", error.fault.id()));
    fault.line = error.line;
    fault.token.clone_from(&error.token);
    match &error.fault {
        pgn::Fault::Start(error) => fault.why = error.to_string(),
        pgn::Fault::Turn(_, position, error) => {
            let spec = position.spec();
            fault.game = spec.id;
            let Refusal { reason, rule, pieces } = error.refusal(position);
            let pieces = pieces.iter().map(|&(square, piece)| Concerned {
                square: spec.shape.name(square).to_string(),
                piece: piece
                    .map(|piece| NamedPiece { color: piece.color.id(), role: piece.role.id() }),
            });
            fault.refused = Some(Reason { reason, rule, pieces: pieces.collect() });
        }
        _ => {}
    }
    fault
}

/// What is wrong with a FEN.
pub(crate) fn of_fen(error: &FenError) -> Fault {
    Fault { why: error.to_string(), ..Fault::new("fen".to_owned()) }
}

/// Takes in a game of a PGN: its main line.
pub(crate) fn add(taken: &mut Taken, game: &Entry) {
    let known = |name| game.tag(name).filter(|value| !value.contains('?')).unwrap_or_default();
    // A reader gives out no game whose main line the rules refuse.
    if let Ok(record) = game.tree.record() {
        taken.push(&record, [known("White"), known("Black"), known("Date")]);
        // As far as a link can hold what the game has beside its line.
        if let Ok(link) = link::write_tree(&game.tree, &[])
            && link::read(&link).is_ok_and(|opened| !opened.sections.is_empty())
        {
            taken.keep_lines(link);
        }
    }
}
