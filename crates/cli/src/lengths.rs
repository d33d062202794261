//! `fivefold link-lengths`: how long the links of whole games are.

use std::io::{self, Write};
use std::time::Instant;

use record::link;
use rules::GameId;
use serde_json::json;

use crate::matches::Match;
use crate::matches::player::Name;
use crate::matches::statistics::Rule;

/// Which games are looked at.
#[derive(Clone, Debug)]
pub(crate) struct Lengths {
    pub game: GameId,
    /// Who plays both sides. The first two turns are random, so that the games differ.
    pub player: Name,
    pub games: u32,
    pub seed: u64,
    /// How many nodes an engine thinks for whose name says nothing else.
    pub nodes: u64,
    /// A game of more turns is left out: it has not ended.
    pub most_turns: u32,
}

impl Lengths {
    /// Plays the games, and says of the finished ones how many turns they have, how many
    /// characters their links (`#g=…`), how much room their steps take beside what they must, and
    /// how long the longest link takes to be read, in microseconds.
    ///
    /// # Errors
    /// If the writer fails, or a player.
    pub(crate) fn run(&self, out: &mut impl Write) -> io::Result<()> {
        let games = Match {
            game: self.game,
            players: [self.player.clone(), self.player.clone()],
            games: self.games,
            rule: Rule::All,
            nodes: self.nodes,
            seed: self.seed,
            plies: 2,
            most_turns: self.most_turns,
            players_place: true,
            resume: None,
            threads: 1,
        };
        let (mut turns, mut lengths) = (Vec::new(), Vec::new());
        let (mut bytes, mut bits, mut longest) = (0, 0.0, String::new());
        for index in 0..self.games {
            let (record, _) = games.record(index)?;
            if record.verdict().is_none() {
                continue;
            }
            let fragment = link::write(&record, &[]).map_err(io::Error::other)?;
            let weight = link::weigh(&record).map_err(io::Error::other)?;
            turns.push(record.turns().count());
            lengths.push(fragment.len() + 1);
            bytes += weight.0;
            bits += weight.1;
            if fragment.len() > longest.len() {
                longest = fragment;
            }
        }
        // The fastest of some, so that it is not the machine's other work that is measured.
        let read = (0..9).map(|_| {
            let begun = Instant::now();
            let opened = link::read(&longest);
            opened.map(|_| begun.elapsed().as_micros() as u64)
        });
        let read = read.flatten().min();
        let line = json!({
            "game": self.game.spec().id, "player": self.player.to_string(),
            "finished": lengths.len(), "of": self.games,
            "turns": summary(&mut turns), "characters": summary(&mut lengths),
            // A byte more a game is the least that whole bytes allow.
            "overhead": (bytes as f64 * 8.0 / bits * 1000.0).round() / 1000.0,
            "longest_read": read,
        });
        writeln!(out, "{line}")
    }
}

/// The median, what 99 of 100 do not exceed, and the longest.
fn summary(lengths: &mut [usize]) -> serde_json::Value {
    lengths.sort_unstable();
    let at = |of_hundred: usize| {
        lengths.get((lengths.len().saturating_sub(1) * of_hundred).div_ceil(100)).copied()
    };
    json!({ "median": at(50), "of_100_99": at(99), "longest": at(100) })
}
