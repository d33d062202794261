//! The search against plain minimax, which knows nothing but the rules and the evaluation.

use std::cell::Cell;

use rules::any::positions;
use rules::{GameId, Position, Step};

use super::move_picker::{Kind, MovePicker, Picked, is_possible};
use super::packed_step::PackedStep;
use super::transposition_table::{Bound, Known, TranspositionTable};
use super::{Blur, Means, Node, Search, Window, from_table, to_table};
use crate::chance::Chance;
use crate::evaluation::{Evaluate, Weights, weights};
use crate::limits::Limits;
use crate::score::{WIN, WON};
use crate::tactics::Tactics;
use crate::testing::{random_position, read, small_position, with_halfmove};
use crate::thought::Wanted;

const TABLE: usize = 1 << 20;

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

/// Holds the search, with nothing selective about it, against minimax.
fn is_minimax<P: Tactics>(search: &mut Search<P>, past: &[u64], position: &P, depth: u32) -> i32 {
    search.means = Means { quiescence: false, extensions: false, reductions: false };
    search.forget();
    let thought = search.think(past, position, &Limits::depth(depth), &mut |_| {}).unwrap();
    let (mut past, before) = (past.to_vec(), past.len());
    let depth = thought.depth as i32;
    let best = minimax(position, depth, 0, &mut past, before, &weights::<P>());
    let found = match thought.score.decided() {
        Some(turns) if turns > 0 => WIN - turns,
        Some(turns) => -turns - WIN,
        None => thought.score.value(),
    };
    assert_eq!(found, best, "{} at depth {depth}", position.fen());
    let mut after = *position;
    after.play(thought.turn[0], &mut ());
    past.push(position.key());
    let kept = -minimax(&after, depth - 1, 1, &mut past, before, &weights::<P>());
    assert_eq!(kept, best, "{}: {:?}", position.fen(), thought.turn);
    best
}

/// Positions of games at random with at most so many steps, the same after so many quiet turns that the fifty-move count ends
/// the game within the depth, and with positions that occurred before: those which minimax finds
/// best, twice, so that they are drawn, and others once, so that they are not.
fn agrees_with_minimax<P: Tactics>(seed: u64, positions: u32, depth: u32, steps: usize) {
    let mut chance = Chance::new(seed);
    let mut search = Search::<P>::new(TABLE);
    let (mut repetition_decides, mut count_decides) = (0, 0);
    for _ in 0..positions {
        let (past, position) = small_position::<P>(&mut chance, steps);
        let best = is_minimax(&mut search, &past, &position, depth);

        let late = with_halfmove(&position, 99 - chance.below(depth));
        count_decides += u32::from(is_minimax(&mut search, &[], &late, depth) != best);

        // Marked are positions that quiet turns lead to: others cannot have occurred.
        let quiet = with_halfmove(&position, 20);
        let mut past = Vec::new();
        mark(&quiet, depth as i32 - 1, &mut past, &mut chance);
        if let Some(reply) = chance.pick(&after_quiet(&quiet)) {
            mark(reply, depth as i32 - 2, &mut past, &mut chance);
        }
        assert!(past.len() < 20);
        let plain = is_minimax(&mut search, &[], &quiet, depth);
        repetition_decides += u32::from(is_minimax(&mut search, &past, &quiet, depth) != plain);
    }
    let least = positions / 8;
    assert!(
        repetition_decides > least && count_decides > least,
        "{}: {repetition_decides} {count_decides}",
        P::SPEC.id
    );
}

/// The positions after the quiet turns of a position.
fn after_quiet<P: Tactics>(position: &P) -> Vec<P> {
    let steps = position.list().into_iter();
    let positions = steps.map(|step| {
        let mut after = *position;
        after.play(step, &mut ());
        after
    });
    positions.filter(|after| after.halfmove() > 0).collect()
}

