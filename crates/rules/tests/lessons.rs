//! The lessons of the page (web/lessons): what they set, accept and answer is so by the rules.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use rules::position::Ending;
use rules::{AnyPosition, Color, GameId, Phase, Step};
use serde_json::Value;

/// The longest that the texts of a task may be, in characters: they stand beside the board of a
/// phone.
const LONGEST: usize = 150;

fn lesson(game: GameId) -> Value {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join(format!("../../web/lessons/{}.json", game.spec().id));
    let text = fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", file.display()))
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("{key} is no text in {value}"))
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().unwrap_or_else(|| panic!("{key} is no list in {value}"))
}

fn texts<'a>(value: &'a Value, key: &str) -> Vec<&'a str> {
    list(value, key).iter().map(|item| item.as_str().expect("a text")).collect()
}

/// A task, its position read.
struct Task<'a> {
    game: GameId,
    value: &'a Value,
    start: AnyPosition,
}

/// What came of a sequence of steps.
struct Played {
    position: AnyPosition,
    /// The ending and the winner.
    over: Option<(Ending, Option<Color>)>,
}

impl<'a> Task<'a> {
    fn new(game: GameId, value: &'a Value) -> Self {
        let fen = text(value, "fen");
        let start =
            AnyPosition::from_fen(game, fen).unwrap_or_else(|e| panic!("{game} {fen}: {e}"));
        assert_eq!(start.fen(), fen, "{game}: the FEN is canonical");
        assert_eq!(start.outcome(), None, "{game} {fen}: the game goes on");
        Task { game, value, start }
    }

    fn name(&self) -> String {
        format!("{} “{}”", self.game, text(self.value, "title"))
    }

    fn step(&self, text: &str) -> Step {
        Step::parse(text, self.start.spec())
            .unwrap_or_else(|_| panic!("{}: {text} is no step", self.name()))
    }

    /// Plays steps, all of them legal.
    fn play(&self, steps: &[&str]) -> Played {
        let mut position = self.start;
        for &step in steps {
            let step = self.step(step);
            let why = position.why_not(step);
            assert_eq!(why, None, "{}: {steps:?} is legal", self.name());
            position.play(step);
        }
        let over = position.outcome().map(|outcome| (outcome.ending, outcome.winner));
        Played { position, over }
    }

    fn ends_turn(&self, played: &Played) -> bool {
        played.position.turn() != self.start.turn() || played.over.is_some()
    }

    /// Whether a turn does what the task asks for; the page decides the same from what it shows.
    fn is_met(&self, steps: &[&str], played: &Played) -> bool {
        let goal = &self.value["goal"];
        let known = ["steps", "ends", "stand"];
        for key in goal.as_object().expect("a goal").keys() {
            assert!(known.contains(&key.as_str()), "{}: goal {key}", self.name());
        }
        let mut met = self.ends_turn(played);
        if goal.get("steps").is_some() {
            met &= steps.len() == 1 && texts(goal, "steps").contains(&steps[0]);
        }
        if goal.get("ends").is_some() {
            let wanted = (text(goal, "ends"), Some(self.start.turn()));
            met &= played.over.map(|(ending, winner)| (ending.id(), winner)) == Some(wanted);
        }
        for (square, piece) in goal["stand"].as_object().into_iter().flatten() {
            let square = self.start.spec().shape.parse(square).expect("a square");
            let stands = played.position.piece_at(square);
            let named =
                stands.map(|piece| format!("{:?} {:?}", piece.color, piece.role).to_lowercase());
            met &= named.as_deref() == piece.as_str();
        }
        met
    }
}

fn each_task(mut check: impl FnMut(&Task)) {
    for &game in GameId::ALL.iter().filter(|game| game.spec().id != "orthodox") {
        let lesson = lesson(game);
        for value in list(&lesson, "tasks") {
            check(&Task::new(game, value));
        }
    }
}

#[test]
fn every_game_has_a_lesson_of_five_to_eight_tasks() {
    for &game in GameId::ALL.iter().filter(|game| game.spec().id != "orthodox") {
        let lesson = lesson(game);
        let tasks = list(&lesson, "tasks");
        assert!((5..=8).contains(&tasks.len()), "{game} has {}", tasks.len());
        let titles: BTreeSet<&str> = tasks.iter().map(|task| text(task, "title")).collect();
        assert_eq!(titles.len(), tasks.len(), "{game}: titles are given once");
        assert!(!text(&lesson, "end").is_empty());
    }
}

