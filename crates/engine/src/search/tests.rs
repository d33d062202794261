//! The search against plain minimax, which knows nothing but the rules and the evaluation.

use std::cell::Cell;

use rules::any::positions;
use rules::{Phase, Position, Step};

use super::{Blur, Means, Search, WIN};
use crate::chance::Chance;
use crate::evaluation::{Evaluate, MOST, Weights, weights};
use crate::limits::Limits;
use crate::tactics::Tactics;

const TABLE: usize = 1 << 20;

/// A position some turns into a game played at random, with the keys before it.
fn random_position<P: Tactics>(chance: &mut Chance) -> (Vec<u64>, P) {
    loop {
        let mut position = P::initial();
        while position.phase() == Phase::Placement {
            for step in position.place_rest(&mut |below| chance.below(below)) {
                position.play(step, &mut ());
            }
            position.play(Step::End, &mut ());
        }
        let mut past = Vec::new();
        for _ in 0..chance.below(60) {
            let steps = position.list();
            let Some(&step) = chance.pick(&steps) else { break };
            past.push(position.key());
            position.play(step, &mut ());
        }
        if position.outcome().is_none() {
            return (past, position);
        }
    }
}

/// The score that looking at everything finds. Nothing repeats within so few turns from positions
/// played at random but what `keys` tells.
fn minimax<P: Tactics>(
    position: &P,
    depth: i32,
    ply: i32,
    keys: &mut Vec<u64>,
    before: usize,
    weights: &Weights,
) -> i32 {
    if position.list().is_empty() {
        return match position.outcome().and_then(|outcome| outcome.winner) {
            Some(winner) if winner == position.turn() => WIN - ply,
            Some(_) => ply - WIN,
            None => 0,
        };
    }
    if depth > 0 && ply > 0 {
        let key = position.key();
        let twice = keys[..before].iter().filter(|&&other| other == key).count() >= 2;
        if twice || keys[before..].contains(&key) {
            return 0;
        }
    }
    if ply > 0 && position.halfmove() >= 100 {
        return 0;
    }
    if depth == 0 {
        // What can be captured at the next step is captured, as the search has it at once.
        return if position.winning_step().is_some() {
            WIN - ply - 1
        } else {
            position.evaluate(weights)
        };
    }
    keys.push(position.key());
    let scores = position.list().into_iter().map(|step| {
        let mut after = *position;
        after.play(step, &mut ());
        -minimax(&after, depth - 1, ply + 1, keys, before, weights)
    });
    let best = scores.max();
    keys.pop();
    best.unwrap_or(0)
}

fn agrees_with_minimax<P: Tactics>(seed: u64, positions: u32, depth: u32) {
    let mut chance = Chance::new(seed);
    let mut search = Search::<P>::new(TABLE);
    search.means = Means { quiescence: false, extensions: false, reductions: false };
    for _ in 0..positions {
        let (mut past, position) = random_position::<P>(&mut chance);
        search.forget();
        let limits = Limits::depth(depth);
        let thought = search.think(&past, &position, &limits, &mut |_| {}).unwrap();
        let before = past.len();
        let depth = thought.depth as i32;
        let best = minimax(&position, depth, 0, &mut past, before, &weights::<P>());
        let found = match thought.score.decided() {
            Some(turns) if turns > 0 => WIN - turns,
            Some(turns) => -turns - WIN,
            None => thought.score.value(),
        };
        assert_eq!(found, best, "{} at depth {depth}", position.fen());
        let mut after = position;
        after.play(thought.turn[0], &mut ());
        past.push(position.key());
        let kept = -minimax(&after, depth - 1, 1, &mut past, before, &weights::<P>());
        assert_eq!(kept, best, "{}: {:?}", position.fen(), thought.turn);
    }
}

#[test]
fn chessence_agrees_with_minimax() {
    agrees_with_minimax::<positions::Chessence>(1, 40, 3);
}

#[test]
fn contramatic_agrees_with_minimax() {
    agrees_with_minimax::<positions::Contramatic>(2, 40, 3);
}

#[test]
fn complete_contramatic_agrees_with_minimax() {
    agrees_with_minimax::<positions::CompleteContramatic>(3, 40, 3);
}

