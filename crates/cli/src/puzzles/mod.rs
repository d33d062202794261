//! `fivefold puzzles`: puzzles from games that the computer plays against itself, each proven.

mod choice;
mod proof;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use engine::{Baseline, Level};
use record::Record;
use rules::{AnyPosition, GameId, Phase, Step};
use serde_json::{Value, json};

use crate::matches::Match;
use crate::matches::player::Name;
use crate::matches::statistics::Rule;
use choice::Candidate;
use proof::{Proof, Reply, Solution, prove};

/// What is to be done about the puzzles of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Puzzles {
    /// Make some.
    Make(Make),
    /// Prove those of this file anew.
    Check { game: GameId, file: PathBuf },
}

/// Puzzles to be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Make {
    pub game: GameId,
    pub seed: u64,
    /// How many games are played.
    pub games: u32,
    /// How many puzzles there are to be at most, those that are there included.
    pub most: usize,
    /// The file that they are added to; without it they are written out.
    pub into: Option<PathBuf>,
}

/// A puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Puzzle {
    /// Its name, `magnetic-7`; empty until it has one. It stays when others are added.
    id: String,
    /// The start of the solver's turn.
    position: AnyPosition,
    proof: Proof,
}

/// Who plays a game of this index: they see something, and overlook enough. The Contramatic games of
/// good players are over before a piece is taken.
fn players(game: GameId, index: u32) -> [Name; 2] {
    let level = |number| Name::Level(Level::new(number).unwrap_or(Level::LOWEST), Vec::new());
    let newcomer = || Name::Baseline(Baseline::Newcomer);
    match (game, index / 2 % 5) {
        (GameId::Contramatic | GameId::CompleteContramatic, 0..3) => [newcomer(), newcomer()],
        (GameId::Contramatic | GameId::CompleteContramatic, 3) => [level(13), level(15)],
        (GameId::Contramatic | GameId::CompleteContramatic, _) => [level(15), level(15)],
        (_, 0) => [level(13), level(16)],
        (_, 1) => [level(15), level(15)],
        (_, 2) => [level(15), level(16)],
        (_, 3) => [level(16), level(16)],
        _ => [level(16), level(18)],
    }
}

/// How many nodes they think.
const NODES: u64 = 6_000;
/// A game of so many turns has been won long ago, or never will be.
const LONGEST: u32 = 240;
/// Before this turn (FULLMOVE) nothing has happened yet.
const EARLIEST: u32 = 5;

impl Puzzles {
    /// Makes puzzles, or checks them: then it writes what is wrong with each.
    ///
    /// # Errors
    /// If the writer fails, a file cannot be read or written, or a puzzle is wrong.
    pub(crate) fn run(&self, out: &mut impl Write) -> io::Result<()> {
        match self {
            Puzzles::Make(make) => make.run(out),
            Puzzles::Check { game, file } => check(*game, file, out),
        }
    }
}

impl Make {
    fn run(&self, out: &mut impl Write) -> io::Result<()> {
        let there = match &self.into {
            Some(file) if file.exists() => read(self.game, file)?,
            _ => Vec::new(),
        };
        let mut found = Vec::new();
        for index in 0..self.games {
            found.extend(best_of(&self.play(index)?));
        }
        let count = self.most.saturating_sub(there.len());
        let mut added = choice::choose(&there, found, count);
        added.sort_by_key(Puzzle::rank);
        let prefix = format!("{}-", self.game);
        let number = |puzzle: &Puzzle| puzzle.id.strip_prefix(&prefix)?.parse().ok();
        let last: u64 = there.iter().filter_map(number).max().unwrap_or(0);
        for (number, puzzle) in (last + 1..).zip(&mut added) {
            puzzle.id = format!("{prefix}{number}");
        }
        let mut puzzles = there;
        puzzles.append(&mut added);
        puzzles.sort_by_key(Puzzle::rank);
        let text = write(self.game, &puzzles);
        match &self.into {
            Some(file) => fs::write(file, text).map_err(|error| file_error(file, &error)),
            None => out.write_all(text.as_bytes()),
        }
    }

    /// A game, always the same for the same seed and index.
    fn play(&self, index: u32) -> io::Result<Record> {
        let is_placed = AnyPosition::initial(self.game).phase() == Phase::Placement;
        let games = Match {
            game: self.game,
            players: players(self.game, index),
            games: self.games,
            rule: Rule::All,
            nodes: NODES,
            ms: None,
            seed: self.seed,
            // Where pieces are placed, games differ by that.
            plies: if is_placed { 0 } else { 2 },
            most_turns: LONGEST,
            players_place: true,
            even: None,
            resume: None,
            threads: 1,
        };
        Ok(games.record(index)?.0)
    }
}

/// The best puzzle of a game, if it has one. One alone, as others would be like it.
fn best_of(record: &Record) -> Option<Candidate> {
    let mut best: Option<Candidate> = None;
    for turn in record.turns() {
        let position = *record.position(turn.from);
        if position.fullmove() < EARLIEST {
            continue;
        }
        let Some(proof) = prove(&position) else { continue };
        let Some(merit) = choice::merit(&position, &proof) else { continue };
        if best.as_ref().is_none_or(|best| best.merit <= merit) {
            best = Some(Candidate { puzzle: Puzzle { id: String::new(), position, proof }, merit });
        }
    }
    best
}

