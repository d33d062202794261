//! Proves every puzzle that the page shows, by trying all that the rules allow: the stated first
//! turns win, no other does, and nothing wins sooner. Written without the tool's own proof.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use engine::charismatic::mate::every;
use rules::games::charismatic::Charismatic;
use rules::{AnyPosition, Color, GameId, Position, Step, with_position};
use serde_json::Value;

/// A file is fetched when puzzles are first opened, on a phone too.
const MOST_BYTES: usize = 40_000;
const FEWEST_PUZZLES: usize = 12;

fn path(game: GameId) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../../web/puzzles/{game}.json"))
}

/// The puzzles of a game, and the positions that they begin with.
fn puzzles(game: GameId) -> Vec<(Value, AnyPosition)> {
    let text = fs::read_to_string(path(game)).unwrap();
    assert!(text.len() <= MOST_BYTES, "{game}: {} bytes", text.len());
    let file: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(file["game"], game.spec().id);
    let puzzles = file["puzzles"].as_array().unwrap();
    let pose = |puzzle: &Value| {
        let fen = puzzle["fen"].as_str().unwrap();
        let position = AnyPosition::from_fen(game, fen).unwrap();
        assert_eq!(position.fen(), fen);
        assert!(!position.is_inside_turn() && position.outcome().is_none(), "{fen}");
        (puzzle.clone(), position)
    };
    puzzles.iter().map(pose).collect()
}

fn turn(value: &Value, game: GameId) -> Vec<Step> {
    let steps = value.as_array().unwrap().iter();
    steps.map(|step| Step::parse(step.as_str().unwrap(), game.spec()).unwrap()).collect()
}

fn turns(value: &Value, game: GameId) -> BTreeSet<Vec<Step>> {
    value.as_array().unwrap().iter().map(|value| turn(value, game)).collect()
}

