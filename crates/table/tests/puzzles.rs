//! The site's puzzles, solved at a table from their files: each by its solutions, each refused a wrong
//! turn; the puzzle of the day, hints, what is shared and what is kept.

use crate::site;

use std::collections::{BTreeMap, BTreeSet};

use rules::{AnyPosition, GameId, Step};
use serde_json::{Value, json};
use site::{Learner, data, file, some_turn};
use table::{
    AnswerKind, Book, Data, Day, Event, Purpose, Puzzle, PuzzleProgress, Request, Sentence, Stage,
    Success, TaskProgress, Thought, Value as In, Way, day_of,
};

/// All puzzles, as somebody has them.
fn book(progress: &Value, days: &Value, today: Day) -> Book {
    Book::read(&data(&file("web/puzzles/days.json")), &data(progress), &data(days), today).unwrap()
}

fn fresh() -> Book {
    book(&json!([]), &json!([]), 1_000_000)
}

struct Files(BTreeMap<&'static str, Data>);

impl Files {
    fn new() -> Files {
        Files(BTreeMap::new())
    }

    fn of(&mut self, game: GameId) -> &Data {
        let id = game.spec().id;
        self.0.entry(id).or_insert_with(|| data(&file(&format!("web/puzzles/{id}.json"))))
    }
}

fn pose(book: &Book, id: &str, files: &mut Files) -> Learner {
    let entry = book.find(id).unwrap();
    let puzzle = Puzzle::read(book, &entry.id, files.of(entry.game)).unwrap();
    Learner::new(*puzzle.start(), Purpose::Puzzle(Box::new(puzzle)))
}

fn of(learner: &Learner) -> &Puzzle {
    match learner.table.purpose() {
        Purpose::Puzzle(puzzle) => puzzle,
        other => panic!("{other:?}"),
    }
}

/// The first solution's turn, and what follows the answer to it.
fn solution(id: &str) -> (Vec<Step>, Option<Vec<Step>>) {
    let (game, _) = id.rsplit_once('-').unwrap();
    let spec = GameId::parse(game).unwrap().spec();
    let turn = |steps: &Value| -> Vec<Step> {
        let step = |step: &Value| Step::parse(step.as_str().unwrap(), spec).unwrap();
        steps.as_array().unwrap().iter().map(step).collect()
    };
    let puzzles = file(&format!("web/puzzles/{game}.json"));
    let puzzles = puzzles["puzzles"].as_array().unwrap();
    let one = &puzzles.iter().find(|one| one["id"] == id).unwrap()["solutions"][0];
    (turn(&one["turn"]), one["replies"].get(0).map(|reply| turn(&reply["then"][0])))
}

fn solve(learner: &mut Learner, id: &str) {
    let (first, second) = solution(id);
    learner.make(&first);
    if let Some(second) = second {
        assert_eq!(learner.answer(), (AnswerKind::Good, vec!["puzzle.right"]), "{id}");
        assert!(!learner.shown().ways.contains(&Way::Again), "{id}: the answer is waited for");
        learner.watch();
        let (kind, mut says) = learner.answer();
        assert!(says.iter().any(|key| key.starts_with("step.")), "{id}: what is answered is told");
        says.retain(|key| !key.starts_with("step."));
        let right = vec!["puzzle.right", "puzzle.answers", "puzzle.now"];
        assert_eq!((learner.stage(), kind, says), (Stage::Open, AnswerKind::Good, right), "{id}");
        learner.make(&second);
    }
    assert_eq!((learner.stage(), learner.answer().0), (Stage::Done, AnswerKind::Good), "{id}");
}

/// A finished turn that is no solution and with which the game goes on, if there is one.
fn wrong_turn(learner: &Learner) -> Option<Vec<Step>> {
    let accepted: Vec<BTreeSet<Step>> = {
        let entry = of(learner).entry();
        let puzzles = file(&format!("web/puzzles/{}.json", entry.game.spec().id));
        let puzzles = puzzles["puzzles"].as_array().unwrap();
        let one = puzzles.iter().find(|one| one["id"] == *entry.id).unwrap();
        let turns = one["solutions"].as_array().unwrap().iter();
        let step = |step: &Value| Step::parse(step.as_str().unwrap(), entry.game.spec()).unwrap();
        turns.map(|one| one["turn"].as_array().unwrap().iter().map(step).collect()).collect()
    };
    some_turn(&learner.table.position(), &mut |turn, after| {
        after.outcome().is_none() && !accepted.contains(&turn.iter().copied().collect())
    })
}

#[test]
fn each_puzzle_is_solved_by_its_solution() {
    let (book, mut files) = (fresh(), Files::new());
    assert_eq!(book.entries().len(), 120);
    for entry in book.entries() {
        let id = &entry.id;
        let mut learner = pose(&book, id, &mut files);
        let brief = if entry.turns == 1 { "puzzle.brief-1" } else { "puzzle.brief-2" };
        assert_eq!(learner.answer(), (AnswerKind::Plain, vec![brief]), "{id}");
        solve(&mut learner, id);
        assert_eq!(learner.answer().1[0], "puzzle.solved", "{id}");
        let kept = of(&learner).progress();
        assert_eq!(kept.solved, Some(Success { misses: 0, hints: 0 }), "{id}");
        assert!(learner.asked.contains(&Request::KeepPuzzle(kept.clone())), "{id}");
        let day = learner.asked.iter().any(|one| matches!(one, Request::KeepDay { .. }));
        assert_eq!(day, *id == book.due().id, "{id}");
        assert!(learner.table.view().result.is_some(), "{id}");
        let ways = learner.shown().ways;
        assert_eq!(ways, [Way::Again, Way::Share, Way::Analyse, Way::All, Way::Next], "{id}");
    }
}

#[test]
fn each_puzzle_has_a_wrong_turn_refuted_and_is_solved_at_the_second_try() {
    let (book, mut files) = (fresh(), Files::new());
    for entry in book.entries() {
        let id = &entry.id;
        let mut learner = pose(&book, id, &mut files);
        let start = learner.table.position();
        let wrong = wrong_turn(&learner).unwrap_or_else(|| panic!("{id}: no other turn"));
        learner.make(&wrong);
        assert_eq!(
            (learner.stage(), learner.answer().0),
            (Stage::Missed, AnswerKind::Wrong),
            "{id}"
        );
        assert_eq!((of(&learner).progress().misses, learner.shown().main), (1, Some(Way::Why)));
        let missed = learner.table.position();
        let asked = learner.to(Event::Refute);
        assert!(asked.iter().any(|one| matches!(one, Request::Think { .. })), "{id}");
        assert_eq!(learner.answer(), (AnswerKind::Wrong, vec!["puzzle.thinking"]), "{id}");
        let answer = some_turn(&missed, &mut |_, _| true).unwrap();
        let thought = Some(Thought { turn: answer, ..Thought::default() });
        learner.to(Event::Thought { id: learner.thought(), thought });
        learner.watch();
        assert_eq!(learner.stage(), Stage::Refuted, "{id}");
        let (kind, keys) = learner.answer();
        assert_eq!((kind, keys[0], keys.len()), (AnswerKind::Wrong, "puzzle.refuted", 2), "{id}");
        assert_ne!(learner.table.position(), missed, "{id}: it is played on the board");
        learner.to(Event::Again);
        assert_eq!((learner.stage(), learner.table.position()), (Stage::Open, start), "{id}");
        solve(&mut learner, id);
        assert_eq!(of(&learner).progress().solved, Some(Success { misses: 1, hints: 0 }), "{id}");
        assert_eq!(of(&learner).progress().misses, 0, "{id}: the next attempt begins");
    }
}

#[test]
fn each_solution_is_shown_to_its_end() {
    let (book, mut files) = (fresh(), Files::new());
    for entry in book.entries() {
        let mut learner = pose(&book, &entry.id, &mut files);
        learner.to(Event::ShowSolution);
        learner.watch();
        assert_eq!(learner.stage(), Stage::Done, "{}", entry.id);
        assert_eq!(learner.answer().1.last(), Some(&"puzzle.shown"), "{}", entry.id);
        let kept = of(&learner).progress();
        assert_eq!((kept.shown, kept.solved), (1_000_000, None), "{}", entry.id);
        assert!(!learner.shown().ways.contains(&Way::Share));
        // Who sees the solution has not solved the puzzle, on this day.
        learner.to(Event::Again);
        solve(&mut learner, &entry.id);
        assert_eq!(of(&learner).progress().solved, None, "{}", entry.id);
        assert_eq!(learner.answer().1.last(), Some(&"puzzle.shown"));
    }
}

#[test]
fn on_another_day_a_solution_that_was_shown_may_be_found() {
    let kept = json!([{ "id": "magnetic-1", "misses": 1, "hints": 2, "shown": 7, "solved": null }]);
    let mut learner = pose(&book(&kept, &json!([]), 8), "magnetic-1", &mut Files::new());
    solve(&mut learner, "magnetic-1");
    let how = Success { misses: 1, hints: 2 };
    assert_eq!(of(&learner).progress().solved, Some(how), "the attempt goes on where it was");
    let mut learner = pose(&book(&kept, &json!([]), 7), "magnetic-1", &mut Files::new());
    solve(&mut learner, "magnetic-1");
    assert_eq!(of(&learner).progress().solved, None);
}

#[test]
fn a_success_is_counted_once() {
    let kept = json!([{ "id": "magnetic-1", "misses": 0, "hints": 0, "shown": 0,
        "solved": { "misses": 3, "hints": 1 } }]);
    let mut learner = pose(&book(&kept, &json!([]), 1_000_000), "magnetic-1", &mut Files::new());
    assert_eq!(learner.answer(), (AnswerKind::Plain, vec!["puzzle.before"]));
    assert!(learner.shown().ways.contains(&Way::Share));
    solve(&mut learner, "magnetic-1");
    assert_eq!(learner.answer().1[0], "puzzle.solved-again");
    assert_eq!(of(&learner).progress().solved, Some(Success { misses: 3, hints: 1 }));
    // And is told as it was the first time, before and behind the board.
    let how = |says: &Sentence| says.values.iter().find(|(name, _)| *name == "how").cloned();
    let first = pose(&book(&kept, &json!([]), 1_000_000), "magnetic-1", &mut Files::new());
    let before = how(&first.shown().answer.says[0]);
    assert!(before.is_some());
    assert_eq!(how(&learner.shown().answer.says[0]), before);
}

/// The task in the text that is shared about a solved puzzle: its words, and whether it has a number of pieces.
fn shared_task(learner: &Learner) -> (&'static str, bool) {
    let share = learner.shown().share.unwrap();
    let task = share[0].values.iter().find_map(|(name, value)| match value {
        In::Sentence(task) if *name == "task" => Some(task),
        _ => None,
    });
    let task = task.unwrap();
    (task.key, task.values.iter().any(|(name, _)| *name == "pieces"))
}

/// What is shared names the task in few words: the pieces where one turn takes several, and not where one does.
#[test]
fn a_shared_puzzle_names_its_pieces_where_one_turn_takes_several() {
    let solution = [Step::parse("a1a8", GameId::Orthodox.spec()).unwrap()];
    for aim in ["mate", "win", "king"] {
        for steps in 1..=3 {
            let row = json!([["orthodox-1", 1, aim, 1, steps]]);
            let puzzles = json!({ "puzzles": [{
                "id": "orthodox-1", "fen": "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "goal": aim, "turns": 1,
                "steps": steps, "grade": 1, "solutions": [{ "turn": ["a1a8"] }],
            }] });
            let nothing = data(&json!([]));
            let book = Book::read(&data(&row), &nothing, &nothing, 1_000_000).unwrap();
            let puzzle = Puzzle::read(&book, "orthodox-1", &data(&puzzles)).unwrap();
            let mut learner = Learner::new(*puzzle.start(), Purpose::Puzzle(Box::new(puzzle)));
            learner.make(&solution);
            let with = if steps > 1 { "-with" } else { "" };
            let (key, has_pieces) = shared_task(&learner);
            assert_eq!(key, format!("puzzle.short.{aim}-1{with}"));
            assert_eq!(has_pieces, steps > 1, "{key}");
        }
    }
    // The site's own.
    let (book, mut files) = (fresh(), Files::new());
    let mut worded = BTreeSet::new();
    for entry in book.entries() {
        let (asks, takes_several) = (entry.task().key, entry.steps > 1);
        if worded.insert((asks, takes_several)) {
            let mut learner = pose(&book, &entry.id, &mut files);
            solve(&mut learner, &entry.id);
            let short = asks.replace("asks", "short");
            let short = if entry.turns > 1 { short.trim_end_matches("-with") } else { &short };
            assert_eq!(shared_task(&learner), (short, takes_several), "{}", entry.id);
        }
    }
    assert!(worded.len() > 2, "{worded:?}");
}

#[test]
fn what_two_windows_know_of_a_puzzle_is_put_together() {
    let success = |misses| Some(Success { misses, hints: 0 });
    let known = |misses, shown, solved| PuzzleProgress {
        id: "magnetic-1".to_owned(),
        misses,
        hints: 0,
        shown,
        solved,
    };
    // The first success, the last day on which it was shown, and the misses of who writes.
    for (told, kept, together) in [
        (known(1, 0, None), known(2, 5, success(4)), known(1, 5, success(4))),
        (known(1, 7, success(1)), known(2, 5, success(4)), known(1, 7, success(4))),
        (known(3, 7, success(1)), known(0, 0, None), known(3, 7, success(1))),
    ] {
        assert_eq!(told.clone().after(Some(&kept)), together);
        assert_eq!(told.clone().after(None), told);
    }
}

#[test]
fn a_refutation_gives_no_reason_of_who_only_delays() {
    use table::Reason;
    for (reasons, key) in [
        (vec![Reason::Delays(2)], "puzzle.refuted"),
        (vec![Reason::Wins(1, None)], "puzzle.refuted-because"),
    ] {
        let mut learner = pose(&fresh(), "magnetic-1", &mut Files::new());
        let wrong = wrong_turn(&learner).unwrap();
        learner.make(&wrong);
        let turn = some_turn(&learner.table.position(), &mut |_, _| true).unwrap();
        learner.to(Event::Refute);
        let thought = Some(Thought { turn, reasons, ..Thought::default() });
        learner.to(Event::Thought { id: learner.thought(), thought });
        assert_eq!(learner.answer().1[0], key);
    }
}

#[test]
fn what_was_solved_before_its_day_came_is_known_on_its_day() {
    let solved = |id: &str| {
        json!([{ "id": id, "misses": 0, "hints": 0, "shown": 0,
            "solved": { "misses": 0, "hints": 0 } }])
    };
    for day in 1..30 {
        let id = book(&solved("magnetic-1"), &json!([]), day).due().id.clone();
        let book = book(&solved(&id), &json!([]), day);
        assert_eq!(book.due().id, id);
        let learner = pose(&book, &id, &mut Files::new());
        assert_eq!(learner.answer(), (AnswerKind::Plain, vec!["puzzle.before"]), "{id}");
    }
}

#[test]
fn hints_name_the_piece_then_the_square_and_count_twice_a_step() {
    let mut learner = pose(&fresh(), "charismatic-1", &mut Files::new());
    let (turn, _) = solution("charismatic-1");
    for (times, key) in [(1, "puzzle.hint-piece"), (2, "puzzle.hint-move"), (2, "puzzle.hint-move")]
    {
        learner.to(Event::Hint);
        assert_eq!(learner.answer(), (AnswerKind::Hint, vec![key]));
        assert_eq!(of(&learner).progress().hints, times);
        assert_eq!(learner.table.view().pointed, Some((turn[0], key == "puzzle.hint-move")));
    }
    assert!(learner.shown().ways.contains(&Way::Show), "the solution is offered");
    learner.make(&turn[..1]);
    assert_eq!(learner.table.view().pointed, None, "what a hint has drawn is done");
    learner.to(Event::Hint);
    assert_eq!(learner.answer().1, ["puzzle.hint-next"]);
    learner.make(&turn[1..2]);
    learner.to(Event::Hint);
    assert_eq!(learner.answer().1, ["puzzle.hint-end"]);
    assert_eq!(of(&learner).progress().hints, 3, "that is no hint to be counted");
    learner.to(Event::UndoTo(0));
    let other = learner.table.position().list().into_iter().find(|step| !turn.contains(step));
    learner.make(&[other.unwrap()]);
    learner.to(Event::Hint);
    assert_eq!(learner.answer().1, ["puzzle.hint-back"]);
    learner.to(Event::UndoTo(0));
    assert_eq!(learner.answer().1, ["puzzle.brief-1"], "what was said there is gone");
    solve(&mut learner, "charismatic-1");
    assert_eq!(of(&learner).progress().solved, Some(Success { misses: 0, hints: 3 }));
}

/// A puzzle of Chessence that begins with a drop: no file of the site has one.
#[test]
fn a_hint_about_a_drop_names_the_piece_and_then_the_square() {
    let (game, fen) = (GameId::Chessence, "km4/m4*/4*1/2*M2/1*2*1/3*2/1*4/*1M3/2M2K[M] w - - 0 1");
    let start = AnyPosition::from_fen(game, fen).unwrap();
    let mate = Step::parse("c2c5", game.spec()).unwrap();
    let mut found = None;
    for drop in start.list().into_iter().filter(|step| matches!(step, Step::Drop { .. })) {
        let mut after = start;
        after.play(drop);
        let answer = some_turn(&after, &mut |_, answered| {
            let mut last = *answered;
            last.why_not(mate).is_none() && {
                last.play(mate);
                last.outcome().is_some_and(|one| one.winner == Some(start.turn()))
            }
        });
        found = found.or(answer.map(|answer| (drop, answer[0])));
    }
    let (drop, answer) = found.expect("a drop, an answer, a mate");
    let text = |step: Step| step.display(game.spec()).to_string();
    let file = json!({ "game": "chessence", "puzzles": [{
        "id": "chessence-1", "fen": fen, "goal": "mate", "turns": 2, "steps": 1, "grade": 1,
        "solutions": [{ "turn": [text(drop)],
            "replies": [{ "turn": [text(answer)], "then": [["c2c5"]] }] }],
    }] });
    let book = fresh();
    let puzzle = Puzzle::read(&book, "chessence-1", &data(&file)).unwrap();
    let mut learner = Learner::new(start, Purpose::Puzzle(Box::new(puzzle)));
    learner.to(Event::Hint);
    assert_eq!(learner.answer().1, ["puzzle.hint-drop"]);
    learner.to(Event::Hint);
    assert_eq!(learner.answer().1, ["puzzle.hint-put"]);
    assert_eq!(learner.table.view().pointed, Some((drop, true)));
}

#[test]
fn a_hint_after_a_wrong_turn_lays_the_position_out_again() {
    let mut learner = pose(&fresh(), "magnetic-1", &mut Files::new());
    let start = learner.table.position();
    let wrong = wrong_turn(&learner).unwrap();
    learner.make(&wrong);
    learner.to(Event::Refute);
    assert!(learner.shown().ways.contains(&Way::Hint));
    let asked = learner.to(Event::Hint);
    assert!(asked.iter().any(|one| matches!(one, Request::StopThinking { .. })), "{asked:?}");
    assert_eq!((learner.stage(), learner.table.position()), (Stage::Open, start));
    assert_eq!(learner.answer().1, ["puzzle.hint-piece"]);
}

#[test]
fn the_steps_of_a_turn_may_come_in_any_order_and_taken_back_they_do_not_count() {
    let (book, mut files) = (fresh(), Files::new());
    let mut tried = 0;
    for entry in book.entries().iter().filter(|entry| entry.game == GameId::Charismatic) {
        let (turn, _) = solution(&entry.id);
        let mut learner = pose(&book, &entry.id, &mut files);
        let reversed: Vec<Step> =
            turn.iter().rev().copied().filter(|&one| one != Step::End).collect();
        let mut position = learner.table.position();
        let is_legal = reversed.iter().all(|&step| {
            let legal = position.why_not(step).is_none();
            if legal {
                position.play(step);
            }
            legal
        });
        if !is_legal || position.why_not(Step::End).is_some() {
            continue;
        }
        learner.make(&reversed);
        // A step too many is taken back.
        let more = learner.table.position().list().into_iter().find(|&one| one != Step::End);
        if let Some(more) = more {
            learner.make(&[more]);
            learner.to(Event::Undo);
        }
        learner.to(Event::EndTurn);
        assert_eq!(learner.answer().1[0], "puzzle.solved", "{}", entry.id);
        tried += 1;
    }
    assert!(tried > 3, "{tried}");
}

#[test]
fn a_mate_with_more_pieces_than_are_needed_is_not_what_was_asked() {
    let mut learner = pose(&fresh(), "charismatic-1", &mut Files::new());
    let (turn, _) = solution("charismatic-1");
    let steps = &turn[..turn.len() - 1];
    let mut start = learner.table.position();
    for &step in steps {
        start.play(step);
    }
    let more = start.list().into_iter().filter(|&one| one != Step::End).find(|&more| {
        let mut after = start;
        after.play(more);
        after.why_not(Step::End).is_none() && {
            after.play(Step::End);
            after.outcome().is_some_and(|one| one.winner == Some(learner.table.position().turn()))
        }
    });
    learner
        .make(&[steps, &[more.expect("a step that does not undo the mate"), Step::End]].concat());
    assert_eq!(learner.stage(), Stage::Missed);
    let (kind, keys) = learner.answer();
    assert_eq!((kind, keys[1]), (AnswerKind::Wrong, "puzzle.enough"));
    assert!(!learner.shown().ways.contains(&Way::Why), "the game is over: nothing can be shown");
    learner.to(Event::Refute);
    assert_eq!(learner.stage(), Stage::Missed);
    learner.to(Event::Again);
    solve(&mut learner, "charismatic-1");
}

#[test]
fn a_computer_without_an_answer_takes_nothing_away() {
    let (book, mut files) = (fresh(), Files::new());
    let mut learner = pose(&book, "magnetic-1", &mut files);
    let wrong = wrong_turn(&learner).unwrap();
    learner.make(&wrong);
    let missed = learner.table.position();
    learner.to(Event::Refute);
    // What it says is no turn here.
    let thought = Some(Thought { turn: wrong.clone(), ..Thought::default() });
    learner.to(Event::Thought { id: learner.thought(), thought });
    learner.watch();
    assert_eq!((learner.stage(), learner.answer().1), (Stage::Open, vec!["puzzle.no-answer"]));
    learner.make(&wrong);
    assert_eq!(learner.table.position(), missed);
    learner.to(Event::Refute);
    for _ in 0..2 {
        learner.to(Event::ThoughtFailed(learner.thought()));
    }
    assert_eq!((learner.stage(), learner.answer().1), (Stage::Missed, vec!["puzzle.no-answer"]));
    assert!(learner.shown().ways.contains(&Way::Why), "it can be asked for once more");
    let asked = learner.to(Event::Tap(learner.table.square("a1").unwrap()));
    assert_eq!(learner.stage(), Stage::Open, "{asked:?}");
}

#[test]
fn a_touch_while_an_answer_is_played_says_to_watch() {
    let mut learner = pose(&fresh(), "magnetic-1", &mut Files::new());
    let (turn, _) = solution("magnetic-1");
    learner.make(&turn);
    assert_eq!(learner.stage(), Stage::Playing);
    let asked = learner.to(Event::Tap(learner.table.square("e1").unwrap()));
    // What it says of the piece there comes after.
    assert_eq!(asked.first(), Some(&Request::Say(Sentence::new("puzzle.wait"))));
    assert_eq!(learner.stage(), Stage::Playing);
}

#[test]
fn the_day_has_its_puzzle_and_all_have_their_day() {
    let count = fresh().entries().len() as Day;
    // Who has solved one on another day.
    let days = json!([{ "day": 100_000, "misses": 0, "hints": 0 }]);
    let due = |today| book(&json!([]), &days, today).due().id.clone();
    let all: BTreeSet<String> = (1..=count).map(due).collect();
    assert_eq!(all.len(), 120);
    assert_eq!((due(0), due(count + 1)), (due(1), due(1)));
    let today = day_of(2026, 12, 11);
    assert_eq!(today, 41);
    let asked = book(&json!([]), &json!([]), today);
    assert_eq!(asked.find("today").unwrap().id, asked.due().id);
    assert_eq!(asked.find("magnetic-99999"), None);
}

#[test]
fn who_is_new_finds_an_easy_puzzle_of_the_game_on_the_front_page() {
    let nothing = || json!([]);
    for today in 1..=40 {
        let new = book(&nothing(), &nothing(), today);
        let easy = new.due().clone();
        assert_eq!((easy.game, easy.grade), (GameId::Magnetic, 1), "day {today}");
        let success = json!({ "misses": 0, "hints": 0 });
        let solved = json!([{ "id": easy.id, "solved": success }]);
        // It stays that of the day when it is solved, and gives way on the next.
        let days = json!([{ "day": today, "misses": 0, "hints": 0 }]);
        assert_eq!(book(&solved, &days, today).due().id, easy.id);
        let next = book(&solved, &days, today + 1);
        assert_eq!(next.due().id, next.entries()[today as usize % next.entries().len()].id);
        // Who has solved others is not new.
        let other = json!([{ "id": "contramatic-1", "solved": success }]);
        let usual = &new.entries()[(today - 1) as usize % new.entries().len()];
        assert_eq!(book(&other, &nothing(), today).due().id, usual.id);
    }
    let days: BTreeSet<String> =
        (1..=10).map(|day| book(&nothing(), &nothing(), day).due().id.clone()).collect();
    assert!(days.len() > 1, "not the same every day");
}

fn counts(sentences: &[Sentence], key: &str) -> Option<usize> {
    let found = sentences.iter().find(|said| said.key == key)?;
    found.values.iter().find_map(|(name, value)| match value {
        In::Count(count) if *name == "days" => Some(*count),
        _ => None,
    })
}

#[test]
fn days_on_end_are_counted_also_when_the_clock_is_set_back() {
    let mut files = Files::new();
    let mut days: BTreeMap<Day, Success> = BTreeMap::new();
    // On day 1, 2 and 3, then with a clock that is back at day 2, then much later.
    for (today, streak) in [(1, None), (2, Some(2)), (3, Some(3)), (2, Some(3)), (150, None)] {
        let kept: Vec<Value> = (days.iter())
            .map(|(day, how)| json!({ "day": day, "misses": how.misses, "hints": how.hints }))
            .collect();
        let book = book(&json!([]), &json!(kept), today);
        let id = book.due().id.clone();
        let mut learner = pose(&book, "today", &mut files);
        assert_eq!(of(&learner).entry().id, id);
        assert_eq!(learner.shown().caption.unwrap().called.key, "puzzle.of-day");
        solve(&mut learner, &id);
        let says = learner.shown().answer.says;
        assert_eq!(counts(&says, "puzzle.streak-told"), streak, "on day {today}");
        let share = learner.shown().share.unwrap();
        assert_eq!(share[0].key, "puzzle.share-day");
        assert_eq!(counts(&share, "puzzle.streak"), streak, "on day {today}");
        let new = learner.asked.iter().find_map(|request| match request {
            Request::KeepDay { day, how } => Some((*day, *how)),
            _ => None,
        });
        assert_eq!(new.is_some(), !days.contains_key(&today), "each day counts once");
        days.extend(new);
    }
    assert_eq!(days.keys().copied().collect::<Vec<Day>>(), [1, 2, 3, 150]);
}

#[test]
fn todays_card_says_what_is_to_be_done_and_how_it_was() {
    let mut files = Files::new();
    let open = book(&json!([]), &json!([]), 41);
    let card = open.card(files.of(open.due().game)).unwrap();
    assert_eq!((card.state.key, card.streak), ("puzzle.card-solve", None));
    assert_eq!(card.id, open.due().id);
    let days =
        json!([{ "day": 40, "misses": 0, "hints": 0 }, { "day": 41, "misses": 1, "hints": 0 }]);
    let solved = book(&json!([]), &days, 41);
    let card = solved.card(files.of(solved.due().game)).unwrap();
    assert_eq!((card.state.key, card.streak.unwrap().key), ("puzzle.card-solved", "puzzle.streak"));
    let other = GameId::ALL.iter().find(|&&game| game != open.due().game).unwrap();
    let _ = open.card(&data(&json!({ "game": other.spec().id, "puzzles": [] }))).unwrap_err();
}

#[test]
fn the_list_shows_what_was_solved_and_seen_by_game_and_grade() {
    let kept = json!([
        { "id": "magnetic-1", "misses": 0, "hints": 0, "shown": 0, "solved": { "misses": 0, "hints": 0 } },
        { "id": "magnetic-2", "misses": 0, "hints": 0, "shown": 3, "solved": null },
        { "id": "magnetic-3", "misses": 2, "hints": 0, "shown": 0, "solved": null },
        { "id": "nothing" }, { "misses": 1 }, 7,
    ]);
    let sections = book(&kept, &json!([]), 1).sections();
    assert_eq!(sections.len(), 6, "games without puzzles are left out");
    let magnetic = sections.iter().find(|one| one.game == GameId::Magnetic).unwrap();
    assert_eq!((magnetic.solved, magnetic.count), (1, 20));
    let tiles: Vec<_> = magnetic.grades.iter().flat_map(|(_, tiles)| tiles).collect();
    assert_eq!(tiles.len(), 20);
    let tile = |number| tiles.iter().find(|tile| tile.number == number).unwrap();
    for (number, state, key) in [
        (1, TaskProgress::Done, "puzzle.tile-solved"),
        (2, TaskProgress::Seen, "puzzle.tile-shown"),
        (3, TaskProgress::Open, "puzzle.tile-open"),
    ] {
        assert_eq!((tile(number).state, tile(number).name.key), (state, key));
    }
    assert!(magnetic.grades.is_sorted_by_key(|(grade, _)| *grade));
}

#[test]
fn one_goes_on_with_a_harder_one_of_the_game_then_with_any_unsolved_one() {
    let all = fresh();
    let mut files = Files::new();
    let solved = |ids: &[&str]| {
        let one = |id: &&str| {
            json!({ "id": id, "misses": 0, "hints": 0, "shown": 0,
            "solved": { "misses": 0, "hints": 0 } })
        };
        ids.iter().map(one).collect::<Value>()
    };
    let mut next = |known: &[&str], id: &str| {
        let learner = pose(&book(&solved(known), &json!([]), 1), id, &mut files);
        learner.shown().next.unwrap()
    };
    let mut own: Vec<_> =
        all.entries().iter().filter(|entry| entry.game == GameId::Magnetic).collect();
    own.sort_by_key(|entry| (entry.grade, entry.number));
    let ids: Vec<&str> = own.iter().map(|entry| entry.id.as_str()).collect();
    assert_eq!(next(&[], ids[0]), ids[1]);
    assert_eq!(next(&ids[1..3], ids[0]), ids[3]);
    assert_eq!(next(&ids[5..], ids[9]), ids[0], "none is harder: the easiest that is left");
    let first = all.entries().iter().find(|entry| entry.game != GameId::Magnetic).unwrap();
    assert_eq!(next(&ids, ids[9]), first.id, "the game is through");
    let every: Vec<&str> = all.entries().iter().map(|entry| entry.id.as_str()).collect();
    assert_eq!(next(&every, every[0]), every[1], "all are");
    assert_eq!(next(&every, every[3]), every[0]);
}

#[test]
fn what_older_pages_have_kept_is_read() {
    let kept = file("tests/fixtures/d596b89/stored.json");
    let (progress, days) = (&kept["stores"]["puzzles"], &kept["stores"]["days"]);
    let book = book(progress, days, 1);
    let learner = pose(&book, "batteries-1", &mut Files::new());
    let how = Success { misses: 1, hints: 2 };
    let solved = PuzzleProgress {
        id: "batteries-1".to_owned(),
        solved: Some(how),
        ..PuzzleProgress::default()
    };
    assert_eq!(*of(&learner).progress(), solved);
    let due = book.due().game;
    assert_eq!(book.card(Files::new().of(due)).unwrap().state.key, "puzzle.card-solved");
}

#[test]
fn what_is_wrong_with_a_file_is_said_with_its_place() {
    let read = |file: &Value| {
        Puzzle::read(&fresh(), "magnetic-1", &data(file)).map(drop).map_err(|e| e.to_string())
    };
    let whole = file("web/puzzles/magnetic.json");
    assert_eq!(read(&whole), Ok(()));
    let place =
        whole["puzzles"].as_array().unwrap().iter().position(|one| one["id"] == "magnetic-1");
    let place = place.unwrap();
    type Change = fn(&mut Value);
    let changes: [(&str, Change); 10] = [
        ("magnetic-1: there is no such puzzle", |one| one["id"] = json!("magnetic-0")),
        ("magnetic-1: say: nothing reads this key", |one| one["say"] = json!("")),
        ("magnetic-1: the list of all puzzles says otherwise", |one| one["goal"] = json!("mate")),
        ("magnetic-1: the list of all puzzles says otherwise", |one| one["grade"] = json!(5)),
        ("magnetic-1: rubbish: ", |one| one["fen"] = json!("rubbish")),
        ("magnetic-1: no solution", |one| one["solutions"] = json!([])),
        ("magnetic-1: turn: there is none", |one| one["solutions"][0]["turn"] = json!(null)),
        ("magnetic-1: turn: g8g9: no step", |one| one["solutions"][0]["turn"] = json!(["g8g9"])),
        ("magnetic-1: no answer to the first turn", |one| {
            one["solutions"][0]["replies"] = json!([])
        }),
        ("magnetic-1: it does not win", |one| {
            let list = one["solutions"][0]["replies"][0].clone();
            one["solutions"][0]["replies"][0]["then"] = json!([["f2e3"]]);
            assert_ne!(list, one["solutions"][0]["replies"][0]);
        }),
    ];
    for (fault, change) in changes {
        let mut spoiled = whole.clone();
        change(&mut spoiled["puzzles"][place]);
        let said = read(&spoiled).unwrap_err();
        assert!(said.starts_with(fault), "{said} instead of {fault}");
    }
    for rows in [
        json!([]),
        json!({}),
        json!([["magnetic-1", 1, "king", 2]]),
        json!([["magnetic-1", 6, "king", 2, 1]]),
        json!([["checkers-1", 1, "king", 2, 1]]),
        json!([["magnetic-1", 1, "all", 2, 1]]),
        json!([["magnetic-1", 1, "king", 3, 1]]),
        json!([["magnetic-1", 1, "king", 2, 1], ["magnetic-1", 1, "king", 2, 1]]),
    ] {
        let none = Data::Nothing;
        assert!(Book::read(&data(&rows), &none, &none, 1).is_err(), "{rows}");
    }
}

#[test]
fn of_two_successes_on_a_day_the_last_one_written_counts() {
    let day = |misses| json!({ "day": 5, "misses": misses, "hints": 0 });
    let says = |days: Value| {
        let book = book(&json!([]), &days, 5);
        let id = book.due().id.clone();
        pose(&book, &id, &mut Files::new()).shown().answer.says
    };
    let last = says(json!([day(0)]));
    assert_eq!(last.len(), 1);
    assert_eq!(says(json!([day(3), day(0)])), last);
    assert_ne!(says(json!([day(0), day(3)])), last);
}
