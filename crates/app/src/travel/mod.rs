//! Exporting and importing games: links, letters, positions.
//!
//! Games cross in their saved form; faults are data, of which the text catalogue makes sentences.

pub mod animation;
pub mod answer;
pub mod exchange;
pub mod letter;
pub mod paste;
pub mod pgn;
pub mod signal;
pub mod study;

use record::letter::{Letter, LetterError, SeatKey};
use record::link::{Opened, kind};
use record::{Game, Record};
use wasm_bindgen::prelude::*;

use answer::{Taken, to_js};

/// The letter and the seat in a link.
///
/// # Errors
/// If one of them cannot be read, or the seat does not belong to that letter's game.
fn letter_of(opened: &Opened) -> Result<(Option<Letter>, Option<SeatKey>), LetterError> {
    let find = |kind| opened.sections.iter().find(|section| section.kind == kind);
    let letter = find(kind::LETTER).map(|section| Letter::read(&section.bytes)).transpose()?;
    let seat = find(kind::SEAT).map(|section| SeatKey::read(&section.bytes)).transpose()?;
    match (&letter, &seat) {
        (Some(letter), Some(seat)) if !seat.fits(letter) => Err(LetterError::Content),
        _ => Ok((letter, seat)),
    }
}

/// An error as it is thrown to the page.
fn js_error(error: impl std::fmt::Display) -> JsError {
    JsError::new(&error.to_string())
}

/// Reads a saved game without its variations.
///
/// # Errors
/// If the text is not a saved game.
fn load(saved: &str) -> Result<Record, JsError> {
    Game::load(saved).map_err(js_error)?.record().map_err(|_| JsError::new("no record"))
}

/// Reads a link, or a text with one in it, for a page with boards for these games: a `Taken`, with its
/// game and a fault if only its variations cannot be read.
#[wasm_bindgen]
pub fn open_link(text: &str, playable: Vec<String>) -> JsValue {
    to_js(&Taken::of_link(text).of(&playable))
}

/// The longest text that is searched, in characters.
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

/// Whether a text contains a link, possibly percent-encoded or broken by blanks.
fn has_link(text: &str) -> bool {
    let signs: String = text.chars().filter(|sign| !sign.is_whitespace()).collect();
    let signs = signs.to_lowercase();
    ["#g=", "%23g=", "#g%3d", "%23g%3d"].iter().any(|link| signs.contains(link))
}

/// The rest of a text after leading characters that satisfy a condition; `None` if there are none.
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
    fn pasted_texts_are_distinguished() {
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
