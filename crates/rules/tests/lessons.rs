//! The lessons of the page (web/lessons): what they set, accept, answer and say is so by the rules.
//!
//! What a sentence says is written down as claims in `lessons/GAME.claims`: the title of a task, below it
//! its sentences, below each what it claims, as attributes ([`testkit::claims`]). `plays` are the steps
//! that lead there from the task's position; `game` and `fen` name another position. `every` holds in
//! the position after each turn to which the lesson answers with `otherwise`.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use rules::position::Ending;
use rules::{AnyPosition, Color, GameId, Phase, Step};
use serde_json::Value;
use testkit::claims;

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

/// The sentences of a task, with the words of what it asks.
fn sentences<'a>(task: &'a Task) -> Vec<&'a str> {
    let answers = ["wrong", "refused"].into_iter().flat_map(|key| list(task.value, key));
    let mut found: Vec<&str> =
        ["task", "hint", "good", "otherwise"].map(|key| text(task.value, key)).to_vec();
    found.extend(answers.map(|answer| text(answer, "say")));
    found.retain(|sentence| !sentence.is_empty());
    found
}

/// Whether a sentence names a square.
fn names_a_square(sentence: &str) -> bool {
    sentence.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| {
        let (file, rank) = word.split_at(word.len().min(1));
        ("a".."k").contains(&file) && rank.parse::<u8>().is_ok_and(|rank| (1..=10).contains(&rank))
    })
}

/// The sentences of a game's claims, with their task's title and the lines below them.
fn claimed(game: GameId) -> Vec<(String, String, Vec<String>)> {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join(format!("tests/lessons/{}.claims", game.spec().id));
    let text = fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let (mut found, mut title): (Vec<(String, String, Vec<String>)>, _) = (Vec::new(), "");
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        match line.len() - line.trim_start().len() {
            0 => title = line,
            2 => found.push((title.to_owned(), line.trim().to_owned(), Vec::new())),
            _ => found.last_mut().expect("a sentence").2.push(line.trim().to_owned()),
        }
    }
    found
}

impl Task<'_> {
    /// Every position after a turn that the lesson answers with `otherwise`: a finished turn that does
    /// not do what is asked and has none of the wrong steps.
    fn otherwise(&self) -> Vec<AnyPosition> {
        let wrong: Vec<BTreeSet<&str>> = list(self.value, "wrong")
            .iter()
            .map(|wrong| texts(wrong, "play").into_iter().collect())
            .collect();
        let named: BTreeSet<&str> = wrong.iter().flatten().copied().collect();
        let (mut seen, mut found) = (BTreeSet::new(), Vec::new());
        // With each position the wrong steps on the way to it; one-step turns need all their steps.
        let mut open = vec![(self.start, Vec::<String>::new())];
        while let Some((position, steps)) = open.pop() {
            for step in position.list() {
                let mut after = position;
                after.play(step);
                let mut steps = steps.clone();
                let name = step.display(position.spec()).to_string();
                if self.value["goal"].get("steps").is_some() || named.contains(name.as_str()) {
                    steps.push(name);
                }
                let names: Vec<&str> = steps.iter().map(String::as_str).collect();
                if wrong.iter().any(|wrong| wrong.iter().all(|step| names.contains(step))) {
                    continue;
                }
                let mut kept = steps.clone();
                kept.sort();
                if !seen.insert((after.fen(), kept)) {
                    continue;
                }
                let over = after.outcome().map(|outcome| (outcome.ending, outcome.winner));
                let played = Played { position: after, over };
                if !self.ends_turn(&played) {
                    open.push((after, steps));
                } else if !self.is_met(&names, &played) {
                    found.push(after);
                }
            }
        }
        found
    }

    /// Whether a claim about the task's position is so.
    fn holds(&self, claim: &str) -> Result<(), String> {
        let every = claim.strip_prefix("every ");
        let attributes = claims::attributes(every.unwrap_or(claim))?;
        let value =
            |key: &str| attributes.iter().find(|&&(k, _)| k == key).map(|&(_, value)| value);
        let check = |position: &AnyPosition, last_turn: &claims::LastTurn| {
            (attributes.iter())
                .filter(|(key, _)| !["game", "fen", "plays"].contains(key))
                .try_for_each(|(key, value)| claims::verify(position, last_turn, key, value))
        };
        if attributes.len() == usize::from(value("plays").is_some()) {
            return Err("it claims nothing".to_owned());
        }
        if every.is_some() {
            let positions = self.otherwise();
            if positions.is_empty() {
                return Err("no turn is answered so".to_owned());
            }
            return positions.iter().try_for_each(|position| check(position, &Vec::new()));
        }
        let game = value("game").map_or(self.game, |id| GameId::parse(id).expect("a game"));
        let mut position = match value("fen") {
            Some(fen) => AnyPosition::from_fen(game, fen).map_err(|e| e.to_string())?,
            None => self.start,
        };
        let last_turn = claims::play(&mut position, value("plays").unwrap_or_default())?;
        check(&position, &last_turn)
    }
}

/// A sentence that names a square has claims; every claim belongs to a sentence, and is so.
#[test]
fn what_the_sentences_say_is_so() {
    let mut faults = Vec::new();
    for &game in GameId::ALL.iter().filter(|game| game.spec().id != "orthodox") {
        let lesson = lesson(game);
        let claimed = claimed(game);
        for value in list(&lesson, "tasks") {
            let task = Task::new(game, value);
            let title = text(value, "title");
            let of_task: Vec<_> = claimed.iter().filter(|(of, ..)| of == title).collect();
            let sentences = sentences(&task);
            for sentence in sentences.iter().filter(|sentence| names_a_square(sentence)) {
                if !of_task.iter().any(|(_, said, claims)| said == sentence && !claims.is_empty()) {
                    faults.push(format!("{}: no claims: {sentence}", task.name()));
                }
            }
            for (_, said, claims) in of_task {
                if !sentences.contains(&said.as_str()) {
                    faults.push(format!("{}: it does not say: {said}", task.name()));
                }
                faults.extend(claims.iter().filter_map(|claim| {
                    let why = task.holds(claim).err()?;
                    Some(format!("{}: {said}\n    {claim}\n    {why}", task.name()))
                }));
            }
        }
        let titles = texts_of(&lesson, "title");
        let lost = claimed.iter().filter(|(title, ..)| !titles.contains(&title.as_str()));
        faults.extend(lost.map(|(title, ..)| format!("{game}: no task is called {title}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn texts_of<'a>(lesson: &'a Value, key: &str) -> Vec<&'a str> {
    list(lesson, "tasks").iter().map(|task| text(task, key)).collect()
}