impl Puzzle {
    /// How hard it is, from 1 to 5.
    fn grade(&self) -> u8 {
        let bounds = bounds(self.position.game());
        1 + bounds.iter().filter(|&&bound| self.proof.effort >= bound).count() as u8
    }

    /// Where it stands among others: the easy ones first.
    fn rank(&self) -> (u8, u64, u64) {
        (self.grade(), self.proof.effort, self.position.key())
    }

    /// As the page reads it (docs/puzzles.md).
    fn json(&self) -> Value {
        let spec = self.position.spec();
        let turn = |turn: &[Step]| -> Value {
            turn.iter().map(|step| step.display(spec).to_string()).collect()
        };
        let reply = |reply: &Reply| {
            let then: Vec<Value> = reply.then.iter().map(|steps| turn(steps)).collect();
            json!({ "turn": turn(&reply.turn), "then": then })
        };
        let solution = |solution: &Solution| {
            let replies: Vec<Value> = solution.replies.iter().map(reply).collect();
            json!({ "turn": turn(&solution.turn), "replies": replies })
        };
        let solutions: Vec<Value> = self.proof.solutions.iter().map(solution).collect();
        json!({
            "id": self.id, "fen": self.position.fen(), "goal": goal(self.position.game()),
            "turns": self.proof.turns, "steps": self.proof.steps, "solutions": solutions,
            "effort": self.proof.effort, "grade": self.grade(),
        })
    }
}

/// What a game is won by, as its rules word it: checkmate, the king's capture, or a win by rules of
/// its own. `None` of games that no puzzles are made of: their turns have many steps, and nothing
/// proves what wins.
pub(crate) const fn goal(game: GameId) -> Option<&'static str> {
    match game {
        GameId::Magnetic => Some("king"),
        GameId::Contramatic | GameId::CompleteContramatic => Some("win"),
        GameId::Charismatic | GameId::Chessence | GameId::Batteries | GameId::Orthodox => {
            Some("mate")
        }
        _ => None,
    }
}

/// The effort from which on a puzzle has grade 2, 3, 4 and 5: a fifth of what is found in games has
/// each grade. These stay as they are when puzzles are added, so that grades do.
const fn bounds(game: GameId) -> [u64; 4] {
    match game {
        GameId::Charismatic => [10, 16, 24, 45],
        GameId::Magnetic => [470, 890, 1_270, 1_960],
        GameId::Chessence => [35, 50, 105, 300],
        GameId::Contramatic => [330, 930, 1_200, 1_520],
        GameId::CompleteContramatic => [240, 760, 1_040, 1_270],
        _ => [700, 4_000, 6_500, 9_500],
    }
}

/// The file's text: JSON, a puzzle a line.
fn write(game: GameId, puzzles: &[Puzzle]) -> String {
    let lines: Vec<String> = puzzles.iter().map(|puzzle| puzzle.json().to_string()).collect();
    format!("{{\"game\":\"{game}\",\"puzzles\":[\n{}\n]}}\n", lines.join(",\n"))
}

/// The puzzles of a file as they are written there.
fn values(game: GameId, file: &Path) -> io::Result<Vec<Value>> {
    let text = fs::read_to_string(file).map_err(|error| file_error(file, &error))?;
    let value: Value = serde_json::from_str(&text).map_err(|error| file_error(file, &error))?;
    if value["game"] != game.spec().id {
        return Err(file_error(file, &format!("puzzles of {game} are wanted")));
    }
    let puzzles = value["puzzles"].as_array();
    puzzles.cloned().ok_or_else(|| file_error(file, &"a list of puzzles is wanted"))
}

/// A puzzle as its position poses it, with the name that it has in a file.
fn pose(game: GameId, value: &Value) -> Result<Puzzle, String> {
    let id = value["id"].as_str().ok_or("it has no name")?.to_owned();
    let fen = value["fen"].as_str().ok_or_else(|| format!("{id}: no fen"))?;
    let position =
        AnyPosition::from_fen(game, fen).map_err(|error| format!("{id}: fen: {error}"))?;
    let proof = prove(&position).ok_or_else(|| format!("{id}: it is no puzzle"))?;
    Ok(Puzzle { id, position, proof })
}

fn read(game: GameId, file: &Path) -> io::Result<Vec<Puzzle>> {
    let puzzles: Result<_, String> =
        values(game, file)?.iter().map(|value| pose(game, value)).collect();
    puzzles.map_err(|error| file_error(file, &error))
}

/// Proves the puzzles of a file anew: each must be exactly what its position poses.
fn check(game: GameId, file: &Path, out: &mut impl Write) -> io::Result<()> {
    let values = values(game, file)?;
    let mut wrong = 0;
    for value in &values {
        let fault = match pose(game, value) {
            Ok(puzzle) if puzzle.json() == *value => continue,
            Ok(puzzle) => format!("{}: proven is {}", puzzle.id, puzzle.json()),
            Err(fault) => fault,
        };
        wrong += 1;
        writeln!(out, "{fault}")?;
    }
    let count = values.len();
    if wrong > 0 {
        return Err(file_error(file, &format!("{wrong} of {count} puzzles are wrong")));
    }
    writeln!(out, "{count} puzzles are proven")
}

fn file_error(file: &Path, fault: &dyn std::fmt::Display) -> io::Error {
    io::Error::other(format!("{}: {fault}", file.display()))
}
