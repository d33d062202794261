//! What crosses about the report of a game: what the computer finds, what is shown of it, and the exercises
//! that come of it.

use crate::contract::Tsify;
use rules::{GameSpec, Step};
use serde::{Deserialize, Serialize};

use super::Place;
use super::sentence::{Color, Names, Sentence};

/// What the computer finds a place worth, as its module writes it. All numbers are White's.
#[derive(Clone, PartialEq, Eq, Deserialize, Tsify, Debug)]
#[tsify(missing_as_null)]
pub struct Worth {
    /// Hundredths of a pawn.
    pub score: i32,
    /// After how many turns of both sides White has won (above 0) or Black has.
    pub decided: Option<i32>,
    /// What White may expect, in thousandths of a game.
    pub expected: u32,
    /// The best turn; where chance acts, the best that is made of the draw.
    pub best: Vec<String>,
    /// What White may expect after the draw that was made here.
    pub dealt: Option<u32>,
    /// What White may expect behind the best that is made of the draw.
    pub placed: Option<u32>,
}

/// What is done in an exercise: `table::Learn`.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub enum Learn {
    White,
    Black,
    Again,
    Solve,
    Next,
    Leave,
}

/// A place of the main line in the graph.
#[derive(Clone, PartialEq, Eq, Serialize, Tsify, Debug)]
#[tsify(missing_as_null)]
#[allow(missing_docs)]
pub struct Point {
    pub place: Place,
    /// 0: the start, or a placement.
    pub number: u32,
    pub color: Color,
    /// Empty: the start.
    pub san: String,
    /// For White: "+0.8", "#3", "1–0"; empty: it is not known.
    pub score: String,
    /// Hundredths of a pawn for White, at most ten pawns.
    pub points: i32,
    /// What White may expect, in thousandths of a game.
    pub expected: Option<u32>,
    /// "grave", "slip", "doubt", or empty.
    pub grade: String,
    pub better: String,
    /// What the draw brought who drew, in thousandths of a game.
    pub luck: Option<i32>,
}

/// What a report says of a side: `table::SideReport`.
#[derive(Clone, PartialEq, Eq, Serialize, Tsify, Debug)]
#[tsify(missing_as_null)]
pub struct SideReport {
    /// In tenths of a per cent.
    pub accuracy: Option<u32>,
    /// Inaccuracies, mistakes, blunders.
    pub counts: Vec<u32>,
    /// In thousandths of a game.
    pub luck: Option<i32>,
}

/// An exercise: `table::LearningView`.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct Learning {
    pub says: Sentence,
    pub number: usize,
    pub of: usize,
    pub asks: bool,
    pub is_done: bool,
    pub is_over: bool,
}

/// A report: `table::ReportView`.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
#[allow(missing_docs)]
pub struct Reported {
    pub may: bool,
    /// How many places are known, and how many were asked for.
    pub progress: Option<(usize, usize)>,
    pub is_whole: bool,
    /// How many positions are looked at for each place.
    pub nodes: u32,
    pub says: Option<Sentence>,
    pub points: Vec<Point>,
    /// White's, and Black's.
    pub sides: Vec<SideReport>,
    /// Which of the points are those where the game turned.
    pub turning: Vec<usize>,
    /// The sides that have mistakes to learn from.
    pub learns: Vec<Color>,
    pub learning: Option<Learning>,
}

impl Worth {
    /// What was found, with what it names; none if it is none of the game.
    pub(crate) fn read(self, spec: &GameSpec) -> Option<table::Worth> {
        let Worth { score, decided, expected, best, dealt, placed } = self;
        let best = best.iter().map(|step| Step::parse(step, spec).ok()).collect::<Option<_>>()?;
        let most = |part: u32| part.min(1000);
        let (expected, dealt, placed) = (most(expected), dealt.map(most), placed.map(most));
        Some(table::Worth { score, decided, expected, best, dealt, placed })
    }
}

impl From<Learn> for table::Learn {
    fn from(learn: Learn) -> Self {
        match learn {
            Learn::White => table::Learn::Begin(rules::Color::White),
            Learn::Black => table::Learn::Begin(rules::Color::Black),
            Learn::Again => table::Learn::Again,
            Learn::Solve => table::Learn::Solve,
            Learn::Next => table::Learn::Next,
            Learn::Leave => table::Learn::Leave,
        }
    }
}

