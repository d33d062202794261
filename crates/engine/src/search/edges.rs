//! What hardly changes a score, and is told only where it decides: the table near the fiftieth move,
//! bounds by the distance of a mate, and the second look at a step that was reduced.

use rules::any::positions::{Magnetic, Orthodox};
use rules::{Position, Step};

use super::move_picker::{Kind, MovePicker};
use super::packed_step::PackedStep;
use super::parameters::SearchParameters;
use super::transposition_table::{Bound, Known};
use super::{ALL_LOOKED_AT, Blur, INFINITE, Node, SURE, SURE_AFTER, Search, Window};
use crate::chance::Chance;
use crate::evaluation::{Evaluate, weights};
use crate::limits::Limits;
use crate::score::{WIN, WON};
use crate::tactics::Tactics;
use crate::testing::{read, with_halfmove};

fn search() -> Search<Orthodox> {
    Search::new(1 << 20)
}

/// What a search says of a position so many turns from the root.
fn score<P: Tactics>(
    search: &mut Search<P>,
    position: &P,
    depth: i32,
    ply: usize,
    (alpha, beta): (i32, i32),
) -> i32 {
    search.keys.clear();
    search.root_depth = depth;
    let must_answer = position.must_answer();
    let window = Window { alpha, beta };
    let found = search.node(position, must_answer, depth, ply, window, &Limits::NONE);
    found.unwrap_or_else(|_| panic!("nothing stops it"))
}

fn exact(score: i32, depth: i32) -> Known {
    Known { step: PackedStep::NONE, score, depth, bound: Bound::Exact, evaluation: 0 }
}

/// The count is not in the key: the same position may be won early, and is a draw soon.
#[test]
fn the_table_is_not_asked_near_the_fiftieth_move() {
    let position = read::<Orthodox>("4k3/8/8/8/8/8/8/R3K3 w - - 0 120");
    for (halfmove, is_asked) in [(0, true), (60, true), (89, true), (90, false), (98, false)] {
        let position = with_halfmove(&position, halfmove);
        let mut search = search();
        search.table.put(position.key(), exact(4321, 40));
        let found = score(&mut search, &position, 1, 2, (4000, 4001));
        assert_eq!(found == 4321, is_asked, "{halfmove}: {found}");
    }
    // Nor is it asked for less than it knows, or in the line that is to be told.
    for (depth, beta) in [(2, 4001), (1, 5000)] {
        let mut search = search();
        search.table.put(position.key(), exact(4321, 1));
        assert_ne!(score(&mut search, &position, depth, 2, (4000, beta)), 4321, "{depth} {beta}");
    }
}

