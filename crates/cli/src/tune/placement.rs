//! `fivefold tune charismatic`: weights for the placement of pieces, fitted to how games go on from
//! placements at random (a linear regression of the computer's scores after a few turns).

use std::io::{self, Write};

use engine::chance::mix;
use engine::charismatic::deployment::{FEATURES, names, sums, table, turns_placed};
use engine::{Chance, Engine, Limits};
use record::Record;
use rules::{Actor, AnyPosition, Color, Phase, Position, Step};

use super::Tune;
use super::fit::solve;
use crate::matches::opening::Openings;
use crate::matches::player::past;

/// So many turns are played after the placement.
const TURNS: usize = 8;
/// The scores of so many of them, the last, count.
const COUNTED: usize = 4;
/// Scores beyond this count as this much, in centipawns: a game may be won by the pieces placed, but
/// mostly it is by what happened later.
const MOST: i32 = 1500;
/// Of so many placements, some are the rules' own, some have all pieces anywhere, and the rest have
/// some of them anywhere.
const KINDS: u32 = 10;
const SENSIBLE: u32 = 3;
const ANYWHERE: u32 = 2;
/// In so many of a hundred games a side places by the rules' "place for me" throughout.
const SIMPLE_SHARE: u32 = 45;
/// Weights are drawn toward none as if so many placements had told that.
const PULL: f64 = 1500.0;

/// Features of both sides after a placement turn.
type Sums = [i32; 2 * FEATURES];

/// A game from a placement at random.
struct Sample {
    /// The sums after each placement turn.
    placed: Vec<Sums>,
    /// How the game went on: the mean score for White, in thousandths of a pawn.
    score: f64,
}

/// The weights of a table: what the pieces are worth without any, and what each feature is.
struct Fitted {
    base: f64,
    weights: Vec<f64>,
}

impl Tune {
    /// Plays the games and writes the weights as the source has them, with how well they tell the
    /// scores of games that they were not fitted to. All of it follows from the seed.
    ///
    /// # Errors
    /// If the writer fails.
    pub(super) fn run_placement(self, out: &mut impl Write) -> io::Result<()> {
        let (mut fitted, mut held_out) = (Vec::new(), Vec::new());
        for game in 0..self.games {
            let is_held_out = game % super::HELD_OUT == super::HELD_OUT - 1;
            let samples = if is_held_out { &mut held_out } else { &mut fitted };
            samples.extend(self.placed(game));
        }
        let Tune { game, games, seed, nodes } = self;
        writeln!(out, "{game}: {games} games, seed {seed}, {nodes} nodes")?;
        for number in 0..2 {
            let turns: Vec<usize> =
                (0..6).filter(|&turn| table(turn as u32 + 1) == number).collect();
            let found = fit(&fitted, &turns);
            for turn in turns {
                let predicted = correlation(&held_out, turn, &found);
                writeln!(
                    out,
                    "turn {}: correlation with the scores {predicted:.3}, held out",
                    turn + 1
                )?;
            }
            writeln!(out, "    Weights {{\n        base: {:.0},\n        sides: [", found.base)?;
            for side in found.weights.chunks(FEATURES) {
                writeln!(out, "            [")?;
                for (weight, name) in side.iter().zip(names()) {
                    writeln!(out, "                {weight:.0}, // {name}")?;
                }
                writeln!(out, "            ],")?;
            }
            writeln!(out, "        ],\n    }},")?;
        }
        Ok(())
    }

    /// A game from a placement at random; `None` if the pieces could not be placed so.
    fn placed(self, game: u32) -> Option<Sample> {
        let openings = Openings {
            game: self.game,
            seed: self.seed,
            plies: 0,
            players_place: true,
            even: None,
        };
        let mut chance = Chance::new(mix(self.seed ^ mix(u64::from(game))));
        let is_plain = Color::ALL.map(|_| chance.below(100) < SIMPLE_SHARE);
        let mut record = Record::new(AnyPosition::initial(self.game));
        let mut placed = Vec::new();
        while record.live().phase() == Phase::Placement {
            openings.draw(game, &mut record);
            let live = *record.live();
            let turn = placement(&live, is_plain[live.turn().index()], &mut chance)?;
            turn.into_iter().try_for_each(|step| record.take(step).map(drop)).ok()?;
            let AnyPosition::Charismatic(after) = record.live() else { return None };
            debug_assert_eq!(turns_placed(after) as usize, placed.len() + 1);
            let [white, black] = sums(after.board());
            placed.push(std::array::from_fn(|i| {
                if i < FEATURES { white[i] } else { black[i - FEATURES] }
            }));
        }
        let mut engine = Engine::new(self.game, chance.bits(), 64);
        let mut scores = Vec::with_capacity(TURNS);
        while scores.len() < TURNS {
            if let Some(verdict) = record.verdict() {
                let score = verdict.winner.map_or(0, |winner| side(winner) * MOST);
                scores.resize(TURNS, score);
                break;
            }
            let live = *record.live();
            let limits = Limits::nodes(self.nodes);
            let thought = engine.think(&past(&record), &live, &limits, &mut |_| {})?;
            scores.push((side(live.turn()) * thought.score.value()).clamp(-MOST, MOST));
            thought.turn.into_iter().try_for_each(|step| record.take(step).map(drop)).ok()?;
        }
        let counted = &scores[TURNS - COUNTED..];
        let score = 10.0 * f64::from(counted.iter().sum::<i32>()) / COUNTED as f64;
        Some(Sample { placed, score })
    }
}

/// 1 for White, -1 for Black.
fn side(color: Color) -> i32 {
    if color == Color::White { 1 } else { -1 }
}

