//! The search for a mating turn, against the conformance file and the plain trial of every series.

use testkit::chance;
use testkit::series as oracle;

use std::collections::{BTreeSet, HashSet};
use std::hash::{Hash, Hasher};

use chance::Chance;
use engine::charismatic::mate::{Hunt, Mate, every, mate};
use oracle::{Wanted, random_fen};
use rules::games::charismatic::Charismatic;
use rules::{Ending, Position, Step};
use serde_json::Value;

const MATES: &str = include_str!("../../../tests/conformance/charismatic-mates.jsonl");

fn never() -> bool {
    false
}

/// The position after the turn, every step of which must be legal; whether it mates.
fn is_mated_by(position: &Charismatic, turn: &[Step]) -> bool {
    let mut after = *position;
    for &step in turn {
        assert!(after.is_legal(step), "{turn:?} in {}", position.fen());
        after.play(step, &mut ());
    }
    after.outcome().is_some_and(|outcome| outcome.ending == Ending::Checkmate)
}

#[test]
fn every_mate_of_the_conformance_file_with_as_few_steps() {
    let mut seen = 0;
    for line in MATES.lines() {
        let wanted: Value = serde_json::from_str(line).unwrap();
        let position = Charismatic::from_fen(wanted["fen"].as_str().unwrap()).unwrap();
        let found = mate(&position, u64::MAX, &never).0;
        let Mate::Found(turn) = found else { panic!("{found:?}: {line}") };
        assert!(is_mated_by(&position, &turn), "{line}");
        assert_eq!(turn.len() as u64 - 1, wanted["steps"].as_u64().unwrap(), "{line}");
        seen += 1;
    }
    assert_eq!(seen, 10);
}

/// A position inside a turn, and the moves that led there, in order of the squares where they are wanted. It is found
/// again by the position's key: a hash of all of it takes longer than all else that is tried here.
#[derive(PartialEq, Eq)]
struct Reached {
    position: Charismatic,
    moves: Vec<Step>,
}

impl Hash for Reached {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.position.key().hash(state);
    }
}

/// The length of a shortest mating turn by trial of every series, if there is one; `Err` if more
/// than `patience` positions would have to be looked at.
fn by_trial(position: &Charismatic, patience: usize) -> Result<Option<usize>, ()> {
    let start = Reached { position: *position, moves: Vec::new() };
    let mut layer = HashSet::from([start]);
    let mut seen = 0;
    for length in 0..=5 {
        for Reached { position, .. } in &layer {
            if position.is_inside_turn() && is_mated_by_end(position) {
                return Ok(Some(length));
            }
        }
        let mut next = HashSet::new();
        for Reached { position, .. } in &layer {
            for step in position.list() {
                if step != Step::End {
                    let mut after = *position;
                    after.play(step, &mut ());
                    next.insert(Reached { position: after, moves: Vec::new() });
                }
            }
            if seen + next.len() > patience {
                return Err(());
            }
        }
        seen += next.len();
        layer = next;
    }
    Ok(None)
}

fn is_mated_by_end(position: &Charismatic) -> bool {
    position.check() == Some(false) && {
        let mut after = *position;
        after.play(Step::End, &mut ());
        after.check() == Some(true) && !after.can_escape()
    }
}

/// Compares on `tries` random positions; returns how many were compared and how many were mates.
fn compare(seed: u64, tries: u32, wanted: Wanted, patience: usize) -> (u32, u32) {
    let mut random = Chance(seed);
    let (mut compared, mut mates) = (0, 0);
    for _ in 0..tries {
        let Ok(position) = Charismatic::from_fen(&random_fen(&mut random, wanted)) else {
            continue;
        };
        let Ok(length) = by_trial(&position, patience) else { continue };
        let fen = position.fen();
        match mate(&position, u64::MAX, &never).0 {
            Mate::Found(turn) => {
                assert_eq!(Some(turn.len() - 1), length, "{turn:?} in {fen}");
                assert!(is_mated_by(&position, &turn), "{fen}");
                mates += 1;
            }
            found => assert_eq!((found, length), (Mate::None, None), "{fen}"),
        }
        compared += 1;
    }
    (compared, mates)
}

#[test]
fn few_pieces_at_the_start_of_a_turn() {
    let (compared, mates) = compare(21, 3000, Wanted { own: 3, enemies: 3, moved: 0 }, 40_000);
    assert!(compared > 200 && mates > 10);
}

#[test]
fn many_pieces_inside_a_turn() {
    let (compared, mates) = compare(22, 3000, Wanted { own: 9, enemies: 6, moved: 3 }, 40_000);
    assert!(compared > 200 && mates > 10);
}

/// The opponent could escape if a pawn captured a piece of the mover: that piece leaves its square in the mating turn,
/// whatever else it does there.
#[test]
fn what_a_pawn_would_capture_to_escape_moves_away() {
    for fen in [
        "3k4/1K1b4/2P5/r6N/7P/5p2/6r1/7n[] b - - 0 9 - -",
        "8/4r3/p6k/5p2/P1N3R1/PPqP2pQ/PKnP4/7b[] w - - 0 9 d2a3a4 -",
        "8/8/2r5/8/2prp3/5pp1/p2k2P1/5K2[] b - - 0 9 g3d4c6 -",
    ] {
        let position = Charismatic::from_fen(fen).unwrap();
        let found = mate(&position, u64::MAX, &never).0;
        let Mate::Found(turn) = found else { panic!("{found:?}: {fen}") };
        assert!(is_mated_by(&position, &turn), "{turn:?} in {fen}");
        assert_eq!(by_trial(&position, 40_000), Ok(Some(turn.len() - 1)), "{fen}");
    }
}