/// Nothing is worse than being mated here, nothing better than to mate with the next turn; both can be.
#[test]
fn mates_bound_the_window_by_their_distance() {
    let mated = read::<Orthodox>("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
    let mating = read::<Orthodox>("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    for ply in [1, 2, 5] {
        let lost = ply as i32 - WIN;
        for beta in [lost + 1, lost + 2, lost + 3, 0, INFINITE] {
            let found = score(&mut search(), &mated, 2, ply, (-INFINITE, beta));
            assert_eq!(found, lost, "{ply} {beta}");
        }
        let won = WIN - ply as i32 - 1;
        for alpha in [won - 1, won - 2, won - 3, 0, -INFINITE] {
            let found = score(&mut search(), &mating, 2, ply, (alpha, INFINITE));
            assert_eq!(found, won, "{ply} {alpha}");
        }
        // What cannot be is not looked for.
        let mut search = search();
        assert_eq!(score(&mut search, &mating, 6, ply, (won, INFINITE)), won);
        assert_eq!(score(&mut search, &mated, 6, ply, (-INFINITE, lost)), lost);
        assert!(search.nodes <= 2, "{}", search.nodes);
    }
}

/// A late step that looks good at a glance is looked at again as deeply as the first ones.
#[test]
fn a_reduced_step_that_looks_good_is_looked_at_again() {
    let position = read::<Orthodox>("4k3/pp4pp/8/8/8/8/PP4PP/4K3 w - - 0 1");
    let (depth, ply, alpha) = (6, 1, 500);
    let mut search = search();
    let (mut quiet, mut is_reduced) = (0, false);
    let mut picker = MovePicker::new(0, PackedStep::NONE, ply, search.landings_before(ply));
    while let Some(picked) = search.pick(&mut picker, &position) {
        // What is known of each, one turn too shallow, is far better than it is.
        let mut after = position;
        after.play(picked.step.step(), &mut ());
        search.table.put(after.key(), exact(-900, depth - 2));
        quiet += usize::from(picked.kind == Kind::Quiet);
        is_reduced |= quiet > 3 && search.reductions.of(depth, quiet) > 0;
    }
    assert!(is_reduced && quiet > 12, "{quiet}");
    search.steps.clear();
    search.keys.push(0);
    search.root_depth = depth;
    // A judgement by which no step is hopeless.
    let node = Node {
        must_answer: false,
        depth,
        ply,
        judged: 2000,
        is_line: false,
        is_improving: true,
        extension: 0,
    };
    let window = Window { alpha, beta: alpha + 1 };
    let found = search.steps_of(&position, PackedStep::NONE, node, window, &Limits::NONE);
    let (best, _) = found.unwrap_or_else(|_| panic!("nothing stops it"));
    assert!(best <= alpha, "{best}");
}

/// A step that is better than the best so far is looked at with the whole window: its own score is told.
#[test]
fn a_better_step_is_reported_with_its_score() {
    // The first steps lose the queen; one takes the other queen.
    let position = read::<Orthodox>("3qk3/8/8/8/8/8/3Q4/3RK3 w - - 0 1");
    let wanted = Step::parse("d2d8", rules::GameId::Orthodox.spec()).unwrap();
    let mut search = search();
    let first = PackedStep::of(Step::parse("e1f2", rules::GameId::Orthodox.spec()).unwrap());
    search.keys.push(0);
    search.root_depth = 2;
    let node = Node {
        must_answer: false,
        depth: 2,
        ply: 1,
        judged: 0,
        is_line: true,
        is_improving: false,
        extension: 0,
    };
    let window = Window { alpha: -INFINITE, beta: INFINITE };
    let found = search.steps_of(&position, first, node, window, &Limits::NONE);
    let (best, step) = found.unwrap_or_else(|_| panic!("nothing stops it"));
    assert_eq!(step.step(), wanted);
    let mut after = position;
    after.play(wanted, &mut ());
    let alone = -score(&mut self::search(), &after, 1, 2, (-INFINITE, INFINITE));
    assert_eq!(best, alone);
}

/// A search begins without the killers of the one before, and with a quarter of what steps were worth.
#[test]
fn what_was_learnt_fades() {
    let mut search = search();
    let step = PackedStep::of(Step::parse("e2e4", rules::GameId::Orthodox.spec()).unwrap());
    search.history.keep_killer(3, step);
    search.history.learn(0, step, [super::NOWHERE; 2], 0, 400);
    let worth = search.history.worth(0, step);
    assert!(worth > 0 && search.history.killers[3][0] == step);
    search.history.fade();
    assert!(search.history.killers.iter().flatten().all(|killer| killer.is_none()));
    assert_eq!(search.history.worth(0, step), worth / 4);
    search.forget();
    assert_eq!(search.history.worth(0, step), 0);
}

/// The hundredth quiet turn and stalemate draw the game, whatever stands on the board.
#[test]
fn draws_are_worth_nothing_wherever_they_come() {
    let ahead = read::<Orthodox>("4k3/8/8/8/8/8/8/R3K3 w - - 0 120");
    let stalemate = read::<Orthodox>("7k/5Q2/6K1/8/8/8/8/8 b - - 0 120");
    for depth in [0, 1, 3] {
        for (halfmove, is_drawn) in [(0, false), (90, false), (100, true), (101, true)] {
            let position = with_halfmove(&ahead, halfmove);
            let found = score(&mut search(), &position, depth, 2, (-INFINITE, INFINITE));
            assert_eq!(found == 0, is_drawn, "{depth} {halfmove}: {found}");
        }
        let found = score(&mut search(), &stalemate, depth, 2, (-INFINITE, INFINITE));
        assert_eq!(found, 0, "{depth}");
    }
}

/// That a side wins even if it passes shows that it stands well, and not in how many turns it wins: it
/// has to move.
#[test]
fn a_win_after_a_pass_is_a_bound() {
    let mut chance = Chance::new(73);
    let mut tried = 0;
    for _ in 0..4000 {
        let mut board = [b'1'; 64];
        for piece in *b"KQQk" {
            board[chance.below(64) as usize] = piece;
        }
        let ranks: Vec<String> =
            board.chunks(8).map(|rank| String::from_utf8_lossy(rank).into_owned()).collect();
        let mut fen = ranks.join("/");
        for empty in (2..=8).rev() {
            fen = fen.replace(&"1".repeat(empty), &empty.to_string());
        }
        let Ok(position) = Magnetic::from_fen(&format!("{fen} w - - 0 1")) else { continue };
        if position.must_answer() || position.winning_step().is_some() {
            continue;
        }
        let Some(passed) = position.after_pass() else { continue };
        let lost = score(&mut Search::new(1 << 16), &passed, 1, 3, (-INFINITE, INFINITE)) < -WON;
        if lost && position.evaluate(&weights::<Magnetic>()) > 0 {
            let found = score(&mut Search::new(1 << 16), &position, 6, 2, (0, 1));
            assert_eq!(found, WON, "{}", position.fen());
            tried += 1;
        }
    }
    assert!(tried > 4, "{tried}");
}

/// Who is in check is not judged as the board stands, even where no more answers are followed: there may
/// be none.
#[test]
fn a_mate_is_one_however_many_answers_were_forced() {
    let mated = read::<Orthodox>("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
    for forced in [0, 1, SearchParameters::USUAL.forced_answers] {
        let window = Window { alpha: -5000, beta: -4000 };
        let found = search().quiet(&mated, true, forced, 2, window, &Limits::NONE);
        assert!(found.is_ok_and(|score| score == 2 - WIN), "{forced}");
    }
}

/// A search that is stopped while it looks at everything leaves nothing of that to the next one.
#[test]
fn a_stopped_look_at_everything_leaves_nothing_behind() {
    let position = read::<Orthodox>(Orthodox::SPEC.start);
    let mut begins_at = 0;
    let mut note = |thought: &crate::Thought| {
        if begins_at == 0 && thought.depth >= SURE as u32 && thought.nodes >= SURE_AFTER {
            begins_at = thought.nodes;
        }
    };
    search().think(&[], &position, &Limits::nodes(10 * SURE_AFTER), &mut note);
    assert!(begins_at > 0);
    let mut search = search();
    search.think(&[], &position, &Limits::nodes(begins_at + 50), &mut |_| {});
    assert!(search.nodes > begins_at);
    assert!(search.means.reductions && search.mode != ALL_LOOKED_AT);
}

/// How a player errs follows from the seed that was told last.
#[test]
fn another_seed_makes_other_errors() {
    let position = read::<Orthodox>("4k3/pp4pp/8/8/8/8/PP4PP/4K3 w - - 0 1");
    let blurred = |search: &mut Search<Orthodox>, seed| {
        search.set_blur(Blur { noise: 300, seed, ..Blur::default() });
        search.judge(&position, 0)
    };
    let fresh: Vec<i32> = (0..6).map(|seed| blurred(&mut search(), seed)).collect();
    let mut search = search();
    let again: Vec<i32> = (0..6).map(|seed| blurred(&mut search, seed)).collect();
    assert_eq!(fresh, again);
    assert!(fresh.iter().any(|&judged| judged != fresh[0]));
}

/// What is kept of a quiet position says whether it is exact, or on which side of the window it lies.
#[test]
fn quiet_positions_are_kept_by_their_bounds() {
    // The queen can be taken, for nothing.
    let position = read::<Orthodox>("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1");
    let bound = |alpha, beta| {
        let mut search = search();
        search.root_depth = 1;
        let window = Window { alpha, beta };
        let found = search.quiet(&position, false, 0, 1, window, &Limits::NONE);
        let kept = search.table.get(position.key()).unwrap();
        (found.unwrap_or_else(|_| panic!("nothing stops it")), kept.bound, kept.score)
    };
    let (score, is_exact, kept) = bound(-INFINITE, INFINITE);
    assert_eq!((is_exact, kept), (Bound::Exact, score));
    assert_eq!(bound(score - 100, score + 100), (score, Bound::Exact, score));
    assert_eq!(bound(-INFINITE, score - 50).1, Bound::Lower);
    assert_eq!(bound(score + 50, INFINITE).1, Bound::Upper);
}

/// No judgement, however large and however far off, is taken for a win.
#[test]
fn no_judgement_is_a_win() {
    let position = read::<Orthodox>("3qk3/8/8/8/8/8/8/QQQQK3 w - - 0 1");
    let mut search = search();
    search.weights = search.weights.map(|weight| 20 * weight);
    for seed in 0..8 {
        search.set_blur(Blur { noise: 3000, seed, ..Blur::default() });
        assert_eq!(search.judge(&position, 0), WON, "{seed}");
    }
}

/// A line ends with the step that wins, whatever line was there before.
#[test]
fn a_line_ends_where_the_game_is_won() {
    let position = read::<Magnetic>("4k3/8/8/8/8/8/8/K3R3 w - - 0 1");
    for depth in [0, 1] {
        for ply in [0, 1, 4] {
            let mut search = Search::<Magnetic>::new(1 << 20);
            search.lengths = search.lengths.map(|_| 5);
            let found = score(&mut search, &position, depth, ply, (-INFINITE, INFINITE));
            assert_eq!((found, search.lengths[ply]), (WIN - ply as i32 - 1, 1), "{depth} {ply}");
            assert_eq!(Some(search.lines[ply][0].step()), position.winning_step());
        }
    }
}
