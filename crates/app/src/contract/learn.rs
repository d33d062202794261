//! Lessons and puzzles, as they cross.

use crate::contract::Tsify;
use serde::Serialize;
use table::Success;
#[cfg(feature = "whole")]
use table::{AnswerKind, Stage, TaskProgress, Way};

use super::part::Part;
#[cfg(feature = "whole")]
use super::part::words;
use super::sentence::{Color, Diagram, Sentence};
#[cfg(feature = "whole")]
use super::sentence::{Names, Value, place};

/// What is shown of a lesson or a puzzle.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[tsify(missing_as_null)]
#[allow(missing_docs)]
pub struct Exercise {
    #[tsify(type = "'open' | 'missed' | 'thinking' | 'refuted' | 'playing' | 'done' | 'end'")]
    pub stage: &'static str,
    /// The number of the lesson's task, from 0.
    pub at: Option<usize>,
    /// What is to be done, and how far one has come.
    pub task: Vec<Part>,
    /// The answer to what was done, and the ways on.
    pub answer: Vec<Part>,
    /// The text to share about a solved puzzle, one sentence a line.
    pub share: Option<Vec<Sentence>>,
    /// The name of the puzzle.
    pub puzzle: Option<String>,
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

#[cfg(feature = "whole")]
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
            at: shown.at,
            task: task(shown, names),
            answer: answer(shown, names),
            share: shown.share.as_ref().map(|lines| lines.iter().map(sentence).collect()),
            puzzle: shown.puzzle.clone(),
        }
    }
}

/// What is to be done: how far one has come or what the puzzle is called, the title, and the text.
#[cfg(feature = "whole")]
fn task(shown: &table::Exercise, names: Names<'_>) -> Vec<Part> {
    let caption = match &shown.caption {
        Some(caption) => called(caption, shown.stage, names),
        None => pips(&shown.tasks, shown.at.unwrap_or_default()),
    };
    let title = Part::new("h2").given("id", "task-title").says(names.sentence(&shown.title));
    let text = shown.text.as_ref().map(|text| Part::line(names.sentence(text)).class("task"));
    [caption, title].into_iter().chain(text).collect()
}

/// The answer, with the rule that it comes from, and the ways on.
#[cfg(feature = "whole")]
fn answer(shown: &table::Exercise, names: Names<'_>) -> Vec<Part> {
    let kind = match shown.answer.kind {
        AnswerKind::Plain => "",
        AnswerKind::Good => "good",
        AnswerKind::Wrong => "wrong",
        AnswerKind::Refusal => "refusal",
        AnswerKind::Hint => "hint",
    };
    let says = shown.answer.says.iter().map(|says| Part::new("span").says(names.sentence(says)));
    let rule = shown.answer.rule.map(|rule| {
        let way = ["./", &place(rule).replace('#', "/#")].concat();
        Part::new("a").given("href", way).says(words("label.rule"))
    });
    // A blank between one sentence and the next.
    let blank = || Part::new("span").given("textContent", " ");
    let line = says.chain(rule).flat_map(|part| [blank(), part]).skip(1).collect();
    let reply = Part::new("p").class("reply").given("data-kind", kind);
    let reply = reply.given("hidden", shown.stage == Stage::End);
    let ways = shown.ways.iter().map(|&way| way_on(way, shown, names)).collect();
    vec![reply.with(vec![Part::new("span").with(line)]), Part::new("div").class("ways").with(ways)]
}

/// How hard a puzzle is, as five dots.
#[cfg(feature = "whole")]
pub(crate) fn grade_mark(grade: u32) -> Part {
    let dots = (1..=5).map(|dot| match dot <= grade {
        true => Part::new("i").class("full"),
        false => Part::new("i"),
    });
    let values = vec![("grade", Value::Count(grade as usize))];
    let label = Sentence::new("puzzle.grade".to_owned(), values);
    let mark = Part::new("span").class("grade").given("role", "img").given("aria-label", label);
    mark.with(dots.collect())
}

/// Who is to move in a puzzle, or whose it is once the turn is made, what it is called, and how hard it is.
#[cfg(feature = "whole")]
fn called(caption: &table::Caption, stage: Stage, names: Names<'_>) -> Part {
    let color = Color::from(caption.mover);
    let key = if stage == Stage::Open { "puzzle.to-move" } else { "puzzle.plays" };
    let to_move = Sentence::new(key.to_owned(), vec![("color", Value::Color(color))]);
    let id = if caption.mover == rules::Color::White { "white" } else { "black" };
    let mover = Part::new("span").class("mover").given("data-color", id).says(to_move);
    let called = Part::new("span").says(names.sentence(&caption.called));
    let called = called.with(vec![grade_mark(caption.grade)]);
    Part::new("p").class("caption").with(vec![mover, called])
}

/// How far one has come with the tasks of a lesson.
#[cfg(feature = "whole")]
fn pips(tasks: &[TaskProgress], at: usize) -> Part {
    let pips = tasks.iter().enumerate().map(|(place, task)| {
        let state = if task.id().is_empty() { "open" } else { task.id() };
        let here = if place == at { " here" } else { "" };
        Part::new("i").class(&["pip-", state, here].concat())
    });
    let key = match tasks.get(at).map_or("", |task| task.id()) {
        "done" => "lesson.at-done",
        "seen" => "lesson.at-seen",
        _ => "lesson.at",
    };
    let values = vec![("at", Value::Count(at + 1)), ("of", Value::Count(tasks.len()))];
    let label = Sentence::new(key.to_owned(), values);
    let caption = Part::new("p").class("pips").given("role", "img").given("aria-label", label);
    caption.with(pips.collect())
}