/// Writes down the best quiet turn's position as one that occurred twice, the second best and any
/// other as ones that occurred once.
fn mark<P: Tactics>(position: &P, depth: i32, past: &mut Vec<u64>, chance: &mut Chance) {
    let weights = weights::<P>();
    let mut after = after_quiet(position);
    after.sort_by_cached_key(|after| minimax(after, depth, 1, &mut Vec::new(), 0, &weights));
    if let Some(best) = after.first() {
        past.extend([best.key(); 2]);
    }
    past.extend(after.get(1).map(P::key));
    past.extend(chance.pick(after.get(2..).unwrap_or_default()).map(P::key));
}

#[test]
fn chessence_agrees_with_minimax() {
    agrees_with_minimax::<positions::Chessence>(1, 40, 3, 14);
}

#[test]
fn contramatic_agrees_with_minimax() {
    agrees_with_minimax::<positions::Contramatic>(2, 40, 3, 14);
}

#[test]
fn complete_contramatic_agrees_with_minimax() {
    agrees_with_minimax::<positions::CompleteContramatic>(3, 40, 3, 14);
}

#[test]
fn magnetic_agrees_with_minimax() {
    agrees_with_minimax::<positions::Magnetic>(4, 25, 3, 14);
}

#[test]
fn batteries_agrees_with_minimax() {
    agrees_with_minimax::<positions::Batteries>(5, 16, 2, 30);
}

