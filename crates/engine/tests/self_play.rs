//! The computer player against itself, in every game: what holds in every position of every game
//! holds in those that it reaches, and its turns are whole and legal.
//!
//! `FIVEFOLD_SELF_PLAY=SEED,SECONDS` plays other games, and for longer.

use testkit::chance;
use testkit::invariants;

use std::env;
use std::time::{Duration, Instant};

use chance::Chance;
use engine::{Engine, Level, Limits};
use rules::{Actor, AnyPosition, GameId, with_position};

/// How many turns a game lasts at most.
const MOST_TURNS: usize = 120;
/// How many steps of each position are tried beside the one that is played.
const TRIED: usize = 3;

/// The seed, and how long to play.
fn asked() -> (u64, Duration) {
    let text = env::var("FIVEFOLD_SELF_PLAY").unwrap_or_default();
    let (seed, seconds) = text.split_once(',').unwrap_or(("1", "0"));
    let wrong = "FIVEFOLD_SELF_PLAY is SEED,SECONDS";
    (seed.parse().expect(wrong), Duration::from_secs(seconds.parse().expect(wrong)))
}

/// Plays a game, at most `turns` turns, and returns how many steps were taken.
fn play(game: GameId, seed: u64, turns: usize) -> usize {
    let mut random = Chance(seed);
    let mut engine = Engine::new(game, seed, 1 << 20);
    let mut position = AnyPosition::initial(game);
    let mut past = Vec::new();
    let mut taken = 0;
    while past.len() < turns && position.outcome().is_none() {
        let turn = if position.actor() == Actor::Chance {
            let list = position.list();
            vec![list[random.below(list.len())]]
        } else {
            // 10 is no level: full strength.
            engine.set_level(Level::new(10 + random.below(11) as u8));
            let limits = Limits::nodes(50 << random.below(6));
            let thought = engine.think(&past, &position, &limits, &mut |_| {});
            thought.unwrap_or_else(|| panic!("no turn in {}, seed {seed}", position.fen())).turn
        };
        assert!(!turn.is_empty(), "{}, seed {seed}", position.fen());
        let before = position;
        for step in turn {
            with_position!(&position, p => invariants::check(p));
            let list = position.list();
            assert!(list.contains(&step), "{step:?} in {}, seed {seed}", position.fen());
            for _ in 0..TRIED {
                invariants::check_step(&position, list[random.below(list.len())]);
            }
            invariants::check_step(&position, step);
            position.play(step);
            taken += 1;
        }
        if position.turn() != before.turn() || position.outcome().is_some() {
            past.push(before);
        } else {
            assert_eq!(before.actor(), Actor::Chance, "half a turn in {}", before.fen());
        }
    }
    with_position!(&position, p => invariants::check(p));
    taken
}

#[test]
fn invariants_hold_where_the_computer_plays() {
    let (seed, time) = asked();
    let end = Instant::now() + time;
    let (mut games, mut steps) = (0, 0);
    loop {
        for &game in GameId::ALL {
            let turns = if time.is_zero() { 8 } else { MOST_TURNS };
            steps += play(game, seed + games, turns);
            games += 1;
            if games >= GameId::ALL.len() as u64 && Instant::now() >= end {
                println!("{games} games, {steps} steps");
                assert!(steps > 0);
                return;
            }
        }
    }
}

/// One piece with its President, and a Battery but for the Lady, mates a President who is alone, by few
/// positions a turn.
#[test]
fn a_president_alone_is_mated_by_one_piece() {
    for fen in [
        "10/10/4p5/10/2L7/10/10/10/10/3P6 w - - 0 1",
        "10/10/4p5/10/2O7/2B7/10/10/10/3P6 w - - 0 1",
        "10/10/4p5/10/2E7/2B7/10/10/10/3P6 w - - 0 1",
        "10/10/4p5/10/2A7/2B7/10/10/10/3P6 w - - 0 1",
    ] {
        let mut position = AnyPosition::from_fen(GameId::Batteries, fen).unwrap();
        let mut engine = Engine::new(GameId::Batteries, 1, 4 << 20);
        let mut past = Vec::new();
        while position.outcome().is_none() {
            let limits = Limits::nodes(5000);
            let thought = engine.think(&past, &position, &limits, &mut |_| {});
            past.push(position);
            position.play(thought.unwrap().turn[0]);
        }
        let winner = position.outcome().unwrap().winner;
        assert_eq!(winner, Some(rules::Color::White), "{}", position.fen());
    }
}
