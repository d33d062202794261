//! Games as links with variations, and positions.

use record::game::Game;
use record::{Record, link};
use rules::{AnyPosition, GameId};
use wasm_bindgen::prelude::*;

use super::lines::Lines;
use super::told::{Fault, Taken, to_js};
use super::{load, told};

/// The fragment of a link to a saved game, without `#` (docs/link-format.md).
///
/// # Errors
/// If the saved game cannot be read, or is longer than a link may be.
#[wasm_bindgen]
pub fn link_of(saved: &str) -> Result<String, JsError> {
    link::write(&load(saved)?, &[]).map_err(told)
}

/// A saved game with the variations, comments and glyphs of links to the same game, some of which
/// may have gone another way: that is a variation, too.
fn tree_with(saved: &str, lines: &[String]) -> Result<Game, JsError> {
    let mut tree = Game::of(&load(saved)?);
    for other in lines.iter().filter_map(|link| link::read(link).ok()?.tree().ok()) {
        tree.graft(&other);
    }
    Ok(tree)
}

/// The fragment of a link to a saved game, without `#`, with the variations of other links to it.
///
/// # Errors
/// If the saved game cannot be read, or there is more in it than a link may have.
#[wasm_bindgen]
pub fn link_with(saved: &str, lines: Vec<String>) -> Result<String, JsError> {
    let tree = tree_with(saved, &lines)?;
    link::write_tree(&tree, &[]).map_err(told)
}

/// What a saved game has beside its line, from links to it: `{ comment, played, further, lines }`
/// (`web/later/post.js`).
///
/// # Errors
/// If the saved game cannot be read.
#[wasm_bindgen]
pub fn lines_of(saved: &str, lines: Vec<String>) -> Result<JsValue, JsError> {
    let tree = tree_with(saved, &lines)?;
    Ok(to_js(&Lines::of(&load(saved)?, &tree)))
}

/// Reads a FEN, of the named game if there is one, else of the first game in which it can be
/// played: `{ games: [{ game, saved }] }`, or `{ fault }`.
#[wasm_bindgen]
pub fn read_fen(text: &str, game: Option<String>) -> JsValue {
    let named = game.as_deref().and_then(GameId::parse);
    let others = GameId::ALL.iter().copied().filter(|&game| game != GameId::Orthodox);
    let mut fault = None;
    for game in named.into_iter().chain(others) {
        match AnyPosition::from_fen(game, text.trim()) {
            Ok(position) => return to_js(&Taken::game(&Record::new(position))),
            // What is wrong is told of the game that was meant.
            Err(error) => fault = fault.or(Some(Fault::of_fen(&error))),
        }
    }
    to_js(&fault.map_or_else(Taken::default, Taken::fault))
}

/// The position of a saved game after `at` steps, the last one if there are fewer, as FEN.
///
/// # Errors
/// If the saved game cannot be read.
#[wasm_bindgen]
pub fn fen_of(saved: &str, at: Option<usize>) -> Result<String, JsError> {
    Ok(load(saved)?.position(at.unwrap_or(usize::MAX)).fen())
}

/// A checksum of a text, by which a damaged file is known: the CRC-32 of its UTF-8.
#[wasm_bindgen]
pub fn sum(text: &str) -> u32 {
    link::sum(text.as_bytes())
}
