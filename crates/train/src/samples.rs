//! Positions to fit a net to, out of games.

use std::io;
use std::path::PathBuf;

use engine::{Engine, net};
use rules::{AnyPosition, Color, GameId};

use crate::store::{Game, Games, UNKNOWN};

/// Scores beyond this are wins and losses that the search has found: nothing to be judged.
const DECIDED: i16 = 3000;
/// One in this many games is held out: nothing is fitted to it.
const HELD_OUT: usize = 12;

/// A position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// Where its inputs begin among those of all, those of the side to move first.
    first: u32,
    own: u16,
    other: u16,
    /// The judgement of the evaluation made by hand, for the side to move, in hundredths of a pawn.
    pub by_hand: f32,
    /// The score that the search gave it, the same way.
    pub score: f32,
    /// What came of the game for the side to move: 0, 1/2 or 1.
    pub result: f32,
}

/// Positions with their inputs.
#[derive(Default, Debug)]
pub(crate) struct Samples {
    inputs: Vec<u16>,
    pub list: Vec<Sample>,
}

impl Samples {
    /// The inputs of a position, for the side to move and for the other.
    pub(crate) fn inputs(&self, sample: &Sample) -> [&[u16]; 2] {
        let first = sample.first as usize;
        let (own, other) = (usize::from(sample.own), usize::from(sample.other));
        [&self.inputs[first..first + own], &self.inputs[first + own..first + own + other]]
    }

    /// The quiet positions of a game: no threat to be answered, nothing captured next.
    ///
    /// # Errors
    /// If a step is not legal.
    fn add(&mut self, id: GameId, game: &Game) -> io::Result<()> {
        let mut position = AnyPosition::initial(id);
        for turn in &game.turns {
            let before = position;
            for &step in &turn.steps {
                if position.why_not(step).is_some() {
                    return Err(io::Error::other(format!("a step is refused: {}", position.fen())));
                }
                position.play(step);
            }
            if turn.score == UNKNOWN || turn.score.abs() > DECIDED {
                continue;
            }
            let count = |position: &AnyPosition| {
                Color::ALL.map(|color| position.pieces(color).count_ones()).iter().sum::<u32>()
            };
            if count(&position) < count(&before) {
                continue;
            }
            let Some(by_hand) = Engine::by_hand(&before) else { continue };
            let is_white = before.turn() == Color::White;
            let result = f32::from(game.result) / 2.0;
            let [own, other] = net::inputs(&before);
            self.list.push(Sample {
                first: self.inputs.len() as u32,
                own: own.len() as u16,
                other: other.len() as u16,
                by_hand: by_hand as f32,
                score: f32::from(turn.score),
                result: if is_white { result } else { 1.0 - result },
            });
            self.inputs.extend(own.iter().chain(&other).map(|&input| input as u16));
        }
        Ok(())
    }
}

/// Reads the positions of files of games: those to fit to, and those of games held out.
///
/// # Errors
/// If a file cannot be read, or a game in it is not one by the rules.
pub(crate) fn read(paths: &[PathBuf], id: GameId) -> io::Result<[Samples; 2]> {
    let mut samples = [Samples::default(), Samples::default()];
    for path in paths {
        for (index, game) in Games::open(path, id)?.enumerate() {
            let held_out = usize::from(index % HELD_OUT == HELD_OUT - 1);
            samples[held_out].add(id, &game?)?;
        }
    }
    Ok(samples)
}
