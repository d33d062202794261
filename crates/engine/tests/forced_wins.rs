//! The search finds the forced wins that plain search has found, each in the fewest turns
//! (tests/forced-wins/README.md).

use std::fs;
use std::path::PathBuf;

use engine::{Engine, Limits};
use rules::{AnyPosition, GameId};
use serde_json::Value;

/// What a search may look at.
const NODES: u64 = 300_000;

fn check(game: GameId) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/forced-wins")
        .join(format!("{game}.jsonl"));
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let count = text.lines().count();
    assert!(count >= 100, "{game}");
    let mut missed = Vec::new();
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let fen = line["fen"].as_str().unwrap();
        let fewest = line["turns"].as_i64().unwrap() as i32;
        let position = AnyPosition::from_fen(game, fen).unwrap();
        let mut engine = Engine::new(game, 1, 4 << 20);
        let thought = engine.think(&[], &position, &Limits::nodes(NODES), &mut |_| {}).unwrap();
        let turn: Vec<String> =
            thought.turn.iter().map(|step| step.display(game.spec()).to_string()).collect();
        let turn = turn.join(",");
        // In turns of both sides.
        let shortest = 2 * fewest - 1;
        match thought.score.decided() {
            Some(turns) if turns == shortest => {
                let firsts = line["first"].as_array().unwrap();
                assert!(firsts.iter().any(|first| *first == turn), "{game}: {fen}: {turn}");
            }
            Some(turns) if turns > 0 && turns < shortest => {
                panic!("{game}: {fen}: {turn} cannot win in {turns}")
            }
            _ => missed.push(format!("{fen}: {turn} {} depth {}", thought.score, thought.depth)),
        }
    }
    println!("{game}: {count} positions, {} missed", missed.len());
    assert!(missed.is_empty(), "{game}: {} missed\n{}", missed.len(), missed.join("\n"));
}

#[test]
fn magnetic() {
    check(GameId::Magnetic);
}

#[test]
fn chessence() {
    check(GameId::Chessence);
}

#[test]
fn batteries() {
    check(GameId::Batteries);
}

#[test]
fn contramatic() {
    check(GameId::Contramatic);
}

#[test]
fn complete_contramatic() {
    check(GameId::CompleteContramatic);
}
