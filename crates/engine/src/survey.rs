//! What a place in a game is worth, for the report of the game.

use rules::{Actor, AnyPosition, Color, Phase, Reserve, Role, Step};

use crate::chance::Chance;
use crate::engine::Engine;
use crate::limits::Limits;
use crate::odds::{Odds, odds};
use crate::score::Score;

/// The most positions that are looked at for one of the hands that may be drawn.
const FOR_A_HAND: u64 = 600;
/// How many placements are tried where one may decide the game, unless one of them is worth [`ENOUGH`] to its
/// side, in thousandths of a game.
const ATTEMPTS: u64 = 10;
const ENOUGH: u32 = 950;
/// What part of the positions each of them may look at, and as much again the search behind it.
const PART: u64 = 8;

/// What a place in a game is worth. All numbers are White's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worth {
    /// Hundredths of a pawn, or near 30,000 for a win.
    pub score: i32,
    /// After how many turns of both sides White has won (above 0) or Black has (below), if by force.
    pub decided: Option<i32>,
    /// What White may expect, in thousandths of a game: what is won, and half of what is drawn.
    pub expected: u32,
    /// The best turn; where chance acts, the best that is made of the draw, as far as that is looked for.
    pub best: Vec<Step>,
    /// What White may expect after the draw that was made here.
    pub dealt: Option<u32>,
    /// What White may expect behind the best that is made of the draw, measured as what stands behind turns.
    pub placed: Option<u32>,
}

/// What White may expect of a score of the side to move, in thousandths.
fn expected(position: &AnyPosition, score: Score) -> u32 {
    let Odds { win, draw, loss } = odds(position.game(), score);
    let won = if position.turn() == Color::White { win } else { loss };
    (won + draw / 2).min(1000)
}

/// In how many ways a hand can be drawn.
fn ways(from: Reserve, hand: Reserve) -> u64 {
    let choose = |role: Role| {
        let (of, count) = (u64::from(from.count(role)), u64::from(hand.count(role)));
        (0..count).fold(1, |ways, at| ways * (of - at) / (at + 1))
    };
    hand.roles().map(choose).product()
}

/// What a place in a game is worth. `past` are the positions at the start of the turns so far, and `next` is
/// the step that was taken there, if one was. Where chance acts, a place is worth the mean over all draws,
/// each weighted by how often it comes. Where pieces are placed, it is worth what the place behind the best
/// placement found is, so that what was placed and what was best are compared by one measure. `None` where
/// nothing is to be found out: the game is over.
pub fn survey(
    engine: &mut Engine,
    past: &[AnyPosition],
    position: &AnyPosition,
    next: Option<Step>,
    limits: &Limits<'_>,
) -> Option<Worth> {
    match (position.actor(), position.phase()) {
        (Actor::Chance, _) => over_draws(engine, past, position, next, limits),
        (_, Phase::Placement) => placed(engine, position, limits),
        _ => moved(engine, past, position, limits),
    }
}

/// [`survey`], and what is best made of the draw, if one was made there.
pub fn survey_with_placement(
    engine: &mut Engine,
    past: &[AnyPosition],
    position: &AnyPosition,
    next: Option<Step>,
    limits: &Limits<'_>,
) -> Option<Worth> {
    let worth = survey(engine, past, position, next, limits)?;
    let draw = next.filter(|_| worth.dealt.is_some());
    let best = draw.and_then(|draw| placed(engine, &behind(position, &[draw]), limits));
    Some(match best {
        Some(found) => Worth { best: found.best, placed: Some(found.expected), ..worth },
        None => worth,
    })
}

/// What a place is worth where pieces move.
fn moved(
    engine: &mut Engine,
    past: &[AnyPosition],
    position: &AnyPosition,
    limits: &Limits<'_>,
) -> Option<Worth> {
    let thought = engine.think(past, position, limits, &mut |_| {})?;
    let sign = if position.turn() == Color::White { 1 } else { -1 };
    Some(Worth {
        score: sign * thought.score.value(),
        decided: thought.score.decided().map(|turns| sign * turns),
        expected: expected(position, thought.score),
        best: thought.turn,
        dealt: None,
        placed: None,
    })
}

/// What a place is worth where pieces are to be placed: what the place behind the best placement found is.
fn placed(engine: &mut Engine, position: &AnyPosition, limits: &Limits<'_>) -> Option<Worth> {
    let turn = match is_decisive(position) {
        true => best_of_attempts(engine, position, limits),
        false => engine.think(&[], position, limits, &mut |_| {}).map(|thought| thought.turn),
    }?;
    let worth = survey(engine, &[], &behind(position, &turn), None, limits)?;
    Some(Worth { best: turn, decided: worth.decided.map(a_turn_earlier), ..worth })
}

