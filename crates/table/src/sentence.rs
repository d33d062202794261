//! Sentences as data: the key of a whole sentence in the text catalogue, and its values.

use rules::{Color, GameId, Piece, Refusal, Role, Square};

/// A value in a sentence.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Value {
    Color(Color),
    Count(usize),
    Square(Square),
    Piece(Piece),
    Role(Role),
    /// A name, as its owner has written it.
    Name(String),
    /// The key of words that stand for a value: "mail.friend".
    Key(&'static str),
    /// A sentence within another.
    Sentence(Box<Sentence>),
    /// Several, as a list in words: "a, b and c".
    List(Vec<Value>),
    /// A number of pieces of a kind: "the rook", "2 rooks".
    Pieces(Role, usize),
    /// A turn or a glyph as in the move list.
    Notation(String),
    /// The names of numeric annotation glyphs.
    Glyphs(Vec<u8>),
    /// The name of a game.
    Game(GameId),
    /// Literal text: a text of a lesson, a sign, pieces as letters.
    Text(String),
    /// A refusal.
    Refusal(Refusal),
}

/// A sentence: its key in the catalogue, and its values by name.
#[derive(Clone, PartialEq, Debug)]
pub struct Sentence {
    /// The key: "prompt.step".
    pub key: &'static str,
    /// The values, each with its name in the sentence.
    pub values: Vec<(&'static str, Value)>,
}

impl Sentence {
    /// A sentence without values.
    pub const fn new(key: &'static str) -> Self {
        Sentence { key, values: Vec::new() }
    }

    /// The sentence with one more value.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: Value) -> Self {
        self.values.push((name, value));
        self
    }

    /// A move in words, and what it makes of the piece, if another one.
    #[must_use]
    pub(crate) fn promoted(self, was: Option<Piece>, is: Option<Piece>) -> Self {
        let Some(into) = is.filter(|_| is != was) else { return self };
        let step = Value::Sentence(Box::new(self));
        Sentence::new("last.into").with("step", step).with("into", Value::Role(into.role))
    }
}
