//! All puzzles of the site, in the order of their days, and how far the player has come with them.

use rules::{AnyPosition, Color, GameId};

use crate::daily::{Day, streak};
use crate::data::{Data, DataError};
use crate::problem::{Aim, Problem};
use crate::progress::{PuzzleProgress, Success, TaskProgress, read_days};
use crate::sentence::{Sentence, Value};

/// The grades of difficulty.
const GRADES: std::ops::RangeInclusive<u32> = 1..=5;
/// The game of the front page.
const FIRST: GameId = GameId::Magnetic;

/// An entry of the list of all puzzles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The game and a number: `magnetic-3`.
    pub id: String,
    /// The game.
    pub game: GameId,
    /// The number.
    pub number: u32,
    /// How hard it is: 1 (easy) to 5.
    pub grade: u32,
    /// The kind of win.
    pub aim: Aim,
    /// How many turns the solver has: 1 or 2.
    pub turns: u32,
    /// The fewest steps that the first turn needs.
    pub steps: u32,
}

/// All puzzles, the day it is, and how far the player has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    entries: Vec<Entry>,
    pub(crate) progress: Vec<PuzzleProgress>,
    pub(crate) days: Vec<(Day, Success)>,
    pub(crate) today: Day,
}

/// The puzzle of the day, as a card.
#[derive(Clone, PartialEq, Debug)]
pub struct Card {
    /// The puzzle.
    pub id: String,
    /// Its game.
    pub game: GameId,
    /// Its position.
    pub start: AnyPosition,
    /// "Puzzle of the day 41".
    pub called: Sentence,
    /// The game and the task.
    pub task: Sentence,
    /// Who is to move.
    pub color: Color,
    /// "Solve it", or how it was solved.
    pub state: Sentence,
    /// The streak of days, if it is longer than one.
    pub streak: Option<Sentence>,
}

/// A puzzle among those of its game and grade.
#[derive(Clone, PartialEq, Debug)]
pub struct Tile {
    /// The puzzle.
    pub id: String,
    /// Its number.
    pub number: u32,
    /// The player's progress; a puzzle whose solution was shown counts as seen.
    pub state: TaskProgress,
    /// The task.
    pub task: Sentence,
    /// All of the above in one sentence.
    pub name: Sentence,
}

/// The puzzles of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Section {
    /// The game.
    pub game: GameId,
    /// How many of them are solved.
    pub solved: usize,
    /// How many there are.
    pub count: usize,
    /// The grades that occur, and the puzzles of each.
    pub grades: Vec<(u32, Vec<Tile>)>,
}

impl Entry {
    /// Reads a row of the list: `["magnetic-3", 2, "king", 2, 1]`.
    fn read(row: &Data) -> Result<Entry, DataError> {
        let [id, grade, aim, turns, steps] = row.items() else {
            return Err(DataError::new("no row of five"));
        };
        let id = id.as_text().unwrap_or_default();
        let entry = || {
            let (game, number) = parts(id)?;
            let aim = Aim::read(aim.as_text()?)?;
            let (grade, turns, steps) = (grade.as_count()?, turns.as_count()?, steps.as_count()?);
            let fits = GRADES.contains(&grade) && (1..=2).contains(&turns) && steps > 0;
            let id = id.to_owned();
            fits.then_some(Entry { id, game, number, grade, aim, turns, steps })
        };
        entry().ok_or_else(|| DataError::new("no puzzle").within(id))
    }

    /// "Checkmate in one turn, with four pieces".
    pub fn task(&self) -> Sentence {
        let with = self.steps > 1;
        let key = match (self.aim.worded_for(self.game), self.turns, with) {
            (Aim::Mate, 1, false) => "puzzle.asks.mate-1",
            (Aim::Mate, 1, true) => "puzzle.asks.mate-1-with",
            (Aim::Mate, _, false) => "puzzle.asks.mate-2",
            (Aim::Mate, _, true) => "puzzle.asks.mate-2-with",
            (Aim::Win, 1, false) => "puzzle.asks.win-1",
            (Aim::Win, 1, true) => "puzzle.asks.win-1-with",
            (Aim::Win, _, false) => "puzzle.asks.win-2",
            (Aim::Win, _, true) => "puzzle.asks.win-2-with",
            (Aim::King, 1, false) => "puzzle.asks.king-1",
            (Aim::King, 1, true) => "puzzle.asks.king-1-with",
            (Aim::King, _, false) => "puzzle.asks.king-2",
            (Aim::King, _, true) => "puzzle.asks.king-2-with",
        };
        self.counted(key)
    }

