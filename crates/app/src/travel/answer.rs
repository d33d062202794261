//! What the page is told of what came, as plain objects.

use record::Record;
use record::game::Game;
use record::letter::{Letter, LetterError, Played};
use record::link::{self, LinkError, Opened, Section, kind};
use rules::FenError;
use serde::Serialize;
use wasm_bindgen::JsValue;

use crate::contract::{self, Refusal};

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
struct TellsLetter {
    /// The name of the invitation, in hexadecimal digits.
    invitation: String,
    inviter: &'static str,
    open: bool,
    answered: bool,
    sender: &'static str,
    act: &'static str,
    offers: bool,
    /// Whether the pieces of the game are drawn by both sides.
    draws: bool,
    /// How many turns of the game that comes with it are finished.
    turns: usize,
    /// Whose letter is due next, and what: "answer", "opening", "turn", "takeback"; both empty when
    /// the game is over.
    next: &'static str,
    due: &'static str,
}

impl TellsLetter {
    fn of(letter: &Letter, record: &Record) -> Self {
        let due = Played { letter: letter.clone(), record: record.clone() }.due();
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
            next: due.map_or("", |(color, _)| color.id()),
            due: due.map_or("", |(_, due)| due.id()),
        }
    }
}

/// Why something could not be taken in: the key of a sentence, and what is named in it.
#[derive(Serialize)]
pub(super) struct Fault {
    /// The key, under "travel.fault".
    pub(super) key: String,
    /// The line of a text, the place of a character or the number of a turn, from 1; 0 if there is
    /// none.
    pub(super) line: usize,
    /// The word, the sign or the number that is wrong.
    pub(super) token: String,
    /// Of a FEN: which field, and what is wrong, in the rules' own words.
    pub(super) why: String,
    /// The game in which a step was refused, and why.
    pub(super) game: &'static str,
    pub(super) refused: Option<Refusal>,
}

impl Fault {
    /// A fault whose sentence names nothing.
    pub(super) fn new(key: String) -> Self {
        let (token, why) = (String::new(), String::new());
        Fault { key, line: 0, token, why, game: "", refused: None }
    }

    /// What is wrong with a link.
    pub(super) fn of_link(error: &LinkError) -> Self {
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

    /// What is wrong with a FEN.
    pub(super) fn of_fen(error: &FenError) -> Self {
        Fault { why: error.to_string(), ..Fault::new("fen".to_owned()) }
    }

    /// What is wrong with a letter, or a seat.
    pub(super) fn of_letter(error: &LetterError) -> Self {
        Fault::new(format!("letter.{}", error.id()))
    }
}

/// What was taken in.
#[derive(Serialize, Default)]
pub(super) struct Taken {
    games: Vec<Whole>,
    fault: Option<Fault>,
}

impl Taken {
    /// A game from a link, with what else the link says.
    ///
    /// # Errors
    /// If it has a letter or a seat that cannot be read.
    pub(super) fn opened(opened: &Opened) -> Result<Self, LetterError> {
        let mut taken = Taken::default();
        let (white, black) = opened.sections.iter().find_map(Section::as_names).unwrap_or_default();
        taken.push(&opened.record, [white, black, ""]);
        let (letter, seat) = super::letter_of(opened)?;
        if let Some(whole) = taken.games.last_mut() {
            whole.letter = letter.as_ref().map(|letter| TellsLetter::of(letter, &opened.record));
            whole.seat = seat.map_or("", |seat| seat.color.id());
        }
        match opened.tree() {
            Ok(tree) if tree != Game::of(&opened.record) => {
                let is_kept = |section: &&Section| section.kind == kind::VARIATIONS;
                let section = opened.sections.iter().find(is_kept).cloned();
                let link = link::write(&opened.record, section.as_slice());
                taken.keep_lines(link.unwrap_or_default());
            }
            Ok(_) => {}
            // Whatever is wrong with them, the game itself can be played.
            Err(_) => taken.fail(Fault::of_link(&LinkError::Variation)),
        }
        Ok(taken)
    }

    /// Whether no game was taken in.
    pub(super) fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Nothing, and why.
    pub(super) fn fault(fault: Fault) -> Self {
        Taken { games: Vec::new(), fault: Some(fault) }
    }

    /// Adds a game, with the names of White and Black and the date, or "".
    pub(super) fn push(&mut self, record: &Record, [white, black, date]: [&str; 3]) {
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

    /// Has the last game keep a link to it with its variations.
    pub(super) fn keep_lines(&mut self, lines: String) {
        if let Some(whole) = self.games.last_mut() {
            whole.lines = lines;
        }
    }

    /// Keeps the first fault.
    pub(super) fn fail(&mut self, fault: Fault) {
        self.fault.get_or_insert(fault);
    }
}

/// Data as plain objects of the page.
pub(super) fn to_js(told: &impl Serialize) -> JsValue {
    contract::write(told)
}
