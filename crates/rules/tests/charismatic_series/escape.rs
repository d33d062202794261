//! The search for a series that leaves the own king safe, against the plain trial of every series.

use rules::games::charismatic::Charismatic;
use rules::{Actor, Ending, Position, Role, Step};

use testkit::chance::Chance;
use testkit::series::{Board, Wanted, random_fen, random_fen_in_passing};

/// A generated position in which the search has something to do.
fn position(random: &mut Chance, wanted: Wanted) -> Charismatic {
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
    if !position.is_inside_turn() {
        assert_eq!(position.count() == 0, wanted.is_none(), "{fen}");
        let ending = position.outcome().map(|outcome| outcome.ending);
        let is_over = matches!(ending, Some(Ending::Checkmate | Ending::Stalemate));
        assert_eq!(is_over, wanted.is_none(), "{fen}");
        assert_eq!(ending == Some(Ending::Checkmate), is_over && position.check().unwrap());
    }
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
    let mut random = Chance(seed);
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
    compare(1, 2000, Wanted { own: 4, enemies: 12, moved: 0 }, 2_000, 1900, 70);
}

#[test]
fn crowded_positions_with_three_steps_left() {
    compare(2, 600, Wanted { own: 13, enemies: 14, moved: 2 }, 2_000, 550, 120);
}

#[test]
fn crowded_positions_with_two_steps_left() {
    compare(3, 1000, Wanted { own: 15, enemies: 15, moved: 3 }, 2_000, 800, 200);
}

#[test]
fn positions_with_four_steps_left() {
    compare(4, 600, Wanted { own: 7, enemies: 13, moved: 1 }, 2_000, 400, 100);
}

/// Pawns captured in passing open lines and clear squares for other pieces.
#[test]
fn positions_with_pawns_to_be_captured_in_passing() {
    let mut random = Chance(6);
    let (mut done, mut passing) = (0, 0);
    while done < 1500 {
        let Ok(position) = Charismatic::from_fen(&random_fen_in_passing(&mut random)) else {
            continue;
        };
        if position.check() != Some(true) || check(&position, 3_000).is_none() {
            continue;
        }
        done += 1;
        let captures = |step: &Step| {
            matches!(step, Step::Move { from, to, .. }
            if position.piece_at(*to).is_none() && position.piece_at(*from).unwrap().role == Role::Pawn
                && from.index() % 8 != to.index() % 8)
        };
        passing += u32::from(position.escape().is_some_and(|series| series.iter().any(captures)));
    }
    assert!(passing > 100, "{passing}");
}

/// Nobody gives check: whether there is a turn at all, or stalemate.
#[test]
fn positions_without_check() {
    let mut random = Chance(5);
    let mut stalemates = 0;
    for _ in 0..8_000 {
        let wanted = Wanted { own: 3, enemies: 15, moved: 0 };
        if let Ok(position) = Charismatic::from_fen(&random_fen(&mut random, wanted))
            && position.check() == Some(false)
        {
            stalemates += u32::from(check(&position, 2_000) == Some(false));
        }
    }
    assert!(stalemates >= 10, "{stalemates}");
}

/// A pawn goes ahead to the square that an enemy pawn leaves by being captured en passant; it could
/// not have captured it there.
#[test]
fn a_square_emptied_in_passing_is_entered() {
    let fen = "b4r2/8/6n1/1n1pP3/3PK3/r7/8/7k[] w - d6 0 9 - -";
    let position = Charismatic::from_fen(fen).unwrap();
    assert_eq!(check(&position, 1_000_000), Some(true));
    let series = position.escape().unwrap();
    let series = series.iter().map(|step| step.display(Charismatic::SPEC).to_string());
    assert_eq!(series.collect::<Vec<_>>(), ["e5d6", "d4d5"]);
}

/// Positions that ask much of the search, with the length of a shortest series, which the plain
/// trial confirmed.
#[test]
fn hard_positions() {
    let known = [
        // Pinned both, knight and bishop take each other's place.
        ("r7/8/8/7k/8/3n4/B7/KN5r[] w - - 0 9 - -", Some(2)),
        ("1Nb3b1/rnK2Rp1/1p5p/1pQ3kr/4Q2p/6Q1/PB1BP2P/nB6[] b - - 0 9 - -", Some(3)),
        ("1RR3B1/3K4/3Q1pN1/4p2r/2k5/5Rp1/p3q1p1/r2b3b[] b - - 0 9 - -", Some(3)),
        ("4N3/q2PrQq1/1k1K1P1P/r3r3/1bnpP2r/2p1p3/p1b3P1/5B2[] w - - 0 9 - -", Some(4)),
        ("3r1q2/1b2K3/7R/7p/N1qq1pq1/b2P1pNp/3kr2R/3q4[] w - - 0 9 - -", Some(4)),
        ("3r1q2/1p2K3/3P3R/6b1/3p1pqb/2q2pN1/2ppr2k/B7[] w - - 0 9 - -", None),
        ("3q2r1/2B2B2/2B2PN1/3P4/4PP1p/KP2Nqp1/pPQ3Rp/1kR4R[] b - - 0 9 - -", None),
        // Every piece of the enemy looks at the king: a pawn captured en passant is not enough.
        ("6k1/q7/2n5/3pP3/n1K1r3/n7/1r6/3q4[] w - d6 0 9 - -", None),
    ];
    for (fen, length) in known {
        let found = Charismatic::from_fen(fen).unwrap().escape();
        assert_eq!(found.map(|series| series.len()), length, "{fen}");
    }
}
