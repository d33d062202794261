//! The site's lessons, taken at a table from their files: each task is solved, each mistake answered.

use crate::site;

use rules::{GameId, Step};
use serde_json::{Value, json};
use site::{Learner, data, file, taught, text_in};
use table::{
    AnswerKind, Data, Event, Lesson, Purpose, Request, Sentence, Stage, Table, TaskProgress, Way,
};

fn content(game: GameId) -> Value {
    file(&format!("web/lessons/{}.json", game.spec().id))
}

fn learn(game: GameId, content: &Value, kept: &Value) -> Result<Learner, String> {
    let lesson = Lesson::read(game, &data(content), &data(kept)).map_err(|e| e.to_string())?;
    let start = lesson.task().start;
    Ok(Learner::new(start, Purpose::Lesson(Box::new(lesson))))
}

fn turn(game: GameId, steps: &Value) -> Vec<Step> {
    let step = |step: &Value| Step::parse(step.as_str().unwrap(), game.spec()).unwrap();
    steps.as_array().unwrap().iter().map(step).collect()
}

/// The texts of the lesson in what is answered.
fn said(learner: &Learner) -> Vec<String> {
    let text = |sentence: &Sentence| {
        ["text", "good", "hint"].iter().find_map(|name| text_in(sentence, name))
    };
    learner.shown().answer.says.iter().filter_map(text).collect()
}

fn of(table: &Table) -> &Lesson {
    match table.purpose() {
        Purpose::Lesson(lesson) => lesson,
        other => panic!("{other:?}"),
    }
}

#[test]
fn each_lesson_answers_each_mistake_and_is_walked_to_its_end() {
    for game in taught() {
        let content = content(game);
        let tasks = content["tasks"].as_array().unwrap();
        let mut learner = learn(game, &content, &json!([])).unwrap();
        for (place, task) in tasks.iter().enumerate() {
            let name = format!("{game} “{}”", task["title"].as_str().unwrap());
            assert_eq!(learner.shown().at, Some(place));
            assert_eq!(text_in(&learner.shown().title, "text").as_deref(), task["title"].as_str());
            let mut misses = 0;
            for refused in task["refused"].as_array().unwrap() {
                learner.make(&turn(game, &refused["try"]));
                misses += 1;
                let (kind, keys) = learner.answer();
                assert_eq!((kind, keys[0]), (AnswerKind::Refusal, "refused"), "{name}: {refused}");
                assert!(said(&learner).iter().any(|said| *said == refused["say"]), "{name}");
                let hints = said(&learner).iter().any(|said| *said == task["hint"]);
                assert_eq!(hints, misses >= 2, "{name}: the second miss brings the hint");
                assert!(learner.shown().answer.rule.is_some());
                learner.to(Event::Again);
                assert_eq!(learner.answer().0, AnswerKind::Refusal, "{name}: it stays in sight");
            }
            for wrong in task["wrong"].as_array().unwrap() {
                learner.make(&turn(game, &wrong["play"]));
                assert_eq!(learner.answer().0, AnswerKind::Wrong, "{name}: {wrong}");
                assert_eq!(said(&learner)[0], wrong["say"], "{name}");
                let over = learner.stage() == Stage::Missed;
                misses += u32::from(over);
                assert_eq!(said(&learner).len() > 1, over && misses >= 2, "{name}");
                assert_eq!(over, learner.shown().ways.contains(&Way::Again), "{name}");
                learner.to(Event::Again);
                assert_eq!(learner.stage(), Stage::Open);
            }
            let pointed = learner.table.view().pointed.map(|(step, _)| step);
            let first = turn(game, &task["solution"])[0];
            let points = misses >= 2 && matches!(first, Step::Move { .. });
            assert_eq!(pointed, points.then_some(first), "{name}: the hint points at the piece");
            learner.make(&turn(game, &task["solution"]));
            assert_eq!(
                (learner.stage(), learner.answer().0),
                (Stage::Done, AnswerKind::Good),
                "{name}"
            );
            assert_eq!(said(&learner), [task["good"].as_str().unwrap()], "{name}");
            let is_won = task["goal"].get("ends").is_some();
            assert_eq!(learner.answer().1.len(), 1 + usize::from(is_won), "{name}: the result");
            let last = learner.asked.iter().rev().find_map(|request| match request {
                Request::KeepLesson { game, progress } => Some((*game, progress.clone())),
                _ => None,
            });
            let (of, progress) = last.expect("it is kept");
            assert_eq!(of, game);
            let done = progress.iter().filter(|&&one| one == TaskProgress::Done).count();
            assert_eq!((done, progress.len()), (place + 1, tasks.len()));
            let way = if place + 1 < tasks.len() { Way::Next } else { Way::Finish };
            assert_eq!(learner.shown().main, Some(way), "{name}");
            learner.to(Event::Next);
        }
        assert_eq!(learner.stage(), Stage::End);
        let shown = learner.shown();
        assert_eq!(shown.title.key, "lesson.end");
        assert_eq!(text_in(&shown.text.unwrap(), "text").as_deref(), content["end"].as_str());
        assert_eq!(shown.ways, [Way::Restart, Way::Rules, Way::Play]);
        assert!(!learner.asked.iter().any(|request| matches!(request, Request::Keep { .. })));
    }
}

