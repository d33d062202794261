//! What crosses about a study.

use crate::contract::Tsify;
use serde::{Deserialize, Serialize};
use table::StudyDeed as TableDeed;

use super::Sentence;
use super::sentence::Value;

/// What is done with the chapters of a study: `table::StudyDeed`.
#[derive(Clone, PartialEq, Eq, Deserialize, Tsify, Debug)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
#[allow(missing_docs)]
pub enum StudyDeed {
    /// A chapter is added with the position on the board, under a name.
    AddPosition(String),
    /// With a copy of the tree on the board.
    AddCopy(String),
    /// With what a text has, or with the initial position of a game.
    Add {
        name: String,
        game: String,
        text: String,
    },
    Rename {
        id: u32,
        name: String,
    },
    Move {
        id: u32,
        up: bool,
    },
    Remove(u32),
    /// What was removed last is put back.
    Restore,
    Show(u32),
    /// The study is called something.
    Name(String),
}

impl StudyDeed {
    /// The deed with what it names; none if it names what is not there.
    pub(crate) fn read(self) -> Option<TableDeed> {
        Some(match self {
            StudyDeed::AddPosition(name) => TableDeed::AddPosition(name),
            StudyDeed::AddCopy(name) => TableDeed::AddCopy(name),
            StudyDeed::Add { name, game, text } => {
                TableDeed::Add(crate::travel::study::chapters(&name, &game, &text)?)
            }
            StudyDeed::Rename { id, name } => TableDeed::Rename(id, name),
            StudyDeed::Move { id, up } => TableDeed::Move { id, up },
            StudyDeed::Remove(id) => TableDeed::Remove(id),
            StudyDeed::Restore => TableDeed::Restore,
            StudyDeed::Show(id) => TableDeed::Show(id),
            StudyDeed::Name(name) => TableDeed::Name(name),
        })
    }
}

/// A chapter of the list.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
pub struct StudyChapter {
    /// Its number.
    pub id: u32,
    /// What the player calls it, or nothing.
    pub name: String,
    /// What it is called.
    pub title: Sentence,
    /// Its game.
    pub game: &'static str,
}

/// What is shown of a study: `table::StudyView`.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct Studied {
    /// What it is called, or nothing.
    pub name: String,
    /// Its chapters; none where it has not begun.
    pub chapters: Vec<StudyChapter>,
    /// The number of the one on the board.
    pub on_board: u32,
    /// What the chapter is called that was removed last, and can be put back.
    pub removed: Option<Sentence>,
    /// Whether chapters can be made of this board.
    pub may: bool,
}

impl From<table::StudyView> for Studied {
    fn from(view: table::StudyView) -> Self {
        let chapter = |(place, (id, name, kind)): (usize, (u32, String, rules::GameId))| {
            let title = title(&name, place + 1);
            StudyChapter { id, name, title, game: kind.spec().id }
        };
        Studied {
            name: view.name,
            chapters: view.chapters.into_iter().enumerate().map(chapter).collect(),
            on_board: view.on_board,
            removed: view.removed.map(|(place, name)| title(&name, place + 1)),
            may: view.may,
        }
    }
}

/// What a chapter is called, or which one it is.
fn title(name: &str, number: usize) -> Sentence {
    match name {
        "" => Sentence::new("study.chapter".to_owned(), vec![("number", Value::Count(number))]),
        name => {
            Sentence::new("library.called".to_owned(), vec![("name", Value::Name(name.to_owned()))])
        }
    }
}

/// The link to a study.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[tsify(missing_as_null)]
pub struct StudyLink {
    /// The address; nothing where it would be too long.
    pub text: String,
    /// What it lacks, or why there is none.
    pub says: Option<Sentence>,
}
