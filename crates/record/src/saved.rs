//! The saved form of a game: text for storing it on a device.
//!
//! Each line is a keyword and its data; the first names the format and its version:
//!
//! ```text
//! fivefold-record 1
//! game charismatic
//! start 3k4/8/8/8/8/8/8/4K3[…] w - - 0 0 - -
//! steps draw:RBPPP R@a1 …
//! undone …
//! verdict resignation w
//! ```
//!
//! Lines about variations and annotations follow. Readers that know only the main line stop before
//! them, and so still open the game that was played; what they write back has the main line alone.
//! Turns have numbers: 0 is before the first, then come those of the main line, the unfinished one
//! last, then the others in the order of their lines. For a time, games with more than their main
//! line were saved as version 2, which differs only in its number, and is still read.
//!
//! ```text
//! turn 3 e2e4           (a turn that was considered behind turn 3)
//! order 4 P@b2 P@a2 end (another order of its steps, which ends alike)
//! comment 4 Well.       (line feeds as \n, \ as \\)
//! before 4 Or else:
//! glyphs 4 1 14
//! marks 4 Ge2e4 Rd5
//! time 4 1500 58500     (used and left, in milliseconds; - where it is not known)
//! clock 300+5 1200      (the time control, and what the unfinished turn has taken)
//! ```

use std::cell::RefCell;
use std::fmt::{self, Write as _};

use rules::any::{AnyPosition, GameId};
use rules::{Color, FenError, GameSpec, Refusal, Step};

use crate::game::{Brush, Game, Mark, Time, TurnId};
use crate::record::Record;
use crate::verdict::{Ending, Verdict};

const HEADER: &str = "fivefold-record 1";
/// The header of version 2.
const HEADER_OF_TREES: &str = "fivefold-record 2";
/// The most turns of variations in a saved game: far more than anybody needs.
const MOST_TURNS: usize = 100_000;

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
    /// It is not a saved game, or has an unknown version.
    Header,
    /// A line does not begin with this keyword.
    Wanted(&'static str),
    /// There is no game with this name.
    Game(String),
    /// The start position cannot be played.
    Start(FenError),
    /// A step is not in step notation.
    Step(String),
    /// The rules refuse a step.
    Refused(String, Refusal),
    /// The verdict is invalid.
    Verdict(String),
    /// A line about variations or annotations has no place in the game.
    Beside(String),
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
            SavedFault::Beside(text) => write!(f, "'{text}' has no place in the game"),
        }
    }
}

impl std::error::Error for SavedError {}

/// Steps as text, each with a space before it.
fn write_steps(out: &mut String, steps: &[Step], spec: &'static GameSpec) {
    for step in steps {
        let _ = write!(out, " {}", step.display(spec));
    }
}

/// A line as text, by its start, its steps and the undone ones, both as [`write_steps`] writes them.
fn write_line(
    start: &AnyPosition,
    steps: &str,
    undone: &[Step],
    verdict: Option<Verdict>,
) -> String {
    let spec = start.spec();
    let mut out =
        format!("{HEADER}\ngame {}\nstart {}\nsteps{steps}\nundone", spec.id, start.fen());
    write_steps(&mut out, undone, spec);
    if let Some(Verdict { winner, ending }) = verdict
        && ending.is_by_players()
    {
        let winner = winner.map_or('-', Color::letter);
        let _ = write!(out, "\nverdict {} {winner}", ending.id());
    }
    out.push('\n');
    out
}

/// The main line of a saved game as [`Record::save`] writes it; what follows the header, and how many lines of
/// that are the main line's.
fn main_line(text: &str) -> Result<(String, &str, usize), SavedError> {
    let rest = [HEADER, HEADER_OF_TREES].iter().find_map(|header| text.strip_prefix(header));
    let rest = rest.ok_or(SavedError { line: 1, fault: SavedFault::Header })?;
    // The game, its start, the steps and the undone ones follow the header, then possibly a verdict.
    let has_verdict = rest.lines().nth(5).is_some_and(|line| line.starts_with("verdict"));
    let own = if has_verdict { 6 } else { 5 };
    let line: Vec<&str> = rest.lines().take(own).collect();
    Ok((format!("{HEADER}{}", line.join("\n")), rest, own))
}

