//! `fivefold tune`: weights of a game's evaluation, fitted to games that the engine plays against
//! itself (Texel's method: a logistic regression of the results on quiet positions).

mod fit;
mod placement;

use std::io::{self, Write};

use engine::chance::mix;
use engine::evaluation::Feature;
use engine::{Engine, Limits};
use rules::{Actor, AnyPosition, Color, GameId, Phase};

use crate::matches::opening::Openings;
use crate::matches::player::past;
use fit::{Sample, best_scale, fit, loss};

/// A fit to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Tune {
    pub game: GameId,
    /// How many games are played.
    pub games: u32,
    pub seed: u64,
    /// How many nodes a turn may take.
    pub nodes: u64,
}

/// Turns at random at the beginning of a game.
const PLIES: u32 = 6;
/// A game of so many turns is drawn.
const MOST_TURNS: usize = 300;
/// What the engine may remember of positions.
const TABLE_BYTES: usize = 4 << 20;
/// One game of so many is held out: the weights are not fitted to it.
const HELD_OUT: u32 = 5;
/// So many positions of a game count fully; where there are more, each counts less.
const FULL_SHARES: f64 = 10.0;

impl Tune {
    /// Plays the games and writes the weights as the source has them, with the losses before and
    /// after. All of it follows from the seed.
    ///
    /// # Errors
    /// If the writer fails.
    pub(crate) fn run(self, out: &mut impl Write) -> io::Result<()> {
        if self.game == GameId::Charismatic {
            return self.run_placement(out);
        }
        let (mut fitted, mut held_out) = (Vec::new(), Vec::new());
        for game in 0..self.games {
            let samples = if game % HELD_OUT == HELD_OUT - 1 { &mut held_out } else { &mut fitted };
            samples.extend(self.play(game));
        }
        let features = Engine::features(self.game);
        let old: Vec<f64> = features.iter().map(|feature| f64::from(feature.weight)).collect();
        let scale = best_scale(&fitted, &old);
        let new: Vec<i32> =
            fit(&fitted, &old, scale).into_iter().map(|weight| weight.round() as i32).collect();
        let kept: Vec<f64> = new.iter().copied().map(f64::from).collect();
        let count = fitted.len() + held_out.len();
        let Tune { game, games, seed, nodes } = self;
        writeln!(out, "{game}: {games} games, seed {seed}, {nodes} nodes, {count} positions")?;
        for (name, samples) in [("fitted", &fitted), ("held out", &held_out)] {
            let (before, after) = (loss(samples, &old, scale), loss(samples, &kept, scale));
            writeln!(out, "loss, {name}: {before:.5} before, {after:.5} after")?;
        }
        for (Feature { name, weight }, new) in features.iter().zip(&new) {
            writeln!(out, "    feature(\"{name}\", {new}), // {weight} before")?;
        }
        let numbers: Vec<String> = new.iter().map(i32::to_string).collect();
        writeln!(out, "[{}]", numbers.join(", "))
    }

    /// The quiet positions of a game that the engine plays against itself.
    fn play(self, game: u32) -> Vec<Sample> {
        let openings = Openings {
            game: self.game,
            seed: self.seed,
            plies: PLIES,
            players_place: false,
            even: None,
        };
        let mut record = openings.opening(game);
        let mut engine = Engine::new(self.game, mix(self.seed ^ u64::from(game)), TABLE_BYTES);
        let mut quiet = Vec::new();
        for _ in 0..MOST_TURNS {
            if record.verdict().is_some() || record.live().actor() == Actor::Chance {
                break;
            }
            let position = *record.live();
            let limits = Limits::nodes(self.nodes);
            let Some(thought) = engine.think(&past(&record), &position, &limits, &mut |_| {})
            else {
                break;
            };
            if position.phase() == Phase::Movement && thought.score.decided().is_none() {
                quiet.extend(judged_at(position, &thought.line, thought.score.value()));
            }
            if thought.turn.into_iter().any(|step| record.take(step).is_err()) {
                break;
            }
        }
        let winner = record.verdict().and_then(|verdict| verdict.winner);
        let result = match winner {
            Some(Color::White) => 1.0,
            Some(Color::Black) => 0.0,
            None => 0.5,
        };
        let share = (FULL_SHARES / quiet.len() as f64).min(1.0);
        quiet.into_iter().map(|sums| Sample { sums, result, share }).collect()
    }
}

/// The features at the end of the line expected, if it is there that the score comes from: then the
/// position is quiet, or the search would have gone on.
fn judged_at(mut position: AnyPosition, line: &[Vec<rules::Step>], score: i32) -> Option<Vec<i32>> {
    let side = if position.turn() == Color::White { 1 } else { -1 };
    for &step in line.iter().flatten() {
        position.play(step);
    }
    let sums = Engine::sums(&position)?;
    let features = Engine::features(position.game());
    let judged: i32 = sums.iter().zip(features).map(|(sum, feature)| sum * feature.weight).sum();
    (side * judged == score).then_some(sums)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_weights_for_the_same_seed() {
        let tune = Tune { game: GameId::Chessence, games: 6, seed: 2, nodes: 150 };
        let run = |tune: Tune| {
            let mut out = Vec::new();
            tune.run(&mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        let found = run(tune);
        assert_eq!(found, run(tune));
        assert_ne!(found, run(Tune { seed: 3, ..tune }));
        let features = Engine::features(GameId::Chessence);
        assert_eq!(found.matches("feature(").count(), features.len());
        let numbers = found.lines().last().unwrap();
        assert_eq!(numbers.matches(',').count(), features.len() - 1, "{numbers}");
    }

    #[test]
    fn positions_are_found_in_every_game() {
        for game in [
            GameId::Contramatic,
            GameId::CompleteContramatic,
            GameId::Magnetic,
            GameId::Batteries,
            GameId::Orthodox,
        ] {
            let tune = Tune { game, games: 16, seed: 4, nodes: 150 };
            let samples: Vec<Sample> = (0..16).flat_map(|game| tune.play(game)).collect();
            assert!(!samples.is_empty(), "{game}");
            let features = Engine::features(game);
            assert!(samples.iter().all(|sample| sample.sums.len() == features.len()), "{game}");
        }
    }
}
