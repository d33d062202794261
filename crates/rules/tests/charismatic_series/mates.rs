//! Positions in which the side to move mates with this turn: the conformance file gives a shortest
//! way and how many positions it can end in. All shorter turns and all of that length are tried.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

use rules::games::charismatic::Charismatic;
use rules::{Ending, Position, Step};
use serde_json::Value;

/// Whether the turn can be ended here, with mate.
fn mates(position: &Charismatic) -> bool {
    if !position.is_inside_turn() || !position.is_legal(Step::End) {
        return false;
    }
    let mut after = *position;
    after.play(Step::End, &mut ());
    after.outcome().is_some_and(|outcome| outcome.ending == Ending::Checkmate)
}

#[test]
fn shortest_mates() {
    let path = "../../tests/conformance/charismatic-mates.jsonl";
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path);
    let mut seen = 0;
    for line in fs::read_to_string(path).unwrap().lines() {
        let wanted: Value = serde_json::from_str(line).unwrap();
        let fen = wanted["fen"].as_str().unwrap();
        let position = Charismatic::from_fen(fen).unwrap();

        let mut after = position;
        for text in wanted["solution"].as_array().unwrap() {
            let step = Step::parse(text.as_str().unwrap(), Charismatic::SPEC).unwrap();
            assert!(after.is_legal(step), "{text} in {fen}");
            after.play(step, &mut ());
        }
        assert_eq!(after.fen(), wanted["after"], "{fen}");
        assert_eq!(after.outcome().map(|outcome| outcome.ending), Some(Ending::Checkmate));

        let mut layer = HashSet::from([position]);
        for length in 0..=wanted["steps"].as_u64().unwrap() {
            let mating: HashSet<u64> = layer
                .iter()
                .filter(|position| mates(position))
                .map(|position| {
                    let mut after = *position;
                    after.play(Step::End, &mut ());
                    after.key()
                })
                .collect();
            let is_last = length == wanted["steps"].as_u64().unwrap();
            let count = if is_last { wanted["mating_positions"].as_u64().unwrap() } else { 0 };
            assert_eq!(mating.len() as u64, count, "{length} steps from {fen}");
            if is_last {
                break;
            }
            let mut next = HashSet::new();
            for position in &layer {
                for step in position.list() {
                    if step != Step::End {
                        let mut after = *position;
                        after.play(step, &mut ());
                        next.insert(after);
                    }
                }
            }
            layer = next;
        }
        seen += 1;
    }
    assert!(seen >= 10, "{seen}");
}
