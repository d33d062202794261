//! `fivefold link-lengths`: the lengths of links to whole games.

use std::io::{self, Write};
use std::time::Instant;

use record::Record;
use record::fair::{Reveal, SIZE, Secret, Version};
use record::letter::{self, Act, Chains, Joined, Letter};
use record::link::{self, LinkError, Section, kind};
use rules::{Color, GameId, Step};
use serde_json::json;

use crate::matches::Match;
use crate::matches::player::Name;
use crate::matches::statistics::Rule;

/// The games to measure.
#[derive(Clone, Debug)]
pub(crate) struct Lengths {
    pub game: GameId,
    /// Who plays both sides. The first two turns are random, so that the games differ.
    pub player: Name,
    pub games: u32,
    pub seed: u64,
    /// The default number of nodes for an engine.
    pub nodes: u64,
    /// Games with more turns are left out: they have not ended.
    pub most_turns: u32,
}

impl Lengths {
    /// Plays the games, and reports for the finished ones the numbers of turns, the lengths of
    /// their links (`#g=…`) and, for the same games by link, of their last letters, by how much these
    /// grow if both sides have signed, the overhead of the coded steps, and how long the longest link takes to read, in microseconds.
    ///
    /// # Errors
    /// If the writer or a player fails.
    pub(crate) fn run(&self, out: &mut impl Write) -> io::Result<()> {
        let games = Match {
            game: self.game,
            players: [self.player.clone(), self.player.clone()],
            games: self.games,
            rule: Rule::All,
            nodes: self.nodes,
            ms: None,
            seed: self.seed,
            plies: 2,
            most_turns: self.most_turns,
            players_place: true,
            even: None,
            resume: None,
            threads: 1,
        };
        let (mut turns, mut lengths, mut letters) = (Vec::new(), Vec::new(), Vec::new());
        let mut signed = Vec::new();
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
            let letter = last_letter(&record, false).map_err(io::Error::other)?.len() + 1;
            letters.push(letter);
            signed.push(last_letter(&record, true).map_err(io::Error::other)?.len() + 1 - letter);
            bytes += weight.0;
            bits += weight.1;
            if fragment.len() > longest.len() {
                longest = fragment;
            }
        }
        // The fastest of several runs, so that other work on the machine does not count.
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
            "letters": summary(&mut letters), "signed": summary(&mut signed),
            // A byte more a game is the least that whole bytes allow.
            "overhead": (bytes as f64 * 8.0 / bits * 1000.0).round() / 1000.0,
            "longest_read": read,
        });
        writeln!(out, "{line}")
    }
}

/// The last letter of the game, had it been one by link between players without names. Its draws
/// are not those that its commitments ask for, which take no other room; nor are the signatures, if it is
/// `signed`, those of anybody.
fn last_letter(record: &Record, signed: bool) -> Result<String, LinkError> {
    let drawn = |color: Color| {
        let turns = record.turns().filter(|turn| turn.color == color);
        let steps = turns.flat_map(|turn| &record.steps()[turn.from..turn.to]);
        steps.filter(|step| matches!(step, Step::Draw(_))).count() as u8
    };
    let secret = Secret::new([0; SIZE]);
    let reveal = |color: Color| {
        let number = drawn(color);
        (number > 0).then(|| Reveal { number, element: secret.element(color, number) })
    };
    let reveals = [reveal(Color::White), reveal(Color::Black)];
    let mut letter = Letter {
        version: Version::Two,
        fields: Vec::new(),
        invitation: [0; 16],
        inviter: Color::White,
        open: false,
        answer: Some([0; 8]),
        serial: record.turns().count() as u32,
        sender: !record.live().turn(),
        act: Act::Turn,
        offers_draw: false,
        chains: reveals.iter().any(Option::is_some).then(|| Chains {
            inviter: secret.commitment(Color::White),
            answerer: Some(secret.commitment(Color::Black)),
            reveals,
        }),
    };
    if signed {
        let turns = u32::try_from(record.turns().count()).unwrap_or(u32::MAX);
        letter.set_field(letter::kind::INVITER_KEY, Some(vec![2; 17]));
        letter.set_field(letter::kind::ANSWERER_KEY, Some(vec![0; 24]));
        letter.set_field(letter::kind::JOINED, Some(Joined::placeholder(turns)));
    }
    let letter = Section { kind: kind::LETTER, bytes: letter.write() };
    link::write(record, &[letter, Section::names("", "")])
}

/// The median, what 99 of 100 do not exceed, and the longest.
fn summary(lengths: &mut [usize]) -> serde_json::Value {
    lengths.sort_unstable();
    let at = |of_hundred: usize| {
        lengths.get((lengths.len().saturating_sub(1) * of_hundred).div_ceil(100)).copied()
    };
    json!({ "median": at(50), "of_100_99": at(99), "longest": at(100) })
}
