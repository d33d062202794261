//! Refusals of steps as data: a text catalogue makes sentences of them.

use crate::board::{Piece, Square};

/// Why the rules refuse a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The reason: the key of a sentence in the text catalogue (`moved-this-turn`). The sentence
    /// may name the pieces as `{0}`, `{1}` …
    pub reason: &'static str,
    /// The rule behind it: game file and anchor (`charismatic#movement-1`).
    pub rule: &'static str,
    /// The squares concerned, with the pieces on them, in the order in which the sentence names them.
    pub pieces: Vec<(Square, Option<Piece>)>,
}

impl Refusal {
    /// A refusal that concerns no square.
    pub const fn new(reason: &'static str, rule: &'static str) -> Self {
        Self { reason, rule, pieces: Vec::new() }
    }

    /// The refusal with one more square and the piece on it.
    #[must_use]
    pub fn at(mut self, square: Square, piece: Option<Piece>) -> Self {
        self.pieces.push((square, piece));
        self
    }
}
