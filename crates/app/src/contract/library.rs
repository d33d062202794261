//! What crosses of the games on the device.

#[cfg(feature = "whole")]
use rules::AnyPosition;
use serde::{Deserialize, Serialize};
use tsify::Tsify;

#[cfg(feature = "whole")]
use super::sentence::Names;
use super::sentence::{Diagram, Sentence};
use super::{Content, Post, Stored};

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

/// What is to be kept for a window that was gone before it was.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Recovered {
    /// The name.
    pub key: String,
    /// What stands there so far; "0": nothing.
    pub follows: String,
    /// What it makes.
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
}

/// A game of a file.
#[derive(Clone, PartialEq, Deserialize, Tsify, Debug)]
#[tsify(missing_as_null)]
pub struct Found {
    /// Its link, or nothing.
    pub link: String,
    /// The game as text, if it has no link.
    pub saved: String,
    /// What is known of it by link.
    pub mail: Option<Post>,
}

/// What a game of a file is to the device.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct Arrival {
    /// What is to be done with it.
    #[tsify(type = "'bad' | 'known' | 'new' | 'further'")]
    pub kind: &'static str,
    /// The name under which it is kept.
    pub key: String,
    /// As it is kept.
    pub saved: String,
    /// Of a game that goes on by link.
    pub mail: Option<Post>,
    /// Whether what is known of it by link can be read.
    pub is_by_link: bool,
    /// Whether it is over.
    pub is_over: bool,
}

#[cfg(feature = "whole")]
impl Arrival {
    /// What came of a game; none: it cannot be read.
    pub(crate) fn new(brought: Option<table::Brought>, arrival: table::Arrival) -> Self {
        let (kind, key) = match arrival {
            table::Arrival::Bad => ("bad", String::new()),
            table::Arrival::Known => ("known", String::new()),
            table::Arrival::New(key) => ("new", key),
            table::Arrival::Further(key) => ("further", key),
        };
        let (mut saved, mut by_link, mut is_over) = (String::new(), None, false);
        if let Some(brought) = brought {
            (saved, by_link, is_over) = (brought.saved, brought.by_link, brought.is_over);
        }
        let is_by_link = by_link.is_some();
        let mut mail = None;
        if let Some(by_link) = by_link.filter(|by_link| by_link.key == key) {
            (saved, mail) = (by_link.saved, Some(by_link.post.into()));
        }
        Arrival { kind, key, saved, mail, is_by_link, is_over }
    }
}

/// What the list says of a game.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct Standing {
    /// Its game.
    pub game: &'static str,
    /// The position in which it stands.
    pub board: Diagram,
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