impl Record {
    /// Reads the main line of a game as [`Game::save`] or [`Record::save`] writes it.
    ///
    /// # Errors
    /// If the text is not such a game: which line, and what is wrong with it.
    pub fn load_main_line(text: &str) -> Result<Self, SavedError> {
        main_line(text).and_then(|(line, ..)| Record::load(&line))
    }

    /// The saved form; [`Record::load`] reads it back.
    pub fn save(&self) -> String {
        let mut steps = String::new();
        write_steps(&mut steps, self.steps(), self.start().spec());
        write_line(self.start(), &steps, self.undone(), self.verdict())
    }

    /// Reads a game as [`Record::save`] writes it. Every step is checked by the rules.
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
            let (winner, ending) = match verdict {
                "agreement -" => (None, Ending::Agreement),
                "resignation w" => (Some(Color::White), Ending::Resignation),
                "resignation b" => (Some(Color::Black), Ending::Resignation),
                "time w" => (Some(Color::White), Ending::Time),
                "time b" => (Some(Color::Black), Ending::Time),
                "time -" => (None, Ending::Time),
                "abandonment w" => (Some(Color::White), Ending::Abandonment),
                "abandonment b" => (Some(Color::Black), Ending::Abandonment),
                "abandonment -" => (None, Ending::Abandonment),
                _ => return Err(bad()),
            };
            let verdict = Verdict { winner, ending };
            record.reopen();
            record.close(verdict);
        }
        Ok(record)
    }
}

/// The steps of the main line up to a finished turn as they were last saved: a long game is saved with each
/// step, and its turns do not change.
#[derive(Clone, Debug)]
pub(crate) struct SavedLine(RefCell<(TurnId, String)>);

impl Default for SavedLine {
    fn default() -> Self {
        SavedLine(RefCell::new((Game::ROOT, String::new())))
    }
}

/// It follows from the game's turns.
impl PartialEq for SavedLine {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Game {
    /// The saved form; [`Game::load`] reads it back. It begins with the main line as
    /// [`Record::save`] writes it, so that [`Record::load`] and older versions can read that.
    pub fn save(&self) -> String {
        let mut out = self.save_line();
        if !self.saved_clock().is_empty() {
            let _ = writeln!(out, "clock {}", self.saved_clock());
        }
        let spec = self.start().spec();
        // The turns of the main line have the first numbers, in their order.
        let line: Vec<TurnId> = std::iter::once(Game::ROOT).chain(self.main_line()).collect();
        let mut beside = String::new();
        // Depth first, so that turns are listed after their parents.
        let mut open = vec![(Game::ROOT, 0)];
        let mut count = line.len();
        while let Some((turn, number)) = open.pop() {
            self.save_remarks(&mut beside, turn, number);
            let behind = open.len();
            for &child in self.next(turn) {
                if line.get(number + 1) == Some(&child) {
                    open.push((child, number + 1));
                    continue;
                }
                let _ = write!(beside, "turn {number}");
                write_steps(&mut beside, self.steps(child), spec);
                beside.push('\n');
                open.push((child, count));
                count += 1;
            }
            open[behind..].reverse();
        }
        out.push_str(&beside);
        out
    }

    /// The main line in its saved form, as [`Record::save`] writes it.
    pub fn save_line(&self) -> String {
        let mut steps = self.saved_steps();
        if !self.is_whole(self.tip()) {
            write_steps(&mut steps, self.steps(self.tip()), self.start().spec());
        }
        write_line(self.start(), &steps, self.undone(), self.verdict())
    }

    /// The steps of the finished turns of the main line in their saved form.
    fn saved_steps(&self) -> String {
        let mut known = self.saved_line.0.borrow_mut();
        let tip = self.tip();
        let last = if self.is_whole(tip) { tip } else { self.parent(tip) };
        let mut fresh = Vec::new();
        let mut at = last;
        while at != known.0 && at != Game::ROOT {
            fresh.push(at);
            at = self.parent(at);
        }
        if at != known.0 {
            known.1.clear();
        }
        known.0 = last;
        for turn in fresh.into_iter().rev() {
            write_steps(&mut known.1, self.steps(turn), self.start().spec());
        }
        known.1.clone()
    }