/// What leads on, as a link or a button: the deeds of the table go by the names of its events.
#[cfg(feature = "whole")]
fn way_on(way: Way, shown: &table::Exercise, names: Names<'_>) -> Part {
    let name = name_of(way);
    let game = names.0.spec().id;
    let kind = if shown.puzzle.is_some() { "puzzle." } else { "lesson." };
    let link = match way {
        Way::Play => Some(["?game=", game, "&with=ask"].concat()),
        Way::Rules => Some(["./", game, "/"].concat()),
        Way::Next => shown.next.as_ref().map(|next| ["?puzzle=", next].concat()),
        _ => None,
    };
    let does = match way {
        Way::Back => "previous",
        Way::Show => "showSolution",
        Way::Why => "refute",
        Way::Finish => "next",
        _ => name,
    };
    let main = if shown.main == Some(way) { " main" } else { "" };
    let part = match link {
        Some(link) => {
            Part::new("a").class(&["button to-", name, main].concat()).given("href", link)
        }
        None => Part::new("button").class(&["to-", name, main].concat()).doing(does),
    };
    Part { name, ..part.says(Sentence::new([kind, name].concat(), Vec::new())) }
}

#[cfg(feature = "whole")]
fn name_of(way: Way) -> &'static str {
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

#[cfg(all(test, feature = "whole"))]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_of_a_puzzle_crosses_field_by_field() {
        let kept = table::PuzzleProgress {
            id: "a puzzle".to_owned(),
            misses: 1,
            hints: 2,
            shown: 5,
            solved: Some(Success { misses: 3, hints: 4 }),
        };
        let kept = serde_json::to_value(PuzzleProgress::from(kept)).unwrap();
        let wanted = serde_json::json!({
            "id": "a puzzle", "misses": 1, "hints": 2, "shown": 5,
            "solved": { "misses": 3, "hints": 4 },
        });
        assert_eq!(kept, wanted);
    }

    /// A lesson of one task, as it is shown.
    fn lesson() -> table::Exercise {
        use table::Data;
        let text = |text: &str| Data::Text(text.to_owned());
        let map = |entries: Vec<(&str, Data)>| {
            Data::Map(entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
        };
        let steps = || Data::List(vec![text("e2e4")]);
        let mut task: Vec<(&str, Data)> = ["title", "task", "hint", "good", "otherwise"]
            .into_iter()
            .map(|key| (key, text(key)))
            .collect();
        task.push(("fen", text("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")));
        task.push(("goal", map(vec![("steps", steps())])));
        task.push(("solution", steps()));
        task.extend(["wrong", "refused"].map(|key| (key, Data::List(Vec::new()))));
        let file = map(vec![("tasks", Data::List(vec![map(task)])), ("end", text("end"))]);
        let lesson = table::Lesson::read(rules::GameId::Orthodox, &file, &Data::Nothing).unwrap();
        let setup = table::Setup::here(lesson.task().start, "");
        let purpose = table::Purpose::Lesson(Box::new(lesson));
        let (table, _) = table::Table::new(table::Setup { purpose, ..setup });
        *table.view().exercise.unwrap()
    }

    #[test]
    fn who_cannot_see_the_dots_hears_whether_a_task_is_done() {
        let tasks = [TaskProgress::Done, TaskProgress::Seen, TaskProgress::Open];
        for (at, key) in [(0, "lesson.at-done"), (1, "lesson.at-seen"), (2, "lesson.at")] {
            let values = vec![("at", Value::Count(at + 1)), ("of", Value::Count(3))];
            let label = Sentence::new(key.to_owned(), values).into();
            let part = pips(&tasks, at);
            assert!(part.given.contains(&("aria-label", label)), "{part:?}");
            let pips = ["pip-done", "pip-seen", "pip-open"].into_iter().enumerate();
            let pips = pips.map(|(place, pip)| {
                Part::new("i").class(&if place == at {
                    format!("{pip} here")
                } else {
                    pip.to_owned()
                })
            });
            assert_eq!(part.parts, pips.collect::<Vec<_>>());
        }
    }

    #[test]
    fn each_way_on_is_a_link_or_does_something() {
        let position = rules::AnyPosition::initial(rules::GameId::Orthodox);
        let next = Some("orthodox-7".to_owned());
        let shown = table::Exercise { next, main: Some(Way::Play), ..lesson() };
        let mut last = shown.clone();
        last.next = None;
        for (way, shown, leads) in [
            (Way::Back, &shown, "previous"),
            (Way::Show, &shown, "showSolution"),
            (Way::Restart, &shown, "restart"),
            (Way::Rules, &shown, "./orthodox/"),
            (Way::Why, &shown, "refute"),
            (Way::Again, &shown, "again"),
            (Way::Hint, &shown, "hint"),
            (Way::Share, &shown, "share"),
            (Way::Analyse, &shown, "analysis"),
            (Way::All, &shown, "all"),
            (Way::Next, &shown, "?puzzle=orthodox-7"),
            (Way::Next, &last, "next"),
            (Way::Finish, &shown, "next"),
            (Way::Play, &shown, "?game=orthodox&with=ask"),
        ] {
            let part = way_on(way, shown, Names(&position));
            let name = name_of(way);
            let is_link = leads.starts_with(['?', '.']);
            let main = if way == Way::Play { " main" } else { "" };
            let class = format!("{}to-{name}{main}", if is_link { "button " } else { "" });
            let wanted = match is_link {
                true => Part::new("a").class(&class).given("href", leads),
                false => Part::new("button").class(&class).doing(leads),
            };
            let says = Sentence::new(format!("lesson.{name}"), Vec::new());
            assert_eq!(part, wanted.named(name).says(says));
        }
    }
}
