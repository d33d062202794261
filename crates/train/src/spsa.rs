//! `train spsa`: the parameters of a game's search, fitted by play: simultaneous perturbation stochastic
//! approximation (Spall 1992), with the gains that Spall 1998 recommends.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use engine::chance::mix;
use engine::{Chance, Engine, Limits};
use rules::{Color, GameId};

use crate::games::{Agreement, SelfPlay, Table};
use crate::parallel;
use crate::store::UNKNOWN;

/// Parameters to be fitted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Spsa {
    pub game: GameId,
    /// The names of the parameters ([`engine::SearchParameters`]), each with the value to begin with, if it is not
    /// the one in use.
    pub parameters: Vec<(String, Option<i32>)>,
    /// How many pairs of games are played.
    pub pairs: u32,
    /// How many positions the engine looks at for a turn.
    pub nodes: u64,
    pub seed: u64,
    pub threads: u32,
    /// A net to play with, if not with the evaluation made by hand.
    pub net: Option<PathBuf>,
}

/// How many pairs are played with the same parameters: all of them may be played at a time.
const TOGETHER: u32 = 8;
/// After so many pairs of all, in percent, the gain has begun to fall.
const STABLE: f64 = 10.0;
/// The powers by which gains and perturbations fall (Spall 1998, Section III.B).
const FALLS: [f64; 2] = [0.602, 0.101];
/// The last perturbation of a parameter, as a share of what it begins with.
const PERTURBATION: f64 = 0.1;
/// And at least this: a number of turns moves by one at times.
const LEAST_PERTURBATION: f64 = 0.6;
/// By how much a parameter moves for a pair won at last, in perturbations.
const RATE: f64 = 0.004;
/// What the engine may remember of positions.
const TABLE_BYTES: usize = 4 << 20;

/// A parameter as it is fitted.
struct Fitted {
    name: String,
    value: f64,
    /// The last perturbation.
    end: f64,
}

impl Spsa {
    /// Plays pairs of games, each between the parameters moved one way and the other at random, and moves them
    /// toward what wins; says how they stand. All follows from the seed, however many threads there are.
    ///
    /// # Errors
    /// If there is no such parameter, the net cannot be read, or a game cannot be played to its end.
    pub(crate) fn run(&self, out: &mut impl Write) -> io::Result<()> {
        let net = self.net.as_ref().map(fs::read).transpose()?;
        let player = self.player(0, net.as_deref())?;
        let begin = |(name, value): &(String, Option<i32>)| {
            let usual = player.parameter(name).ok_or_else(|| {
                io::Error::other(format!("{}: no parameter {name}", self.game.spec().id))
            })?;
            let value = f64::from(value.unwrap_or(usual));
            let end = (value.abs() * PERTURBATION).max(LEAST_PERTURBATION);
            Ok(Fitted { name: name.clone(), value, end })
        };
        let mut fitted = self.parameters.iter().map(begin).collect::<io::Result<Vec<Fitted>>>()?;
        let mut decided = 0;
        for first in (0..self.pairs).step_by(TOGETHER as usize) {
            let pairs = first..self.pairs.min(first + TOGETHER);
            let play = |pair| self.play(pair, &fitted, net.as_deref());
            let found = parallel::each(self.threads, pairs.clone(), play)?;
            for (pair, gain) in pairs.zip(found) {
                decided += u32::from(gain != 0);
                self.learn(&mut fitted, pair, gain);
            }
            if (first / TOGETHER).is_multiple_of(32) || first + TOGETHER >= self.pairs {
                let values: Vec<String> = fitted
                    .iter()
                    .map(|Fitted { name, value, .. }| format!("{name}={value:.2}"))
                    .collect();
                let done = self.pairs.min(first + TOGETHER);
                writeln!(out, "{done} pairs: {}", values.join(","))?;
                out.flush()?;
            }
        }
        writeln!(out, "{decided} of {} pairs were decided", self.pairs)
    }

    /// A player with the net.
    fn player(&self, seed: u64, net: Option<&[u8]>) -> io::Result<Engine> {
        let mut player = Engine::new(self.game, seed, TABLE_BYTES);
        if let Some(net) = net {
            player.set_net(net).map_err(io::Error::other)?;
        }
        Ok(player)
    }

    /// Moves the parameters by what came of a pair.
    fn learn(&self, fitted: &mut [Fitted], pair: u32, gain: i32) {
        let (_, moves) = self.moves(pair, fitted);
        let rate = self.rate(pair);
        for (parameter, (perturbation, sign)) in fitted.iter_mut().zip(moves) {
            parameter.value += rate * parameter.end.powi(2) * f64::from(gain) / perturbation * sign;
        }
    }

    /// How fast parameters move at a pair: [`RATE`] at the last.
    fn rate(&self, pair: u32) -> f64 {
        let all = f64::from(self.pairs);
        let stable = all * STABLE / 100.0;
        RATE * ((stable + all) / (stable + f64::from(pair) + 1.0)).powf(FALLS[0])
    }

