//! Sentences and pieces in the contract.

use std::borrow::Cow;

use crate::contract::Tsify;
use rules::{AnyPosition, Square, Step};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub enum Color {
    White,
    Black,
}

impl From<rules::Color> for Color {
    fn from(color: rules::Color) -> Self {
        match color {
            rules::Color::White => Color::White,
            rules::Color::Black => Color::Black,
        }
    }
}

impl From<Color> for rules::Color {
    fn from(color: Color) -> Self {
        match color {
            Color::White => rules::Color::White,
            Color::Black => rules::Color::Black,
        }
    }
}

/// A piece.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Tsify, Debug)]
pub struct Piece {
    /// Its side.
    pub color: Color,
    /// Its kind or, in Chessence, the name of its drawing.
    pub role: &'static str,
}

/// A value in a sentence.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub enum Value {
    Color(Color),
    Count(usize),
    Square(String),
    Piece(Piece),
    Role(&'static str),
    /// A name, as its owner has written it.
    Name(String),
    /// The key of words that stand for a value.
    Key(&'static str),
    Sentence(Box<Sentence>),
    /// Several, as a list in words: "a, b and c".
    List(Vec<Value>),
    /// A number of pieces of a kind.
    Pieces(&'static str, usize),
    /// The names of numeric annotation glyphs.
    Glyphs(Vec<u8>),
    /// The name of a game.
    Game(&'static str),
    /// A text of a lesson.
    Text(String),
    /// A turn or a glyph as in the move list.
    Notation(String),
}

/// Values by name.
#[derive(Clone, PartialEq, Tsify, Debug)]
#[tsify(type = "Record<string, Value>")]
pub struct Values(pub Vec<(&'static str, Value)>);

impl Serialize for Values {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

/// A sentence: the key in the catalogue, and its values.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[allow(missing_docs)]
pub struct Sentence {
    pub key: Cow<'static, str>,
    pub values: Values,
}

impl Sentence {
    /// A sentence with a computed key, with its values by name.
    pub(crate) fn new(key: String, values: Vec<(&'static str, Value)>) -> Self {
        Sentence { key: key.into(), values: Values(values) }
    }
}

/// The squares and pieces that a refusal names.
const CONCERNED: [[&str; 2]; 4] = [["0", "0p"], ["1", "1p"], ["2", "2p"], ["3", "3p"]];

/// A piece by the name of its drawing.
pub(crate) fn drawn(color: rules::Color, role: &'static str) -> Piece {
    Piece { color: color.into(), role }
}

impl From<rules::Piece> for Piece {
    fn from(piece: rules::Piece) -> Self {
        drawn(piece.color, piece.role.id())
    }
}

/// The anchor of a rule on the site: what all games share is on one page.
pub(crate) fn place(rule: &str) -> String {
    match rule.split_once('#') {
        Some(("README" | "orthodox", place)) => format!("rules#{place}"),
        _ => rule.to_owned(),
    }
}

/// A small picture of a position.
#[derive(Clone, PartialEq, Eq, Serialize, Tsify, Debug)]
#[tsify(missing_as_null)]
pub struct Diagram {
    /// The number of files.
    pub files: usize,
    /// The number of ranks.
    pub ranks: usize,
    /// The pieces on the squares, row by row from the upper left corner.
    pub squares: Vec<Option<Piece>>,
    /// Which of the squares are holes.
    pub holes: Vec<usize>,
}

impl Diagram {
    /// The picture of a position, with White below.
    pub(crate) fn new(position: &AnyPosition) -> Self {
        let shape = position.spec().shape;
        let files = usize::from(shape.files);
        let all: Vec<Square> = shape.all().collect();
        let rows = || all.chunks(files).rev().flatten();
        let holes = rows().enumerate().filter(|&(_, &square)| shape.is_hole(square));
        Diagram {
            files,
            ranks: all.len() / files,
            squares: rows().map(|&at| position.piece_at(at).map(Piece::from)).collect(),
            holes: holes.map(|(place, _)| place).collect(),
        }
    }
}

/// Names the squares of one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names<'a>(pub(crate) &'a AnyPosition);

impl Names<'_> {
    pub(crate) fn square(self, square: Square) -> String {
        self.0.spec().shape.name(square).to_string()
    }

    pub(crate) fn step(self, step: Step) -> String {
        step.display(self.0.spec()).to_string()
    }

    /// A refusal as a sentence without a full stop.
    pub(crate) fn refusal(self, refusal: &rules::Refusal) -> Sentence {
        let pieces = refusal.pieces.iter().zip(CONCERNED);
        let values = pieces.flat_map(|(&(square, piece), [at, kind])| {
            let kind = piece.map(|piece| (kind, Value::Role(piece.role.id())));
            [Some((at, Value::Square(self.square(square)))), kind].into_iter().flatten()
        });
        Sentence::new(format!("refusal.{}", refusal.reason), values.collect())
    }

    pub(crate) fn value(self, value: &table::Value) -> Value {
        match value {
            table::Value::Color(color) => Value::Color((*color).into()),
            table::Value::Count(count) => Value::Count(*count),
            table::Value::Square(square) => Value::Square(self.square(*square)),
            table::Value::Piece(piece) => Value::Piece((*piece).into()),
            table::Value::Role(role) => Value::Role(role.id()),
            table::Value::Name(name) => Value::Name(name.clone()),
            table::Value::Key(key) => Value::Key(key),
            table::Value::Sentence(sentence) => Value::Sentence(Box::new(self.sentence(sentence))),
            table::Value::List(values) => {
                Value::List(values.iter().map(|value| self.value(value)).collect())
            }
            table::Value::Pieces(role, count) => Value::Pieces(role.id(), *count),
            table::Value::Glyphs(glyphs) => Value::Glyphs(glyphs.clone()),
            table::Value::Game(game) => Value::Game(game.spec().id),
            table::Value::Text(text) => Value::Text(text.clone()),
            table::Value::Notation(text) => Value::Notation(text.clone()),
            table::Value::Refusal(refusal) => Value::Sentence(Box::new(self.refusal(refusal))),
        }
    }

    pub(crate) fn sentence(self, sentence: &table::Sentence) -> Sentence {
        let values =
            sentence.values.iter().map(|(name, value)| (*name, self.value(value))).collect();
        Sentence { key: sentence.key.into(), values: Values(values) }
    }
}
