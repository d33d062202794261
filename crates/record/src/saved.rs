//! The text in which a game in progress is kept on a device.
//!
//! Lines of a word and what belongs to it; the first names the format and its version:
//!
//! ```text
//! fivefold-record 1
//! game charismatic
//! start 3k4/8/8/8/8/8/8/4K3[…] w - - 0 0 - -
//! steps draw:RBPPP R@a1 …
//! undone …
//! verdict resignation w
//! ```

use std::fmt::{self, Write as _};

use rules::any::{AnyPosition, GameId};
use rules::{Color, FenError, Refusal, Step};

use crate::record::Record;
use crate::verdict::{Ending, Verdict};

const HEADER: &str = "fivefold-record 1";

/// A saved game that cannot be read.
#[derive(Clone, PartialEq, Debug)]
pub struct SavedError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: SavedFault,
}

/// What is wrong with a saved game.
#[derive(Clone, PartialEq, Debug)]
pub enum SavedFault {
    /// It is not a saved game, or one of a version that is not known here.
    Header,
    /// A line does not begin with the word wanted.
    Wanted(&'static str),
    /// No game has this name.
    Game(String),
    /// The starting position cannot be played.
    Start(FenError),
    /// A step is not in step notation.
    Step(String),
    /// The rules refuse a step.
    Refused(String, Refusal),
    /// The verdict is none.
    Verdict(String),
}

impl fmt::Display for SavedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.fault {
            SavedFault::Header => write!(f, "'{HEADER}' wanted"),
            SavedFault::Wanted(word) => write!(f, "'{word} …' wanted"),
            SavedFault::Game(name) => write!(f, "no game is called '{name}'"),
            SavedFault::Start(error) => write!(f, "{error}"),
            SavedFault::Step(text) => write!(f, "'{text}' is not a step"),
            SavedFault::Refused(text, refusal) => {
                write!(f, "the rules refuse '{text}' ({})", refusal.reason)
            }
            SavedFault::Verdict(text) => write!(f, "'{text}' is not a result"),
        }
    }
}

impl std::error::Error for SavedError {}

impl Record {
    /// The game as text; [`Record::load`] reads it back.
    pub fn save(&self) -> String {
        let spec = self.start().spec();
        let mut out = format!("{HEADER}\ngame {}\nstart {}\nsteps", spec.id, self.start().fen());
        for step in self.steps() {
            let _ = write!(out, " {}", step.display(spec));
        }
        out.push_str("\nundone");
        for step in self.undone() {
            let _ = write!(out, " {}", step.display(spec));
        }
        if let Some(Verdict { winner, ending }) = self.verdict()
            && matches!(ending, Ending::Agreement | Ending::Resignation)
        {
            let winner = winner.map_or('-', Color::letter);
            let _ = write!(out, "\nverdict {} {winner}", ending.id());
        }
        out.push('\n');
        out
    }

    /// Reads a game as [`Record::save`] writes it. Every step goes through the rules.
    ///
    /// # Errors
    /// If the text is not such a game: which line, and what is wrong with it.
    pub fn load(text: &str) -> Result<Self, SavedError> {
        let mut lines = text.lines().enumerate();
        let mut value = |word: &'static str| {
            let (index, line) = lines.next().unwrap_or((0, ""));
            let line_number = index + 1;
            let rest = line.strip_prefix(word).and_then(|rest| match rest.strip_prefix(' ') {
                Some(rest) => Some(rest),
                None => rest.is_empty().then_some(""),
            });
            let fault = SavedFault::Wanted(word);
            rest.map(|rest| (line_number, rest)).ok_or(SavedError { line: line_number, fault })
        };
        let fail = |line, fault| SavedError { line, fault };

        match value(HEADER) {
            Ok((_, "")) => {}
            _ => return Err(fail(1, SavedFault::Header)),
        }
        let (line, game) = value("game")?;
        let game =
            GameId::parse(game).ok_or_else(|| fail(line, SavedFault::Game(game.to_owned())))?;
        let (line, fen) = value("start")?;
        let start = AnyPosition::from_fen(game, fen)
            .map_err(|error| fail(line, SavedFault::Start(error)))?;
        let mut record = Record::new(start);
        let read = |line, text: &str| {
            Step::parse(text, game.spec())
                .map_err(|_| fail(line, SavedFault::Step(text.to_owned())))
        };
        let (line, steps) = value("steps")?;
        for text in steps.split_whitespace() {
            let step = read(line, text)?;
            record
                .retake(step)
                .map_err(|refusal| fail(line, SavedFault::Refused(text.to_owned(), refusal)))?;
        }
        let (line, undone) = value("undone")?;
        let undone: Vec<Step> =
            undone.split_whitespace().map(|text| read(line, text)).collect::<Result<_, _>>()?;
        record.set_undone(undone);
        if let Ok((line, verdict)) = value("verdict") {
            let bad = || fail(line, SavedFault::Verdict(verdict.to_owned()));
            let verdict = match verdict {
                "agreement -" => Verdict { winner: None, ending: Ending::Agreement },
                "resignation w" => {
                    Verdict { winner: Some(Color::White), ending: Ending::Resignation }
                }
                "resignation b" => {
                    Verdict { winner: Some(Color::Black), ending: Ending::Resignation }
                }
                _ => return Err(bad()),
            };
            record.reopen();
            record.close(verdict);
        }
        Ok(record)
    }
}
