//! Sentences as data: the key of a whole sentence in the text catalogue, and what it is filled with.

use rules::{Color, GameId, Piece, Refusal, Role, Square};

/// What a sentence is filled with.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Value {
    Color(Color),
    Count(usize),
    Square(Square),
    Piece(Piece),
    Role(Role),
    /// Somebody's name, as that somebody has written it.
    Name(String),
    /// The key of what is said in the place of a value: "mail.friend".
    Key(&'static str),
    /// A sentence within another.
    Sentence(Box<Sentence>),
    /// Several, as a list in words: "a, b and c".
    List(Vec<Value>),
    /// So many pieces of a kind: "the rook", "2 rooks".
    Pieces(Role, usize),
    /// A turn or a sign as the list of moves has it.
    Notation(String),
    /// The names of numeric annotation glyphs.
    Glyphs(Vec<u8>),
    /// The name of a game.
    Game(GameId),
    /// A text of a lesson, or what else stands in a sentence as it is: a sign, pieces by their letters.
    Text(String),
    /// Why the rules refuse something.
    Refusal(Refusal),
}

/// A sentence: its key in the catalogue, and its values by name.
#[derive(Clone, PartialEq, Debug)]
pub struct Sentence {
    /// The key: "prompt.steps".
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
}
