//! Proof that a puzzle is one: what wins, that nothing else does, and how hard that is to find.
//!
//! Everything that the rules allow is tried. Of Charismatic Chess, whose turns are too many for
//! that, the sets of moves of a turn are (`engine::charismatic::mate`), which leaves none out.

use engine::baseline::worth;
use engine::charismatic::mate::every;
use rules::games::charismatic::Charismatic;
use rules::{AnyPosition, Bits as _, Color, Phase, Position, Step, with_position};

/// At most so many first turns may be right.
pub(crate) const MOST_SOLUTIONS: usize = 3;
/// So many replies are kept of each solution.
const KEPT_REPLIES: usize = 3;
/// So many sets of moves are looked at for the mates of a position of Charismatic Chess. A puzzle
/// that takes more is too hard for people, too.
const MATE_NODES: u64 = 400_000;

/// A puzzle's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Proof {
    /// In how many turns of the solver it is won: 1 in Charismatic Chess, else 2.
    pub turns: u32,
    /// How many steps the first turn has, `end` not counted.
    pub steps: u32,
    /// All first turns that win so fast.
    pub solutions: Vec<Solution>,
    /// How many positions (in Charismatic Chess, sets of moves) are looked at until the win is
    /// found, by who tries captures and checks first.
    pub effort: u64,
}

/// A first turn that wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Solution {
    pub turn: Vec<Step>,
    /// The replies that are hardest to answer, the hardest first; none if the turn wins at once.
    pub replies: Vec<Reply>,
    /// How many replies there are.
    pub reply_count: usize,
    /// How many different answers they ask for.
    pub answer_count: usize,
}

/// A reply of the opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Reply {
    pub turn: Vec<Step>,
    /// All turns that win then.
    pub then: Vec<Vec<Step>>,
}

/// The answer to the puzzle that a position poses: a mate in one turn of two steps or more in
/// Charismatic Chess, a win in two turns and not in one elsewhere. `None` if it poses none, or if
/// more than [`MOST_SOLUTIONS`] first turns are right.
pub(crate) fn prove(position: &AnyPosition) -> Option<Proof> {
    if position.phase() == Phase::Placement || position.outcome().is_some() {
        return None;
    }
    if let AnyPosition::Charismatic(position) = position {
        return in_one_turn(position);
    }
    with_position!(position, p => in_two_turns(p))
}

fn in_one_turn(position: &Charismatic) -> Option<Proof> {
    let mates = every(position, MOST_SOLUTIONS, MATE_NODES)?;
    let (first, effort) = mates.first()?;
    let steps = first.len() as u32 - 1;
    let (steps, effort) = (steps, *effort);
    if steps < 2 || mates.len() > MOST_SOLUTIONS {
        return None;
    }
    let solution =
        |(turn, _)| Solution { turn, replies: Vec::new(), reply_count: 0, answer_count: 0 };
    let mut solutions: Vec<Solution> = mates.into_iter().map(solution).collect();
    solutions.sort_by(|a, b| a.turn.cmp(&b.turn));
    Some(Proof { turns: 1, steps, solutions, effort })
}

/// A first step and what came of trying it.
struct Try {
    step: Step,
    /// Who is more forcing is tried before.
    force: (i32, bool),
    wins: bool,
    /// How many positions were looked at to know that.
    cost: u64,
}

fn in_two_turns<P: Position>(position: &P) -> Option<Proof> {
    let mut cost = 0;
    if !winning_steps(position, true, &mut cost).is_empty() {
        return None;
    }
    let mut steps = position.list();
    steps.sort_unstable();
    let mut wins = 0;
    let mut tries = Vec::with_capacity(steps.len());
    for step in steps {
        let mut cost = 1;
        let after = after(position, step);
        let is_forced = is_forced(&after, position.turn(), &mut cost);
        wins += usize::from(is_forced);
        if wins > MOST_SOLUTIONS {
            return None;
        }
        let force = (captured(position, &after), threatens(position, &after));
        tries.push(Try { step, force, wins: is_forced, cost });
    }
    let solutions: Vec<Solution> = tries
        .iter()
        .filter(|attempt| attempt.wins)
        .map(|attempt| solution(position, attempt.step))
        .collect();
    let effort = cost + effort(&tries)?;
    Some(Proof { turns: 2, steps: 1, solutions, effort })
}

/// What it costs on average until the first of the steps that win is known, if they are tried in
/// the order of their force, and equals in any order. `None` if none wins.
fn effort(tries: &[Try]) -> Option<u64> {
    let best = tries.iter().filter(|attempt| attempt.wins).max_by_key(|attempt| attempt.force)?;
    let before = tries.iter().filter(|attempt| attempt.force > best.force);
    let before: u64 = before.map(|attempt| attempt.cost).sum();
    let equals = || tries.iter().filter(|attempt| attempt.force == best.force);
    let wrong: u64 = equals().filter(|attempt| !attempt.wins).map(|attempt| attempt.cost).sum();
    let right = equals().filter(|attempt| attempt.wins).count() as u64;
    Some(before + wrong / (right + 1) + best.cost)
}

/// Whether the game is won by a side.
fn is_won(position: &impl Position, side: Color) -> bool {
    position.outcome().is_some_and(|outcome| outcome.winner == Some(side))
}

fn after<P: Position>(position: &P, step: Step) -> P {
    let mut after = *position;
    after.play(step, &mut ());
    after
}

/// The steps that win at once; the first alone if one is enough.
fn winning_steps<P: Position>(position: &P, is_one_enough: bool, cost: &mut u64) -> Vec<Step> {
    let mut found = Vec::new();
    for step in position.list() {
        *cost += 1;
        if is_won(&after(position, step), position.turn()) {
            found.push(step);
            if is_one_enough {
                break;
            }
        }
    }
    found.sort_unstable();
    found
}