#[test]
fn magnetic_agrees_with_minimax() {
    agrees_with_minimax::<positions::Magnetic>(4, 25, 3);
}

#[test]
fn batteries_agrees_with_minimax() {
    agrees_with_minimax::<positions::Batteries>(5, 12, 2);
}

#[test]
fn orthodox_agrees_with_minimax() {
    agrees_with_minimax::<positions::Orthodox>(6, 40, 3);
}

/// Every feature is the same for both sides: a position with the sides changed has the sums
/// negated. The initial positions are their own mirror images, the right to move aside.
fn starts_even<P: Tactics>() {
    let mut sums = [0; MOST];
    P::initial().features(&mut sums);
    assert_eq!(sums, [0; MOST], "{}", P::SPEC.id);
}

#[test]
fn nobody_is_ahead_at_the_start() {
    starts_even::<positions::Chessence>();
    starts_even::<positions::Contramatic>();
    starts_even::<positions::CompleteContramatic>();
    starts_even::<positions::Magnetic>();
    starts_even::<positions::Batteries>();
    starts_even::<positions::Orthodox>();
}

/// Whether the side to move wins with its `turns`-th turn at the latest, looking at everything.
fn wins<P: Tactics>(position: &P, turns: u32) -> bool {
    position.list().into_iter().any(|step| {
        let mut after = *position;
        after.play(step, &mut ());
        match after.outcome() {
            Some(outcome) => outcome.winner == Some(position.turn()),
            None if turns <= 1 => false,
            None => {
                let replies = after.list();
                replies.into_iter().all(|reply| {
                    let mut next = after;
                    next.play(reply, &mut ());
                    next.outcome().is_none() && wins(&next, turns - 1)
                })
            }
        }
    })
}

/// Plays games of a short-sighted search against a random player, and goes back from their ends to
/// positions with a win in `turns` own turns and not in fewer, by plain search: the search must
/// find each within so many positions.
fn finds_wins<P: Tactics>(seed: u64, turns: usize, wanted: u32, nodes: u64) {
    let mut chance = Chance::new(seed);
    let mut search = Search::<P>::new(TABLE);
    let mut found = 0;
    while found < wanted {
        let (_, mut position) = random_position::<P>(&mut chance);
        let winner = position.turn();
        let mut played = Vec::new();
        while position.outcome().is_none() && played.len() < 60 {
            played.push(position);
            let steps = position.list();
            let step = if position.turn() == winner {
                search.think(&[], &position, &Limits::nodes(1500), &mut |_| {}).unwrap().turn[0]
            } else {
                *chance.pick(&steps).unwrap()
            };
            position.play(step, &mut ());
        }
        let Some(back) = (played.len() + 1).checked_sub(2 * turns) else { continue };
        let position = played[back];
        let few = turns as u32 - 1;
        if position.turn() != winner || wins(&position, few) || !wins(&position, few + 1) {
            continue;
        }
        found += 1;
        search.forget();
        let thought = search.think(&[], &position, &Limits::nodes(nodes), &mut |_| {}).unwrap();
        let decided = thought.score.decided();
        assert!(
            decided.is_some_and(|n| n > 0),
            "{}: {:?} at depth {}",
            position.fen(),
            thought.score,
            thought.depth
        );
    }
}

#[test]
fn finds_mates_in_chessence() {
    finds_wins::<positions::Chessence>(11, 2, 10, 200_000);
}

#[test]
fn finds_wins_in_the_contramatic_games() {
    finds_wins::<positions::Contramatic>(12, 2, 10, 200_000);
    finds_wins::<positions::CompleteContramatic>(13, 2, 10, 200_000);
}

#[test]
fn finds_king_captures_in_magnetic() {
    finds_wins::<positions::Magnetic>(14, 2, 6, 200_000);
}

#[test]
fn finds_mates_in_batteries() {
    finds_wins::<positions::Batteries>(15, 2, 4, 200_000);
}

