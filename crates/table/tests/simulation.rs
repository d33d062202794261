//! Tables under faults: letters that are lost, doubled, delayed and reordered, windows that close at
//! any event or stand there twice, stores that fail or come back older, clocks that jump, thoughts
//! that come late or never. What must hold is looked at after each event (`world/mod.rs`); all follows
//! from a seed.
//!
//! `FIVEFOLD_TABLES=SEED,SECONDS` runs other schedules for so long, `SEED,SECONDS,NUMBER` so many at most,
//! `FIVEFOLD_TABLES=SCHEDULE` one.

use crate::world;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use world::World;
use world::exercises::{Desk, Files};

/// So many schedules in the tests.
const SCHEDULES: u64 = 1_000;
/// So many things happen in one.
const STEPS: usize = 300;

/// What comes about in the tests' schedules: else they would show nothing.
const SEEN: [&str; 41] = [
    "a Quick start by link",
    "a computer that fails",
    "a conditional turn",
    "a device that keeps nothing",
    "a draw agreed on",
    "a draw by two secrets",
    "a failed read",
    "a failed thought",
    "a failed write",
    "a fork",
    "a free seat taken",
    "a game beside",
    "a game left beside another window's",
    "a game that could not be left",
    "a game that was left",
    "a letter beside the store",
    "a line that was promoted or taken out",
    "a letter that is ahead",
    "a line that goes with a letter",
    "a letter that was not due",
    "a refused write",
    "a note that the next window has written",
    "a rematch",
    "a step named ahead",
    "a step named ahead that was taken",
    "a replay",
    "a resignation",
    "a store that is empty",
    "a turn given back",
    "a turn that is played again",
    "a turn that was answered ahead",
    "a variation",
    "a variation in a game by link",
    "a window that was closed before it was done",
    "a window that was left",
    "an answer",
    "an answer that was given twice",
    "an older letter",
    "turns that were foreseen",
    "two windows with one seat",
    "whatever else",
];

/// Runs a schedule: how many events the tables were told, and what came about.
fn run(seed: u64, logs: bool) -> (usize, BTreeSet<&'static str>) {
    let mut world = World::new(seed, logs);
    for _ in 0..STEPS {
        world.step();
    }
    world.finish();
    (world.events, world.seen)
}

/// Runs a schedule, and names it if it fails, with what has happened.
fn run_named(seed: u64) -> (usize, BTreeSet<&'static str>) {
    std::panic::catch_unwind(|| run(seed, false)).unwrap_or_else(|_| {
        let _ = std::panic::catch_unwind(|| run(seed, true));
        panic!("schedule {seed} fails: FIVEFOLD_TABLES={seed}");
    })
}

#[test]
fn whatever_happens_no_finished_turn_is_lost_and_both_sides_agree_or_know_that_they_do_not() {
    let asked = std::env::var("FIVEFOLD_TABLES").unwrap_or_default();
    let mut numbers = asked.split(',').map(|number| number.parse::<u64>());
    match (numbers.next(), numbers.next()) {
        (Some(Ok(seed)), Some(Ok(seconds))) => {
            let end = Instant::now() + Duration::from_secs(seconds);
            // Far from the seeds of the tests, and of other runs.
            let first = seed << 32;
            let most = numbers.next().and_then(Result::ok).unwrap_or(u64::MAX);
            let (mut schedules, mut events) = (0, 0);
            while schedules == 0 || (Instant::now() < end && schedules < most) {
                events += run_named(first + schedules).0;
                schedules += 1;
            }
            println!("The tables: {schedules} schedules, {events} events");
        }
        (Some(Ok(seed)), None) => {
            run(seed, true);
        }
        _ => {
            let (mut events, mut seen) = (0, BTreeSet::new());
            for seed in 0..SCHEDULES {
                let (told, came_about) = run_named(seed);
                events += told;
                seen.extend(came_about);
            }
            let missing: Vec<&str> = SEEN.into_iter().filter(|what| !seen.contains(what)).collect();
            assert!(missing.is_empty(), "never seen: {missing:?}");
            assert!(events > 50 * SCHEDULES as usize, "{events} events: nothing happens");
        }
    }
}

/// What comes about where lessons and puzzles are taken.
const SEEN_IN_EXERCISES: [&str; 12] = [
    "a day's puzzle solved",
    "a lesson begun anew",
    "a lesson in a window that knew less",
    "a lesson's end",
    "a puzzle in a window that knew less",
    "a puzzle solved",
    "a task that was done",
    "a task that was shown",
    "a thought that is waited for",
    "a turn that was refuted",
    "a wrong turn",
    "whatever else",
];

#[test]
fn whatever_happens_what_was_learnt_stays_learnt() {
    let (files, mut seen) = (Files::new(), BTreeSet::new());
    for seed in 0..SCHEDULES {
        let mut desk = Desk::new(seed, &files);
        for _ in 0..STEPS {
            desk.step();
        }
        seen.extend(desk.seen);
    }
    let missing: Vec<&str> =
        SEEN_IN_EXERCISES.into_iter().filter(|what| !seen.contains(what)).collect();
    assert!(missing.is_empty(), "never seen: {missing:?}");
}
