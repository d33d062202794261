//! Lessons and puzzles, as they cross.

use serde::Serialize;
use table::{AnswerKind, Stage, Success, Way};
use tsify::Tsify;

use super::sentence::{Color, Diagram, Names, Sentence, place};

/// The answer that is shown beside the board.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[allow(missing_docs)]
pub struct Answer {
    #[tsify(type = "'' | 'good' | 'wrong' | 'refusal' | 'hint'")]
    pub kind: &'static str,
    /// A sentence after the other.
    pub says: Vec<Sentence>,
    /// The place in the rules that it comes from, or nothing: `charismatic#movement-1`.
    pub rule: String,
}

/// The caption of a puzzle.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[allow(missing_docs)]
pub struct Caption {
    pub called: Sentence,
    /// The grade of difficulty, 1 to 5.
    pub grade: u32,
    /// Who is to move.
    pub mover: Color,
}

/// What is shown of a lesson or a puzzle.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[tsify(missing_as_null)]
#[allow(missing_docs)]
pub struct Exercise {
    #[tsify(type = "'open' | 'missed' | 'thinking' | 'refuted' | 'playing' | 'done' | 'end'")]
    pub stage: &'static str,
    pub title: Sentence,
    /// The text of a task.
    pub text: Option<Sentence>,
    /// The number of the lesson's task, from 0.
    pub at: Option<usize>,
    /// How far one has come with each task of the lesson.
    #[tsify(type = "('' | 'seen' | 'done')[]")]
    pub tasks: Vec<&'static str>,
    /// Of a puzzle.
    pub caption: Option<Caption>,
    pub answer: Answer,
    /// What can be done, by name.
    pub ways: Vec<&'static str>,
    /// Which of it is the way on, or nothing.
    pub main: &'static str,
    /// The text to share about a solved puzzle, one sentence a line.
    pub share: Option<Vec<Sentence>>,
    /// The name of the puzzle.
    pub puzzle: Option<String>,
    /// The next puzzle.
    pub next: Option<String>,
}

/// How a puzzle was solved.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Tsify, Debug)]
#[allow(missing_docs)]
pub struct Solved {
    pub misses: u32,
    pub hints: u32,
}

/// What is kept of a puzzle.
#[derive(Clone, PartialEq, Eq, Serialize, Tsify, Debug)]
#[tsify(missing_as_null)]
#[allow(missing_docs)]
pub struct PuzzleProgress {
    pub id: String,
    pub misses: u32,
    pub hints: u32,
    pub shown: u32,
    pub solved: Option<Solved>,
}

/// The puzzle of the day, as a card.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[tsify(missing_as_null)]
#[allow(missing_docs)]
pub struct Card {
    pub id: String,
    pub game: &'static str,
    pub board: Diagram,
    pub called: Sentence,
    pub task: Sentence,
    pub color: Color,
    pub state: Sentence,
    pub streak: Option<Sentence>,
}

/// A puzzle among those of its game and grade.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[allow(missing_docs)]
pub struct Tile {
    pub id: String,
    pub number: u32,
    #[tsify(type = "'' | 'seen' | 'done'")]
    pub state: &'static str,
    pub task: Sentence,
    pub name: Sentence,
}

/// The puzzles of a game; of each grade that occurs, its number and its puzzles.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[allow(missing_docs)]
pub struct Section {
    pub game: &'static str,
    pub solved: usize,
    pub count: usize,
    pub grades: Vec<(u32, Vec<Tile>)>,
}

impl Exercise {
    pub(crate) fn new(shown: &table::Exercise, names: Names<'_>) -> Self {
        let sentence = |said: &table::Sentence| names.sentence(said);
        Exercise {
            stage: match shown.stage {
                Stage::Open => "open",
                Stage::Missed => "missed",
                Stage::Thinking => "thinking",
                Stage::Refuted => "refuted",
                Stage::Playing => "playing",
                Stage::Done => "done",
                Stage::End => "end",
            },
            title: sentence(&shown.title),
            text: shown.text.as_ref().map(sentence),
            at: shown.at,
            tasks: shown.tasks.iter().map(|task| task.id()).collect(),
            caption: shown.caption.as_ref().map(|caption| Caption {
                called: sentence(&caption.called),
                grade: caption.grade,
                mover: caption.mover.into(),
            }),
            answer: Answer {
                kind: match shown.answer.kind {
                    AnswerKind::Plain => "",
                    AnswerKind::Good => "good",
                    AnswerKind::Wrong => "wrong",
                    AnswerKind::Refusal => "refusal",
                    AnswerKind::Hint => "hint",
                },
                says: shown.answer.says.iter().map(sentence).collect(),
                rule: shown.answer.rule.map(place).unwrap_or_default(),
            },
            ways: shown.ways.iter().copied().map(way).collect(),
            main: shown.main.map_or("", way),
            share: shown.share.as_ref().map(|lines| lines.iter().map(sentence).collect()),
            puzzle: shown.puzzle.clone(),
            next: shown.next.clone(),
        }
    }
}

fn way(way: Way) -> &'static str {
    match way {
        Way::Back => "back",
        Way::Show => "show",
        Way::Restart => "restart",
        Way::Rules => "rules",
        Way::Why => "why",
        Way::Again => "again",
        Way::Hint => "hint",
        Way::Share => "share",
        Way::Analyse => "analysis",
        Way::All => "all",
        Way::Next => "next",
        Way::Finish => "finish",
        Way::Play => "play",
    }
}

impl From<Success> for Solved {
    fn from(Success { misses, hints }: Success) -> Self {
        Solved { misses, hints }
    }
}

impl From<table::PuzzleProgress> for PuzzleProgress {
    fn from(kept: table::PuzzleProgress) -> Self {
        let table::PuzzleProgress { id, misses, hints, shown, solved } = kept;
        PuzzleProgress { id, misses, hints, shown, solved: solved.map(Solved::from) }
    }
}

#[cfg(feature = "whole")]
impl Card {
    pub(crate) fn new(card: table::Card, names: Names<'_>) -> Self {
        Card {
            id: card.id,
            game: card.game.spec().id,
            board: Diagram::new(&card.start),
            called: names.sentence(&card.called),
            task: names.sentence(&card.task),
            color: card.color.into(),
            state: names.sentence(&card.state),
            streak: card.streak.map(|streak| names.sentence(&streak)),
        }
    }
}

#[cfg(feature = "whole")]
impl Section {
    pub(crate) fn new(section: table::Section, names: Names<'_>) -> Self {
        let tile = |tile: table::Tile| Tile {
            id: tile.id,
            number: tile.number,
            state: tile.state.id(),
            task: names.sentence(&tile.task),
            name: names.sentence(&tile.name),
        };
        let grades = section.grades.into_iter();
        Section {
            game: section.game.spec().id,
            solved: section.solved,
            count: section.count,
            grades: grades
                .map(|(grade, tiles)| (grade, tiles.into_iter().map(tile).collect()))
                .collect(),
        }
    }
}
