//! The search for a series that leaves the own king safe, against the plain trial of every series.

mod charismatic_oracle;

use charismatic_oracle::{Board, Random, Wanted, random_fen};
use rules::games::charismatic::Charismatic;
use rules::{Actor, Position, Step};

/// A generated position in which the search has something to do.
fn position(random: &mut Random, wanted: Wanted) -> Charismatic {
    loop {
        if let Ok(position) = Charismatic::from_fen(&random_fen(random, wanted))
            && (position.check() == Some(true) || random.below(50) == 0)
        {
            return position;
        }
    }
}

/// Checks that the search finds a shortest series exactly if there is one, and that the rules
/// accept it.
fn check(position: &Charismatic, patience: usize) -> Option<bool> {
    let fen = position.fen();
    let wanted = Board::new(&fen).escape(patience).ok()?;
    let found = position.escape();
    assert_eq!(found.as_ref().map(Vec::len), wanted, "{fen}: {found:?}");
    assert_eq!(position.can_escape(), wanted.is_some(), "{fen}");
    assert_eq!(position.is_stuck(), position.is_inside_turn() && wanted.is_none(), "{fen}");
    if let Some(series) = found {
        let mut after = *position;
        for step in series.into_iter().chain([Step::End]) {
            assert!(after.is_legal(step), "{} in {fen}", step.display(Charismatic::SPEC));
            after.play(step, &mut ());
        }
        assert_eq!(after.actor(), Actor::Player(!position.turn()));
    }
    Some(wanted.is_some())
}

/// Compares on `count` positions; at least `decided` of them must be within the oracle's patience,
/// and at least `hopeless` of those have no series.
fn compare(seed: u64, count: u32, wanted: Wanted, patience: usize, decided: u32, hopeless: u32) {
    let mut random = Random(seed);
    let (mut done, mut none) = (0, 0);
    for _ in 0..count {
        let found = check(&position(&mut random, wanted), patience);
        done += u32::from(found.is_some());
        none += u32::from(found == Some(false));
    }
    assert!(done >= decided && none >= hopeless, "{done} decided, {none} hopeless");
}

#[test]
fn sparse_positions_at_the_start_of_a_turn() {
    compare(1, 600, Wanted { own: 4, enemies: 12, moved: 0 }, 2_000, 400, 100);
}

#[test]
fn crowded_positions_with_three_steps_left() {
    compare(2, 600, Wanted { own: 13, enemies: 14, moved: 2 }, 2_000, 400, 100);
}

#[test]
fn crowded_positions_with_two_steps_left() {
    compare(3, 1000, Wanted { own: 15, enemies: 15, moved: 3 }, 2_000, 800, 200);
}

#[test]
fn positions_with_four_steps_left() {
    compare(4, 600, Wanted { own: 7, enemies: 13, moved: 1 }, 2_000, 400, 100);
}
