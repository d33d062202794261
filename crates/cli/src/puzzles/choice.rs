//! Which of the puzzles found are worth showing.

use std::cmp::Reverse;

use engine::baseline::worth;
use rules::{AnyPosition, Color, Position, Role, Square, Step, with_position};

use super::Puzzle;
use super::proof::{self, Proof};

/// A lead of so many pawns makes a win a matter of course.
const LEAD: i32 = 5;
/// With fewer pieces than these there is little to look at.
const PIECES: i32 = 8;

/// How good a puzzle is; `None` if it is none that anybody would want to solve: its first step
/// promotes, or takes a piece of great worth.
///
/// Quiet steps are better than captures and checks, one answer is better than several, there should
/// be pieces on the board, and the solver should not have won already.
pub(crate) fn merit(position: &AnyPosition, proof: &Proof) -> Option<i32> {
    let lead = with_position!(position, p => lead(p));
    let mut worst = i32::MAX;
    for solution in &proof.solutions {
        let (took, promotes, threatens) =
            with_position!(position, p => character(p, &solution.turn));
        let mut merit = -took.min(5);
        if proof.turns == 1 {
            merit -= if promotes { 3 } else { 0 };
        } else if promotes || took >= 5 {
            return None;
        } else {
            merit += if threatens { 0 } else { 4 };
            merit += solution.reply_count.min(6) as i32 / 2 + solution.answer_count.min(4) as i32;
        }
        worst = worst.min(merit);
    }
    let alternatives = proof.solutions.len() as i32 - 1;
    let (own, enemies) = (position.pieces(position.turn()), position.pieces(!position.turn()));
    let sparse = (PIECES - (own | enemies).count_ones() as i32).max(0);
    let ease = (lead - LEAD).max(0) - if lead < 0 { 2 } else { 0 };
    Some(worst - 4 * alternatives - ease - 2 * sparse)
}

/// By how many pawns the side to move is ahead, pieces off the board included.
fn lead<P: Position>(position: &P) -> i32 {
    let of = |color: Color| {
        use rules::Bits as _;
        let reserve = position.reserve(color);
        let pieces = P::SPEC.roles.iter().map(|&(role, _)| {
            let count = position.pieces_of(color, role).count() + reserve.count(role);
            count as i32 * worth(role)
        });
        pieces.sum::<i32>()
    };
    of(position.turn()) - of(!position.turn())
}

/// What a turn takes, in pawns; whether a piece is promoted; whether it is one that is looked at
/// first.
fn character<P: Position>(position: &P, turn: &[Step]) -> (i32, bool, bool) {
    let mut after = *position;
    let mut promotes = false;
    for &step in turn {
        let before = after;
        after.play(step, &mut ());
        if let Step::Move { from, to, into } = step {
            let role = |position: &P, at| position.piece_at(at).map(|piece| piece.role);
            promotes |= into.is_some() || role(&before, from) != role(&after, to);
        }
    }
    (proof::captured(position, &after), promotes, proof::threatens(position, &after))
}

/// A puzzle that may be chosen.
pub(crate) struct Candidate {
    pub puzzle: Puzzle,
    pub merit: i32,
}

/// What puzzles should differ in.
#[derive(PartialEq, Eq)]
struct Traits {
    grade: u8,
    side: Color,
    steps: u32,
    /// How many pieces there are, in eights.
    pieces: u32,
    /// What piece begins.
    role: Option<Role>,
    /// Where the royals of the losing side stand.
    royals: u128,
    /// Where the first step goes.
    to: Option<Square>,
}

impl Traits {
    fn of(puzzle: &Puzzle) -> Traits {
        let position = &puzzle.position;
        let first = puzzle.proof.solutions.first().and_then(|solution| solution.turn.first());
        let (role, to) = match first {
            Some(&Step::Move { from, to, .. }) => {
                (position.piece_at(from).map(|piece| piece.role), Some(to))
            }
            Some(&Step::Drop { role, to }) => (Some(role), Some(to)),
            _ => (None, None),
        };
        let side = position.turn();
        Traits {
            grade: puzzle.grade(),
            side,
            steps: puzzle.proof.steps,
            pieces: (position.pieces(side) | position.pieces(!side)).count_ones() / 8,
            role,
            royals: position.royals(!side),
            to,
        }
    }