/// After how many turns a game is decided, counted from the place before.
const fn a_turn_earlier(decided: i32) -> i32 {
    decided + decided.signum()
}

/// Whether all pieces of the other side stand, or all but one: then a placement that wins is often there,
/// and is hard to come upon.
fn is_decisive(position: &AnyPosition) -> bool {
    position.reserve(!position.turn()).total() <= 1
}

/// The best of several placements, by what short searches of the game behind each find.
fn best_of_attempts(
    engine: &mut Engine,
    position: &AnyPosition,
    limits: &Limits<'_>,
) -> Option<Vec<Step>> {
    let few = Limits { nodes: limits.nodes / PART, ..*limits };
    let mut best: Option<(u32, Vec<Step>)> = None;
    for attempt in 0..ATTEMPTS {
        // What is drawn is placed by a judgement without a search, the same each time: chance has others.
        let is_at_random = attempt > 0 && !position.hand().is_empty();
        let turn = match is_at_random {
            true => at_random(position, attempt),
            false => engine.attempt(attempt, position, &few),
        };
        let Some(turn) = turn else { continue };
        let after = all_placed(engine, attempt, behind(position, &turn), &few);
        let Some(worth) = moved(engine, &[], &after, &few) else { continue };
        let own =
            if position.turn() == Color::White { worth.expected } else { 1000 - worth.expected };
        if best.as_ref().is_none_or(|&(most, _)| own > most) {
            best = Some((own, turn));
        }
        if own >= ENOUGH {
            break;
        }
    }
    best.map(|(_, turn)| turn)
}

/// The place where pieces move, behind all placements that are still to come, each as an attempt finds it.
fn all_placed(
    engine: &mut Engine,
    attempt: u64,
    mut after: AnyPosition,
    limits: &Limits<'_>,
) -> AnyPosition {
    while after.phase() == Phase::Placement
        && let Some(reply) = engine.attempt(attempt, &after, limits)
    {
        after = behind(&after, &reply);
    }
    after
}

/// A sensible placement at random.
fn at_random(position: &AnyPosition, seed: u64) -> Option<Vec<Step>> {
    let mut chance = Chance::new(seed ^ position.key());
    let mut turn = position.place_rest(&mut |below| chance.below(below));
    let may_end = behind(position, &turn).why_not(Step::End).is_none();
    turn.push(Step::End);
    may_end.then_some(turn)
}

/// The position behind a turn.
fn behind(position: &AnyPosition, turn: &[Step]) -> AnyPosition {
    let mut after = *position;
    for &step in turn {
        after.play(step);
    }
    after
}

fn over_draws(
    engine: &mut Engine,
    past: &[AnyPosition],
    position: &AnyPosition,
    next: Option<Step>,
    limits: &Limits<'_>,
) -> Option<Worth> {
    let limits = Limits { nodes: limits.nodes.min(FOR_A_HAND), ..*limits };
    let reserve = position.reserve(position.turn());
    let sign = if position.turn() == Color::White { 1 } else { -1 };
    let (mut weight, mut score, mut worth, mut dealt) = (0, 0, 0, None);
    for step in position.list() {
        let Step::Draw(hand) = step else { continue };
        let mut after = *position;
        after.play(step);
        let Some(thought) = engine.think(past, &after, &limits, &mut |_| {}) else { continue };
        let (ways, hopes) = (ways(reserve, hand), expected(&after, thought.score));
        weight += ways;
        score += ways as i64 * i64::from(sign * thought.score.value());
        worth += ways * u64::from(hopes);
        if next == Some(step) {
            dealt = Some(hopes);
        }
    }
    (weight > 0).then(|| Worth {
        score: (score as f64 / weight as f64).round() as i32,
        decided: None,
        expected: ((worth + weight / 2) / weight) as u32,
        best: Vec::new(),
        dealt,
        placed: None,
    })
}

#[cfg(test)]
mod tests {
    use rules::GameId;

    use super::*;

    fn worth(game: GameId, fen: &str) -> Option<Worth> {
        let position = AnyPosition::from_fen(game, fen).unwrap();
        let mut engine = Engine::new(game, 1, 1 << 20);
        survey(&mut engine, &[], &position, None, &Limits::nodes(5_000))
    }

