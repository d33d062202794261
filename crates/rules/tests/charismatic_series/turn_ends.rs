//! The enumeration of the ends of a turn.

use std::collections::HashSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use rules::games::charismatic::Charismatic;
use rules::{Position, Step};

use testkit::chance::Chance;
use testkit::series::{Board, Wanted, random_fen, random_fen_in_passing};

/// How many ends there are; `None` if more than `most`.
fn count(position: &Charismatic, most: u64) -> Option<u64> {
    let mut count = 0;
    let flow = position.turn_ends(|_| {
        count += 1;
        if count > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    flow.is_continue().then_some(count)
}

#[test]
fn as_many_as_the_conformance_file_says() {
    let path = "../../tests/conformance/charismatic-ends.txt";
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path);
    let mut seen = 0;
    for line in fs::read_to_string(path).unwrap().lines() {
        let (fen, wanted) = line.split_once(" ; ").unwrap();
        let position = Charismatic::from_fen(fen).unwrap();
        assert_eq!(count(&position, u64::MAX), wanted.parse().ok(), "{fen}");
        seen += 1;
    }
    assert_eq!(seen, 3);
}

/// Every end is reached by its series, once, and they are as many as the plain trial of every
/// series finds.
fn compare(seed: u64, tries: u32, wanted: Wanted, most: u64, compared_at_least: u32) {
    let mut random = Chance(seed);
    compare_all(tries, most, compared_at_least, || random_fen(&mut random, wanted));
}

fn compare_all(tries: u32, most: u64, compared_at_least: u32, mut fen: impl FnMut() -> String) {
    let mut compared = 0;
    for _ in 0..tries {
        let Ok(position) = Charismatic::from_fen(&fen()) else { continue };
        if count(&position, most).is_none() {
            continue;
        }
        let fen = position.fen();
        let mut found = HashSet::new();
        let _ = position.turn_ends(|end| {
            let mut after = position;
            for &step in end.series() {
                assert!(after.is_legal(step), "{:?} in {fen}", end.series());
                after.play(step, &mut ());
            }
            assert!(after.is_legal(Step::End), "{:?} in {fen}", end.series());
            after.play(Step::End, &mut ());
            assert_eq!(end.position().key(), after.key(), "{:?} in {fen}", end.series());
            assert_eq!(end.key(), after.key(), "{:?} in {fen}", end.series());
            let text = after.fen();
            let fields: Vec<&str> = text.split(' ').take(4).collect();
            assert!(found.insert(fields.join(" ")), "{text} twice from {fen}");
            ControlFlow::Continue(())
        });
        assert_eq!(found.len(), Board::new(&fen).turn_ends().len(), "{fen}");
        compared += 1;
    }
    assert!(compared >= compared_at_least, "{compared} compared");
}

#[test]
fn few_pieces_at_the_start_of_a_turn() {
    compare(11, 150, Wanted { own: 3, enemies: 8, moved: 0 }, 400, 30);
}

#[test]
fn pawns_to_be_captured_in_passing() {
    let mut random = Chance(14);
    compare_all(3000, 60, 100, || random_fen_in_passing(&mut random));
}

#[test]
fn many_pieces_inside_a_turn() {
    compare(12, 200, Wanted { own: 12, enemies: 13, moved: 3 }, 300, 40);
}

#[test]
fn some_pieces_inside_a_turn() {
    compare(13, 200, Wanted { own: 6, enemies: 12, moved: 2 }, 400, 40);
}

/// A turn that has begun and may be ended has its own position among its ends.
#[test]
fn an_end_without_a_further_step() {
    let position = Charismatic::from_fen("3k4/8/8/8/8/8/8/4K3[] w - - 1 9 e1 -").unwrap();
    let mut ends = Vec::new();
    let _ = position.turn_ends(|end| {
        ends.push((end.series().to_vec(), end.position().fen()));
        ControlFlow::Continue(())
    });
    assert_eq!(ends, [(vec![], "3k4/8/8/8/8/8/8/4K3[] b - - 1 9 - -".to_owned())]);
}

#[test]
fn five_steps_leave_only_the_end() {
    let fen = "3k4/8/8/8/8/8/8/NNBB1K2[] w - - 1 9 a1b1c1d1f1 -";
    assert_eq!(count(&Charismatic::from_fen(fen).unwrap(), 9), Some(1));
}

#[test]
fn none_while_pieces_are_placed_and_none_when_mated() {
    assert_eq!(count(&Charismatic::initial(), 9), Some(0));
    let mated = "8/8/8/4B3/8/5kb1/2p5/3qK3[] w - - 98 25 - -";
    assert_eq!(count(&Charismatic::from_fen(mated).unwrap(), 9), Some(0));
}

#[test]
fn it_stops_when_told() {
    let position = Charismatic::from_fen("3k4/8/8/8/8/8/8/RNB1K3[] w - - 1 9 - -").unwrap();
    assert_eq!(count(&position, 7), None);
}
