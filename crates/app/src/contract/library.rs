//! What crosses of the games on the device.

#[cfg(feature = "whole")]
use rules::AnyPosition;
use serde::{Deserialize, Serialize};
use tsify::Tsify;

#[cfg(feature = "whole")]
use super::sentence::Names;
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
    /// What is stored.
    pub stored: Option<Stored>,
    /// Whether anything else is known of it.
    pub known: bool,
    /// What White is called, or nothing.
    pub white: String,
    /// What Black is called.
    pub black: String,
    /// When it was changed, in milliseconds since 1970.
    #[tsify(optional)]
    pub at: f64,
}

/// A game of the list, and how it stands.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
pub struct Listed {
    /// Its place among all games.
    pub place: usize,
    /// The stage.
    pub standing: Standing,
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

/// What the list says of a game.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct Standing {
    /// Its game.
    pub game: &'static str,
    /// Its current position.
    pub board: Diagram,
    /// Its state, or its result.
    pub says: Sentence,
    /// Who plays, if that is known.
    pub players: Option<Sentence>,
    /// Whether the player is awaited.
    pub is_due: bool,
    /// Whether there is anything to store.
    pub is_begun: bool,
    /// Whether it is over.
    pub is_over: bool,
}

#[cfg(feature = "whole")]
impl Standing {
    /// What the list says, by name.
    pub(crate) fn new(standing: &table::Standing) -> Self {
        let position: &AnyPosition = &standing.position;
        let names = Names(position);
        Standing {
            game: position.spec().id,
            board: Diagram::new(position),
            says: names.sentence(&standing.says),
            players: standing.players.as_ref().map(|players| names.sentence(players)),
            is_due: standing.is_due,
            is_begun: standing.is_begun,
            is_over: standing.is_over,
        }
    }
}
