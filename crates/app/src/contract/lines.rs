//! What a game has beside the line played, as the list of moves shows it.

use crate::contract::Tsify;
use rules::AnyPosition;
use serde::Serialize;
use table::Table;

use super::Place;
use super::sentence::Color;

/// A turn with its annotations.
#[derive(Clone, PartialEq, Eq, Serialize, Tsify, Debug)]
pub struct LineTurn {
    /// The place behind it.
    pub place: Place,
    /// Its number, as FEN counts full moves.
    pub number: u32,
    /// Who plays it.
    pub color: Color,
    /// Its steps.
    pub san: String,
    /// The comment before it.
    pub before: String,
    /// The comment behind it.
    pub behind: String,
    /// Numeric annotation glyphs of PGN.
    pub glyphs: Vec<u8>,
    /// The variations that could have been played in its place.
    pub others: Vec<usize>,
}

/// What a game has beside its main line.
#[derive(Clone, PartialEq, Eq, Serialize, Tsify, Debug)]
pub struct Lines {
    /// The comment before the first turn.
    pub comment: String,
    /// The main line.
    pub played: Vec<LineTurn>,
    /// The variations that continue from the end of the main line.
    pub further: Vec<usize>,
    /// The variations, each before those that leave it.
    pub lines: Vec<Vec<LineTurn>>,
}

impl Lines {
    pub(crate) fn new(table: &Table) -> Self {
        let table::Lines { comment, played, further, lines } = table.lines();
        let written = |turns: Vec<table::LineTurn>| -> Vec<LineTurn> {
            turns.into_iter().map(|turn| LineTurn::new(table, turn)).collect()
        };
        let lines = lines.into_iter().map(written).collect();
        Lines { comment, played: written(played), further, lines }
    }
}

impl LineTurn {
    fn new(table: &Table, turn: table::LineTurn) -> Self {
        let table::LineTurn { turn, before, behind, glyphs, others } = turn;
        let position: &AnyPosition = table.game().before(turn);
        let steps = table.game().steps(turn);
        LineTurn {
            place: Place { turn: turn.number(), steps: steps.len() },
            number: position.fullmove(),
            color: position.turn().into(),
            san: position.san_turn(steps),
            before,
            behind,
            glyphs,
            others,
        }
    }
}
