//! What crosses of the games on the device.

use rules::AnyPosition;
use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::sentence::{Names, Sentence};
use super::{Content, Stored};

/// What a window has noted and not written before it was gone.
#[derive(Clone, PartialEq, Deserialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Noted {
    /// The name.
    pub key: String,
    /// What it may follow.
    pub follows: Vec<String>,
    /// What it makes.
    pub revision: String,
    /// The game.
    pub content: Content,
}

/// Where something is to be kept.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[tsify(type_prefix = "Keep")]
pub struct Place {
    /// The name.
    pub key: String,
    /// What stands there so far; "0": nothing.
    pub follows: String,
}

/// A game of the list.
#[derive(Clone, PartialEq, Deserialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct Shelved {
    /// What is stored.
    pub stored: Option<Stored>,
    /// Whether anything else is known of it.
    pub known: bool,
    /// What White is called, or nothing.
    pub white: String,
    /// What Black is called.
    pub black: String,
}

/// What the list says of a game.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct Standing {
    /// Its game.
    pub game: &'static str,
    /// The position in which it stands.
    pub fen: String,
    /// How it stands, or who has won, and how.
    pub says: Sentence,
    /// Who plays, if that is known.
    pub players: Option<Sentence>,
    /// Whether the player is awaited.
    pub is_due: bool,
    /// Whether there is anything to be kept.
    pub is_begun: bool,
    /// Whether it is over.
    pub is_over: bool,
}

impl Standing {
    /// What the list says, by name.
    pub(crate) fn new(standing: &table::Standing) -> Self {
        let position: &AnyPosition = &standing.position;
        let names = Names(position);
        Standing {
            game: position.spec().id,
            fen: position.fen(),
            says: names.sentence(&standing.says),
            players: standing.players.as_ref().map(|players| names.sentence(players)),
            is_due: standing.is_due,
            is_begun: standing.is_begun,
            is_over: standing.is_over,
        }
    }
}