#[test]
fn each_solution_is_shown_step_by_step_and_counts_as_seen() {
    for game in taught() {
        let content = content(game);
        let tasks = content["tasks"].as_array().unwrap();
        let mut learner = learn(game, &content, &json!([])).unwrap();
        for (place, _) in tasks.iter().enumerate() {
            learner.to(Event::ShowSolution);
            assert_eq!(learner.answer(), (AnswerKind::Plain, vec!["lesson.showing"]));
            // Nobody plays meanwhile.
            let before = learner.table.position();
            let step = before.list()[0];
            learner.to(Event::Step(step));
            assert_eq!(learner.table.position(), before);
            learner.watch();
            assert_eq!(learner.stage(), Stage::Done);
            assert_eq!(learner.answer().1.last(), Some(&"lesson.shown"));
            assert_eq!(of(&learner.table).progress()[place], TaskProgress::Seen);
            learner.to(Event::Again);
            assert_eq!(learner.stage(), Stage::Open);
            assert_eq!(learner.table.position(), of(&learner.table).task().start);
            learner.to(Event::Next);
        }
    }
}

/// Batteries: a lesson whose second task is e5g7.
fn batteries() -> Learner {
    learn(GameId::Batteries, &content(GameId::Batteries), &json!([])).unwrap()
}

#[test]
fn a_touch_of_the_board_after_a_wrong_turn_tries_again() {
    let mut learner = batteries();
    let start = learner.table.position();
    learner.to(Event::Typed("b4a4".to_owned()));
    assert_eq!(learner.stage(), Stage::Missed);
    learner.to(Event::Tap(learner.table.square("b4").unwrap()));
    assert_eq!((learner.stage(), learner.table.position()), (Stage::Open, start));
    assert!(learner.table.view().pick.is_some(), "and takes the piece");
    assert_eq!(learner.answer().0, AnswerKind::Wrong, "what was said stays until the next step");
    learner.to(Event::Typed("b4a5".to_owned()));
    assert_eq!(learner.stage(), Stage::Missed);
    // Backspace only takes the turn back.
    learner.to(Event::Undo);
    assert_eq!((learner.stage(), learner.table.position()), (Stage::Open, start));
}

#[test]
fn what_was_answered_goes_with_the_position_in_which_it_was_said() {
    let game = GameId::Progressive;
    let mut learner = learn(game, &content(game), &json!(["done"])).unwrap();
    let step = |text: &str| Event::Typed(text.to_owned());
    learner.to(step("a1a5"));
    learner.to(step("a5e5"));
    assert_eq!((learner.stage(), learner.answer().0), (Stage::Open, AnswerKind::Wrong));
    learner.to(Event::Undo);
    assert_eq!(learner.answer().0, AnswerKind::Plain, "the step is taken back");
    assert!(learner.answer().1[0].starts_with("prompt."), "what is asked for is said instead");
    learner.to(step("a5h5"));
    learner.to(step("e1e2"));
    learner.to(Event::EndTurn);
    assert_eq!(learner.stage(), Stage::Done);
}