/// The rest of a placement turn, at random: as the rules place, or with pieces put anywhere.
fn placement(position: &AnyPosition, is_plain: bool, chance: &mut Chance) -> Option<Vec<Step>> {
    let AnyPosition::Charismatic(position) = position else { return None };
    // Pieces anywhere may give check; seldom enough for a few tries.
    const TRIES: u32 = 100;
    (0..TRIES).find_map(|_| {
        let kind = if is_plain { 0 } else { chance.below(KINDS) };
        let moved = match kind {
            _ if kind < SENSIBLE => 0,
            _ if kind < KINDS - ANYWHERE => 1 + chance.below(4),
            _ => 12,
        };
        let mut turn = position.place_rest(&mut |below| chance.below(below));
        for _ in 0..moved {
            let at = chance.below(turn.len() as u32) as usize;
            let mut before = *position;
            let others = turn.iter().enumerate().filter(|&(i, _)| i != at);
            others.for_each(|(_, &step)| before.play(step, &mut ()));
            *turn.get_mut(at)? = *chance.pick(&before.list())?;
        }
        let mut after = *position;
        turn.iter().for_each(|&step| after.play(step, &mut ()));
        turn.push(Step::End);
        (after.actor() != Actor::Chance && after.is_legal(Step::End)).then_some(turn)
    })
}

/// The mean and the deviation of numbers.
fn spread(numbers: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let count = numbers.clone().count().max(1) as f64;
    let mean = numbers.clone().sum::<f64>() / count;
    let square = numbers.map(|number| (number - mean).powi(2)).sum::<f64>() / count;
    (mean, square.sqrt())
}

/// The weights that tell the scores best after these placement turns, small ones being likelier.
fn fit(samples: &[Sample], turns: &[usize]) -> Fitted {
    const COUNT: usize = 2 * FEATURES;
    let mut matrix = vec![vec![0.0; COUNT]; COUNT];
    let mut right = vec![0.0; COUNT];
    let (mean, _) = spread(samples.iter().map(|sample| sample.score));
    let mut means = [0.0; COUNT];
    for &turn in turns {
        // What is so after each turn of this number tells nothing.
        let usual: [f64; COUNT] = std::array::from_fn(|i| {
            spread(samples.iter().map(|sample| f64::from(sample.placed[turn][i]))).0
        });
        for sample in samples {
            let off: [f64; COUNT] =
                std::array::from_fn(|i| f64::from(sample.placed[turn][i]) - usual[i]);
            // What is as usual adds nothing.
            for (i, &here) in off.iter().enumerate().filter(|&(_, &here)| here != 0.0) {
                right[i] += here * (sample.score - mean);
                matrix[i].iter_mut().zip(&off).for_each(|(cell, there)| *cell += here * there);
            }
        }
        means.iter_mut().zip(usual).for_each(|(mean, usual)| *mean += usual / turns.len() as f64);
    }
    let count = (samples.len() * turns.len()).max(1) as f64;
    for (i, row) in matrix.iter_mut().enumerate() {
        // A feature that is always the same is worth nothing.
        row[i] += PULL * (row[i] / count).max(1e-6);
    }
    let weights = solve(matrix, right);
    let base = mean - means.iter().zip(&weights).map(|(mean, weight)| mean * weight).sum::<f64>();
    Fitted { base, weights }
}

/// How well the weights tell the scores from what stands after a placement turn.
fn correlation(samples: &[Sample], turn: usize, found: &Fitted) -> f64 {
    let predicted = |sample: &Sample| -> f64 {
        let pairs = sample.placed[turn].iter().zip(&found.weights);
        pairs.map(|(&sum, weight)| f64::from(sum) * weight).sum()
    };
    let (predicted_mean, predicted_spread) = spread(samples.iter().map(predicted));
    let (mean, deviation) = spread(samples.iter().map(|sample| sample.score));
    let products =
        samples.iter().map(|sample| (predicted(sample) - predicted_mean) * (sample.score - mean));
    spread(products).0 / (predicted_spread * deviation).max(1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::GameId;

    const TUNE: Tune = Tune { game: GameId::Charismatic, games: 12, seed: 3, nodes: 100 };

    fn sample(sum: i32, score: f64) -> Sample {
        let mut sums = [0; 2 * FEATURES];
        sums[1] = sum;
        Sample { placed: vec![sums; 6], score }
    }

    #[test]
    fn the_same_weights_for_the_same_seed() {
        let run = |tune: Tune| {
            let mut out = Vec::new();
            tune.run(&mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        let found = run(TUNE);
        assert_eq!(found, run(TUNE));
        assert_ne!(found, run(Tune { seed: 4, ..TUNE }));
        assert_eq!(found.matches("// ").count(), 4 * FEATURES);
    }

    #[test]
    fn games_begin_with_all_pieces_and_differ() {
        let samples: Vec<Sample> = (0..6).filter_map(|game| TUNE.placed(game)).collect();
        assert_eq!(samples.len(), 6);
        assert!(samples.iter().all(|sample| sample.placed.len() == 6));
        assert!(samples.windows(2).all(|pair| pair[0].placed[5] != pair[1].placed[5]));
    }

    /// A feature that decides is found, with its worth; the others are worth nothing.
    #[test]
    fn finds_what_decides() {
        let samples: Vec<Sample> = (0..60_000)
            .map(|i: i32| sample(i % 3, 500.0 + 120.0 * f64::from(i % 3) + f64::from(i % 7 - 3)))
            .collect();
        let found = fit(&samples, &[5]);
        assert!((found.weights[1] - 120.0).abs() < 6.0, "{}", found.weights[1]);
        assert!((found.base - 500.0).abs() < 6.0, "{}", found.base);
        assert!(found.weights.iter().enumerate().all(|(i, weight)| i == 1 || *weight == 0.0));
        assert!(correlation(&samples, 5, &found) > 0.99);
    }
}
