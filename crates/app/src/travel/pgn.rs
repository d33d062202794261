//! PGN and QR codes of all games.

use fast_qr::QRBuilder;
use fast_qr::qr::QRCodeError;
use record::pgn::{self, Entry, PgnError};
use record::{Game, link};
use rules::Color;
use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::answer::{Fault, Taken, to_js, why};
use super::exchange::tree_with;
use super::{js_error, load};
use crate::contract::{self, Names, Opponent, Value};

/// Where and when a game is written down, and who plays it.
#[derive(Clone, PartialEq, Deserialize, Tsify, Debug)]
#[tsify(missing_as_null)]
pub struct Headers {
    /// The address of the site.
    pub site: String,
    /// The day's year.
    pub year: u32,
    /// The day's month, from 1.
    pub month: u32,
    /// The day.
    pub day: u32,
    /// The computer, if it plays a side.
    pub opponent: Option<Opponent>,
    /// What White is called, or nothing.
    pub white: String,
    /// What Black is called.
    pub black: String,
}

impl Headers {
    /// The tags: a program is called so, with its level.
    fn tags(&self) -> Vec<(String, String)> {
        let Headers { site, year, month, day, opponent, white, black } = self;
        let date = format!("{year}.{month:02}.{day:02}");
        let mut tags = vec![("Site".to_owned(), site.clone()), ("Date".to_owned(), date)];
        let sides = [("White", Color::White, white), ("Black", Color::Black, black)];
        for (tag, color, name) in sides {
            let program = opponent.filter(|opponent| Color::from(opponent.color) == color);
            let name =
                program.map_or_else(|| name.clone(), |own| format!("Fivefold level {}", own.level));
            if !name.is_empty() {
                tags.push((tag.to_owned(), name));
            }
            if opponent.is_some() {
                let kind = if program.is_some() { "program" } else { "human" };
                tags.push((format!("{tag}Type"), kind.to_owned()));
            }
        }
        tags
    }
}

/// What is shared of a game.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
pub struct Shared {
    /// Its link, the fragment without `#`.
    pub short: String,
    /// The link with its variations, comments and glyphs; the same if it has none, or more than a link
    /// may have.
    pub whole: String,
    /// The game as PGN.
    pub pgn: String,
    /// The position in which it stands, as FEN.
    pub fen: String,
}

/// What is shared of a saved game, with the variations of links to it: a `Shared`; `headers` are
/// `Headers`.
///
/// # Errors
/// If the saved game cannot be read or is longer than a link may be, or those are none.
#[wasm_bindgen]
pub fn share(saved: &str, headers: JsValue, lines: Vec<String>) -> Result<JsValue, JsError> {
    let headers: Headers = contract::read(headers)?;
    let record = load(saved)?;
    let tree = tree_with(saved, &lines)?;
    let short = link::write(&record, &[]).map_err(js_error)?;
    let whole = if tree == Game::of(&record) { None } else { link::write_tree(&tree, &[]).ok() };
    let pgn = pgn::write(&Entry { tags: headers.tags(), tree });
    let fen = record.live().fen();
    Ok(to_js(&Shared { whole: whole.unwrap_or_else(|| short.clone()), short, pgn, fen }))
}

/// What PGN has: all games that can be read; the fault is of the first that cannot.
pub(super) fn taken(text: &str) -> Taken {
    let mut taken = Taken::default();
    for entry in pgn::read(text) {
        match entry {
            Ok(entry) => add(&mut taken, &entry),
            Err(error) => taken.fail(fault(&error)),
        }
    }
    taken
}

/// Takes in a game: its main line, and as far as a link can hold it what it has beside that.
fn add(taken: &mut Taken, entry: &Entry) {
    let known = |name| entry.tag(name).filter(|value| !value.contains('?')).unwrap_or_default();
    // A reader gives out no game whose main line the rules refuse.
    let Ok(record) = entry.tree.record() else { return };
    let lines = link::write_tree(&entry.tree, &[])
        .ok()
        .filter(|link| link::read(link).is_ok_and(|opened| !opened.sections.is_empty()));
    taken.push(&record, ["White", "Black"].map(known));
    taken.keep_lines(lines.unwrap_or_default());
}

/// What is wrong with a text.
fn fault(error: &PgnError) -> Fault {
    let token = Value::Text(error.token.clone());
    let mut values = vec![("line", Value::Count(error.line)), ("token", token)];
    let mut game = "";
    match &error.fault {
        pgn::Fault::Start(error) => values.push(why(error)),
        pgn::Fault::Turn(_, position, error) => {
            game = position.spec().id;
            let refused = Names(position).refusal(&error.refusal(position));
            values.push(("why", Value::Sentence(Box::new(refused))));
        }
        _ => {}
    }
    Fault { game, ..Fault::new(&format!("pgn.{}", error.fault.id()), values) }
}

/// A QR code: the squares of one of its rows after the other, 1 for dark. Empty if the text is
/// longer than a code can hold.
#[wasm_bindgen]
pub fn qr(text: &str) -> Vec<u8> {
    match QRBuilder::new(text).build() {
        Ok(code) => {
            let rows = (0..code.size).map(|row| &code[row][..code.size]);
            rows.flatten().map(|module| u8::from(module.value())).collect()
        }
        Err(QRCodeError::EncodedData | QRCodeError::SpecifiedVersion) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(opponent: Option<Opponent>, white: &str) -> Vec<String> {
        let (white, black) = (white.to_owned(), "Bo".to_owned());
        let site = "https://a.b/".to_owned();
        let headers = Headers { site, year: 2026, month: 3, day: 9, opponent, white, black };
        headers.tags().into_iter().map(|(tag, value)| format!("{tag} {value}")).collect()
    }

    #[test]
    fn a_program_is_called_so_with_its_level_and_its_side_alone() {
        let people = ["Site https://a.b/", "Date 2026.03.09", "White Ada", "Black Bo"];
        assert_eq!(tags(None, "Ada"), people);
        assert_eq!(tags(None, ""), [people[0], people[1], people[3]]);
        let computer = Opponent { level: 4, color: Color::Black.into(), seed: None };
        let played =
            ["White Ada", "WhiteType human", "Black Fivefold level 4", "BlackType program"];
        assert_eq!(tags(Some(computer), "Ada")[2..], played);
        assert_eq!(tags(Some(computer), "")[2..], played[1..]);
    }
}
