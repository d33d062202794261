//! The entries of the list of games.

use wasm_bindgen::prelude::*;

use crate::contract::{self, Listed, Shelf, Shelved, Standing, Stored};

/// A name for a game that is free among these: the same for the same text, if that is free.
#[wasm_bindgen]
pub fn free_name(saved: &str, taken: Vec<String>) -> String {
    let first = table::name_of(saved);
    let others = (1..=taken.len()).map(|tries| table::name_of(&format!("{saved}{tries}")));
    let mut names = std::iter::once(first.clone()).chain(others);
    names.find(|name| !taken.contains(name)).unwrap_or(first)
}

/// The list's entry for a game; `None` if it cannot be read.
fn standing_of(shelved: Shelved) -> Option<Standing> {
    let Shelved { stored, known, white, black, .. } = shelved;
    let facts = table::Facts { are_known: known, names: [&white, &black] };
    let stored = stored.and_then(Stored::read)?;
    table::Standing::of(&stored.content, facts).as_ref().map(Standing::new)
}

/// The list's entry for a game, a `Shelved`: a `Standing`, or null if it cannot be read.
///
/// # Errors
/// If it is not a `Shelved`.
#[wasm_bindgen]
pub fn standing(shelved: JsValue) -> Result<JsValue, JsError> {
    Ok(contract::write(&standing_of(contract::read(shelved)?)))
}

/// The list of games, `Shelved` ones, for a page with boards for these games: a `Shelf`.
///
/// # Errors
/// If they are not `Shelved`s.
#[wasm_bindgen]
pub fn shelf(games: JsValue, playable: Vec<String>) -> Result<JsValue, JsError> {
    let games: Vec<Shelved> = contract::read(games)?;
    let times: Vec<f64> = games.iter().map(|game| game.at).collect();
    let mut shelf = Shelf::default();
    for (place, game) in games.into_iter().enumerate() {
        match standing_of(game).filter(|standing| playable.iter().any(|one| one == standing.game)) {
            Some(standing) if standing.is_begun => shelf.begun.push(Listed { place, standing }),
            Some(_) => shelf.unused.push(place),
            None => shelf.damaged.push(place),
        }
    }
    let waits = |listed: &Listed| !listed.standing.is_due;
    shelf.begun.sort_by(|one, other| {
        let newer = times[other.place].total_cmp(&times[one.place]);
        waits(one).cmp(&waits(other)).then(newer)
    });
    Ok(contract::write(&shelf))
}
