//! A puzzle as in its file: a position, and every winning turn.

use rules::{AnyPosition, Color, GameId, Step};

use crate::book::Entry;
use crate::data::{Data, DataError, play_whole, steps};

/// The kind of win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// Checkmate.
    Mate,
    /// The game's own way to win.
    Win,
    /// The king is captured.
    King,
}

impl Aim {
    pub(crate) fn read(text: &str) -> Option<Aim> {
        match text {
            "mate" => Some(Aim::Mate),
            "win" => Some(Aim::Win),
            "king" => Some(Aim::King),
            _ => None,
        }
    }

    /// Its name in a game: in Chessence a mate is the only kind of win.
    pub(crate) fn worded_for(self, game: GameId) -> Aim {
        if game == GameId::Chessence { Aim::Win } else { self }
    }
}

/// An answer of the other side to a first turn, and the turns that win after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The answer.
    pub turn: Vec<Step>,
    /// The turns that win.
    pub then: Vec<Vec<Step>>,
}

/// A winning first turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The turn.
    pub turn: Vec<Step>,
    /// The hardest answers to it, the hardest first; empty in a puzzle of one turn.
    pub replies: Vec<Reply>,
}

/// A puzzle's position and solutions.
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    /// The position; the side to move solves.
    pub start: AnyPosition,
    /// Every winning first turn.
    pub solutions: Vec<Solution>,
}

impl Problem {
    /// Reads a puzzle from the file with those of its game, and plays through its solutions.
    ///
    /// # Errors
    /// If it is missing, cannot be read, or a solution is illegal, does not win, or wins in another
    /// number of turns.
    pub fn read(entry: &Entry, file: &Data) -> Result<Problem, DataError> {
        find(entry, file)
            .and_then(|data| read(entry, data))
            .map_err(|error| error.within(&entry.id))
    }

    /// The position of a puzzle alone, from the same file.
    ///
    /// # Errors
    /// If it is missing, or cannot be read.
    pub(crate) fn start(entry: &Entry, file: &Data) -> Result<AnyPosition, DataError> {
        find(entry, file)
            .and_then(|data| data.position(entry.game))
            .map_err(|error| error.within(&entry.id))
    }
}

/// The entry of a puzzle in its game's file.
fn find<'a>(entry: &Entry, file: &'a Data) -> Result<&'a Data, DataError> {
    let is_it = |item: &&Data| item.get("id").and_then(Data::as_text) == Some(&entry.id);
    let found = file.list("puzzles")?.iter().find(is_it);
    found.ok_or_else(|| DataError::new("there is no such puzzle"))
}

fn read(entry: &Entry, data: &Data) -> Result<Problem, DataError> {
    data.only(&["id", "fen", "goal", "turns", "steps", "solutions", "effort", "grade"])?;
    let listed = (data.text("goal").ok().and_then(Aim::read), data.count("turns")?);
    if listed != (Some(entry.aim), entry.turns)
        || (data.count("steps")?, data.count("grade")?) != (entry.steps, entry.grade)
    {
        return Err(DataError::new("the list of all puzzles says otherwise"));
    }
    let start = data.position(entry.game)?;
    let solution = |item: &Data| solution(&start, entry.turns, item);
    let solutions: Vec<Solution> =
        data.list("solutions")?.iter().map(solution).collect::<Result<_, DataError>>()?;
    if solutions.is_empty() {
        return Err(DataError::new("no solution"));
    }
    Ok(Problem { start, solutions })
}

fn solution(start: &AnyPosition, turns: u32, data: &Data) -> Result<Solution, DataError> {
    data.only(&["turn", "replies"])?;
    let solver = start.turn();
    let turn = data.turn("turn", start.spec())?;
    if turns == 1 {
        wins(start, &turn, solver)?;
        return Ok(Solution { turn, replies: Vec::new() });
    }
    let after = play_on(start, &turn)?;
    let reply = |item: &Data| {
        item.only(&["turn", "then"])?;
        let turn = item.turn("turn", start.spec())?;
        let answered = play_on(&after, &turn)?;
        let then = |item: &Data| {
            let turn = steps(item.items(), start.spec())?;
            wins(&answered, &turn, solver)?;
            Ok(turn)
        };
        let then: Vec<Vec<Step>> =
            item.list("then")?.iter().map(then).collect::<Result<_, DataError>>()?;
        if then.is_empty() {
            return Err(DataError::new("no turn wins then"));
        }
        Ok(Reply { turn, then })
    };
    let replies: Vec<Reply> =
        data.list("replies")?.iter().map(reply).collect::<Result<_, DataError>>()?;
    if replies.is_empty() {
        return Err(DataError::new("no answer to the first turn"));
    }
    Ok(Solution { turn, replies })
}

/// The position after a turn, in which the game must not be over.
fn play_on(before: &AnyPosition, turn: &[Step]) -> Result<AnyPosition, DataError> {
    let after = play_whole(before, turn)?;
    if after.outcome().is_some() {
        return Err(DataError::new("the game is over too early"));
    }
    Ok(after)
}

fn wins(before: &AnyPosition, turn: &[Step], solver: Color) -> Result<(), DataError> {
    let after = play_whole(before, turn)?;
    match after.outcome().and_then(|outcome| outcome.winner) {
        Some(winner) if winner == solver => Ok(()),
        _ => Err(DataError::new("it does not win")),
    }
}
