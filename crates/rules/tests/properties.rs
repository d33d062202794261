//! What holds in every position of every game, in games played at random.

use testkit::invariants;
use testkit::playout;

use std::cell::Cell;

use rules::{AnyPosition, GameId, Phase, with_position};

/// Plays `games` games and checks every position and every step played in them. Every `every`-th
/// position, all steps that can be written are tried and all legal ones taken.
fn check_games(game: GameId, games: u64, most: usize, every: usize) {
    let moving = Cell::new(0);
    for seed in 0..games {
        let mut index = 0;
        playout::play(game, seed, most, |position: &AnyPosition| {
            with_position!(position, p => invariants::check(p));
            let is_sampled = (index + seed as usize * 7).is_multiple_of(every);
            if is_sampled {
                with_position!(position, p => invariants::check_refusals(p, |_| {}));
            }
            let steps = position.list();
            let sampled = if is_sampled { steps.len() } else { 2.min(steps.len()) };
            // Draws are hundreds, and all alike.
            for &step in steps.iter().take(sampled).step_by(1 + steps.len() / 100) {
                invariants::check_step(position, step);
            }
            moving.set(moving.get() + usize::from(position.phase() == Phase::Movement));
            index += 1;
        });
    }
    // The games reach the phase of movement, or nothing has been tried.
    assert!(moving.get() > 100, "{} positions of {game}", moving.get());
}

#[test]
fn charismatic() {
    check_games(GameId::Charismatic, 12, 400, 40);
}

#[test]
fn chessence() {
    check_games(GameId::Chessence, 12, 200, 25);
}

#[test]
fn contramatic() {
    check_games(GameId::Contramatic, 12, 400, 40);
}

#[test]
fn complete_contramatic() {
    check_games(GameId::CompleteContramatic, 12, 400, 40);
}

#[test]
fn magnetic() {
    check_games(GameId::Magnetic, 12, 200, 25);
}

#[test]
fn batteries() {
    check_games(GameId::Batteries, 12, 200, 50);
}

#[test]
fn orthodox() {
    check_games(GameId::Orthodox, 12, 200, 25);
}

#[test]
fn progressive() {
    check_games(GameId::Progressive, 12, 200, 25);
}

/// The same seed plays the same game: a failure can be looked into.
#[test]
fn games_are_played_alike() {
    for &game in GameId::ALL {
        let record = |seed| {
            let mut fens = Vec::new();
            playout::play(game, seed, 60, |position| fens.push(position.fen()));
            fens
        };
        assert_eq!(record(1), record(1));
        assert_ne!(record(1), record(2));
    }
}

/// A FEN with the other side to move, without what only the turn before or the one begun is about.
fn passed_fen(fen: &str) -> String {
    let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
    fields[1] = if fields[1] == "w" { "b" } else { "w" }.to_owned();
    fields[4] = (fields[4].parse::<u32>().unwrap() + 1).to_string();
    for place in [3, 6] {
        if let Some(squares) = fields.get_mut(place) {
            *squares = "-".to_owned();
        }
    }
    fields.join(" ")
}

#[test]
fn a_turn_is_passed_where_the_other_side_could_be_to_move() {
    for &game in GameId::ALL {
        let (passes, refused) = (Cell::new(0), Cell::new(0));
        for seed in 0..20 {
            playout::play(game, seed, 200, |position: &AnyPosition| {
                if position.phase() == Phase::Placement {
                    assert_eq!(position.pass(), None, "{game}");
                    return;
                }
                let fen = position.fen();
                let read = AnyPosition::from_fen(game, &passed_fen(&fen)).ok();
                assert_eq!(position.pass(), read, "{game} {fen}");
                let count = if read.is_some() { &passes } else { &refused };
                count.set(count.get() + 1);
            });
        }
        assert!(passes.get() > 200, "{game}: {}", passes.get());
        // In Magnetic Chess a king may be left to be captured.
        assert!(refused.get() > 0 || game == GameId::Magnetic, "{game}");
    }
}
