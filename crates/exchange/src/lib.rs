//! PGN and QR codes of all games, as exports of a WebAssembly module of its own: few visitors want
//! them, so the page fetches it when it is first wanted (`web/library/exchange.js`).
//!
//! Games come and go as they are saved; what cannot be read is told as data, of which the text
//! catalogue makes sentences.

mod answer;

use fast_qr::QRBuilder;
use fast_qr::qr::QRCodeError;
use record::game::Game;
use record::link;
use record::pgn::{self, Entry};
use wasm_bindgen::prelude::*;

use answer::Taken;

/// Has a failure of the module tell where it was.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// A saved game as PGN, with the variations of links to it. `tags` are names and values in turn:
/// `["White", "Ada", "Date", "…"]`.
///
/// # Errors
/// If the saved game cannot be read.
#[wasm_bindgen]
pub fn write_pgn(saved: &str, tags: Vec<String>, lines: Vec<String>) -> Result<String, JsError> {
    let mut tree = Game::load(saved).map_err(|error| JsError::new(&error.to_string()))?;
    for other in lines.iter().filter_map(|link| link::read(link).ok()?.tree().ok()) {
        tree.graft(&other);
    }
    let tags = tags.chunks_exact(2).map(|tag| (tag[0].clone(), tag[1].clone())).collect();
    Ok(pgn::write(&Entry { tags, tree }))
}

/// Reads PGN: `{ games: [{ game, saved, white, black, date, lines }], fault }`. All games are there
/// that can be read; the fault is of the first that cannot.
#[wasm_bindgen]
pub fn read_pgn(text: &str) -> JsValue {
    let mut taken = Taken::default();
    for entry in pgn::read(text) {
        match entry {
            Ok(entry) => taken.add(&entry),
            Err(error) => taken.fail(&error),
        }
    }
    serde_wasm_bindgen::to_value(&taken).unwrap_or(JsValue::NULL)
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