    /// The task within a sentence: "checkmate with four pieces".
    fn task_within(&self) -> Sentence {
        let with = self.steps > 1;
        self.counted(match (self.aim.worded_for(self.game), self.turns, with) {
            (Aim::Mate, 1, false) => "puzzle.short.mate-1",
            (Aim::Mate, 1, true) => "puzzle.short.mate-1-with",
            (Aim::Mate, ..) => "puzzle.short.mate-2",
            (Aim::Win, 1, false) => "puzzle.short.win-1",
            (Aim::Win, 1, true) => "puzzle.short.win-1-with",
            (Aim::Win, ..) => "puzzle.short.win-2",
            (Aim::King, 1, false) => "puzzle.short.king-1",
            (Aim::King, 1, true) => "puzzle.short.king-1-with",
            (Aim::King, ..) => "puzzle.short.king-2",
        })
    }

    fn counted(&self, key: &'static str) -> Sentence {
        let sentence = Sentence::new(key);
        if self.steps > 1 { sentence.with("pieces", numeral(self.steps)) } else { sentence }
    }

    /// The text that a player shares about a solved puzzle, without spoilers.
    pub(crate) fn share(&self, how: Success, day: Option<Day>) -> Sentence {
        let key = if day.is_some() { "puzzle.share-day" } else { "puzzle.share-one" };
        Sentence::new(key)
            .with("day", Value::Count(day.unwrap_or(0) as usize))
            .with("game", Value::Game(self.game))
            .with("number", Value::Count(self.number as usize))
            .with("task", Value::Sentence(Box::new(self.task_within())))
            .with("how", Value::Sentence(Box::new(how.sentence())))
    }
}

/// The game and the number in a puzzle's name.
fn parts(id: &str) -> Option<(GameId, u32)> {
    let (game, number) = id.rsplit_once('-')?;
    Some((GameId::parse(game)?, number.parse().ok()?))
}

/// A number of pieces, as a word.
pub(crate) fn numeral(count: u32) -> Value {
    Value::Sentence(Box::new(match count {
        1 => Sentence::new("puzzle.numbers.1"),
        2 => Sentence::new("puzzle.numbers.2"),
        3 => Sentence::new("puzzle.numbers.3"),
        4 => Sentence::new("puzzle.numbers.4"),
        5 => Sentence::new("puzzle.numbers.5"),
        _ => return Value::Count(count as usize),
    }))
}

/// How the puzzle of a day was solved; if there are two entries, the last.
pub(crate) fn success_of(days: &[(Day, Success)], day: Day) -> Option<Success> {
    days.iter().rfind(|(other, _)| *other == day).map(|&(_, how)| how)
}

/// The sentence about the streak under a key, if the streak is long enough to mention.
pub(crate) fn run(days: &[(Day, Success)], today: Day, key: &'static str) -> Option<Sentence> {
    let count = streak(|day| success_of(days, day).is_some(), today);
    (count > 1).then(|| Sentence::new(key).with("days", Value::Count(count as usize)))
}

impl Book {
    /// Reads the list of all puzzles in the order of days, and the progress stored on this device.
    /// Stored entries that cannot be read are ignored.
    ///
    /// # Errors
    /// If the list is empty, has a row that is no puzzle, or has a puzzle twice.
    pub fn read(rows: &Data, progress: &Data, days: &Data, today: Day) -> Result<Book, DataError> {
        let entries: Vec<Entry> =
            rows.items().iter().map(Entry::read).collect::<Result<_, DataError>>()?;
        let is_twice = |(place, entry): (usize, &Entry)| {
            entries[..place].iter().any(|other| other.id == entry.id)
        };
        if entries.is_empty() || entries.iter().enumerate().any(is_twice) {
            return Err(DataError::new("no list in which each puzzle stands once"));
        }
        let (progress, days) = (PuzzleProgress::read(progress), read_days(days));
        Ok(Book { entries, progress, days, today })
    }

    /// The puzzles, in the order of days.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The puzzle of the day. Each puzzle gets its day; appended ones follow after the earlier
    /// ones. Players who have solved none get an easy one of the front page's game.
    pub fn due(&self) -> &Entry {
        let day = self.today.saturating_sub(1) as usize;
        let usual = &self.entries[day % self.entries.len()];
        let is_easy = |entry: &&Entry| entry.game == FIRST && entry.grade == 1;
        let easy: Vec<&Entry> = self.entries.iter().filter(is_easy).collect();
        if easy.is_empty() || self.days.iter().any(|&(day, _)| day != self.today) {
            return usual;
        }
        let easy = easy[day % easy.len()];
        // What was solved today stays the puzzle of the day.
        let is_new = match success_of(&self.days, self.today) {
            Some(_) => self.is_solved(easy),
            None => !self.entries.iter().any(|entry| self.is_solved(entry)),
        };
        if is_new { easy } else { usual }
    }

