//! What the page is told of PGN, as plain objects.

use record::link;
use record::pgn::{self, Entry, PgnError};
use rules::Refusal;
use serde::Serialize;

/// A game taken in.
#[derive(Serialize)]
struct Whole {
    game: &'static str,
    /// As the page saves it.
    saved: String,
    white: String,
    black: String,
    date: String,
    /// A link to the game with its variations, comments and glyphs; empty if it has none.
    lines: String,
}

/// Why something could not be taken in: the key of a sentence, and what is named in it.
#[derive(Serialize)]
struct Fault {
    /// The key, under "travel.fault".
    key: String,
    /// The line of the text, from 1.
    line: usize,
    /// The word that is wrong.
    token: String,
    /// Of a FEN: which field, and what is wrong, in the rules' own words.
    why: String,
    /// The game in which a step was refused.
    game: &'static str,
    /// Why it was refused.
    refused: Option<Reason>,
}

/// A refusal by the rules, as the page's own module tells it too.
#[derive(Serialize)]
struct Reason {
    reason: &'static str,
    rule: &'static str,
    pieces: Vec<Concerned>,
}

/// A square that a refusal names, and who stands on it.
#[derive(Serialize)]
struct Concerned {
    square: String,
    piece: Option<NamedPiece>,
}

/// A piece that a refusal names.
#[derive(Serialize)]
struct NamedPiece {
    color: &'static str,
    role: &'static str,
}

impl Fault {
    fn of(error: &PgnError) -> Fault {
        let mut fault = Fault {
            key: format!("pgn.{}", error.fault.id()),
            line: error.line,
            token: error.token.clone(),
            why: String::new(),
            game: "",
            refused: None,
        };
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
}

/// What was taken in.
#[derive(Serialize, Default)]
pub(crate) struct Taken {
    games: Vec<Whole>,
    fault: Option<Fault>,
}

impl Taken {
    /// Takes in a game: its main line, and as far as a link can hold it what it has beside that.
    pub(crate) fn add(&mut self, entry: &Entry) {
        let known = |name| {
            entry.tag(name).filter(|value| !value.contains('?')).unwrap_or_default().to_owned()
        };
        // A reader gives out no game whose main line the rules refuse.
        let Ok(record) = entry.tree.record() else { return };
        let lines = link::write_tree(&entry.tree, &[])
            .ok()
            .filter(|link| link::read(link).is_ok_and(|opened| !opened.sections.is_empty()));
        self.games.push(Whole {
            game: record.start().spec().id,
            saved: record.save(),
            white: known("White"),
            black: known("Black"),
            date: known("Date"),
            lines: lines.unwrap_or_default(),
        });
    }

    /// Keeps the first fault.
    pub(crate) fn fail(&mut self, error: &PgnError) {
        self.fault.get_or_insert_with(|| Fault::of(error));
    }
}
