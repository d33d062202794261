//! What the page is told, as plain objects.

use record::Record;
use record::link::LinkError;
use record::pgn::{self, Game, PgnError};
use rules::{FenError, Refusal};
use serde::Serialize;
use wasm_bindgen::JsValue;

/// A game taken in.
#[derive(Serialize)]
struct Whole {
    game: &'static str,
    /// As the page saves it.
    saved: String,
    white: String,
    black: String,
    date: String,
}

/// A refusal by the rules, as the page's own module tells it too.
#[derive(Serialize)]
struct Reason {
    reason: &'static str,
    rule: &'static str,
    men: Vec<Concerned>,
}

#[derive(Serialize)]
struct Concerned {
    square: String,
    man: Option<Man>,
}

#[derive(Serialize)]
struct Man {
    color: &'static str,
    role: &'static str,
}

/// Why something could not be taken in: the key of a sentence, and what is named in it.
#[derive(Serialize)]
pub(crate) struct Fault {
    key: String,
    line: usize,
    token: String,
    /// Of a FEN: which field, and what is wrong, in the rules' own words.
    why: String,
    /// The game in which a step was refused.
    game: &'static str,
    refused: Option<Reason>,
}

impl Fault {
    fn new(key: String) -> Self {
        Fault { key, line: 0, token: String::new(), why: String::new(), game: "", refused: None }
    }

    pub(crate) fn of_link(error: &LinkError) -> Self {
        let token = match error {
            LinkError::Character(found, _) => found.escape_debug().to_string(),
            LinkError::Newer(version) => version.to_string(),
            LinkError::Step(number) => number.to_string(),
            _ => String::new(),
        };
        let line = if let LinkError::Character(_, place) = error { *place } else { 0 };
        let why =
            if let LinkError::Start(error) = error { error.to_string() } else { String::new() };
        Fault { token, line, why, ..Fault::new(format!("link.{}", error.id())) }
    }

    pub(crate) fn of_pgn(error: &PgnError) -> Self {
        let mut fault = Fault::new(format!("pgn.{}", error.fault.id()));
        fault.line = error.line;
        fault.token.clone_from(&error.token);
        match &error.fault {
            pgn::Fault::Start(error) => fault.why = error.to_string(),
            pgn::Fault::Turn(_, position, error) => {
                let spec = position.spec();
                fault.game = spec.id;
                let Refusal { reason, rule, men } = error.refusal(position);
                let men = men.iter().map(|&(square, man)| Concerned {
                    square: spec.shape.name(square).to_string(),
                    man: man.map(|man| Man { color: man.color.id(), role: man.role.id() }),
                });
                fault.refused = Some(Reason { reason, rule, men: men.collect() });
            }
            _ => {}
        }
        fault
    }

    pub(crate) fn of_fen(error: &FenError) -> Self {
        Fault { why: error.to_string(), ..Fault::new("fen".to_owned()) }
    }
}

/// What was taken in.
#[derive(Serialize, Default)]
pub(crate) struct Taken {
    games: Vec<Whole>,
    fault: Option<Fault>,
}

impl Taken {
    pub(crate) fn game(record: &Record) -> Self {
        let mut taken = Taken::default();
        taken.push(record, [""; 3]);
        taken
    }

    pub(crate) fn fault(fault: Fault) -> Self {
        Taken { games: Vec::new(), fault: Some(fault) }
    }

    fn push(&mut self, record: &Record, [white, black, date]: [&str; 3]) {
        self.games.push(Whole {
            game: record.start().spec().id,
            saved: record.save(),
            white: white.to_owned(),
            black: black.to_owned(),
            date: date.to_owned(),
        });
    }

    /// Takes in a game of a PGN: its main line.
    pub(crate) fn add(&mut self, game: &Game) {
        let known = |name| game.tag(name).filter(|value| !value.contains('?')).unwrap_or_default();
        // A reader gives out no game whose main line the rules refuse.
        if let Ok(record) = game.tree.record() {
            self.push(&record, [known("White"), known("Black"), known("Date")]);
        }
    }

    /// Keeps the first fault.
    pub(crate) fn fail(&mut self, fault: Fault) {
        self.fault.get_or_insert(fault);
    }
}

pub(crate) fn to_js(told: &impl Serialize) -> JsValue {
    serde_wasm_bindgen::to_value(told).unwrap_or(JsValue::NULL)
}
