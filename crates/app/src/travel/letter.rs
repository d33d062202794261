//! Games by link: each letter is a link, and so is what a device knows of a game
//! (docs/fair-draws.md, "Letters").

use record::link;
use rules::{AnyPosition, Color, GameId};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::answer::to_js;
use super::js_error;
use crate::contract::{self, Content, DrawsProof, Names, read_color};
use crate::page::Table;

/// A new game by link.
#[derive(Serialize)]
struct Begun {
    key: String,
    content: Content,
}

/// An invitation to a game from its initial position, by the player of a side or, without one, of
/// either: the content to store, and its name.
///
/// # Errors
/// If there is no such game, or the browser has no randomness.
#[wasm_bindgen]
pub fn invite(
    game: &str,
    side: &str,
    open: bool,
    name: &str,
    quick: bool,
) -> Result<JsValue, JsError> {
    let game = GameId::parse(game).ok_or_else(|| JsError::new("no such game"))?;
    let mut entropy = [0; 56];
    getrandom::fill(&mut entropy).map_err(js_error)?;
    let mut chance = [0];
    getrandom::fill(&mut chance).map_err(js_error)?;
    let either = if chance[0] % 2 == 0 { Color::White } else { Color::Black };
    let color = read_color(side).unwrap_or(either);
    let start = AnyPosition::initial(game);
    match table::invitation(start, color, open, name, quick, &entropy) {
        Some(table::Request::BeginByLink { key, content }) => {
            Ok(to_js(&Begun { key, content: content.into() }))
        }
        _ => Err(JsError::new("no invitation")),
    }
}

#[wasm_bindgen]
impl Table {
    /// The result of verifying the draws of a game by link; `None` in a game without draws.
    pub fn proof(&self) -> JsValue {
        let position = self.table.position();
        let proof = self.table.proof();
        proof.map_or(JsValue::NULL, |proof| {
            contract::write(&DrawsProof::new(&proof, Names(&position)))
        })
    }

    /// A game by link as it stands with its newest letter, for anybody to look at: without a seat, and
    /// without an unfinished turn.
    pub fn look_on(&self) -> Option<String> {
        let opened = link::read(&self.table.look_link()?).ok()?;
        Some(opened.record.save())
    }
}