/// A pawn checks with a double step, and could be captured en passant: another piece goes to the square that it passed.
#[test]
fn a_piece_prevents_a_capture_en_passant() {
    for fen in [
        "8/8/1R6/6pk/5p1p/3K3Q/6P1/6R1[] w - - 0 9 - -",
        "8/8/5Q1p/2kp4/1Rp5/8/3P4/K2R4[] w - - 0 9 - -",
        "K7/8/3R4/kp6/2p1p3/8/1P6/1RQ5[] w - - 0 9 - -",
    ] {
        let position = Charismatic::from_fen(fen).unwrap();
        let found = mate(&position, u64::MAX, &never).0;
        let Mate::Found(turn) = found else { panic!("{found:?}: {fen}") };
        assert!(is_mated_by(&position, &turn), "{turn:?} in {fen}");
        assert_eq!(by_trial(&position, 200_000), Ok(Some(turn.len() - 1)), "{fen}");
    }
}

/// The sets of moves of the shortest mating turns, by trial of every series; `None` if more than
/// `patience` would have to be looked at.
fn every_by_trial(position: &Charismatic, patience: usize) -> Option<BTreeSet<Vec<Step>>> {
    let start = Reached { position: *position, moves: Vec::new() };
    let mut layer = HashSet::from([start]);
    let mut mates = BTreeSet::new();
    for _ in 0..=5 {
        for Reached { position, moves } in &layer {
            if position.is_inside_turn() && is_mated_by_end(position) {
                mates.insert(moves.clone());
            }
        }
        if !mates.is_empty() {
            break;
        }
        let mut next = HashSet::new();
        for Reached { position, moves } in &layer {
            for step in position.list() {
                if step != Step::End {
                    let mut after = *position;
                    after.play(step, &mut ());
                    let mut moves = moves.clone();
                    moves.push(step);
                    moves.sort_unstable();
                    next.insert(Reached { position: after, moves });
                }
            }
            if next.len() > patience {
                return None;
            }
        }
        layer = next;
    }
    Some(mates)
}

#[test]
fn every_shortest_mate_is_found_once() {
    let mut random = Chance(23);
    let (mut compared, mut several) = (0, 0);
    for wanted in [
        Wanted { own: 3, enemies: 2, moved: 0 },
        Wanted { own: 4, enemies: 5, moved: 0 },
        Wanted { own: 9, enemies: 6, moved: 3 },
    ] {
        for _ in 0..300 {
            let Ok(position) = Charismatic::from_fen(&random_fen(&mut random, wanted)) else {
                continue;
            };
            let Some(mates) = every_by_trial(&position, 40_000) else { continue };
            let fen = position.fen();
            let found = every(&position, usize::MAX, u64::MAX).unwrap();
            for (turn, _) in &found {
                assert!(is_mated_by(&position, turn), "{turn:?} in {fen}");
            }
            let sets = found.iter().map(|(turn, _)| {
                let mut set = turn.clone();
                assert_eq!(set.pop(), Some(Step::End), "{fen}");
                set.sort_unstable();
                set
            });
            let sets: Vec<_> = sets.collect();
            assert_eq!(sets.len(), mates.len(), "{fen}");
            assert_eq!(sets.into_iter().collect::<BTreeSet<_>>(), mates, "{fen}");
            compared += 1;
            several += u32::from(mates.len() > 1);
            if mates.len() > 2 {
                assert_eq!(every(&position, 1, u64::MAX).unwrap().len(), 2, "{fen}");
            }
        }
    }
    assert!(compared > 80 && several > 10, "{compared}, {several}");
}

/// A search that is stopped again and again goes the same way as in one go, and finds the same turn.
#[test]
fn a_hunt_in_slices_goes_the_same_way() {
    let mut random = Chance(17);
    let wanted = Wanted { own: 9, enemies: 7, moved: 0 };
    let random = (0..150).map(|_| random_fen(&mut random, wanted));
    let fens: Vec<String> = MATES
        .lines()
        .map(|line| {
            serde_json::from_str::<Value>(line).unwrap()["fen"].as_str().unwrap().to_owned()
        })
        .chain(random)
        .collect();
    let mut stopped = 0;
    for fen in fens {
        let Ok(position) = Charismatic::from_fen(&fen) else { continue };
        let (whole, all) = mate(&position, 3_000, &never);
        if whole == Mate::Limit {
            continue;
        }
        for slice in [12, 60] {
            let mut hunt = Hunt::new(&position, position.steps_left());
            let (mut nodes, mut slices) = (0, 0);
            while hunt.go_on(slice, &never).0 == &Mate::Limit {
                nodes += slice;
                slices += 1;
                assert!(nodes < 3 * all + 500, "{fen}: it does not go on");
            }
            assert_eq!(hunt.go_on(slice, &never), (&whole, 0), "{fen}");
            stopped += slices;
        }
    }
    assert!(stopped > 100, "{stopped}");
}
