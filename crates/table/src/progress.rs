//! The player's progress: in the tasks of a lesson, with a puzzle, and on which days.

use crate::daily::Day;
use crate::data::Data;
use crate::sentence::{Sentence, Value};

/// The progress in a task.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum TaskProgress {
    /// Not done.
    #[default]
    Open,
    /// Done after its solution was shown.
    Seen,
    /// Done.
    Done,
}

impl TaskProgress {
    /// Its name in stored data.
    pub const fn id(self) -> &'static str {
        match self {
            TaskProgress::Open => "",
            TaskProgress::Seen => "seen",
            TaskProgress::Done => "done",
        }
    }

    /// Merges the progress of this window into what is stored, perhaps by another window. An empty
    /// update restarts the lesson.
    pub fn merged(kept: &[TaskProgress], new: &[TaskProgress]) -> Vec<TaskProgress> {
        let known = |place| kept.get(place).copied().unwrap_or_default();
        new.iter().enumerate().map(|(place, &one)| one.max(known(place))).collect()
    }

    /// Reads the stored progress of a lesson; unknown values count as open.
    pub fn read(kept: &Data) -> Vec<TaskProgress> {
        let known = [TaskProgress::Seen, TaskProgress::Done];
        let read = |item: &Data| known.into_iter().find(|one| item.as_text() == Some(one.id()));
        kept.items().iter().map(|item| read(item).unwrap_or_default()).collect()
    }
}

/// The mistakes and hints before a puzzle was solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Success {
    /// Wrong turns.
    pub misses: u32,
    /// Hints.
    pub hints: u32,
}

impl Success {
    fn read(kept: &Data) -> Option<Success> {
        Some(Success { misses: kept.count("misses").ok()?, hints: kept.count("hints").ok()? })
    }

    /// "first try, one hint".
    pub(crate) fn sentence(self) -> Sentence {
        const TRIES: [&str; 5] = [
            "puzzle.tries.1",
            "puzzle.tries.2",
            "puzzle.tries.3",
            "puzzle.tries.4",
            "puzzle.tries.5",
        ];
        let tries = match TRIES.get(self.misses as usize) {
            Some(key) => Sentence::new(key),
            None => Sentence::new("puzzle.tries.many")
                .with("count", Value::Count(self.misses as usize + 1)),
        };
        if self.hints == 0 {
            return tries;
        }
        let key = if self.hints == 1 { "puzzle.how-one-hint" } else { "puzzle.how-hints" };
        Sentence::new(key)
            .with("tries", Value::Sentence(Box::new(tries)))
            .with("hints", Value::Count(self.hints as usize))
    }
}

/// The stored progress with a puzzle: mistakes and hints of the current attempt, and those before
/// the first success.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PuzzleProgress {
    /// The puzzle's name.
    pub id: String,
    /// Wrong turns of this attempt.
    pub misses: u32,
    /// Hints of this attempt.
    pub hints: u32,
    /// The day on which the solution was last shown; 0: never.
    pub shown: Day,
    /// The first success.
    pub solved: Option<Success>,
}

impl PuzzleProgress {
    /// This progress merged into what is stored, perhaps by another window.
    #[must_use]
    pub fn after(self, kept: Option<&PuzzleProgress>) -> PuzzleProgress {
        let Some(kept) = kept else { return self };
        let (solved, shown) = (kept.solved.or(self.solved), kept.shown.max(self.shown));
        PuzzleProgress { solved, shown, ..self }
    }

    /// Reads the stored progress with puzzles; entries that cannot be read are ignored.
    pub fn read(kept: &Data) -> Vec<PuzzleProgress> {
        let one = |item: &Data| {
            let id = item.text("id").ok()?.to_owned();
            let count = |key| item.count(key).unwrap_or(0);
            let solved = item.get("solved").and_then(Success::read);
            let (misses, hints, shown) = (count("misses"), count("hints"), count("shown"));
            Some(PuzzleProgress { id, misses, hints, shown, solved })
        };
        kept.items().iter().filter_map(one).collect()
    }
}

/// Reads the days whose puzzles were solved, and how.
pub(crate) fn read_days(kept: &Data) -> Vec<(Day, Success)> {
    let one = |item: &Data| Some((item.count("day").ok()?, Success::read(item)?));
    kept.items().iter().filter_map(one).collect()
}
