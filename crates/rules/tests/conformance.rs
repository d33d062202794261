//! Runs the conformance files of every game (`tests/conformance/README.md`).

use std::fs;
use std::path::PathBuf;

use rules::games::batteries::Batteries;
use rules::games::charismatic::Charismatic;
use rules::games::chessence::Chessence;
use rules::games::complete_contramatic::CompleteContramatic;
use rules::games::contramatic::Contramatic;
use rules::games::magnetic::Magnetic;
use rules::games::orthodox::Orthodox;
use rules::games::progressive::Progressive;
use rules::{Position, Step, perft};
use serde_json::Value;

fn read(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn status<P: Position>(position: &P) -> (&'static str, Option<&'static str>) {
    match position.outcome() {
        Some(outcome) => {
            let winner = outcome.winner.map(|color| if color.index() == 0 { "w" } else { "b" });
            (outcome.ending.id(), winner)
        }
        None if position.count() == 0 => ("dead-end", None),
        None => ("ongoing", None),
    }
}

/// Every position of the game's file: FEN round trip, steps, status, check, and the FEN after
/// every step.
fn positions<P: Position>() {
    let text = read(&format!("{}.jsonl", P::SPEC.id));
    let mut seen = 0;
    for line in text.lines() {
        let wanted: Value = serde_json::from_str(line).unwrap();
        let fen = wanted["fen"].as_str().unwrap();
        let position = P::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(position.fen(), fen);
        assert_eq!(position.key(), position.recomputed_key(), "{fen}");

        let steps = position.list();
        let mut names: Vec<String> =
            steps.iter().map(|step| step.display(P::SPEC).to_string()).collect();
        names.sort();
        let wanted_steps: Vec<&str> =
            wanted["steps"].as_array().unwrap().iter().map(|step| step.as_str().unwrap()).collect();
        assert_eq!(names, wanted_steps, "steps of {fen}");
        assert_eq!(position.count(), steps.len() as u64, "{fen}");

        let (status, winner) = status(&position);
        assert_eq!(status, wanted["status"], "{fen}");
        assert_eq!(winner, wanted["winner"].as_str(), "{fen}");
        assert_eq!(position.check(), wanted["check"].as_bool(), "check in {fen}");

        for &step in &steps {
            let name = step.display(P::SPEC).to_string();
            assert_eq!(Step::parse(&name, P::SPEC), Ok(step));
            assert_eq!(position.why_not(step), None, "{name} in {fen}");
            let mut after = position;
            after.play(step, &mut ());
            assert_eq!(after.fen(), wanted["after"][&name], "after {name} in {fen}");
            assert_eq!(after.key(), after.recomputed_key(), "after {name} in {fen}");
        }
        seen += 1;
    }
    assert!(seen >= 100, "{seen} positions read");
}

/// Every line of the game's perft file.
fn counts<P: Position>() {
    let text = read(&format!("{}.perft", P::SPEC.id));
    let mut seen = 0;
    for line in text.lines() {
        let mut parts = line.split(" ; ");
        let fen = parts.next().unwrap();
        let position = P::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        for part in parts {
            let (depth, count) = part.split_once(' ').unwrap();
            let (depth, count): (u32, u64) = (depth.parse().unwrap(), count.parse().unwrap());
            assert_eq!(perft(&position, depth), count, "{fen} at depth {depth}");
            seen += 1;
        }
    }
    assert!(seen >= 5, "{seen} counts read");
}

/// Every FEN of the game that must be refused.
fn refused<P: Position>() {
    let text = read("refused.jsonl");
    let mut seen = 0;
    for line in text.lines() {
        let wanted: Value = serde_json::from_str(line).unwrap();
        if wanted["game"] == P::SPEC.id {
            let fen = wanted["fen"].as_str().unwrap();
            let error = P::from_fen(fen).expect_err(fen).to_string();
            let why = wanted["why"].as_str().unwrap();
            let field = why.split(':').next().unwrap().to_uppercase();
            assert!(error.starts_with(&field), "{fen}: {error}; wanted {}", wanted["why"]);
            seen += 1;
        }
    }
    assert!(seen > 0);
}

macro_rules! game {
    ($name:ident, $position:ty) => {
        mod $name {
            use super::*;

            #[test]
            fn positions_agree() {
                positions::<$position>();
            }

            #[test]
            fn perft_agrees() {
                counts::<$position>();
            }

            #[test]
            fn impossible_fens_are_refused() {
                refused::<$position>();
            }
        }
    };
}

game!(batteries, Batteries);
game!(charismatic, Charismatic);
game!(chessence, Chessence);
game!(magnetic, Magnetic);
game!(orthodox, Orthodox);
game!(progressive, Progressive);
game!(contramatic, Contramatic);
game!(complete_contramatic, CompleteContramatic);
