//! Quiescence: captures are played out until the position can be judged.

use rules::Bits;

use super::move_picker::{CAPTURE, KILLER};
use super::packed_step::{Collect, PackedStep, Ranked};
use super::transposition_table::{Bound, Known};
use super::{ALL_LOOKED_AT, Found, INFINITE, MOST_TURNS, NOT_JUDGED, Search, Window, to_table};
use crate::limits::Limits;
use crate::score::WIN;
use crate::tactics::Tactics;

impl<P: Tactics> Search<P> {
    /// Plays captures out until the position can be judged; `forced` answers to threats are
    /// followed besides.
    pub(super) fn quiet(
        &mut self,
        position: &P,
        must_answer: bool,
        forced: i32,
        ply: usize,
        window: Window,
        limits: &Limits<'_>,
    ) -> Found {
        self.count(limits)?;
        self.lengths[ply] = 0;
        if position.halfmove() >= 100 && position.has_step() {
            return Ok(0);
        }
        if let Some(step) = position.winning_step()
            && self.sees(PackedStep::of(step))
        {
            self.lengths[ply + 1] = 0;
            self.keep_line(ply, PackedStep::of(step));
            return Ok(WIN - ply as i32 - 1);
        }
        if !self.means.quiescence {
            let over = !position.has_step();
            return Ok(if over {
                Self::without_step(position, ply)
            } else {
                self.judge(position, ply)
            });
        }
        if ply >= MOST_TURNS {
            return Ok(self.judge(position, ply));
        }
        let Window { mut alpha, beta } = window;
        // Nothing from here on is better than winning at once.
        let most = WIN - ply as i32 - 1;
        if most <= alpha {
            return Ok(most);
        }
        let answers = must_answer && forced > 0;
        // What has followed checks or looked at daring kings is worth more than what has not.
        let all = self.parameters.forced_answers;
        let depth = if forced == all { 0 } else { -1 };
        let table_key = position.key() ^ self.blur.seed;
        let uses_table = self.parameters.quiescence_table > 0 && self.mode != ALL_LOOKED_AT;
        let known = if uses_table { self.table.get(table_key) } else { None };
        if let Some(known) = &known
            && beta - alpha == 1
            && known.depth >= depth
            && position.halfmove() < 90
            && let Some(score) = Self::settles(known, ply, window)
        {
            return Ok(score);
        }
        let mut best = -INFINITE;
        let (mut raw, mut judged) = (NOT_JUDGED, 0);
        if !answers {
            raw = match &known {
                Some(Known { evaluation, .. }) if *evaluation != NOT_JUDGED => *evaluation,
                _ => self.judge(position, ply),
            };
            judged = self.corrected(position, raw);
            best = judged;
            // Over all the same if there is no step: that is looked at below, where one side is in
            // danger or everything is looked at.
            if best >= beta && !must_answer && self.mode != ALL_LOOKED_AT {
                return Ok(best);
            }
        }
        let start = self.steps.len();
        let enemies = position.pieces(!position.turn());
        let looks_at = if forced == all { position.always_looked_at() } else { P::Bits::default() };
        let mut collect = Collect {
            targets: if answers { <P::Bits as Bits>::FULL } else { enemies },
            always: position.captures_aside() | looks_at,
            drops: answers,
            any: false,
            into: &mut self.steps,
        };
        let _ = position.steps(&mut collect);
        if !collect.any {
            self.steps.truncate(start);
            return Ok(Self::without_step(position, ply));
        }
        // Nor worse than losing at the enemy's next turn, now that there is a step.
        let best_or_least = best.max(ply as i32 + 2 - WIN);
        if best_or_least >= beta {
            self.steps.truncate(start);
            return Ok(best_or_least);
        }
        alpha = alpha.max(best);
        let end = self.steps.len();
        let hint = known.map_or(PackedStep::NONE, |known| known.step);
        self.rank_all(position, start, hint, ply);
        let (mut seen, mut best_step) = (false, PackedStep::NONE);
        let mut at = start;
        while let Some(Ranked { step, rank }) = self.best(at, end) {
            at += 1;
            let goes_on =
                answers || rank >= CAPTURE || step.from().is_some_and(|from| looks_at.has(from));
            if !goes_on || !self.sees(step) {
                continue;
            }
            // Even this piece's loss to the enemy would not reach the window.
            if !answers && rank >= CAPTURE && judged + (rank - CAPTURE) / 8 + 200 <= alpha {
                continue;
            }
            let after = self.after(position, step, ply);
            let threatens = after.must_answer();
            if rank < CAPTURE && !answers && !threatens {
                continue;
            }
            let left = if answers || threatens { forced - 1 } else { forced.min(all - 1) };
            let next = Window { alpha, beta }.turned();
            let score = match self.quiet(&after, threatens, left, ply + 1, next, limits) {
                Ok(score) => -score,
                Err(stopped) => {
                    self.steps.truncate(start);
                    return Err(stopped);
                }
            };
            seen = true;
            if score > best {
                best = score;
                best_step = step;
                if score > alpha {
                    alpha = score;
                    self.keep_line(ply, step);
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        self.steps.truncate(start);
        if !seen && answers {
            return Ok(self.judge(position, ply));
        }
        if uses_table {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > window.alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let score = to_table(best, ply);
            let known = Known { step: best_step, score, depth, bound, evaluation: raw };
            self.table.put(table_key, known);
        }
        Ok(best)
    }

    /// Ranks the steps from `start` on, captures and others together.
    fn rank_all(&mut self, position: &P, start: usize, hint: PackedStep, ply: usize) {
        let killers = self.history.killers[ply.min(MOST_TURNS)];
        for i in start..self.steps.len() {
            let step = self.steps[i].step;
            let gain = Self::gain(position, step);
            self.steps[i].rank = match gain {
                Some((gain, mover)) => self.capture_rank(position, step, gain, mover),
                None if step == hint => KILLER + 2,
                None if step == killers[0] => KILLER + 1,
                None if step == killers[1] => KILLER,
                None => self.history.worth(position.turn().index(), step),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::any::positions::Orthodox;
    use rules::{Position, Step};

    use super::*;
    use crate::testing::read;

    /// Of the quiet steps the one of the table comes first, then the last killer, the one before it, and the
    /// others.
    #[test]
    fn quiet_steps_are_ranked_by_their_promise() {
        let position = read::<Orthodox>("4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1");
        let packed = |text| PackedStep::of(Step::parse(text, Orthodox::SPEC).unwrap());
        let mut search = Search::<Orthodox>::new(1 << 20);
        search.history.keep_killer(3, packed("a2a3"));
        search.history.keep_killer(3, packed("h2h3"));
        let steps = position.list();
        let steps = steps.into_iter().map(|step| Ranked { step: PackedStep::of(step), rank: 0 });
        search.steps.extend(steps);
        search.rank_all(&position, 0, packed("b2b3"), 3);
        search.steps.sort_by_key(|ranked| -ranked.rank);
        let first: Vec<PackedStep> =
            search.steps.iter().map(|ranked| ranked.step).take(3).collect();
        assert_eq!(first, ["b2b3", "h2h3", "a2a3"].map(packed));
        assert!(search.steps[2].rank > search.steps[3].rank);
    }
}
