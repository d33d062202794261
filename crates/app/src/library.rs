//! What the list of games asks.

use wasm_bindgen::prelude::*;

use crate::contract::{self, Arrival, Found, Post, Shelved, Standing, Stored};

/// The name under which a game that comes from elsewhere is kept: the same for the same text.
#[wasm_bindgen]
pub fn name_of(saved: &str) -> String {
    table::name_of(saved)
}

/// What the list says of a game, a `Shelved`: a `Standing`, or null if it cannot be read.
///
/// # Errors
/// If it is none.
#[wasm_bindgen]
pub fn standing(shelved: JsValue) -> Result<JsValue, JsError> {
    let Shelved { stored, known, white, black } = contract::read(shelved)?;
    let facts = table::Facts { are_known: known, names: [&white, &black] };
    let stored = stored.and_then(Stored::read);
    let standing = stored.and_then(|stored| table::Standing::of(&stored.content, facts));
    Ok(contract::write(&standing.as_ref().map(Standing::new)))
}

/// What tells a stored game from others, however it was saved; nothing if it cannot be read.
#[wasm_bindgen]
pub fn same_as(saved: &str) -> Option<String> {
    table::same_as(saved)
}

/// What a device has, and what comes to it of a file, one game after the other.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Arrivals {
    arrivals: table::Arrivals,
    playable: Vec<String>,
}

#[wasm_bindgen]
impl Arrivals {
    /// An empty device whose page has boards for these games.
    #[wasm_bindgen(constructor)]
    pub fn new(playable: Vec<String>) -> Arrivals {
        Arrivals { arrivals: table::Arrivals::default(), playable }
    }

    /// A game that the device has; `mail` is a `Post` or null.
    ///
    /// # Errors
    /// If it is neither.
    pub fn has(&mut self, key: &str, saved: &str, mail: JsValue) -> Result<(), JsError> {
        let post: Option<Post> = contract::read(mail)?;
        self.arrivals.has(key, saved, post.map(table::Post::from));
        Ok(())
    }

    /// What a game of the file is, a `Found`, to the device: an `Arrival`.
    pub fn take(&mut self, found: JsValue) -> JsValue {
        let found: Option<Found> = contract::read(found).ok();
        let brought = found.and_then(|Found { link, saved, mail }| {
            let post = mail.map(table::Post::from);
            table::Brought::read(&link, &saved, post.as_ref())
        });
        let brought =
            brought.filter(|brought| self.playable.iter().any(|game| game == brought.game));
        let arrival =
            brought.as_ref().map_or(table::Arrival::Bad, |brought| self.arrivals.take(brought));
        contract::write(&Arrival::new(brought, arrival))
    }
}
