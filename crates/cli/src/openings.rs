//! `fivefold openings`: what the engine plays against itself in its first turns, and what comes of it.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use engine::baseline::any_turn;
use engine::chance::mix;
use engine::{Chance, Engine, Limits, Wanted};
use record::openings::{Collection, Openings};
use rules::{Actor, AnyPosition, Color, GameId, Phase, Reserve, Step};

/// Games whose openings are to be collected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Book {
    pub game: GameId,
    pub games: u32,
    /// How many positions the engine looks at for a turn.
    pub nodes: u64,
    pub seed: u64,
    /// How many steps of a game count.
    pub depth: usize,
    /// In how many games a move must have been played.
    pub least: u32,
    pub file: PathBuf,
}

/// How many of the best turns are played in an opening.
const BEST: usize = 4;
/// A turn that is worse than the best by more than this is not played, in hundredths of a pawn.
const NEAR: i32 = 60;
/// How many times as many positions are looked at for a turn of the opening, once for each position.
const CARE: u64 = 8;
/// A game is won when both sides agree for this many turns that one is better by [`DECIDED`].
const AGREED: i32 = 4;
/// See [`AGREED`]; in hundredths of a pawn.
const DECIDED: i32 = 1200;
/// A game with this many turns is drawn.
const MOST_TURNS: usize = 200;
/// What the engine may remember of positions.
const TABLE_BYTES: usize = 4 << 20;
/// After so many games it is said how far they are.
const PROGRESS_EVERY: u32 = 100;

/// Turns of the opening, each with how much worse than the best it is.
type Choices = HashMap<u64, Vec<(i32, Vec<Step>)>>;

impl Book {
    /// Plays the games and writes their openings into the file; a line of JSON says what it has.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn run(&self, out: &mut impl Write) -> io::Result<()> {
        let mut collection = Collection::new(self.game);
        let mut choices = Choices::new();
        for index in 0..self.games {
            let (steps, halves) = self.play(index, &mut choices);
            collection.add(&steps, halves, self.depth);
            if (index + 1) % PROGRESS_EVERY == 0 {
                eprintln!("{} games", index + 1);
            }
        }
        let bytes = collection.write(self.least);
        let openings = Openings::read(&bytes, self.game).map_err(io::Error::other)?;
        fs::write(&self.file, &bytes)?;
        let line = serde_json::json!({
            "game": self.game.spec().id,
            "games": openings.games(),
            "positions": openings.positions(),
            "bytes": bytes.len(),
        });
        writeln!(out, "{line}")
    }

    /// The steps of the game of a number, and White's points in halves.
    fn play(&self, index: u32, choices: &mut Choices) -> (Vec<Step>, u32) {
        let mut chance = Chance::new(mix(self.seed ^ mix(u64::from(index))));
        let mut engine = Engine::new(self.game, chance.bits(), TABLE_BYTES);
        let mut position = AnyPosition::initial(self.game);
        let (mut past, mut steps): (Vec<AnyPosition>, Vec<Step>) = (Vec::new(), Vec::new());
        // Half of the placements are the engine's own.
        let places = [chance.below(2) == 0, chance.below(2) == 0];
        let mut agreed = 0;
        loop {
            if let Some(outcome) = position.outcome() {
                let halves = match outcome.winner {
                    Some(Color::White) => 2,
                    Some(Color::Black) => 0,
                    None => 1,
                };
                return (steps, halves);
            }
            let key = position.for_repetition().key();
            let again = past.iter().filter(|past| past.for_repetition().key() == key).count();
            if again >= 2 || past.len() >= MOST_TURNS {
                return (steps, 1);
            }
            let limits = Limits::nodes(self.nodes);
            let turn = if position.actor() == Actor::Chance {
                Some(vec![drawn(&position, &mut chance)])
            } else if position.phase() == Phase::Placement && !places[position.turn().index()] {
                any_turn(&position, &mut chance)
            } else if position.phase() == Phase::Movement && steps.len() < self.depth {
                self.choose(&mut engine, &past, &position, choices, &mut chance)
            } else {
                let thought = engine.think(&past, &position, &limits, &mut |_| {});
                thought.map(|thought| {
                    let side = if position.turn() == Color::White { 1 } else { -1 };
                    let score = thought.score.value() * side;
                    let is_decided = score.abs() >= DECIDED;
                    let agrees = agreed * score >= 0;
                    agreed = match (is_decided, agrees) {
                        (false, _) => 0,
                        (true, true) => agreed + score.signum(),
                        (true, false) => score.signum(),
                    };
                    thought.turn
                })
            };
            if agreed.abs() >= AGREED {
                return (steps, if agreed > 0 { 2 } else { 0 });
            }
            let Some(turn) = turn else { return (steps, 1) };
            if position.phase() == Phase::Movement {
                past.push(position);
            }
            for &step in &turn {
                position.play(step);
            }
            steps.extend(turn);
        }
    }

    /// One of the best turns, a good one more often.
    fn choose(
        &self,
        engine: &mut Engine,
        past: &[AnyPosition],
        position: &AnyPosition,
        choices: &mut Choices,
        chance: &mut Chance,
    ) -> Option<Vec<Step>> {
        let found = choices.entry(position.key()).or_insert_with(|| {
            let limits = Limits::nodes(self.nodes * CARE);
            let wanted = Wanted { count: BEST, only: &[] };
            let lines = engine.lines(past, position, &limits, &wanted, &mut |_, _| {});
            let best = lines.first().map_or(0, |line| line.score.value());
            let worse = lines.into_iter().map(|line| (best - line.score.value(), line.turn));
            worse.filter(|&(worse, _)| worse <= NEAR).collect()
        });
        // Even chances for even turns, a quarter of that for the worst.
        let weight = |worse: i32| (NEAR - worse) as u32 + NEAR as u32 / 3;
        let all = found.iter().map(|&(worse, _)| weight(worse)).sum();
        let mut left = if all == 0 { 0 } else { chance.below(all) };
        for (worse, turn) in found.iter() {
            match left.checked_sub(weight(*worse)) {
                Some(rest) => left = rest,
                None => return Some(turn.clone()),
            }
        }
        None
    }
}

/// What chance draws.
fn drawn(position: &AnyPosition, chance: &mut Chance) -> Step {
    let reserve = position.reserve(position.turn());
    let order: Vec<_> = reserve.roles().collect();
    let hand: Reserve = reserve.draw(position.most_steps(), &order, |below| chance.below(below));
    Step::Draw(hand)
}
