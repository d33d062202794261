//! Games on their way to somebody else and back: links, letters, positions.
//!
//! Games come and go as they are saved; what cannot be read is told as data, of which the text
//! catalogue makes sentences.

mod answer;
pub mod exchange;
pub mod letter;
pub mod pgn;

use record::letter::{Letter, LetterError, Seat};
use record::link::{self, Opened, kind};
use record::{Game, Record};
use wasm_bindgen::prelude::*;

use answer::{Fault, Taken, to_js};

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

/// The link in a text, such as a message, an address, or a link.
#[wasm_bindgen]
pub fn link_in(text: &str) -> String {
    link::within(text)
}

/// Reads a link, or a text with one in it: `{ games: [{ game, saved, white, black, letter, seat,
/// lines }] }`, or `{ fault }`; both if only its variations cannot be read.
#[wasm_bindgen]
pub fn open_link(text: &str) -> JsValue {
    to_js(&match link::read(&link::within(text)) {
        Ok(opened) => {
            Taken::opened(&opened).unwrap_or_else(|error| Taken::fault(Fault::of_letter(&error)))
        }
        Err(error) => Taken::fault(Fault::of_link(&error)),
    })
}
