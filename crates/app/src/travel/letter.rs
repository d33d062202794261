//! Games by link: each letter is a link, and so is what a device knows of a game
//! (docs/fair-draws.md, "Letters").

use record::letter::{Played, Relation, compare};
use rules::{AnyPosition, Color, GameId};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::answer::{Fault, to_js};
use super::{Known, js_error, known, load};
use crate::contract::{Content, read_color};

/// A game by link that is begun.
#[derive(Serialize)]
struct Begun {
    key: String,
    content: Content,
}

/// How a link that came compares with the stored game.
#[derive(Serialize)]
struct Compared {
    relation: &'static str,
    /// By how many turns.
    turns: usize,
    /// Of a fork: the number of the turn in which they part, from 1.
    turn: usize,
    /// Where that turn ends, in the stored game and in that which came.
    ends: [usize; 2],
    fault: Option<Fault>,
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

/// Compares a link that came with the stored game: its newest letter, and the game as it stands.
///
/// # Errors
/// If one of them cannot be read.
#[wasm_bindgen(js_name = compare)]
pub fn compare_links(stored: &str, saved: &str, came: &str) -> Result<JsValue, JsError> {
    let Known { opened, letter, .. } = known(stored)?;
    let (sent, kept) = (opened.record, load(saved)?);
    // Whichever of the two was stored last.
    let record = if kept.steps().starts_with(sent.steps()) { kept } else { sent };
    let stored = Played { letter, record };
    let came = known(came)?;
    let came = Played { letter: came.letter, record: came.opened.record };
    let mut told = Compared { relation: "", turns: 0, turn: 0, ends: [0; 2], fault: None };
    told.relation = match compare(&stored, &came) {
        Relation::Other => "other",
        Relation::Taken => "taken",
        Relation::Terms => "terms",
        Relation::Unfair(error) => {
            told.fault = Some(Fault::of_draws(&error, came.record.start()));
            "unfair"
        }
        Relation::Same => "same",
        Relation::Newer(turns) => {
            told.turns = turns;
            "newer"
        }
        Relation::TakenBack(_) => "taken-back",
        Relation::Older(turns) => {
            told.turns = turns;
            "older"
        }
        Relation::Fork { turn, steps } => {
            told.turn = turn + 1;
            told.ends = [&stored.record, &came.record].map(|record| {
                let parting = record.turns().find(|turn| turn.to > steps);
                parting.map_or(record.steps().len(), |turn| turn.to)
            });
            "fork"
        }
        Relation::NotDue => "not-due",
        Relation::Ahead(turns) => {
            told.turns = turns;
            "ahead"
        }
    };
    Ok(to_js(&told))
}
