//! The player of Charismatic Chess: legal turns everywhere, mates given and not allowed, limits
//! kept, the same thoughts from the same seed.

use testkit::chance;
use testkit::series as oracle;

use std::cell::Cell;
use std::ops::ControlFlow;

use chance::Chance;
use engine::charismatic::Thinker;
use engine::charismatic::mate::{Mate, mate};
use engine::{Level, Limits, Skill, Thought};
use oracle::{Wanted, random_fen};
use rules::games::charismatic::Charismatic;
use rules::{Actor, Ending, GameId, Position, Step};

fn think(position: &Charismatic, nodes: u64, skill: Skill) -> Option<Thought> {
    Thinker::new(7).think(&[], position, &Limits::nodes(nodes), &skill, &mut |_| {})
}

/// The position after a turn, every step of which must be legal.
fn after(position: &Charismatic, turn: &[Step]) -> Charismatic {
    let mut after = *position;
    for &step in turn {
        assert!(after.is_legal(step), "{turn:?} in {}", position.fen());
        after.play(step, &mut ());
    }
    after
}

fn positions(seed: u64, count: usize, wanted: Wanted) -> Vec<Charismatic> {
    let mut random = Chance(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        if let Ok(position) = Charismatic::from_fen(&random_fen(&mut random, wanted)) {
            positions.push(position);
        }
    }
    positions
}

/// The skills of the levels, the last of them full strength.
fn levels() -> impl Iterator<Item = Skill> {
    Level::all().map(|level| Skill::of(GameId::Charismatic, level))
}

#[test]
fn whole_legal_turns_at_every_level_from_the_start_and_inside_a_turn() {
    for moved in [0, 2] {
        for position in positions(31 + moved, 25, Wanted { own: 9, enemies: 9, moved }) {
            for level in levels() {
                match think(&position, 3000, level) {
                    Some(thought) => {
                        assert_eq!(after(&position, &thought.turn).turn(), !position.turn());
                        assert_eq!(thought.line.first(), Some(&thought.turn));
                    }
                    None => assert!(
                        position.outcome().is_some() || position.escape().is_none(),
                        "{}",
                        position.fen()
                    ),
                }
            }
        }
    }
}

#[test]
fn it_mates_when_it_can() {
    let mut mates = 0;
    for position in positions(33, 150, Wanted { own: 9, enemies: 6, moved: 0 }) {
        if let Mate::Found(_) = mate(&position, u64::MAX, &|| false).0
            && position.outcome().is_none()
        {
            let turn = think(&position, u64::MAX, Skill::FULL).unwrap().turn;
            let outcome = after(&position, &turn).outcome();
            assert_eq!(outcome.map(|outcome| outcome.ending), Some(Ending::Checkmate));
            mates += 1;
        }
    }
    assert!(mates > 20, "{mates}");
}

/// Where the turn has few ends, so that all can be tried.
#[test]
fn it_allows_no_mating_reply_while_there_is_another_end() {
    let (mut spared, mut compared) = (0, 0);
    for position in positions(34, 500, Wanted { own: 2, enemies: 8, moved: 0 }) {
        if position.outcome().is_some() {
            continue;
        }
        let turn = think(&position, 20_000, Skill::FULL).unwrap().turn;
        let allows_mate = |end: &Charismatic| {
            end.outcome().is_none() && matches!(mate(end, u64::MAX, &|| false).0, Mate::Found(_))
        };
        compared += 1;
        if !allows_mate(&after(&position, &turn)) {
            spared += 1;
            continue;
        }
        let mut ends = 0;
        let flow = position.turn_ends(|end| {
            ends += 1;
            if allows_mate(&end.position()) || ends > 5000 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        assert!(flow.is_continue(), "{turn:?} in {}", position.fen());
    }
    assert!(spared > 100 && compared - spared > 5, "{spared} of {compared}");
}

#[test]
fn the_same_from_the_same_seed_and_nodes() {
    for position in positions(35, 10, Wanted { own: 12, enemies: 12, moved: 0 }) {
        for level in levels() {
            assert_eq!(think(&position, 4000, level), think(&position, 4000, level));
        }
    }
}

const OPEN: &str = "r2k3r/2npbp2/1q3b2/1npppppp/2PB2P1/P3N3/B1PPPPP1/R3KNQR[] w HAha - 0 1 - -";

#[test]
fn limits_are_kept() {
    let position = Charismatic::from_fen(OPEN).unwrap();
    for nodes in [1, 1000, 10_000, 100_000] {
        let thought = think(&position, nodes, Skill::FULL).unwrap();
        assert!(thought.nodes < nodes + 2000, "{} of {nodes}", thought.nodes);
    }
    let thought =
        Thinker::new(7).think(&[], &position, &Limits::depth(2), &Skill::FULL, &mut |_| {});
    assert_eq!(thought.unwrap().depth, 2);
    let asked = Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 20
    };
    let limits = Limits { stop: &stop, ..Limits::NONE };
    let thought =
        Thinker::new(7).think(&[], &position, &limits, &Skill::FULL, &mut |_| {}).unwrap();
    assert!(asked.get() < 25 && thought.nodes < 40_000, "{} {}", asked.get(), thought.nodes);
}

#[test]
fn reports_grow_deeper_and_the_last_is_the_answer() {
    let position = Charismatic::from_fen(OPEN).unwrap();
    let mut reports = Vec::new();
    let mut report = |thought: &Thought| reports.push(thought.clone());
    let limits = Limits::nodes(150_000);
    let answer = Thinker::new(7).think(&[], &position, &limits, &Skill::FULL, &mut report).unwrap();
    assert!(reports.len() >= 2);
    assert!(reports.windows(2).all(|pair| pair[0].depth <= pair[1].depth));
    assert_eq!(reports.last().unwrap().turn, answer.turn);
}

#[test]
fn nothing_to_think_about() {
    let start = Charismatic::initial();
    assert_eq!(start.actor(), Actor::Chance);
    assert_eq!(think(&start, 1000, Skill::FULL), None);
    let mated = Charismatic::from_fen("8/8/8/4B3/8/5kb1/2p5/3qK3[] w - - 98 25 - -").unwrap();
    assert_eq!(think(&mated, 1000, Skill::FULL), None);
}

/// From the first draw to the end of the placement phase.
#[test]
fn pieces_are_placed_without_check_at_every_level() {
    for level in levels() {
        let mut random = Chance(36);
        let mut position = Charismatic::initial();
        while position.fullmove() == 0 {
            if position.actor() == Actor::Chance {
                let draws = position.list();
                position.play(draws[random.below(draws.len())], &mut ());
            } else {
                let thought = think(&position, 20_000, level).unwrap();
                assert_eq!(thought.turn.len(), 6);
                position = after(&position, &thought.turn);
            }
        }
        assert_eq!(position.pieces(position.turn()).count_ones(), 16);
    }
}