#[test]
fn a_step_is_told_before_what_is_answered_to_it() {
    let says = |asked: &[Request]| -> Vec<&'static str> {
        let key = |request: &Request| match request {
            Request::Say(said) => Some(said.key),
            _ => None,
        };
        asked.iter().filter_map(key).collect()
    };
    let mut learner = batteries();
    let asked = learner.to(Event::Typed("b4a4".to_owned()));
    assert_eq!(says(&asked), ["step.move", "lesson.text", "lesson.retry"]);
    let asked = learner.to(Event::Typed("b4d5".to_owned()));
    assert_eq!(says(&asked), ["refused", "lesson.text", "lesson.hint"]);
    let asked = learner.to(Event::Typed("b4e4".to_owned()));
    assert_eq!(says(&asked), ["step.move", "step.charged", "lesson.text"]);
}

#[test]
fn a_lesson_goes_back_and_begins_again() {
    let game = GameId::Batteries;
    let mut learner = learn(game, &content(game), &json!(["done", "seen", ""])).unwrap();
    assert_eq!(learner.shown().at, Some(2), "it goes on with the first that was not done");
    assert!(learner.shown().ways.contains(&Way::Back));
    let asked = learner.to(Event::Previous);
    assert!(matches!(&asked[..], [Request::Say(said)] if said.key == "lesson.set"), "{asked:?}");
    assert_eq!(learner.table.position(), of(&learner.table).task().start);
    learner.to(Event::Previous);
    learner.to(Event::Previous);
    assert_eq!(learner.shown().at, Some(0));
    assert!(!learner.shown().ways.contains(&Way::Back));
    // Done once, a task stays done, though it is shown now.
    learner.to(Event::ShowSolution);
    learner.watch();
    assert_eq!(of(&learner.table).progress()[0], TaskProgress::Done);
    let asked = learner.to(Event::Restart);
    // Nothing of what other windows have kept goes with it.
    let none = Vec::new();
    assert!(asked.contains(&Request::KeepLesson { game, progress: none }), "{asked:?}");
    assert_eq!(learner.shown().at, Some(0));
}

#[test]
fn a_done_task_and_a_lesson_at_its_end_say_so() {
    let mut learner = batteries();
    learner.to(Event::Typed("b4e4".to_owned()));
    let asked = learner.to(Event::Typed("e5e6".to_owned()));
    assert!(asked.contains(&Request::Say(Sentence::new("lesson.over"))), "{asked:?}");
    for _ in 0..5 {
        learner.to(Event::Next);
    }
    assert_eq!(learner.stage(), Stage::End);
    assert!(!learner.table.view().may_act);
    learner.to(Event::ShowSolution);
    assert_eq!(learner.stage(), Stage::End, "there is no task to be shown");
}

#[test]
fn a_lesson_has_no_earlier_positions_no_engine_and_no_end_by_agreement() {
    let mut learner = batteries();
    learner.to(Event::Typed("b4a4".to_owned()));
    let live = learner.table.position();
    for event in [
        Event::Walk(table::Walk::First),
        Event::Show(record::game::Path::START),
        Event::Hint,
        Event::Resign,
        Event::OfferDraw,
        Event::TakeBack,
    ] {
        let asked = learner.to(event.clone());
        assert!(!asked.iter().any(|one| matches!(one, Request::Think { .. })), "{event:?}");
        let view = learner.table.view();
        assert!(view.is_live && view.question.is_none() && view.result.is_none(), "{event:?}");
        assert_eq!(learner.table.position(), live, "{event:?}");
        assert!(!view.controls.resign && !view.controls.takeback);
    }
}

#[test]
fn progress_of_any_shape_is_read_as_far_as_it_says_something() {
    let game = GameId::Magnetic;
    let content = content(game);
    for (kept, at) in [
        (json!(null), 0),
        (json!("done"), 0),
        (json!({ "0": "done" }), 0),
        (json!([true, 7, null]), 0),
        (json!(["done", "seen"]), 2),
        (json!(["done", "else"]), 1),
        (json!(["done", "done", "done", "done", "done", "done", "done", "done"]), 0),
    ] {
        let learner = learn(game, &content, &kept).unwrap();
        assert_eq!(learner.shown().at, Some(at), "{kept}");
        assert_eq!(learner.shown().tasks.len(), 6);
    }
}

