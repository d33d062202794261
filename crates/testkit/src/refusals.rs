//! Checks of `why_not` that serve every game: over the positions of its conformance file, every
//! step that can be written is tried.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use rules::{Position, Step};
use serde_json::Value;

use crate::invariants;

/// A file of the repository.
pub fn read(path: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Calls `visit` with every position of the game's conformance file, and its line there.
pub fn each_line<P: Position>(mut visit: impl FnMut(&P, &Value)) {
    for line in read(&format!("tests/conformance/{}.jsonl", P::SPEC.id)).lines() {
        let wanted: Value = serde_json::from_str(line).unwrap();
        visit(&P::from_fen(wanted["fen"].as_str().unwrap()).unwrap(), &wanted);
    }
}

/// In every position of the conformance file a step is refused exactly if it is not among the legal ones. Every reason
/// that comes up has a sentence in the English catalogue, and the sentence names only pieces that the reason gives.
///
/// # Panics
/// If not.
pub fn refusals_agree_with_the_steps_and_have_sentences<P: Position>() {
    let catalogue: Value = serde_json::from_str(&read("web/strings/en.json")).unwrap();
    let mut reasons = BTreeSet::new();
    let mut last = None;
    each_line(|position: &P, _| {
        invariants::check_refusals(position, |refusal| {
            let is_known = refusal.pieces.iter().map(|(_, piece)| piece.is_some());
            let reason = (refusal.reason, is_known.collect::<Vec<bool>>());
            // What is refused one after the other is mostly refused alike.
            if last.as_ref() != Some(&reason) {
                reasons.insert(reason.clone());
                last = Some(reason);
            }
        });
    });
    assert!(reasons.len() > 10, "{reasons:?}");
    for (reason, pieces) in reasons {
        let (block, word) = reason.split_once('.').unwrap();
        let sentence = catalogue["refusal"][block][word].as_str();
        let sentence = sentence.unwrap_or_else(|| panic!("no sentence for {reason}"));
        for (place, _) in sentence.match_indices('{') {
            let placeholder = &sentence[place + 1..place + sentence[place..].find('}').unwrap()];
            let number: usize = placeholder.trim_end_matches('p').parse().unwrap();
            let is_given = pieces.get(number).copied();
            let wants_piece = placeholder.ends_with('p');
            assert!(
                is_given == Some(true) || (is_given == Some(false) && !wants_piece),
                "{reason}"
            );
        }
    }
}

/// Checks the reason for a step, its place in the rules and the squares that it names.
#[track_caller]
pub fn check_refusal<P: Position>(fen: &str, step: &str, reason: &str, rule: &str, squares: &str) {
    let position = P::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let parsed = Step::parse(step, P::SPEC).unwrap();
    let Some(refusal) = position.why_not(parsed) else { panic!("{step} is legal in {fen}") };
    let named: Vec<String> =
        refusal.pieces.iter().map(|&(square, _)| P::SPEC.shape.name(square).to_string()).collect();
    assert_eq!((refusal.reason, refusal.rule), (reason, rule), "{step} in {fen}");
    assert_eq!(named.join(" "), squares, "{step} in {fen}");
}

/// Checks that steps, separated by spaces, are legal.
#[track_caller]
pub fn check_legal<P: Position>(fen: &str, steps: &str) {
    let position = P::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    for text in steps.split(' ') {
        let step = Step::parse(text, P::SPEC).unwrap();
        assert!(position.is_legal(step), "{text} in {fen}");
    }
}

/// Checks that a FEN is refused, and which field is blamed.
#[track_caller]
pub fn check_fen_refused<P: Position>(fen: &str, field: &str) {
    match P::from_fen(fen) {
        Ok(_) => panic!("{fen} is accepted"),
        Err(error) => assert_eq!(error.field.to_string(), field, "{fen}: {error}"),
    }
}