    #[test]
    fn both_sides_are_told_whites_numbers() {
        let white = worth(GameId::Orthodox, "4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1").unwrap();
        let black = worth(GameId::Orthodox, "4k3/3q4/8/8/8/8/8/4K3 b - - 0 1").unwrap();
        assert!(white.expected > 900 && white.score > 500, "{white:?}");
        assert!(black.expected < 100 && black.score < -500, "{black:?}");
        let mates = worth(GameId::Orthodox, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
        assert_eq!((mates.decided, mates.expected), (Some(1), 1000));
        let mates = worth(GameId::Orthodox, "r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 1").unwrap();
        assert_eq!((mates.decided, mates.expected), (Some(-1), 0));
    }

    /// Draws count half, so of an even game each side may expect half.
    #[test]
    fn an_even_game_is_worth_half() {
        for &game in GameId::ALL {
            let start = AnyPosition::initial(game);
            let expected = expected(&start, Score::EVEN);
            assert!((499..=501).contains(&expected), "{game}: {expected}");
        }
    }

    #[test]
    fn nothing_is_said_of_what_is_over() {
        assert_eq!(worth(GameId::Orthodox, "R5k1/5ppp/8/8/8/8/8/4K3 b - - 1 1"), None);
    }

    /// A place where pieces are placed is worth what stands behind the placement that is called the best, and
    /// that is worth more to its side than one at random.
    #[test]
    fn a_placement_is_measured_by_what_stands_behind_it() {
        let fen = "r2k3r/pppppppp/8/8/PPPPPPPP/2BR1N2/8/R1BQK1N1[qbbnn] b Aha - 0 0 - -";
        let position = AnyPosition::from_fen(GameId::Charismatic, fen).unwrap();
        let limits = Limits::nodes(40_000);
        let mut engine = Engine::new(GameId::Charismatic, 1, 1 << 10);
        // Without a draw there is nothing to be placed.
        let none = survey_with_placement(&mut engine, &[], &position, None, &limits).unwrap();
        assert!(none.placed.is_none() && none.best.is_empty() && none.dealt.is_none());
        let draw = position.list()[0];
        let found =
            survey_with_placement(&mut engine, &[], &position, Some(draw), &limits).unwrap();
        let drawn = behind(&position, &[draw]);
        let mut measured = |turn: &[Step]| {
            survey(&mut engine, &[], &behind(&drawn, turn), None, &limits).unwrap().expected
        };
        assert_eq!((found.best.len(), found.placed), (6, Some(measured(&found.best))));
        let mut chance = Chance::new(4);
        let others: Vec<u32> = (0..6)
            .map(|_| {
                let mut turn = drawn.place_rest(&mut |below| chance.below(below));
                turn.push(Step::End);
                measured(&turn)
            })
            .collect();
        assert!(found.placed.unwrap() * 6 <= others.iter().sum(), "{found:?} {others:?}");
    }

    #[test]
    fn a_placement_is_a_turn() {
        assert_eq!([3, 1, -2].map(a_turn_earlier), [4, 2, -3]);
    }

    /// A game that is decided behind a placement lasts as long as was said before it, the placement among its
    /// turns, if both sides go on as is best.
    #[test]
    fn a_game_decided_behind_a_placement_lasts_as_long_as_was_said_before_it() {
        let game = GameId::Contramatic;
        for white in ["P3PPPP/NPPP2BB/1NQRK1R1", "2P1PPPP/PPNP2BB/1NR1KR1Q"] {
            let fen = format!("4k3/8/8/8/8/{white}[qrrbbnnpppppppp] b - - 0 0 -");
            let mut position = AnyPosition::from_fen(game, &fen).unwrap();
            let mut engine = Engine::new(game, 1, 1 << 20);
            let mut found = |position: &AnyPosition, nodes: u64| {
                survey(&mut engine, &[], position, None, &Limits::nodes(nodes)).unwrap()
            };
            let first = found(&position, 20_000);
            let said = first.decided.unwrap();
            position = behind(&position, &first.best);
            let mut turns = 1;
            while position.outcome().is_none() {
                let next = found(&position, 200_000);
                assert_eq!(next.decided, Some(said - turns), "after {turns} turns from {fen}");
                position = behind(&position, &next.best);
                turns += 1;
            }
            let winner = position.outcome().and_then(|outcome| outcome.winner);
            assert_eq!((turns, winner), (said, Some(Color::White)), "{fen}");
        }
    }

    /// Who places last sees all that the other side has.
    #[test]
    fn the_last_placement_decides() {
        let mut position = AnyPosition::initial(GameId::Contramatic);
        assert!(!is_decisive(&position));
        let turn = (0..).find_map(|seed| at_random(&position, seed)).unwrap();
        position = behind(&position, &turn);
        assert_eq!(position.turn(), Color::Black);
        assert!(is_decisive(&position));
    }

    /// A placement is tried out where pieces move. In Complete Contramatic Chess both kings are placed behind
    /// Black's other pieces.
    #[test]
    fn a_placement_is_tried_out_behind_all_that_follow_it() {
        for (game, following) in [(GameId::Contramatic, 0), (GameId::CompleteContramatic, 2)] {
            let mut position = AnyPosition::initial(game);
            for _ in Color::ALL {
                position = behind(&position, &at_random(&position, 1).unwrap());
            }
            let is_due = position.phase() == Phase::Placement;
            assert_eq!(is_due, following > 0, "{game}");
            let mut engine = Engine::new(game, 1, 1 << 10);
            let after = all_placed(&mut engine, 0, position, &Limits::nodes(500));
            assert_eq!(after.phase(), Phase::Movement, "{game}");
            let count = |position: &AnyPosition| {
                Color::ALL.map(|color| position.pieces(color).count_ones()).iter().sum::<u32>()
            };
            assert_eq!(count(&after), count(&position) + following, "{game}");
        }
    }

    /// Black sees White's pieces and places its own by several attempts, of which the best by far is taken.
    #[test]
    fn the_last_placement_is_the_best_of_several() {
        let game = GameId::Contramatic;
        let mut position = AnyPosition::initial(game);
        let mut chance = Chance::new(9);
        let limits = Limits::nodes(60_000);
        let turn = loop {
            let mut turn = position.place_rest(&mut |below| chance.below(below));
            if behind(&position, &turn).why_not(Step::End).is_none() {
                turn.push(Step::End);
                break turn;
            }
        };
        position = behind(&position, &turn);
        let mut engine = Engine::new(game, 1, 1 << 20);
        let found = survey(&mut engine, &[], &position, None, &limits).unwrap();
        let behind_it = |engine: &mut Engine, turn: &[Step]| {
            moved(engine, &[], &behind(&position, turn), &limits).unwrap().expected
        };
        let few = Limits::nodes(limits.nodes / PART);
        let attempts: Vec<u32> = (0..6)
            .map(|attempt| {
                let turn = engine.attempt(attempt, &position, &few).unwrap();
                behind_it(&mut engine, &turn)
            })
            .collect();
        let mean = attempts.iter().sum::<u32>() / 6;
        assert!(found.expected < mean, "{} {attempts:?}", found.expected);
    }

    #[test]
    fn a_hand_comes_as_often_as_its_pieces_can_be_chosen() {
        let reserve = Reserve::of(&rules::chess::ARMY);
        let position = AnyPosition::initial(GameId::Charismatic);
        let hands = position.list().into_iter().map(|step| match step {
            Step::Draw(hand) => ways(reserve, hand),
            step => panic!("{step:?}"),
        });
        // Five of fifteen.
        assert_eq!(hands.sum::<u64>(), 3003);
        let pawns = Reserve::of(&[Role::Pawn; 5]);
        assert_eq!(ways(reserve, pawns), 56);
        let pieces = Reserve::of(&[Role::Queen, Role::Rook, Role::Rook, Role::Bishop, Role::Pawn]);
        assert_eq!(ways(reserve, pieces), 2 * 8);
    }

    /// The mean over all draws of what each of them makes of the place is what the place is worth.
    #[test]
    fn luck_is_even_over_all_draws() {
        let position = AnyPosition::initial(GameId::Charismatic);
        let mut engine = Engine::new(GameId::Charismatic, 1, 1 << 10);
        let limits = Limits::nodes(60);
        let (mut sum, mut mean) = (0_i64, 0);
        let mut hopes = Vec::new();
        for step in position.list() {
            let Step::Draw(hand) = step else { continue };
            let mut after = position;
            after.play(step);
            let thought = engine.think(&[], &after, &limits, &mut |_| {}).unwrap();
            let ways = ways(position.reserve(Color::White), hand) as i64;
            sum += ways * i64::from(expected(&after, thought.score));
            hopes.push((step, expected(&after, thought.score)));
        }
        let all = position.list();
        assert_eq!(hopes.len(), all.len());
        let least = hopes.iter().copied().min_by_key(|&(_, hopes)| hopes).unwrap();
        let most = hopes.iter().copied().max_by_key(|&(_, hopes)| hopes).unwrap();
        assert!(most.1 > least.1);
        // The draw that was made is worth what follows it, whichever it was.
        for (next, hopes) in [least, most] {
            let worth = survey(&mut engine, &[], &position, Some(next), &limits).unwrap();
            assert!(worth.dealt == Some(hopes) && worth.best.is_empty());
            mean = worth.expected;
        }
        assert!((sum - i64::from(mean) * 3003).abs() <= 3003, "{sum} {mean}");
    }
}