/// Whether the side that does not move wins at once after every reply.
fn is_forced<P: Position>(position: &P, side: Color, cost: &mut u64) -> bool {
    if position.outcome().is_some() {
        return is_won(position, side);
    }
    let mut replies: Vec<(i32, Step, P)> = position
        .list()
        .into_iter()
        .map(|reply| (reply, after(position, reply)))
        .map(|(reply, next)| (-captured(position, &next), reply, next))
        .collect();
    replies.sort_unstable_by_key(|&(loss, reply, _)| (loss, reply));
    replies.iter().all(|(_, _, next)| {
        *cost += 1;
        match next.outcome() {
            Some(_) => is_won(next, side),
            None => !winning_steps(next, true, cost).is_empty(),
        }
    })
}

/// What a step took from the enemy, in pawns.
pub(crate) fn captured<P: Position>(before: &P, after: &P) -> i32 {
    let them = !before.turn();
    let worth_of = |position: &P| {
        let roles = P::SPEC.roles.iter();
        roles
            .map(|&(role, _)| position.pieces_of(them, role).count() as i32 * worth(role))
            .sum::<i32>()
    };
    worth_of(before) - worth_of(after)
}

/// Whether a step is one of those that are looked at first: it gives check; in the Contramatic
/// games, puts the own contramatic king into check; in Magnetic Chess, attacks the king.
pub(crate) fn threatens<P: Position>(before: &P, after: &P) -> bool {
    after.check().unwrap_or_else(|| {
        let kings = after.royals(after.turn());
        kings.squares().any(|king| after.attackers(king, before.turn()).any())
    })
}

fn solution<P: Position>(position: &P, step: Step) -> Solution {
    let answered = after(position, step);
    let mut replies: Vec<(Reply, i32)> = Vec::new();
    for reply in answered.list() {
        let next = after(&answered, reply);
        if next.outcome().is_some() {
            continue;
        }
        let then = winning_steps(&next, false, &mut 0);
        let then = then.into_iter().map(|step| vec![step]).collect();
        replies.push((Reply { turn: vec![reply], then }, captured(&answered, &next)));
    }
    // Few answers are hard to find, and so are those to a capture.
    replies.sort_by(|(a, a_took), (b, b_took)| {
        (a.then.len(), -a_took, &a.turn).cmp(&(b.then.len(), -b_took, &b.turn))
    });
    let reply_count = replies.len();
    let mut kept: Vec<Reply> = Vec::new();
    let mut others = Vec::new();
    for (reply, _) in replies {
        // Another answer tells more than the same again.
        let is_new = !kept.iter().any(|other| other.then == reply.then);
        if is_new { &mut kept } else { &mut others }.push(reply);
    }
    let answer_count = kept.len();
    kept.extend(others);
    kept.truncate(KEPT_REPLIES);
    kept.sort_by_key(|reply| reply.then.len());
    Solution { turn: vec![step], replies: kept, reply_count, answer_count }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::GameId;

    fn proof(game: GameId, fen: &str) -> Option<Proof> {
        prove(&AnyPosition::from_fen(game, fen).unwrap())
    }

    fn turns(game: GameId, turns: &[Vec<Step>]) -> Vec<String> {
        let name = |step: &Step| step.display(game.spec()).to_string();
        turns.iter().map(|turn| turn.iter().map(name).collect::<Vec<_>>().join(",")).collect()
    }

    /// Two rooks against a king: 1. Rg1 Kh7 2. Rh5#, and nothing else is as quick.
    #[test]
    fn a_ladder_mate() {
        let game = GameId::Orthodox;
        let proof = proof(game, "8/8/7k/R7/8/8/8/1R5K w - - 0 1").unwrap();
        assert_eq!((proof.turns, proof.steps, proof.solutions.len()), (2, 1, 1));
        let solution = &proof.solutions[0];
        assert_eq!(turns(game, std::slice::from_ref(&solution.turn)), ["b1g1"]);
        assert_eq!((solution.reply_count, solution.answer_count), (1, 1));
        let reply = &solution.replies[0];
        assert_eq!(turns(game, std::slice::from_ref(&reply.turn)), ["h6h7"]);
        assert_eq!(turns(game, &reply.then), ["a5h5"]);
    }

    #[test]
    fn no_puzzle_if_it_is_won_at_once_or_not_at_all_or_over() {
        for fen in [
            "7k/R7/8/8/8/8/8/1R5K w - - 0 1",
            "8/8/7k/8/8/8/8/1R5K w - - 0 1",
            "1R5k/R7/8/8/8/8/8/7K b - - 0 1",
        ] {
            assert_eq!(proof(GameId::Orthodox, fen), None, "{fen}");
        }
        let initial = AnyPosition::initial(GameId::Contramatic);
        assert_eq!(prove(&initial), None);
    }

    /// Whoever tries everything at random finds one of two right steps sooner than the only one.
    #[test]
    fn effort_counts_what_is_tried_before() {
        let attempt =
            |capture, wins, cost| Try { step: Step::End, force: (capture, false), wins, cost };
        let quiet = [attempt(0, false, 60), attempt(0, true, 7), attempt(0, true, 7)];
        assert_eq!(effort(&quiet), Some(27));
        assert_eq!(effort(&quiet[..2]), Some(37));
        assert_eq!(effort(&quiet[..1]), None);
        let capture = [attempt(3, false, 10), attempt(0, true, 7), attempt(0, false, 4)];
        assert_eq!(effort(&capture), Some(19));
    }
}