    /// The puzzle with a name; `today` is the puzzle of the day.
    pub fn find(&self, asked: &str) -> Option<&Entry> {
        match asked {
            "today" => Some(self.due()),
            id => self.entries.iter().find(|entry| entry.id == id),
        }
    }

    /// The stored progress of a puzzle; if there are two entries, the last.
    pub(crate) fn known(&self, entry: &Entry) -> Option<&PuzzleProgress> {
        self.progress.iter().rfind(|known| known.id == entry.id)
    }

    fn is_solved(&self, entry: &Entry) -> bool {
        self.known(entry).is_some_and(|known| known.solved.is_some())
    }

    /// The next puzzle: the next unsolved one of the same game, else of any game.
    pub(crate) fn following<'a>(&'a self, here: &'a Entry) -> &'a Entry {
        let others = || self.entries.iter().filter(|entry| entry.id != here.id);
        let unsolved = || others().filter(|entry| !self.is_solved(entry));
        let rank = |entry: &&Entry| (entry.grade, entry.number);
        let own = || unsolved().filter(|entry| entry.game == here.game);
        let harder = own().filter(|entry| rank(entry) > rank(&here)).min_by_key(rank);
        let found = harder.or_else(|| own().min_by_key(rank));
        found.or_else(|| unsolved().next()).or_else(|| others().next()).unwrap_or(here)
    }

    /// The puzzle of the day as a card, from the file with its game's puzzles.
    ///
    /// # Errors
    /// If the file has no such puzzle, or its position cannot be read.
    pub fn card(&self, file: &Data) -> Result<Card, DataError> {
        let entry = self.due();
        let start = Problem::start(entry, file)?;
        let state = match success_of(&self.days, self.today) {
            Some(how) => Sentence::new("puzzle.card-solved")
                .with("how", Value::Sentence(Box::new(how.sentence()))),
            None => Sentence::new("puzzle.card-solve"),
        };
        Ok(Card {
            id: entry.id.clone(),
            game: entry.game,
            start,
            called: of_day(self.today),
            task: Sentence::new("puzzle.card")
                .with("game", Value::Game(entry.game))
                .with("task", Value::Sentence(Box::new(entry.task()))),
            color: start.turn(),
            state,
            streak: run(&self.days, self.today, "puzzle.streak"),
        })
    }

    /// All puzzles, by game and grade.
    pub fn sections(&self) -> Vec<Section> {
        let section = |&game: &GameId| {
            let mut own: Vec<&Entry> = Vec::new();
            for entry in self.entries.iter().filter(|entry| entry.game == game) {
                own.insert(own.partition_point(|other| other.number <= entry.number), entry);
            }
            let grade = |grade| {
                let some = own.iter().filter(|entry| entry.grade == grade);
                (grade, some.map(|entry| self.tile(entry)).collect::<Vec<Tile>>())
            };
            let grades = GRADES.map(grade).filter(|(_, tiles)| !tiles.is_empty()).collect();
            let solved = own.iter().filter(|entry| self.is_solved(entry)).count();
            (!own.is_empty()).then_some(Section { game, solved, count: own.len(), grades })
        };
        GameId::ALL.iter().filter_map(section).collect()
    }

    fn tile(&self, entry: &Entry) -> Tile {
        let task = entry.task();
        let name = Sentence::new("puzzle.tile-open")
            .with("number", Value::Count(entry.number as usize))
            .with("task", Value::Sentence(Box::new(task.clone())))
            .with("grade", Value::Count(entry.grade as usize));
        let known = self.known(entry);
        let (state, key) = if known.is_some_and(|known| known.solved.is_some()) {
            (TaskProgress::Done, "puzzle.tile-solved")
        } else if known.is_some_and(|known| known.shown > 0) {
            (TaskProgress::Seen, "puzzle.tile-shown")
        } else {
            (TaskProgress::Open, "")
        };
        let name = match key {
            "" => name,
            key => Sentence::new(key).with("name", Value::Sentence(Box::new(name))),
        };
        Tile { id: entry.id.clone(), number: entry.number, state, task, name }
    }
}

/// "Puzzle of the day 41".
pub(crate) fn of_day(day: Day) -> Sentence {
    Sentence::new("puzzle.of-day").with("day", Value::Count(day as usize))
}