impl Reported {
    pub(crate) fn new(view: table::ReportView, names: Names<'_>) -> Self {
        let point = |point: table::Point| Point {
            place: Place { turn: point.place.turn.number(), steps: point.place.steps },
            number: point.number,
            color: point.color.into(),
            san: point.san,
            score: point.score,
            points: point.points,
            expected: point.expected,
            grade: match point.grade {
                Some(table::Grade::Grave) => "grave",
                Some(table::Grade::Slip) => "slip",
                Some(table::Grade::Doubt) => "doubt",
                None => "",
            }
            .to_owned(),
            better: point.better,
            luck: point.luck,
        };
        let side = |side: table::SideReport| SideReport {
            accuracy: side.accuracy,
            counts: side.counts.iter().map(|&count| count as u32).collect(),
            luck: side.luck,
        };
        let learning = |learning: table::LearningView| Learning {
            says: names.sentence(&learning.says),
            number: learning.number,
            of: learning.of,
            asks: learning.asks,
            is_done: learning.is_done,
            is_over: learning.is_over,
        };
        Reported {
            may: view.may,
            progress: view.progress,
            is_whole: view.is_whole,
            nodes: view.nodes as u32,
            says: view.says.map(|says| names.sentence(&says)),
            points: view.points.into_iter().map(point).collect(),
            sides: view.sides.into_iter().map(side).collect(),
            turning: view.turning,
            learns: view.learns.into_iter().map(Color::from).collect(),
            learning: view.learning.map(learning),
        }
    }
}

#[cfg(test)]
mod tests {
    use record::game::Path;
    use rules::{AnyPosition, GameId};

    use super::*;

    #[test]
    fn each_point_crosses_with_its_grade_and_each_side_in_its_place() {
        let point = |number, color, grade| table::Point {
            place: Path::START,
            number,
            color,
            san: format!("{number}"),
            score: "+0.3".to_owned(),
            points: 30,
            expected: Some(550),
            grade,
            better: "e4".to_owned(),
            luck: Some(-20),
        };
        let (white, black) = (rules::Color::White, rules::Color::Black);
        let side = |accuracy| table::SideReport { accuracy, counts: [1, 2, 3], luck: Some(5) };
        let view = table::ReportView {
            may: true,
            progress: Some((2, 4)),
            is_whole: false,
            nodes: 5000,
            says: None,
            points: vec![
                point(1, white, Some(table::Grade::Grave)),
                point(1, black, Some(table::Grade::Slip)),
                point(2, white, Some(table::Grade::Doubt)),
                point(2, black, None),
            ],
            sides: [side(Some(900)), side(None)],
            turning: vec![1],
            learns: vec![black],
            learning: None,
        };
        let position = AnyPosition::initial(GameId::Orthodox);
        let reported = Reported::new(view, Names(&position));
        let points: Vec<(u32, Color, &str)> = reported
            .points
            .iter()
            .map(|point| (point.number, point.color, &*point.grade))
            .collect();
        let (white, black) = (Color::from(white), Color::from(black));
        assert_eq!(
            points,
            [(1, white, "grave"), (1, black, "slip"), (2, white, "doubt"), (2, black, "")]
        );
        let first = &reported.points[0];
        assert_eq!(first.place, Place { turn: 0, steps: 0 });
        assert_eq!((&*first.san, &*first.score, first.points), ("1", "+0.3", 30));
        assert_eq!((first.expected, &*first.better, first.luck), (Some(550), "e4", Some(-20)));
        let accuracies: Vec<_> = reported.sides.iter().map(|side| side.accuracy).collect();
        assert_eq!(accuracies, [Some(900), None]);
        assert_eq!((&*reported.sides[0].counts, reported.sides[0].luck), (&[1, 2, 3][..], Some(5)));
        assert_eq!((reported.progress, reported.nodes), (Some((2, 4)), 5000));
        assert_eq!((reported.turning, reported.learns), (vec![1], vec![black]));
    }
}