/// Plays a game between two searches: every turn is legal, and the same again with the same seed.
fn plays_a_game<P: Tactics>(seed: u64) {
    let play = || {
        let mut chance = Chance::new(seed);
        let (mut past, mut position) = random_position::<P>(&mut chance);
        let mut search = Search::<P>::new(TABLE);
        let mut turns = Vec::new();
        while position.outcome().is_none() && turns.len() < 80 {
            let limits = Limits::nodes(400 + u64::from(chance.below(2000)));
            let thought = search.think(&past, &position, &limits, &mut |_| {}).unwrap();
            let mut along = position;
            for turn in &thought.line {
                assert!(along.is_legal(turn[0]), "{}: {:?}", position.fen(), thought.line);
                along.play(turn[0], &mut ());
            }
            past.push(position.key());
            position.play(thought.turn[0], &mut ());
            turns.push((thought.turn, thought.nodes, thought.score));
        }
        turns
    };
    assert_eq!(play(), play());
}

#[test]
fn turns_are_legal_and_the_same_again() {
    for seed in 0..4 {
        plays_a_game::<positions::Chessence>(seed);
        plays_a_game::<positions::Contramatic>(seed);
        plays_a_game::<positions::CompleteContramatic>(seed);
        plays_a_game::<positions::Magnetic>(seed);
        plays_a_game::<positions::Batteries>(seed);
    }
}

#[test]
fn stops_when_told() {
    let mut search = Search::<positions::Magnetic>::new(TABLE);
    let asked = Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() == 3
    };
    let limits = Limits { stop: &stop, ..Limits::NONE };
    let position = positions::Magnetic::initial();
    let thought = search.think(&[], &position, &limits, &mut |_| {}).unwrap();
    assert_eq!(asked.get(), 3);
    assert!(thought.nodes < 4 * super::PATIENCE, "{}", thought.nodes);
    assert!(position.is_legal(thought.turn[0]));
}

#[test]
fn keeps_to_the_node_count() {
    let mut search = Search::<positions::Batteries>::new(TABLE);
    for nodes in [1, 2, 50, 3000] {
        let position = positions::Batteries::initial();
        let thought = search.think(&[], &position, &Limits::nodes(nodes), &mut |_| {}).unwrap();
        assert!(thought.nodes <= nodes);
        assert!(position.is_legal(thought.turn[0]));
    }
}

/// The turn of a search that looks one turn ahead, so far ruled by the habits of chess.
fn turn_by_habit<P: Tactics>(fen: &str, habit: u32) -> (P, Step) {
    let position = P::from_fen(fen).unwrap();
    let mut search = Search::<P>::new(TABLE);
    search.means.quiescence = false;
    search.set_blur(Blur { habit, ..Blur::default() });
    let thought = search.think(&[], &position, &Limits::depth(1), &mut |_| {}).unwrap();
    (position, thought.turn[0])
}

/// Two knights give a check at f1 that nothing lifts: there a contramatic king wins, and there no
/// king in chess may go.
#[test]
fn by_habit_a_contramatic_king_shuns_attacks() {
    fn shuns<P: Tactics>(fen: &str) {
        let (position, step) = turn_by_habit::<P>(fen, 0);
        let mut won = position;
        won.play(step, &mut ());
        assert_eq!(won.outcome().and_then(|outcome| outcome.winner), Some(position.turn()));
        let (_, step) = turn_by_habit::<P>(fen, 1000);
        let Step::Move { from, to, .. } = step else { panic!("{step:?}") };
        assert!(!position.is_against_habit(from, to), "{step:?}");
    }
    shuns::<positions::Contramatic>("4k3/8/8/8/8/6n1/7n/4K3[] w - - 0 1 -");
    shuns::<positions::CompleteContramatic>("k3c3/8/8/8/8/6n1/7n/K3C3[] w - - 0 1 -");
}

/// A piece's attack on a square beside the enemy contramatic king is what that king hopes for; in
/// chess it would be a threat to it.
#[test]
fn by_habit_pieces_make_for_the_enemy_king() {
    let worth = |fen: &str| {
        let position = positions::Contramatic::from_fen(fen).unwrap();
        let weights = weights::<positions::Contramatic>();
        [weights, positions::Contramatic::by_habit(weights)].map(|w| position.evaluate(&w))
    };
    let [near, near_by_habit] = worth("4k3/8/8/3N4/8/8/8/4K3[] w - - 0 1 -");
    let [far, far_by_habit] = worth("4k3/8/8/8/N7/8/8/4K3[] w - - 0 1 -");
    assert!(near < far && near_by_habit > far_by_habit);
}