#[test]
fn texts_are_sentences_and_fit_a_phone() {
    let mut unfit = Vec::new();
    each_task(|task| {
        let say = |value: &Value| text(value, "say").to_owned();
        let mut said: Vec<String> = ["task", "hint", "good", "otherwise"]
            .iter()
            .map(|key| text(task.value, key).to_owned())
            .collect();
        said.extend(list(task.value, "wrong").iter().map(say));
        said.extend(list(task.value, "refused").iter().map(say));
        for said in said.iter().filter(|said| !said.is_empty()) {
            let fits = said.chars().count() <= LONGEST;
            let ends = said.ends_with(['.', '!', '?']);
            if !(fits && ends && said.starts_with(char::is_uppercase)) {
                unfit.push(format!("{}: {said}", task.name()));
            }
        }
        for key in ["task", "hint", "good"] {
            assert!(!text(task.value, key).is_empty(), "{}: no {key}", task.name());
        }
    });
    assert!(unfit.is_empty(), "{unfit:#?}");
}

#[test]
fn solutions_are_legal_and_do_what_is_asked() {
    each_task(|task| {
        let solution = texts(task.value, "solution");
        let played = task.play(&solution);
        assert!(task.is_met(&solution, &played), "{}: {solution:?}", task.name());
        if let Some((ending, winner)) = played.over {
            assert_eq!(winner, Some(task.start.turn()), "{}: {ending:?}", task.name());
            let ends = task.value["goal"].get("ends").is_some();
            assert!(ends, "{}: the game ends, and the task does not ask for it", task.name());
        }
        for step in task.value["goal"]["steps"].as_array().into_iter().flatten() {
            let step = step.as_str().expect("a step");
            assert!(task.is_met(&[step], &task.play(&[step])), "{}: {step}", task.name());
        }
    });
}

/// A task whose goal any finished turn meets has no answer to a wrong one; all others have.
#[test]
fn wrong_steps_are_legal_and_wrong() {
    each_task(|task| {
        for wrong in list(task.value, "wrong") {
            let steps = texts(wrong, "play");
            let played = task.play(&steps);
            assert!(!task.is_met(&steps, &played), "{}: {steps:?} is right", task.name());
            assert!(!text(wrong, "say").is_empty(), "{}: {steps:?}", task.name());
        }
        let any = task.value["goal"].as_object().expect("a goal").is_empty();
        assert_eq!(text(task.value, "otherwise").is_empty(), any, "{}", task.name());
    });
}

#[test]
fn refused_steps_are_refused_for_that_reason() {
    let mut untrue = Vec::new();
    each_task(|task| {
        let mut reasons = BTreeSet::new();
        for refused in list(task.value, "refused") {
            let once = reasons.insert(text(refused, "reason"));
            assert!(once, "{}: the page answers each reason once", task.name());
            let steps = texts(refused, "try");
            let (last, before) = steps.split_last().expect("a step");
            let played = task.play(before);
            let why = played.position.why_not(task.step(last)).map(|refusal| refusal.reason);
            if why != Some(text(refused, "reason")) {
                untrue.push(format!("{}: {steps:?} is refused for {why:?}", task.name()));
            }
        }
    });
    assert!(untrue.is_empty(), "{untrue:#?}");
}

/// What the tasks' words say of their positions, where nothing else would notice that it is wrong.
#[test]
fn the_mate_with_four_pieces_needs_all_four() {
    let lesson = lesson(GameId::Charismatic);
    let value = list(&lesson, "tasks").last().expect("tasks");
    let task = Task::new(GameId::Charismatic, value);
    assert_eq!(task.start.phase(), Phase::Movement);
    let mut open = vec![task.start];
    for steps in 1..=3 {
        let mut next: Vec<AnyPosition> = Vec::new();
        for position in open {
            for step in position.list().into_iter().filter(|&step| step != Step::End) {
                let mut after = position;
                after.play(step);
                if !next.contains(&after) {
                    next.push(after);
                }
            }
        }
        for position in &next {
            if position.why_not(Step::End).is_none() {
                let mut ended = *position;
                ended.play(Step::End);
                let mate = ended.outcome().is_some_and(|o| o.ending == Ending::Checkmate);
                assert!(!mate, "{} mates with {steps}", position.fen());
            }
        }
        open = next;
    }
}
