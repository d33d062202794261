//! What is known of a position within a turn, for those that its steps lead to: most of it stays.

use rules::chess::ChessPieces;
use rules::{Color, Role};

use super::assess::{Moment, army};
use super::attacks::Attacks;

/// A position from which single steps of `us` are looked at.
pub(super) struct Outset {
    board: ChessPieces<6>,
    us: Color,
    attacks: Attacks,
    armies: [(i32, i32); 2],
    /// How many pawns the side has that makes the turn.
    pawns: u32,
    /// What the pieces attack after the step that is looked at.
    after: Attacks,
}

impl Outset {
    pub(super) fn new(board: &ChessPieces<6>, us: Color) -> Self {
        let attacks = Attacks::new(board);
        Outset {
            board: *board,
            us,
            armies: Color::ALL.map(|color| army(board, color)),
            pawns: board.of(us, Role::Pawn).count_ones(),
            after: attacks.clone(),
            attacks,
        }
    }

    /// The position that a step leads to.
    #[inline]
    pub(super) fn moment<'a>(&'a mut self, board: &'a ChessPieces<6>) -> Moment<'a> {
        self.after.follow(&self.attacks, &self.board, board);
        Moment { board, us: self.us, attacks: &self.after, armies: self.armies(board) }
    }

    /// Both armies: the enemy's loses what is captured, and an own pawn may become something else.
    #[inline]
    fn armies(&self, board: &ChessPieces<6>) -> [(i32, i32); 2] {
        let (us, them) = (self.us, !self.us);
        let mut armies = self.armies;
        if board.color(them) != self.board.color(them) {
            armies[them.index()] = army(board, them);
        }
        if board.of(us, Role::Pawn).count_ones() != self.pawns {
            armies[us.index()] = army(board, us);
        }
        armies
    }
}

#[cfg(test)]
mod tests {
    use rules::games::charismatic::Charismatic;
    use rules::{Phase, Position, Step};

    use super::super::assess::assess;
    use super::*;

    /// After every step of positions within turns.
    #[test]
    fn what_is_kept_is_what_is_found_anew() {
        let (mut captures, mut promotions, mut castlings, mut checks) = (0, 0, 0, 0);
        testkit::playout::visit::<Charismatic>(24, 160, |position| {
            if position.phase() != Phase::Movement {
                return;
            }
            let us = position.turn();
            let mut outset = Outset::new(position.board(), us);
            for step in position.list() {
                if step == Step::End {
                    continue;
                }
                let mut after = *position;
                after.play(step, &mut ());
                let (board, moved, left) = (after.board(), after.moved(), after.steps_left());
                let moment = outset.moment(board);
                let king = board.of(us, Role::King).trailing_zeros() as u8;
                let attackers = after.attackers(rules::Square::new(king), !us).count_ones();
                assert_eq!(moment.checks(), attackers, "{}", after.fen());
                assert_eq!(moment.armies, Color::ALL.map(|color| army(board, color)));
                for fear in [0, 60, 100] {
                    let anew = assess(board, us, moved, left, fear);
                    assert_eq!(moment.worth(moved, left, fear), anew, "{}", after.fen());
                }
                captures += u32::from(board.color(!us) != position.board().color(!us));
                promotions += u32::from(matches!(step, Step::Move { into: Some(_), .. }));
                castlings += u32::from(after.castled() != position.castled());
                checks += u32::from(attackers > 0);
            }
        });
        let seen = [captures, promotions, castlings, checks];
        assert!(seen.iter().all(|&seen| seen > 4), "{seen:?}");
    }
}