    fn save_remarks(&self, out: &mut String, turn: TurnId, number: usize) {
        let shape = self.start().spec().shape;
        for order in self.orders(turn) {
            let _ = write!(out, "order {number}");
            write_steps(out, order, self.start().spec());
            out.push('\n');
        }
        let (before, behind) = self.comments(turn);
        for (word, text) in [("before", before), ("comment", behind)] {
            if !text.is_empty() {
                let text = text.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r");
                let _ = writeln!(out, "{word} {number} {text}");
            }
        }
        if !self.glyphs(turn).is_empty() {
            let _ = write!(out, "glyphs {number}");
            for glyph in self.glyphs(turn) {
                let _ = write!(out, " {glyph}");
            }
            out.push('\n');
        }
        if !self.marks(turn).is_empty() {
            let _ = write!(out, "marks {number}");
            for mark in self.marks(turn) {
                let _ = write!(out, " {}{}", mark.brush.letter(), shape.name(mark.from));
                if mark.to != mark.from {
                    let _ = write!(out, "{}", shape.name(mark.to));
                }
            }
            out.push('\n');
        }
        let Time { used, left } = self.time(turn);
        if used.is_some() || left.is_some() {
            let text = |time: Option<u32>| time.map_or("-".to_owned(), |time| time.to_string());
            let _ = writeln!(out, "time {number} {} {}", text(used), text(left));
        }
    }

    /// Reads a game as [`Game::save`] or [`Record::save`] writes it. Every step is checked by the
    /// rules.
    ///
    /// # Errors
    /// If the text is not such a game: which line, and what is wrong with it.
    pub fn load(text: &str) -> Result<Self, SavedError> {
        let (line, rest, own) = main_line(text)?;
        let mut game = Game::of(&Record::load(&line)?);
        let mut turns = vec![Game::ROOT];
        turns.extend(game.main_line());
        for (index, line) in rest.lines().enumerate().skip(own) {
            let shown = || SavedFault::Beside(line.chars().take(80).collect());
            game.load_beside(&mut turns, line)
                .ok_or_else(|| SavedError { line: index + 1, fault: shown() })?;
        }
        Ok(game)
    }

    /// Reads a line about variations or annotations; `None` if it has no place here.
    fn load_beside(&mut self, turns: &mut Vec<TurnId>, line: &str) -> Option<()> {
        let (word, rest) = line.split_once(' ')?;
        if word == "clock" {
            self.set_saved_clock(rest);
            return Some(());
        }
        let (number, rest) = rest.split_once(' ')?;
        let turn = *turns.get(number.parse::<usize>().ok()?)?;
        let spec = self.start().spec();
        let steps = || -> Option<Vec<Step>> {
            rest.split(' ').map(|text| Step::parse(text, spec).ok()).collect()
        };
        match word {
            "turn" => {
                let steps = steps().filter(|_| turns.len() < MOST_TURNS && self.is_whole(turn))?;
                turns.push(self.consider(turn, &steps).ok()?);
            }
            "order" => return self.add_order(turn, &steps()?).then_some(()),
            "comment" => self.set_comment(turn, &unescaped(rest)),
            "before" => self.set_comment_before(turn, &unescaped(rest)),
            "glyphs" => {
                for glyph in rest.split(' ') {
                    self.annotate(turn, glyph.parse().ok()?);
                }
            }
            "marks" => {
                let shape = spec.shape;
                for mark in rest.split(' ') {
                    let letter = mark.chars().next()?;
                    let brush = Brush::ALL.into_iter().find(|brush| brush.letter() == letter)?;
                    let (from, rest) = shape.read(mark.strip_prefix(letter)?)?;
                    let to = if rest.is_empty() { from } else { shape.parse(rest)? };
                    self.mark(turn, Mark { brush, from, to });
                }
            }
            "time" => {
                let (used, left) = rest.split_once(' ')?;
                let read = |text: &str| match text {
                    "-" => Some(None),
                    text => text.parse().ok().map(Some),
                };
                self.set_time(turn, Time { used: read(used)?, left: read(left)? });
            }
            _ => return None,
        }
        Some(())
    }
}

/// A comment with its line feeds restored.
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut signs = text.chars();
    while let Some(sign) = signs.next() {
        match (sign, if sign == '\\' { signs.next() } else { None }) {
            ('\\', Some('n')) => out.push('\n'),
            ('\\', Some('r')) => out.push('\r'),
            ('\\', Some(other)) => out.push(other),
            _ => out.push(sign),
        }
    }
    out
}
