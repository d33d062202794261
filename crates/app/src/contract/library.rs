//! What crosses of the games on the device.

use crate::contract::Tsify;
use serde::{Deserialize, Serialize};

use super::part::Part;
use super::sentence::{Diagram, Sentence};
use super::{Content, Stored};

/// What a window has noted and not written before it was gone.
#[derive(Clone, PartialEq, Deserialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Noted {
    /// The name.
    pub key: String,
    /// The revisions that it may follow.
    pub follows: Vec<String>,
    /// The revision that it makes.
    pub revision: String,
    /// The game.
    pub content: Content,
}

/// What is to be kept for a window that was gone before it was.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Recovered {
    /// The name.
    pub key: String,
    /// What stands there so far; "0": nothing.
    pub follows: String,
    /// The revision that it makes.
    pub revision: String,
    /// The game.
    pub content: Content,
    /// Whether it is over.
    pub is_over: bool,
}

impl From<table::Recovered> for Recovered {
    fn from(recovered: table::Recovered) -> Self {
        let table::Recovered { key, follows, revision, content, is_over } = recovered;
        let (follows, revision) = (follows.to_string(), revision.to_string());
        Recovered { key, follows, revision, content: content.into(), is_over }
    }
}

/// A game of the list.
#[derive(Clone, PartialEq, Deserialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct Shelved {
    /// The name under which it is stored.
    pub key: String,
    /// What is stored.
    pub stored: Option<Stored>,
    /// Whether anything else is known of it.
    pub known: bool,
    /// What the player calls it, or nothing.
    pub name: String,
    /// What White is called, or nothing.
    pub white: String,
    /// What Black is called.
    pub black: String,
    /// When it was changed, in milliseconds since 1970.
    #[tsify(optional)]
    pub at: f64,
    /// The day on which it was begun, in words, or nothing.
    pub begun: String,
    /// When it was changed, in words.
    pub changed: String,
}

/// A game of the list, as it stands there.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
pub struct Listed {
    /// Its place among all games.
    pub place: usize,
    /// Its game.
    pub game: &'static str,
    /// What it is called.
    pub title: Sentence,
    /// Its current position.
    pub board: Diagram,
    /// Its row of the list.
    pub row: Part,
}

/// The games on the device, by their places among all.
#[derive(Clone, PartialEq, Serialize, Tsify, Default, Debug)]
pub struct Shelf {
    /// Those that have been begun: first those in which the player is awaited, then the one changed last.
    pub begun: Vec<Listed>,
    /// Those that were opened and left without a step: nothing to keep.
    pub unused: Vec<usize>,
    /// Those that cannot be read, or not be played here.
    pub damaged: Vec<usize>,
}

/// A record that could not be read once.
#[derive(Clone, PartialEq, Deserialize, Tsify, Debug)]
pub struct Unread {
    /// Its number.
    pub id: f64,
    /// The name under which it was stored.
    pub key: String,
    /// The game as text.
    pub saved: String,
    /// When it was changed, in milliseconds since 1970.
    #[tsify(optional)]
    pub at: f64,
}
