//! PGN and QR codes of all games.

use fast_qr::QRBuilder;
use fast_qr::qr::QRCodeError;
use record::link;
use record::pgn::{self, Entry, PgnError};
use wasm_bindgen::prelude::*;

use super::answer::{Fault, Taken, to_js};
use super::exchange::tree_with;
use crate::contract::Names;

/// A saved game as PGN, with the variations of links to it. `tags` are names and values in turn:
/// `["White", "Ada", "Date", "…"]`.
///
/// # Errors
/// If the saved game cannot be read.
#[wasm_bindgen]
pub fn write_pgn(saved: &str, tags: Vec<String>, lines: Vec<String>) -> Result<String, JsError> {
    let tree = tree_with(saved, &lines)?;
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
            Ok(entry) => add(&mut taken, &entry),
            Err(error) => taken.fail(fault(&error)),
        }
    }
    to_js(&taken)
}

/// Takes in a game: its main line, and as far as a link can hold it what it has beside that.
fn add(taken: &mut Taken, entry: &Entry) {
    let known = |name| entry.tag(name).filter(|value| !value.contains('?')).unwrap_or_default();
    // A reader gives out no game whose main line the rules refuse.
    let Ok(record) = entry.tree.record() else { return };
    let lines = link::write_tree(&entry.tree, &[])
        .ok()
        .filter(|link| link::read(link).is_ok_and(|opened| !opened.sections.is_empty()));
    taken.push(&record, ["White", "Black", "Date"].map(known));
    taken.keep_lines(lines.unwrap_or_default());
}

/// What is wrong with a text.
fn fault(error: &PgnError) -> Fault {
    let mut fault = Fault::new(format!("pgn.{}", error.fault.id()));
    fault.line = error.line;
    fault.token.clone_from(&error.token);
    match &error.fault {
        pgn::Fault::Start(error) => fault.why = error.to_string(),
        pgn::Fault::Turn(_, position, error) => {
            fault.game = position.spec().id;
            fault.refused = Some(Names(position).refusal(&error.refusal(position)));
        }
        _ => {}
    }
    fault
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