#[test]
fn what_is_wrong_with_a_file_is_said_with_its_place() {
    let game = GameId::Magnetic;
    let whole = content(game);
    let spoil = |change: &dyn Fn(&mut Value)| {
        let mut spoiled = whole.clone();
        change(&mut spoiled);
        learn(game, &spoiled, &json!([])).map(drop).unwrap_err()
    };
    for (fault, change) in [
        (
            "tasks: there is none",
            &(|file: &mut Value| *file = json!({"end": "."})) as &dyn Fn(&mut Value),
        ),
        ("no task", &|file: &mut Value| file["tasks"] = json!([])),
        ("more: nothing reads this key", &|file: &mut Value| file["more"] = json!(1)),
        ("end: no text", &|file: &mut Value| file["end"] = json!(1)),
        ("task 1: fen: there is none", &|file: &mut Value| file["tasks"][0]["fen"] = json!(null)),
        ("task 2: hint: no text", &|file: &mut Value| file["tasks"][1]["hint"] = json!([])),
        ("task 2: solution: e9: no step", &|file: &mut Value| {
            file["tasks"][1]["solution"] = json!(["e9"]);
        }),
        ("task 3: solution: e4e5: common.not-your-piece", &|file: &mut Value| {
            file["tasks"][2]["solution"] = json!(["e2e4", "e4e5"]);
        }),
        ("task 3: solution: it does not do what is asked", &|file: &mut Value| {
            file["tasks"][2]["solution"] = json!(["c3a4"]);
        }),
        ("task 4: goal: stay: nothing reads this key", &|file: &mut Value| {
            file["tasks"][3]["goal"] = json!({"stay": []});
        }),
        ("task 4: goal: e1: no piece on a square", &|file: &mut Value| {
            file["tasks"][3]["goal"] = json!({"stand": {"e1": "white horse"}});
        }),
        ("task 5: wrong: no list", &|file: &mut Value| file["tasks"][4]["wrong"] = json!("")),
    ] {
        let said = spoil(change);
        assert!(said.starts_with(fault), "{said} instead of {fault}");
    }
    assert!(spoil(&|file| file["tasks"][0]["fen"] = json!("4k3")).starts_with("task 1: 4k3: "));
    assert_eq!(
        Lesson::read(game, &Data::Nothing, &Data::Nothing).unwrap_err().to_string(),
        "tasks: there is none"
    );
}

#[test]
fn what_two_windows_know_of_a_lesson_is_put_together() {
    use TaskProgress::{Done, Open, Seen};
    for (kept, told, together) in [
        (vec![Done, Seen, Open], vec![Open, Open, Open], vec![Done, Seen, Open]),
        (vec![Seen, Done], vec![Done, Seen, Seen], vec![Done, Done, Seen]),
        (vec![Done, Done], vec![Seen], vec![Done]),
        (vec![], vec![Seen, Open], vec![Seen, Open]),
    ] {
        assert_eq!(TaskProgress::merged(&kept, &told), together);
    }
}

#[test]
fn a_mistake_of_several_steps_is_made_with_the_last_of_them() {
    let content = json!({ "end": "The end.", "tasks": [{
        "title": "One", "task": "Put the rook there.", "hint": "The rook.",
        "fen": "3k4/8/8/8/8/8/P7/R3K3[] w - - 0 9 - -",
        "goal": { "stand": { "a3": "white rook" } },
        "solution": ["a2a4", "a1a3", "end"], "good": "Well.",
        "wrong": [{ "play": ["a2a3", "e1e2"], "say": "Not both." }],
        "otherwise": "Not so.", "refused": [],
    }] });
    for (steps, says) in [
        (vec!["a2a3"], vec![]),
        (vec!["e1e2"], vec![]),
        (vec!["e1e2", "a2a3"], vec!["Not both."]),
        (vec!["a2a3", "e1e2", "end"], vec!["Not both."]),
        (vec!["a2a3", "end"], vec!["Not so."]),
    ] {
        let mut learner = learn(GameId::Charismatic, &content, &json!([])).unwrap();
        learner.make(&turn(GameId::Charismatic, &json!(steps)));
        assert_eq!(said(&learner), says, "{steps:?}");
    }
}
