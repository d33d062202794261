//! Games on their way to somebody else and back: links, letters, positions.
//!
//! Games come and go as they are saved; what cannot be read is told as data, of which the text
//! catalogue makes sentences.

pub mod answer;
pub mod exchange;
pub mod letter;
pub mod pgn;

use record::letter::{Letter, LetterError, Seat};
use record::link::{Opened, kind};
use record::{Game, Record};
use wasm_bindgen::prelude::*;

use answer::{Taken, to_js};

/// The letter and the seat that a link has.
///
/// # Errors
/// If one of them cannot be read, or the seat is none of that letter's game.
fn letter_of(opened: &Opened) -> Result<(Option<Letter>, Option<Seat>), LetterError> {
    let find = |kind| opened.sections.iter().find(|section| section.kind == kind);
    let letter = find(kind::LETTER).map(|section| Letter::read(&section.bytes)).transpose()?;
    let seat = find(kind::SEAT).map(|section| Seat::read(&section.bytes)).transpose()?;
    match (&letter, &seat) {
        (Some(letter), Some(seat)) if !seat.fits(letter) => Err(LetterError::Content),
        _ => Ok((letter, seat)),
    }
}

/// An error as the page gets it thrown.
fn js_error(error: impl std::fmt::Display) -> JsError {
    JsError::new(&error.to_string())
}

/// Reads a saved game, without what was considered beside its line.
///
/// # Errors
/// If the text is none.
fn load(saved: &str) -> Result<Record, JsError> {
    Game::load(saved).map_err(js_error)?.record().map_err(|_| JsError::new("no record"))
}

/// Reads a link, or a text with one in it, for a page with boards for these games: a `Taken`, with its
/// game and a fault if only its variations cannot be read.
#[wasm_bindgen]
pub fn open_link(text: &str, playable: Vec<String>) -> JsValue {
    to_js(&Taken::of_link(text).of(&playable))
}

/// The longest text that is looked at, in characters.
const LONGEST: usize = 4_000_000;

/// Reads whatever somebody has pasted, for a page with boards for these games: a message with a link in
/// it, PGN, or the FEN of a position, which is read in the named game first; a `Taken`.
#[wasm_bindgen]
pub fn read_anything(text: &str, game: &str, playable: Vec<String>) -> JsValue {
    let text = text.trim();
    let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(end, _)| end);
    let text = &text[..end];
    // A message may begin like a list of moves, and a game may have a link in a comment.
    let has_link = has_link(text);
    if begins_as_pgn(text) {
        let taken = pgn::taken(text).of(&playable);
        if !taken.games.is_empty() || !has_link {
            return to_js(&taken);
        }
    }
    if !has_link && begins_as_fen(text) {
        return to_js(&exchange::positions(text, game).of(&playable));
    }
    to_js(&Taken::of_link(text).of(&playable))
}

/// Whether there is a link in a text, be its signs written as in addresses, or be it broken by blanks.
fn has_link(text: &str) -> bool {
    let signs: String = text.chars().filter(|sign| !sign.is_whitespace()).collect();
    let signs = signs.to_lowercase();
    ["#g=", "%23g=", "#g%3d", "%23g%3d"].iter().any(|link| signs.contains(link))
}

/// The rest of a text behind letters that a check holds for; none if there is none of them.
fn behind(text: &str, is_one: impl Fn(char) -> bool) -> Option<&str> {
    let rest = text.trim_start_matches(is_one);
    (rest.len() < text.len()).then_some(rest)
}

fn is_of_word(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || sign == '_'
}

/// Whether a text begins with a tag or with the number of a move.
fn begins_as_pgn(text: &str) -> bool {
    let tag = || behind(behind(text.strip_prefix('[')?, is_of_word)?, char::is_whitespace);
    let moves = || behind(text, |sign| sign.is_ascii_digit())?.strip_prefix('.');
    tag().is_some_and(|rest| rest.starts_with('"'))
        || moves().is_some_and(|rest| !rest.trim_start().is_empty())
}

/// Whether a text begins with two ranks of a board.
fn begins_as_fen(text: &str) -> bool {
    let is_of_rank = |sign: char| is_of_word(sign) || sign == '*';
    let ranks = || behind(behind(text, is_of_rank)?.strip_prefix('/')?, is_of_rank);
    ranks().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_pasted_is_told_apart() {
        for text in ["[Event \"x\"]", "[Variant\t\"Magnetic\"]\n", "1. e4", "12.e4 e5", "1.\ne4"] {
            assert!(begins_as_pgn(text), "{text}");
        }
        for text in ["[Event]", "[ \"x\"]", "1 e4", "1.", "1. ", "e4", ""] {
            assert!(!begins_as_pgn(text), "{text}");
        }
        for text in ["8/8/8 w - -", "rnbqkbnr/pppp", "**3/2"] {
            assert!(begins_as_fen(text), "{text}");
        }
        for text in ["/8/8", "8", "8/", "Hello / there", "http://a.b/c", ""] {
            assert!(!begins_as_fen(text), "{text}");
        }
        for text in ["https://a.b/#g=AQ", "#G = AQ", "a %23g%3DAQ b", "look: #g=\nAQ"] {
            assert!(has_link(text), "{text}");
        }
        for text in ["", "g=AQ", "# 1. e4", "[Event \"#1\"]"] {
            assert!(!has_link(text), "{text}");
        }
    }
}