    /// A pair's source of chance, and how far it moves each parameter for its first player, with the sign of the
    /// way; for the second one it moves the other way.
    fn moves(&self, pair: u32, fitted: &[Fitted]) -> (Chance, Vec<(f64, f64)>) {
        let mut chance = Chance::new(mix(self.seed ^ mix(u64::from(pair))));
        let growth = (f64::from(self.pairs) / (f64::from(pair) + 1.0)).powf(FALLS[1]);
        let moves = fitted
            .iter()
            .map(|fitted| (fitted.end * growth, if chance.below(2) == 0 { 1.0 } else { -1.0 }))
            .collect();
        (chance, moves)
    }

    /// Two games from one opening, with colours exchanged: how many more the first player won than lost.
    fn play(&self, pair: u32, fitted: &[Fitted], net: Option<&[u8]>) -> io::Result<i32> {
        let (mut chance, moves) = self.moves(pair, fitted);
        let mut players = [self.player(1, net)?, self.player(1, net)?];
        let openings = SelfPlay::of(self.game, self.nodes, self.seed);
        let table = openings.opening(&mut players[0], &mut chance);
        let mut gain = 0;
        for first in Color::ALL {
            // This empties their tables, too, so that both games begin alike.
            for (player, way) in players.iter_mut().zip([1.0, -1.0]) {
                for (fitted, (perturbation, sign)) in fitted.iter().zip(&moves) {
                    let value = fitted.value + way * perturbation * sign;
                    player.set_parameter(&fitted.name, value.round() as i32);
                }
            }
            let result = self.game(&mut players, first, table.clone(), chance.clone());
            gain += if first == Color::White { result - 1 } else { 1 - result };
        }
        Ok(gain)
    }

    /// The result of a game from an opening, 0, 1 or 2 for White, where the first player has a side.
    fn game(
        &self,
        players: &mut [Engine; 2],
        first: Color,
        mut table: Table,
        mut chance: Chance,
    ) -> i32 {
        let mut agreement = Agreement::default();
        loop {
            if let Some(result) = table.result() {
                return result.into();
            }
            table.draw(&mut chance);
            let position = table.position;
            let player = &mut players[usize::from(position.turn() != first)];
            let limits = Limits::nodes(self.nodes);
            let thought = player.think(&table.past, &position, &limits, &mut |_| {});
            let Some(thought) = thought else { return 1 };
            if let Some(result) = agreement.after(position.turn(), thought.score.value()) {
                return result.into();
            }
            table.play(UNKNOWN, thought.turn);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spsa(threads: u32) -> Spsa {
        let begins_at = |name: &str, value| (name.into(), value);
        Spsa {
            game: GameId::Orthodox,
            parameters: vec![
                begins_at("futility_margin", Some(10)),
                begins_at("late_move_base", Some(1)),
                begins_at("futility_base", None),
            ],
            pairs: 10,
            nodes: 150,
            seed: 3,
            threads,
            net: None,
        }
    }

    /// What is found is the same on one thread and on three, and begins at what is in use or given.
    #[test]
    fn what_is_found_follows_from_the_seed() {
        let found = |threads| {
            let mut out = Vec::new();
            spsa(threads).run(&mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        let one = found(1);
        assert_eq!(one, found(3));
        let line = one.lines().find_map(|line| line.strip_prefix("10 pairs: ")).unwrap();
        let usual = Engine::new(GameId::Orthodox, 1, 64).parameter("futility_base").unwrap();
        for (part, begin) in line.split(',').zip([10.0, 1.0, f64::from(usual)]) {
            let value: f64 = part.split_once('=').unwrap().1.parse().unwrap();
            assert!(value != begin && (value - begin).abs() < 1.0, "{line}");
        }
        assert!(!one.contains("\n0 of 10 pairs"), "{one}");
        let unknown = Spsa { parameters: vec![("margin".into(), None)], ..spsa(1) };
        assert!(unknown.run(&mut Vec::new()).unwrap_err().to_string().contains("margin"));
    }

    /// Each parameter moves the way of the player that won, most at the beginning, and not at all when a pair is even.
    #[test]
    fn parameters_move_toward_what_wins() {
        let spsa = Spsa { pairs: 1000, ..spsa(1) };
        let begin = || {
            let fitted =
                |(name, value, end): (&str, _, _)| Fitted { name: name.into(), value, end };
            [("a", 100.0, 10.0), ("b", 3.0, 0.6)].map(fitted)
        };
        let mut ways = [[0; 2]; 2];
        for pair in 0..1000 {
            for gain in [-2, -1, 0, 1, 2] {
                let mut fitted = begin();
                spsa.learn(&mut fitted, pair, gain);
                for ((after, before), (at, sign)) in
                    fitted.iter().zip(begin()).zip(spsa.moves(pair, &begin()).1)
                {
                    let moved = (after.value - before.value) * sign;
                    assert_eq!(moved.partial_cmp(&0.0), gain.partial_cmp(&0));
                    assert!(moved.abs() < at, "{pair} {gain}: {moved}");
                }
            }
            for (way, (_, sign)) in ways.iter_mut().zip(spsa.moves(pair, &begin()).1) {
                way[usize::from(sign > 0.0)] += 1;
            }
        }
        assert!(ways.as_flattened().iter().all(|&count| count > 400), "{ways:?}");
        assert!(spsa.rate(0) > 2.0 * spsa.rate(999));
        let [early, late] = [0, 999].map(|pair| spsa.moves(pair, &begin()).1[0].0);
        assert!(early > late && late >= 10.0);
    }
}
