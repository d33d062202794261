//! Why a step is refused. The reasons that all games with chess pieces share come from
//! [`refuse`](crate::chess::refuse).

use super::{Charismatic, FIVE, KINGS, placing_squares};
use crate::board::{Bits, Reserve, Role, Square};
use crate::chess::pawn;
use crate::chess::refuse::{self, Terms};
use crate::position::Position;
use crate::refusal::Refusal;
use crate::step::Step;

const DRAW: &str = "charismatic#placement-1";
const FIRST_RANK: &str = "charismatic#placement-2";
const NO_CHECK: &str = "charismatic#placement-3";
const SERIES: &str = "charismatic#movement-1";
const SAFE_END: &str = "charismatic#movement-2";
const MATE: &str = "charismatic#movement-3";
const END: &str = "charismatic#ruling-end";
const CASTLING: &str = "charismatic#ruling-castling";

impl Charismatic {
    pub(super) fn refusal(&self, step: Step) -> Option<Refusal> {
        if self.fullmove == 0 {
            return match step {
                Step::Move { .. } => Some(Refusal::new("charismatic.no-moves-yet", DRAW)),
                Step::Drop { role, to } => self.drop_refusal(role, to),
                Step::Draw(hand) => self.draw_refusal(hand),
                Step::End => self.placement_end_refusal(),
            };
        }
        match step {
            Step::Move { from, to, into } => self.move_refusal(from, to, into),
            Step::Drop { .. } => Some(Refusal::new("charismatic.no-drops", DRAW)),
            Step::Draw(_) => Some(Refusal::new("charismatic.no-draws", DRAW)),
            Step::End => self.end_refusal(),
        }
    }

    fn draw_refusal(&self, hand: Reserve) -> Option<Refusal> {
        let reason = if !self.is_draw() {
            "charismatic.drawn-already"
        } else if hand.total() != FIVE {
            "charismatic.draw-five"
        } else if !self.reserves[self.turn.index()].contains(hand) {
            "charismatic.not-in-reserve"
        } else {
            return None;
        };
        Some(Refusal::new(reason, DRAW))
    }

    fn drop_refusal(&self, role: Role, to: Square) -> Option<Refusal> {
        let (reason, rule) = if self.is_draw() {
            ("charismatic.draw-first", DRAW)
        } else if self.hand.is_empty() {
            ("charismatic.all-placed", DRAW)
        } else if !self.hand.has(role) {
            ("charismatic.not-in-hand", DRAW)
        } else if self.pieces.occupied().has(to) {
            ("charismatic.square-taken", DRAW)
        } else if !placing_squares(self.turn, Role::King).has(to) {
            ("charismatic.own-half", DRAW)
        } else if !placing_squares(self.turn, role).has(to) {
            ("charismatic.pawn-first-rank", FIRST_RANK)
        } else {
            return None;
        };
        Some(Refusal::new(reason, rule).at(to, self.piece_at(to)))
    }

    fn placement_end_refusal(&self) -> Option<Refusal> {
        if self.is_draw() {
            return Some(Refusal::new("charismatic.draw-first", DRAW));
        }
        if !self.hand.is_empty() {
            return Some(Refusal::new("charismatic.hand-not-empty", DRAW));
        }
        let king = self.king(!self.turn);
        let attacker = self.attackers(king, self.turn).squares().next()?;
        let squares = [king, attacker];
        Some(refuse::refusal(&self.pieces, "charismatic.placing-check", NO_CHECK, &squares))
    }

    fn end_refusal(&self) -> Option<Refusal> {
        if self.moved.is_empty() {
            return Some(
                self.lost_or_drawn()
                    .unwrap_or_else(|| Refusal::new("charismatic.no-step-yet", SERIES)),
            );
        }
        let king = self.king(self.turn);
        let attacker = self.attackers(king, !self.turn).squares().next()?;
        let (reason, rule) = if self.can_escape() {
            ("charismatic.king-attacked", END)
        } else {
            ("charismatic.king-lost", SAFE_END)
        };
        Some(refuse::refusal(&self.pieces, reason, rule, &[king, attacker]))
    }

    /// The turn has not begun, and no series leaves the king safe.
    fn lost_or_drawn(&self) -> Option<Refusal> {
        if self.moved.any() || self.has_turn() {
            return None;
        }
        let king = self.king(self.turn);
        let reason = if self.is_king_attacked(self.turn) {
            "charismatic.checkmated"
        } else {
            "charismatic.stalemated"
        };
        Some(refuse::refusal(&self.pieces, reason, MATE, &[king]))
    }

    fn move_refusal(&self, from: Square, to: Square, into: Option<Role>) -> Option<Refusal> {
        let us = self.turn;
        let terms = Terms {
            pieces: &self.pieces,
            turn: us,
            passed: Some(self.passed_by_enemy()),
            double_from: pawn::relative_rank(us, 2),
            immune: self.pieces.role(Role::King),
            rule: SERIES,
        };
        if let Some(refusal) = terms.mover(from, to) {
            return Some(refusal);
        }
        let at_from = |reason| Some(refuse::refusal(&self.pieces, reason, SERIES, &[from]));
        if self.castled.has(from) {
            return at_from("charismatic.castled-this-turn");
        }
        if self.moved.has(from) {
            return at_from("charismatic.moved-this-turn");
        }
        if self.steps_left() == 0 {
            return Some(Refusal::new("charismatic.five-steps", SERIES));
        }
        let refusal = if from == self.king(us)
            && from == KINGS[us.index()]
            && let Some(path) = refuse::castling_path(us, from, to)
        {
            let has_right = self.castling.has(us, refuse::wing(&path));
            let attackers = |square| self.attackers(square, !us);
            refuse::castling(&self.pieces, &path, has_right, attackers, CASTLING)
        } else {
            terms.way(from, to)
        };
        refusal.or_else(|| terms.promotion(from, to, into)).or_else(|| self.lost_or_drawn())
    }
}