    /// How much alike two puzzles are.
    fn likeness(&self, other: &Traits) -> i32 {
        let same = |is_same: bool, weight: i32| if is_same { weight } else { 0 };
        let is_same_end =
            self.royals == other.royals && self.to == other.to && self.role == other.role;
        same(self.grade == other.grade, 3)
            + same(self.side == other.side, 1)
            + same(self.steps == other.steps, 2)
            + same(self.pieces == other.pieces, 1)
            + same(self.role == other.role, 1)
            + same(is_same_end, 20)
    }
}

/// Chooses up to `count` puzzles to be added to those that are there: good ones, unlike the others
/// in grade, side to move, pieces and first step.
pub(crate) fn choose(there: &[Puzzle], found: Vec<Candidate>, count: usize) -> Vec<Puzzle> {
    let mut others: Vec<Traits> = there.iter().map(Traits::of).collect();
    let mut open: Vec<(Candidate, Traits)> = found
        .into_iter()
        .filter(|found| !there.iter().any(|old| old.position.key() == found.puzzle.position.key()))
        .map(|found| {
            let traits = Traits::of(&found.puzzle);
            (found, traits)
        })
        .collect();
    let mut chosen = Vec::new();
    while chosen.len() < count && !open.is_empty() {
        let fitness = |(found, traits): &(Candidate, Traits)| {
            let likeness: i32 = others.iter().map(|other| traits.likeness(other)).sum();
            found.merit - likeness
        };
        let best = (0..open.len()).max_by_key(|&index| (fitness(&open[index]), Reverse(index)));
        let Some(best) = best else { break };
        let (found, traits) = open.remove(best);
        others.push(traits);
        chosen.push(found.puzzle);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::proof::prove;
    use rules::GameId;

    fn puzzle(game: GameId, fen: &str) -> Puzzle {
        let position = AnyPosition::from_fen(game, fen).unwrap();
        Puzzle { id: String::new(), position, proof: prove(&position).unwrap() }
    }

    fn merit_of(game: GameId, fen: &str) -> Option<i32> {
        let puzzle = puzzle(game, fen);
        merit(&puzzle.position, &puzzle.proof)
    }

    #[test]
    fn what_begins_with_a_promotion_or_a_great_capture_is_none() {
        let orthodox = GameId::Orthodox;
        // 1. a8=Q or a8=R, and mate on the last rank.
        assert_eq!(merit_of(orthodox, "8/P6k/8/8/8/8/8/5KR1 w - - 0 1"), None);
        // 1. Rxa7 and mate on the last rank; there is no other way.
        assert_eq!(merit_of(orthodox, "7k/q7/8/8/8/8/7P/RR4K1 w - - 0 1"), None);
        // A quiet rook move will do, though little is left on the board.
        assert!(merit_of(orthodox, "8/8/7k/R7/8/8/8/1R5K w - - 0 1").is_some());
    }

    #[test]
    fn what_is_in_reserve_counts_for_who_is_ahead() {
        let lead = |reserves: &str| {
            let fen = format!("k5/m4*/4*1/1m*3/1*2*1/2M*MM/1*4/*5/5K[{reserves}] w - - 0 40");
            super::lead(&rules::games::chessence::Chessence::from_fen(&fen).unwrap())
        };
        let man = lead("M") - lead("");
        assert!(man > 0);
        assert_eq!(lead("MMm") - lead(""), man);
        assert_eq!(lead("m") - lead(""), -man);
    }

    #[test]
    fn the_better_is_taken_and_nothing_twice() {
        let [one, other] = [
            "k5/m4*/4*1/1m*3/1*2*1/2M*MM/1*4/*5/5K[] w - - 0 40",
            "k1mm2/5*/4*1/m1*3/1*1M*M/3*M1/1*M3/*5/5K[] w - - 0 40",
        ]
        .map(|fen| puzzle(GameId::Chessence, fen));
        let found = || {
            let candidate = |puzzle: &Puzzle, merit| Candidate { puzzle: puzzle.clone(), merit };
            vec![candidate(&one, 1), candidate(&other, 2)]
        };
        let first = std::slice::from_ref(&other);
        assert_eq!(choose(&[], found(), 1), first);
        assert_eq!(choose(&[], found(), 5), [other.clone(), one.clone()]);
        assert_eq!(choose(first, found(), 5), std::slice::from_ref(&one));
    }
}
