//! The search finds forced wins that plain search has found (tests/forced-wins/README.md).

use std::fs;
use std::path::PathBuf;

use engine::{Engine, Limits};
use rules::{AnyPosition, GameId};
use serde_json::Value;

/// What a search may look at.
const NODES: u64 = 300_000;

/// A position counts as solved if the search finds a forced win. Of a hundred so many need not be
/// the shortest: lines that look bad are searched less deeply, so that a longer win may be seen
/// first.
const LONGER: usize = 15;

fn check(game: GameId) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/forced-wins")
        .join(format!("{game}.jsonl"));
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let count = text.lines().count();
    assert!(count >= 100, "{game}");
    let (mut missed, mut longer) = (Vec::new(), 0);
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
            Some(turns) if turns > shortest => longer += 1,
            Some(turns) if turns > 0 => panic!("{game}: {fen}: {turn} cannot win in {turns}"),
            _ => missed.push(format!("{fen}: {turn} {} depth {}", thought.score, thought.depth)),
        }
    }
    println!("{game}: {count} positions, {longer} with a longer win");
    assert!(missed.is_empty(), "{game}: {} missed\n{}", missed.len(), missed.join("\n"));
    assert!(longer * 100 <= count * LONGER, "{game}: {longer} of {count} with a longer win");
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