/// What is true of every file, whatever its game.
fn check_file(game: GameId, goal: &str) {
    let puzzles = puzzles(game);
    assert!(puzzles.len() >= FEWEST_PUZZLES, "{game}: {}", puzzles.len());
    let ids: BTreeSet<&str> =
        puzzles.iter().map(|(puzzle, _)| puzzle["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), puzzles.len(), "{game}");
    assert!(ids.iter().all(|id| id.starts_with(&format!("{game}-"))), "{ids:?}");
    let keys: BTreeSet<u64> = puzzles.iter().map(|(_, position)| position.key()).collect();
    assert_eq!(keys.len(), puzzles.len(), "{game}: a position twice");
    let ranks: Vec<(u64, u64)> = puzzles
        .iter()
        .map(|(puzzle, _)| (puzzle["grade"].as_u64().unwrap(), puzzle["effort"].as_u64().unwrap()))
        .collect();
    assert!(ranks.is_sorted(), "{game}: {ranks:?}");
    for grade in 1..=5 {
        assert!(ranks.iter().any(|rank| rank.0 == grade), "{game}: none of grade {grade}");
    }
    for side in [Color::White, Color::Black] {
        assert!(puzzles.iter().any(|(_, position)| position.turn() == side), "{game}: {side:?}");
    }
    assert!(puzzles.iter().all(|(puzzle, _)| puzzle["goal"] == goal), "{game}");
}

fn after<P: Position>(position: &P, step: Step) -> P {
    let mut after = *position;
    after.try_play(step, &mut ()).unwrap();
    after
}

fn is_won(position: &impl Position, side: Color) -> bool {
    position.outcome().is_some_and(|outcome| outcome.winner == Some(side))
}

/// The turns that win at once.
fn winning<P: Position>(position: &P) -> BTreeSet<Vec<Step>> {
    let wins = |step: &Step| is_won(&after(position, *step), position.turn());
    position.list().into_iter().filter(wins).map(|step| vec![step]).collect()
}

/// Whether every reply is answered by a win.
fn is_lost<P: Position>(position: &P) -> bool {
    position.list().into_iter().all(|reply| {
        let next = after(position, reply);
        next.outcome().is_none()
            && next.list().into_iter().any(|step| is_won(&after(&next, step), next.turn()))
    })
}

fn check_two_turns<P: Position>(puzzle: &Value, position: &P, game: GameId) {
    let id = &puzzle["id"];
    assert_eq!((puzzle["turns"].as_u64(), puzzle["steps"].as_u64()), (Some(2), Some(1)), "{id}");
    assert!(winning(position).is_empty(), "{id}: it is won at once");
    let proven = position.list().into_iter().filter(|&step| is_lost(&after(position, step)));
    let proven: BTreeSet<Vec<Step>> = proven.map(|step| vec![step]).collect();
    let solutions = puzzle["solutions"].as_array().unwrap();
    assert!((1..=3).contains(&solutions.len()), "{id}");
    let stated: BTreeSet<Vec<Step>> =
        solutions.iter().map(|solution| turn(&solution["turn"], game)).collect();
    assert_eq!(stated, proven, "{id}");
    for solution in solutions {
        let answered = after(position, turn(&solution["turn"], game)[0]);
        let replies = solution["replies"].as_array().unwrap();
        assert!((1..=3).contains(&replies.len()), "{id}");
        for reply in replies {
            let next = after(&answered, turn(&reply["turn"], game)[0]);
            assert_eq!(turns(&reply["then"], game), winning(&next), "{id}");
        }
    }
}

fn check_two_turn_puzzles(game: GameId, goal: &str) {
    check_file(game, goal);
    for (puzzle, position) in puzzles(game) {
        with_position!(&position, p => check_two_turns(&puzzle, p, game));
    }
}

#[test]
fn magnetic() {
    check_two_turn_puzzles(GameId::Magnetic, "king");
}

#[test]
fn batteries() {
    check_two_turn_puzzles(GameId::Batteries, "mate");
}

#[test]
fn chessence() {
    check_two_turn_puzzles(GameId::Chessence, "mate");
}

#[test]
fn contramatic() {
    check_two_turn_puzzles(GameId::Contramatic, "win");
}

#[test]
fn complete_contramatic() {
    check_two_turn_puzzles(GameId::CompleteContramatic, "win");
}

/// The moves of a turn, whatever their order.
fn set(turn: &[Step]) -> BTreeSet<Step> {
    turn.iter().copied().filter(|&step| step != Step::End).collect()
}

#[test]
fn charismatic() {
    let game = GameId::Charismatic;
    check_file(game, "mate");
    for (puzzle, position) in puzzles(game) {
        let id = &puzzle["id"];
        let steps = puzzle["steps"].as_u64().unwrap() as usize;
        assert!(puzzle["turns"] == 1 && (2..=5).contains(&steps), "{id}");
        let solutions = puzzle["solutions"].as_array().unwrap();
        assert!((1..=3).contains(&solutions.len()), "{id}");
        let position = Charismatic::from_fen(&position.fen()).unwrap();
        let mut stated = BTreeSet::new();
        for solution in solutions {
            assert_eq!(solution["replies"], Value::Array(Vec::new()), "{id}");
            let turn = turn(&solution["turn"], game);
            assert_eq!((turn.len(), turn.last()), (steps + 1, Some(&Step::End)), "{id}");
            let end = turn.iter().fold(position, |position, &step| after(&position, step));
            assert!(is_won(&end, position.turn()), "{id}");
            stated.insert(set(&turn));
        }
        // The sets of moves that mate with fewest, against trial in the engine's tests.
        let proven = every(&position, 3, u64::MAX).unwrap();
        assert_eq!(proven.len(), solutions.len(), "{id}");
        assert_eq!(
            proven.iter().map(|(turn, _)| set(turn)).collect::<BTreeSet<_>>(),
            stated,
            "{id}"
        );
    }
}

fn fivefold(arguments: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_fivefold")).args(arguments).output().unwrap();
    (output.status.success(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn puzzles_are_added_reproducibly_and_keep_their_names() {
    let file = std::env::temp_dir().join(format!("fivefold-puzzles-{}.json", std::process::id()));
    let name = file.to_str().unwrap();
    let make = |most: &str| {
        let made =
            fivefold(&["puzzles", "chessence", "--games", "20", "--most", most, "--into", name]);
        assert_eq!(made, (true, String::new()));
        let text = fs::read_to_string(&file).unwrap();
        let file: Value = serde_json::from_str(&text).unwrap();
        let puzzles = file["puzzles"].as_array().unwrap().clone();
        (text, puzzles)
    };
    let (_, two) = make("2");
    assert_eq!(two.len(), 2);
    let (five, puzzles) = make("5");
    assert_eq!(puzzles.len(), 5);
    assert!(two.iter().all(|puzzle| puzzles.contains(puzzle)));
    assert!(fivefold(&["puzzles", "chessence", "--check", name]).0);
    // The same games, and no more puzzles wanted.
    assert_eq!(make("5").0, five);
    let wrong = five.replacen("\"effort\":", "\"effort\":1", 1);
    fs::write(&file, wrong).unwrap();
    let (is_proven, told) = fivefold(&["puzzles", "chessence", "--check", name]);
    assert!(!is_proven && told.contains("chessence-"), "{told}");
    fs::remove_file(&file).unwrap();
}
