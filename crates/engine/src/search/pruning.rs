//! Pruning of whole positions before their steps are tried: reverse futility and null moves.

use super::history::NOWHERE;
use super::{Found, Search, Window};
use crate::limits::Limits;
use crate::score::WON;
use crate::tactics::Tactics;

/// A position that may be cut off: no threat is to be answered, and it is not in the line expected.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) depth: i32,
    pub(super) ply: usize,
    pub(super) judged: i32,
    pub(super) is_improving: bool,
}

impl<P: Tactics> Search<P> {
    /// A score of at least `beta` that the position has in all likelihood, if one is found in a
    /// cheaper way than by trying its steps.
    pub(super) fn prune(
        &mut self,
        position: &P,
        candidate: Candidate,
        beta: i32,
        limits: &Limits<'_>,
    ) -> Found<Option<i32>> {
        let Candidate { depth, judged, is_improving, .. } = candidate;
        let parameters = self.parameters;
        // Reverse futility: so far above the window that no quiet step brings it back.
        let margin = parameters.reverse_futility_margin * (depth - i32::from(is_improving)).max(0);
        if depth <= parameters.reverse_futility_depth && judged - margin >= beta {
            return Ok(Some(judged));
        }
        if depth >= parameters.null_move_depth && judged >= beta {
            return self.null_move(position, candidate, beta, limits);
        }
        Ok(None)
    }

    /// The score after a pass if the position is good enough even so.
    fn null_move(
        &mut self,
        position: &P,
        Candidate { depth, ply, judged, .. }: Candidate,
        beta: i32,
        limits: &Limits<'_>,
    ) -> Found<Option<i32>> {
        let Some(passed) = position.after_pass() else { return Ok(None) };
        let parameters = self.parameters;
        let mut reduction = 3 + depth / parameters.null_move_divisor;
        if parameters.null_move_margin > 0 {
            reduction += ((judged - beta) / parameters.null_move_margin).min(3);
        }
        let narrow = Window { alpha: -beta, beta: 1 - beta };
        self.path[ply].landing = NOWHERE;
        if let Some(trail) = &mut self.trail {
            // A pass changes nothing on the board.
            trail.changes(ply + 1);
            trail.reach(ply + 1, &passed);
        }
        self.keys.push(position.key());
        let must = passed.must_answer();
        let score = self.node(&passed, must, depth - 1 - reduction, ply + 1, narrow, limits);
        self.keys.pop();
        let score = -score?;
        Ok((score >= beta).then_some(score.min(WON)))
    }
}
