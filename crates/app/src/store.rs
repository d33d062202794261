//! Queries of the store that need no table, available in both modules.

use record::Game;
use wasm_bindgen::prelude::*;

use crate::contract::{self, Stored};
#[cfg(feature = "whole")]
use crate::contract::{Noted, Recovered};

/// A random number for the name of a game.
///
/// # Errors
/// If the browser has no randomness.
fn random() -> Result<u64, JsError> {
    getrandom::u64().map_err(|error| JsError::new(&error.to_string()))
}

/// The write for a journal entry of a window that was closed before it was written; `None` if the
/// stored entry contains it. `noted` is a `Noted` of `web/shell/contract.d.ts`, `found` a `Stored`
/// or null; the answer is a `Recovered` or null.
///
/// # Errors
/// If an argument is invalid, or the browser has no randomness.
#[cfg(feature = "whole")]
#[wasm_bindgen]
pub fn recovered(noted: JsValue, found: JsValue) -> Result<JsValue, JsError> {
    let (noted, found) = (contract::read(noted)?, contract::read(found)?);
    Ok(contract::write(&recover(noted, found, random()?)))
}

/// The same of values that were read; `random` is for the name or the revision that it may need.
#[cfg(feature = "whole")]
pub(crate) fn recover(noted: Noted, found: Option<Stored>, random: u64) -> Option<Recovered> {
    let Noted { key, follows, revision, content } = noted;
    let found = found.and_then(Stored::read);
    let follows: Vec<u64> = follows.iter().filter_map(|text| text.parse().ok()).collect();
    let revision = revision.parse().unwrap_or_default();
    let noted = (&*key, &*follows, revision, &content.into());
    table::recovered(noted, found.as_ref(), random).map(Recovered::from)
}

/// The name under which a stored game is set beside a new one that takes its place; `None` if
/// nothing has happened in it, or it cannot be read.
///
/// # Errors
/// If it is not a `Stored`, or the browser has no randomness.
#[wasm_bindgen]
pub fn room_for(stored: JsValue) -> Result<Option<String>, JsError> {
    let stored: Stored = contract::read(stored)?;
    let Some(stored) = stored.read() else { return Ok(None) };
    Ok(table::room_for(&stored.content, random()?))
}

/// Whether a saved game is over.
///
/// # Errors
/// If it cannot be read.
#[wasm_bindgen]
pub fn is_over(saved: &str) -> Result<bool, JsError> {
    Ok(Game::load(saved)?.verdict().is_some())
}

#[cfg(test)]
mod tests {
    use rules::any::{AnyPosition, GameId};

    use super::*;

    #[test]
    fn a_game_is_over_whoever_has_won_it() {
        let game = Game::new(AnyPosition::initial(GameId::Orthodox));
        let (mut drawn, mut lost) = (game.clone(), game.clone());
        drawn.agree_draw();
        lost.resign(rules::Color::White);
        for (game, over) in [(game, false), (drawn, true), (lost, true)] {
            assert_eq!(is_over(&game.save()).ok(), Some(over));
        }
    }

    /// A window may be closed before it hears whether its last write has arrived.
    #[cfg(feature = "whole")]
    #[test]
    fn what_a_closed_window_had_noted_follows_either_of_its_writes() {
        let content = |steps: &[&str]| {
            let mut game = Game::new(AnyPosition::initial(GameId::Orthodox));
            for step in steps {
                let step = rules::Step::parse(step, GameId::Orthodox.spec()).unwrap();
                game.play(step).unwrap();
            }
            contract::Content {
                saved: game.save(),
                held: String::new(),
                computer: None,
                post: None,
            }
        };
        let (earlier, noted) = (content(&["e2e4"]), content(&["e2e4", "e7e5"]));
        let recovered = |revision: &str| {
            let follows = ["3", "5"].map(str::to_owned).to_vec();
            let (key, revision) = ("a game".to_owned(), revision.to_owned());
            let noted = Noted { key, follows, revision: "9".to_owned(), content: noted.clone() };
            let (content, before) = (earlier.clone(), String::new());
            recover(noted, Some(Stored { revision, content, before }), 7)
        };
        for revision in ["3", "5"] {
            let recovered = recovered(revision).unwrap();
            let Recovered { key, follows, revision: made, content, is_over } = recovered;
            assert_eq!((&*key, &*follows, &*made), ("a game", revision, "9"));
            assert_eq!((content, is_over), (noted.clone(), false));
        }
        // It is stored already.
        assert_eq!(recovered("9"), None);
        // Something else stands there: what was noted goes beside it.
        let beside = recovered("4").unwrap();
        assert_ne!(beside.key, "a game");
        assert_eq!((&*beside.follows, &*beside.revision), ("0", "9"));
    }

    #[test]
    fn games_get_different_names() {
        assert_ne!(random().ok(), random().ok());
    }
}
