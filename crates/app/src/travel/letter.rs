//! Games by link: each letter is a link, and so is what a device knows of a game
//! (docs/fair-draws.md, "Letters").

use rules::{AnyPosition, Color, GameId};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::answer::to_js;
use super::js_error;
use crate::contract::{Content, read_color};

/// A game by link that is begun.
#[derive(Serialize)]
struct Begun {
    key: String,
    content: Content,
}

/// An invitation to a game from its usual position, by who plays a side or, without one, either: what is
/// to be kept, and under which name.
///
/// # Errors
/// If there is no such game, or the browser has no randomness.
#[wasm_bindgen]
pub fn invite(game: &str, side: &str, open: bool, name: &str) -> Result<JsValue, JsError> {
    let game = GameId::parse(game).ok_or_else(|| JsError::new("no such game"))?;
    let mut entropy = [0; 56];
    getrandom::fill(&mut entropy).map_err(js_error)?;
    let mut chance = [0];
    getrandom::fill(&mut chance).map_err(js_error)?;
    let either = if chance[0] % 2 == 0 { Color::White } else { Color::Black };
    let color = read_color(side).unwrap_or(either);
    let start = AnyPosition::initial(game);
    match table::invitation(start, color, open, name, &entropy) {
        Some(table::Request::BeginByLink { key, content }) => {
            Ok(to_js(&Begun { key, content: content.into() }))
        }
        _ => Err(JsError::new("no invitation")),
    }
}
