//! What the page is told, as plain objects.

use record::Record;
use record::fair::FairError;
use record::letter::{Letter, LetterError};
use record::link::{self, LinkError, Opened, Section};
use record::pgn::{self, Game, PgnError};
use record::tree::Tree;
use rules::{AnyPosition, FenError, Refusal, Step};
use serde::Serialize;
use wasm_bindgen::JsValue;

use crate::letter;

/// A game taken in.
#[derive(Serialize)]
struct Whole {
    game: &'static str,
    /// As the page saves it.
    saved: String,
    white: String,
    black: String,
    date: String,
    /// Of a game by link.
    letter: Option<TellsLetter>,
    /// The side whose seat the link has, with its secret: "white", "black" or nothing.
    seat: &'static str,
    /// A link to the game with its variations, comments and glyphs; empty if it has none.
    lines: String,
}

/// What the letter of a game by link says.
#[derive(Serialize)]
pub(crate) struct TellsLetter {
    /// The name of the invitation, in hexadecimal digits.
    invitation: String,
    inviter: &'static str,
    open: bool,
    answered: bool,
    sender: &'static str,
    act: &'static str,
    offers: bool,
    /// Whether the men of the game are drawn by both sides.
    draws: bool,
    /// How many turns of the game that comes with it are finished.
    turns: usize,
}

impl TellsLetter {
    fn of(letter: &Letter, record: &Record) -> Self {
        TellsLetter {
            invitation: letter.invitation.iter().map(|byte| format!("{byte:02x}")).collect(),
            inviter: letter.inviter.id(),
            open: letter.open,
            answered: letter.answer.is_some(),
            sender: letter.sender.id(),
            act: letter.act.id(),
            offers: letter.offers_draw,
            draws: letter.chains.is_some(),
            turns: record.turns().filter(|turn| turn.done).count(),
        }
    }
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

    pub(crate) fn of_letter(error: &LetterError) -> Self {
        Fault::new(format!("letter.{}", error.id()))
    }

    /// What is wrong with the draws of a game; `start` is the position that it began with.
    pub(crate) fn of_draws(error: &FairError, start: &AnyPosition) -> Self {
        let mut fault = Fault::new(format!("fair.{}", error.id()));
        match *error {
            FairError::Reveal(color) | FairError::Early(color) => {
                fault.token = color.id().to_owned();
            }
            FairError::Unrevealed(color, turn) => {
                fault.token = color.id().to_owned();
                fault.line = turn as usize + 1;
            }
            FairError::Draw { turn, due, told } => {
                let written = |men| Step::Draw(men).display(start.spec()).to_string();
                fault.line = turn as usize + 1;
                fault.token = written(told);
                fault.why = written(due);
            }
            FairError::None => {}
        }
        fault
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

    /// A game from a link, with what else the link says.
    pub(crate) fn opened(opened: &Opened) -> Result<Self, LetterError> {
        let mut taken = Taken::default();
        let (white, black) = opened.sections.iter().find_map(Section::as_names).unwrap_or_default();
        taken.push(&opened.record, [white, black, ""]);
        let (letter, seat) = letter::of(opened)?;
        if let Some(whole) = taken.games.last_mut() {
            whole.letter = letter.as_ref().map(|letter| TellsLetter::of(letter, &opened.record));
            whole.seat = seat.map_or("", |seat| seat.color.id());
        }
        match opened.tree() {
            Ok(tree) => taken.keep_lines(&tree),
            // Whatever is wrong with them, the game itself can be played.
            Err(_) => taken.fail(Fault::of_link(&LinkError::Variation)),
        }
        Ok(taken)
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
            letter: None,
            seat: "",
            lines: String::new(),
        });
    }

    /// Takes in a game of a PGN: its main line.
    pub(crate) fn add(&mut self, game: &Game) {
        let known = |name| game.tag(name).filter(|value| !value.contains('?')).unwrap_or_default();
        // A reader gives out no game whose main line the rules refuse.
        if let Ok(record) = game.tree.record() {
            self.push(&record, [known("White"), known("Black"), known("Date")]);
            self.keep_lines(&game.tree);
        }
    }

    /// Has the last game keep what its tree has beside its line, as far as a link can hold it.
    fn keep_lines(&mut self, tree: &Tree) {
        if let (Some(whole), Ok(link)) = (self.games.last_mut(), link::write_tree(tree, &[]))
            && link::read(&link).is_ok_and(|opened| !opened.sections.is_empty())
        {
            whole.lines = link;
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