#[test]
fn orthodox_agrees_with_minimax() {
    agrees_with_minimax::<positions::Orthodox>(6, 40, 3, 14);
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
        while position.outcome().is_none() && turns.len() < 40 {
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
    for seed in 0..2 {
        plays_a_game::<positions::Chessence>(seed);
        plays_a_game::<positions::Contramatic>(seed);
        plays_a_game::<positions::CompleteContramatic>(seed);
        plays_a_game::<positions::Magnetic>(seed);
        plays_a_game::<positions::Batteries>(seed);
    }
}

#[test]
fn stops_when_asked_to() {
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
    let many = (100..6000).step_by(311);
    for nodes in [1, 2, 50].into_iter().chain(many) {
        let position = positions::Batteries::initial();
        let thought = search.think(&[], &position, &Limits::nodes(nodes), &mut |_| {}).unwrap();
        // What was looked at in vain since the last better thought counts, too.
        assert_eq!(thought.nodes, nodes);
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

/// White is lost but for checks that never end.
#[test]
fn a_perpetual_check_is_a_draw() {
    let position = read::<positions::Orthodox>("6k1/6p1/8/7Q/8/8/rr6/7K w - - 0 1");
    let mut search = Search::new(TABLE);
    let thought = search.think(&[], &position, &Limits::depth(8), &mut |_| {}).unwrap();
    assert_eq!(thought.score.value(), 0, "{:?}", thought.line);
}

/// A queen's mate in one turn is a draw if the count of quiet turns is full without it, and is none
/// if the mate comes first.
#[test]
fn fifty_moves_are_counted_in_the_search() {
    let score = |fen: &str, depth: u32| {
        let position = read::<positions::Orthodox>(fen);
        let mut search = Search::new(TABLE);
        search.think(&[], &position, &Limits::depth(depth), &mut |_| {}).unwrap().score
    };
    // A rook ahead, but nothing can be captured.
    assert_eq!(score("4k3/8/8/8/8/8/8/R3K3 w - - 99 120", 3).value(), 0);
    assert_eq!(score("4k3/8/8/8/8/8/8/R3K3 w - - 98 120", 4).value(), 0);
    assert!(score("4k3/8/8/8/8/8/8/R3K3 w - - 90 120", 4).value() > 200);
    // A capture and a pawn's step begin the count anew.
    assert!(score("4k3/8/8/8/8/8/r7/R3K3 w - - 99 120", 4).value() > 200);
    assert!(score("4k3/8/8/8/8/8/7P/R3K3 w - - 99 120", 4).value() > 200);
    // Mate comes before the count.
    assert_eq!(score("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 120", 4).decided(), Some(1));
}

#[test]
fn wins_in_the_table_are_counted_from_their_position() {
    // Found five turns from the root: a win three turns on, a loss four turns on.
    for (found, here, turns) in [(WIN - 8, 5, 3), (9 - WIN, 5, -4)] {
        let kept = to_table(found, here);
        for ply in [0, 2, 5, 7] {
            let score = from_table(kept, ply);
            let wanted =
                if turns > 0 { WIN - ply as i32 - turns } else { ply as i32 - turns - WIN };
            assert_eq!(score, wanted, "{found} from {ply}");
        }
    }
    for score in [-WON, -900, 0, 900, WON] {
        assert_eq!((to_table(score, 9), from_table(score, 9)), (score, score));
    }
}

/// A position is drawn that occurred twice before the root, or once on the path from it, as far back
/// as the count of quiet turns reaches.
#[test]
fn once_on_the_path_or_twice_before_it() {
    let mut search = Search::<positions::Orthodox>::new(TABLE);
    search.keys.extend([1, 2, 1, 3, 4, 5]);
    search.before = 4;
    for (key, halfmove, drawn) in [
        (4, 9, true),
        (5, 9, true),
        (5, 1, true),
        (4, 1, false),
        (1, 9, true),
        (1, 6, true),
        (1, 5, false),
        (2, 9, false),
        (3, 9, false),
        (6, 9, false),
    ] {
        assert_eq!(search.is_repeated(key, halfmove), drawn, "{key} {halfmove}");
    }
}

/// A bound settles a position only where the window lies beyond it.
#[test]
fn bounds_settle_what_they_bound() {
    let settles = |bound, score, alpha| {
        let known = Known { step: PackedStep::NONE, score, depth: 1, bound, evaluation: 0 };
        Search::<positions::Orthodox>::settles(&known, 3, Window { alpha, beta: alpha + 1 })
    };
    assert_eq!(settles(Bound::Exact, 50, 0), Some(50));
    assert_eq!(settles(Bound::Exact, 50, 90), Some(50));
    assert_eq!(
        [0, 49, 50].map(|alpha| settles(Bound::Lower, 50, alpha)),
        [Some(50), Some(50), None]
    );
    assert_eq!(
        [49, 50, 90].map(|alpha| settles(Bound::Upper, 50, alpha)),
        [None, Some(50), Some(50)]
    );
    assert_eq!(settles(Bound::Exact, WIN - 1, 0), Some(WIN - 4));
}

/// What the table remembers of later positions, and of earlier ones, gives wins the right lengths.
fn remembers_lengths<P: Tactics>(game: GameId, most: usize) {
    let path = format!("{}/../../tests/forced-wins/{game}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut search = Search::<P>::new(TABLE);
    let mut think = |position: &P, nodes| {
        let limits = Limits::nodes(nodes);
        search.think(&[], position, &limits, &mut |_| {}).unwrap()
    };
    let mut steps_back = 0;
    for line in lines.iter().filter(|line| line["turns"] == 2).take(most) {
        let position = read::<P>(line["fen"].as_str().unwrap());
        let first = think(&position, 300_000);
        assert_eq!(first.score.decided(), Some(3), "{}", position.fen());
        // On along the line: the win comes nearer by one turn a turn.
        let (mut now, mut turn) = (position, first.turn);
        for left in [-2, 1] {
            now.play(turn[0], &mut ());
            let next = think(&now, 100_000);
            assert_eq!(next.score.decided(), Some(left), "{} after {}", now.fen(), position.fen());
            turn = next.turn;
            steps_back += 1;
        }
        // And back again, when the later positions are remembered.
        assert_eq!(think(&position, 100_000).score.decided(), Some(3), "{}", position.fen());
    }
    assert!(steps_back > most, "{game}: {steps_back}");
}

#[test]
fn wins_have_the_right_lengths_with_a_table_that_remembers() {
    remembers_lengths::<positions::Chessence>(GameId::Chessence, 25);
    remembers_lengths::<positions::Contramatic>(GameId::Contramatic, 25);
    remembers_lengths::<positions::CompleteContramatic>(GameId::CompleteContramatic, 25);
    remembers_lengths::<positions::Magnetic>(GameId::Magnetic, 25);
    remembers_lengths::<positions::Batteries>(GameId::Batteries, 10);
}

/// The steps of a position in the order in which they are tried.
fn order<P: Tactics>(
    search: &mut Search<P>,
    position: &P,
    hint: PackedStep,
    ply: usize,
) -> Vec<Picked> {
    search.steps.clear();
    let before = search.landings_before(ply);
    let mut picker = MovePicker::new(0, hint, ply, before);
    std::iter::from_fn(|| search.pick(&mut picker, position)).collect()
}

fn packed(text: &str) -> PackedStep {
    PackedStep::of(Step::parse(text, positions::Orthodox::SPEC).unwrap())
}

/// First the table's step, then captures that do not lose, killers, the others by history, and
/// captures that lose.
#[test]
fn steps_are_tried_in_the_order_of_their_promise() {
    let position = read::<positions::Orthodox>("4k3/8/2p5/3p4/4P3/8/8/R2QK3 w - - 0 1");
    let mut search = Search::<positions::Orthodox>::new(TABLE);
    let [killer, second, usual, hint] = ["a1a7", "a1b1", "d1b3", "e1f2"].map(packed);
    for step in [second, killer] {
        search.remember(&position, &[], step, 4, 3);
    }
    for _ in 0..3 {
        search.remember(&position, &[], usual, 4, 9);
    }
    let ordered = order(&mut search, &position, hint, 3);
    let first: Vec<(PackedStep, Kind)> =
        ordered[..5].iter().map(|picked| (picked.step, picked.kind)).collect();
    let wanted = [
        (hint, Kind::Quiet),
        (packed("e4d5"), Kind::Capture),
        (killer, Kind::Killer),
        (second, Kind::Killer),
        (usual, Kind::Quiet),
    ];
    assert_eq!(first, wanted);
    // The queen takes a pawn that a pawn guards: last of all.
    let last = ordered.last().unwrap();
    assert_eq!((last.step, last.kind), (packed("d1d5"), Kind::Losing));
    // At another distance from the root they are no killers, and history alone speaks.
    let elsewhere = order(&mut search, &position, PackedStep::NONE, 5);
    assert_eq!((elsewhere[1].step, elsewhere[1].kind), (usual, Kind::Quiet));
    // A capture from the table is one.
    let capture = order(&mut search, &position, packed("e4d5"), 5);
    assert_eq!((capture[0].step, capture[0].kind), (packed("e4d5"), Kind::Capture));
}

/// The picker gives each step once, whatever the table's step is, and none that is not possible.
fn picks_each_step_once<P: Tactics>(seed: u64) {
    let mut chance = Chance::new(seed);
    let mut search = Search::<P>::new(TABLE);
    for _ in 0..60 {
        let (_, position) = random_position::<P>(&mut chance);
        let mut steps: Vec<PackedStep> = position.list().into_iter().map(PackedStep::of).collect();
        steps.sort_unstable();
        let hint =
            if chance.below(4) == 0 { PackedStep::NONE } else { *chance.pick(&steps).unwrap() };
        let ordered = order(&mut search, &position, hint, 1);
        if !hint.is_none() {
            assert_eq!(ordered[0].step, hint, "{}", position.fen());
        }
        let mut picked: Vec<PackedStep> = ordered.iter().map(|picked| picked.step).collect();
        picked.sort_unstable();
        assert_eq!(picked, steps, "{}", position.fen());
        for picked in ordered {
            let is_capture = Search::gain(&position, picked.step).is_some();
            assert_eq!(picked.kind.is_quiet(), !is_capture, "{}", position.fen());
        }
        // Steps of another position are told from those of this one.
        let (_, other) = random_position::<P>(&mut chance);
        for step in other.list().into_iter().map(PackedStep::of) {
            let is_here = steps.binary_search(&step).is_ok();
            assert_eq!(is_possible(&position, step), is_here, "{}", position.fen());
        }
    }
}

#[test]
fn every_step_is_picked_once() {
    picks_each_step_once::<positions::Chessence>(41);
    picks_each_step_once::<positions::Contramatic>(42);
    picks_each_step_once::<positions::CompleteContramatic>(43);
    picks_each_step_once::<positions::Magnetic>(44);
    picks_each_step_once::<positions::Batteries>(45);
    picks_each_step_once::<positions::Orthodox>(46);
}

/// A step that was good enough twice is a killer once, and what was tried before it loses worth.
#[test]
fn what_was_good_enough_is_remembered() {
    let position = read::<positions::Orthodox>("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    let mut search = Search::<positions::Orthodox>::new(TABLE);
    let (first, third) = (packed("a1a2"), packed("a1b1"));
    search.remember(&position, &[first], third, 3, 2);
    search.remember(&position, &[first], third, 3, 2);
    assert_eq!(search.history.killers[2], [third, PackedStep::NONE]);
    assert!(search.history.worth(0, third) > 0 && search.history.worth(0, first) < 0);
    assert_eq!(search.history.worth(1, third), 0);
}

/// A quiet step from the table that is good enough again teaches killers and history.
#[test]
fn a_quiet_step_from_the_table_is_learnt_from() {
    let position = read::<positions::Orthodox>("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    let mut search = Search::<positions::Orthodox>::new(TABLE);
    let step = packed("a1b1");
    search.keys.push(0);
    let window = Window { alpha: -2, beta: -1 };
    let node = Node {
        must_answer: false,
        depth: 2,
        ply: 1,
        judged: 0,
        is_line: false,
        is_improving: false,
        extension: 0,
    };
    let found = search.steps_of(&position, step, node, window, &Limits::NONE);
    assert!(found.is_ok_and(|(score, best)| score >= -1 && best == step));
    assert_eq!(search.history.killers[1][0], step);
    assert!(search.history.worth(0, step) > 0);
}

/// A search leaves killers behind, none of them a capture.
#[test]
fn killers_come_from_the_search() {
    let position = read::<positions::Orthodox>(
        "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    );
    let mut search = Search::<positions::Orthodox>::new(TABLE);
    search.think(&[], &position, &Limits::depth(5), &mut |_| {}).unwrap();
    let known = search.history.killers.iter().flatten().filter(|step| !step.is_none()).count();
    assert!(known > 4, "{known}");
    // At the first turn from the root the position is known for each of the replies.
    let mut after = position;
    for killer in search.history.killers[0].into_iter().filter(|step| !step.is_none()) {
        after.play(killer.step(), &mut ());
        assert_eq!(position.captured(killer.from().unwrap(), killer.to()), None);
        after = position;
    }
}

/// How often the selective search comes to what the one that leaves nothing out comes to.
fn agreements<P: Tactics>(seed: u64, positions: usize, depth: u32) -> usize {
    let mut chance = Chance::new(seed);
    let mut search = Search::<P>::new(TABLE);
    let mut agreements = 0;
    for _ in 0..positions {
        let (_, position) = random_position::<P>(&mut chance);
        let mut score = |means| {
            search.means = means;
            search.forget();
            search.think(&[], &position, &Limits::depth(depth), &mut |_| {}).unwrap().score.value()
        };
        let [all, full] = [Means::ALL, Means { reductions: false, ..Means::ALL }].map(&mut score);
        agreements += usize::from(all.abs_diff(full) <= 30);
    }
    agreements
}

#[test]
fn the_selective_search_seldom_errs() {
    // In Magnetic Chess there are so many steps that it takes ten times as long to leave none out.
    let found = [
        (agreements::<positions::Orthodox>(31, 60, 4), 60),
        (agreements::<positions::Magnetic>(32, 24, 4), 24),
        (agreements::<positions::Chessence>(33, 60, 4), 60),
    ];
    eprintln!("agreements {found:?}");
    assert!(found.iter().all(|&(found, of)| 4 * found >= 3 * of), "{found:?}");
}

/// A table keeps the deeper of two findings, and each of two that share a place.
#[test]
fn the_table_keeps_what_was_put_in() {
    let mut table = TranspositionTable::new(1 << 12);
    let known = |depth, bound| Known {
        step: packed("a1a7"),
        score: 7 * depth,
        depth,
        bound,
        evaluation: -11 * depth,
    };
    for (i, bound) in [Bound::Exact, Bound::Lower, Bound::Upper].into_iter().enumerate() {
        table.put((i as u64) << 40, known(4 + i as i32, bound));
    }
    for (i, bound) in [Bound::Exact, Bound::Lower, Bound::Upper].into_iter().enumerate() {
        let found = table.get((i as u64) << 40).unwrap();
        let depth = 4 + i as i32;
        assert_eq!((found.step, found.score, found.depth), (packed("a1a7"), 7 * depth, depth));
        assert_eq!((found.bound, found.evaluation), (bound, -11 * depth));
    }
    assert!(table.get(9 << 40).is_none());
    // A much shallower bound does not replace the deep one; an exact finding does.
    table.put(1 << 40, known(1, Bound::Upper));
    assert_eq!(table.get(1 << 40).unwrap().depth, 5);
    table.put(1 << 40, known(1, Bound::Exact));
    assert_eq!(table.get(1 << 40).unwrap().depth, 1);
    // A finding without a step leaves the step that is known.
    table.put(1 << 40, Known { step: PackedStep::NONE, ..known(3, Bound::Exact) });
    let found = table.get(1 << 40).unwrap();
    assert_eq!((found.step, found.depth), (packed("a1a7"), 3));
    // By four turns deeper an old bound stays, by three it does not.
    for (old, new, kept) in [(9, 5, 9), (9, 6, 6), (9, 9, 9), (9, 12, 12)] {
        let mut table = TranspositionTable::new(1 << 12);
        table.put(5, known(old, Bound::Lower));
        table.put(5, known(new, Bound::Upper));
        assert_eq!(table.get(5).unwrap().depth, kept, "{old} {new}");
        // In a later search the new finding counts.
        table.grow_older();
        table.put(5, known(1, Bound::Upper));
        assert_eq!(table.get(5).unwrap().depth, 1, "{old} {new}");
    }
}

/// Where there is no room, the shallowest finding of this search gives way, and before it any that an
/// earlier search has left.
#[test]
fn old_and_shallow_findings_give_way() {
    let known = |depth| Known {
        step: PackedStep::NONE,
        score: depth,
        depth,
        bound: Bound::Exact,
        evaluation: 0,
    };
    // All in one group: the lower half of the key tells the place.
    let key = |number: u64| number << 32 | 7;
    let depths = |table: &TranspositionTable, keys: std::ops::Range<u64>| -> Vec<i32> {
        keys.filter_map(|number| table.get(key(number))).map(|known| known.depth).collect()
    };
    let mut table = TranspositionTable::new(1 << 12);
    let mut ways = 0;
    while depths(&table, 1..ways + 1).len() as u64 == ways {
        ways += 1;
        table.put(key(ways), known(40 - ways as i32));
    }
    // The last one took the place of the shallowest before it.
    assert!((3..10).contains(&ways), "{ways}");
    assert!(table.get(key(ways - 1)).is_none() && table.get(key(ways)).is_some());
    let room = ways - 1;
    table.grow_older();
    assert_eq!(table.used(), 0);
    for number in 100..100 + room {
        table.put(key(number), known(1));
    }
    assert_eq!(depths(&table, 100..100 + room).len() as u64, room);
    assert!(depths(&table, 1..ways + 1).is_empty());
    // Other places are not touched, and nothing is left when all is forgotten.
    table.put(8, known(2));
    assert_eq!(depths(&table, 100..100 + room).len() as u64, room);
    table.clear();
    assert!(depths(&table, 0..100 + room).is_empty() && table.get(8).is_none());
}

/// What a position is worth by some of its turns alone does not stay in the memory of positions; what it
/// is worth does.
#[test]
fn the_worth_of_some_turns_is_not_kept() {
    let position: positions::Orthodox = read("k7/8/2K5/8/8/8/8/1R6 w - - 0 1");
    let mut search = Search::new(TABLE);
    let only = [vec![Step::parse("b1b8", positions::Orthodox::SPEC).unwrap()]];
    let (wanted, limits) = (Wanted { count: 1, only: &only }, Limits::depth(4));
    let lines = search.lines(&[], &position, &limits, &wanted, &mut |_, _| {});
    assert_eq!((&lines[0].turn, lines[0].score.decided()), (&only[0], None), "the rook is lost");
    assert!(search.table.get(position.key()).is_none());
    let thought = search.think(&[], &position, &limits, &mut |_| {}).unwrap();
    assert_eq!(thought.score.decided(), Some(3));
    assert!(search.table.get(position.key()).is_some());
}
