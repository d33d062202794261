//! The staged move picker: the table's step before anything is listed, captures that win, killers
//! and quiet steps, captures that lose.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use rules::Bits;

use super::Search;
use super::history::Landing;
use super::packed_step::{Collect, PackedStep, Ranked};
use crate::tactics::Tactics;

/// The ranks of steps.
pub(super) const CAPTURE: i32 = 1 << 20;
pub(super) const KILLER: i32 = 1 << 19;
const LOSING: i32 = -(1 << 19);

/// So many quiet steps are sought one by one, which most positions need not go beyond; then the rest
/// is sorted.
const SOUGHT: usize = 3;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Hint,
    List,
    Captures,
    Quiets,
    Losing,
}

/// What kind of step was picked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A capture or a promotion that seems to win something.
    Capture,
    /// A killer.
    Killer,
    Quiet,
    /// A capture that seems to lose.
    Losing,
}

impl Kind {
    /// Whether it neither captures nor promotes.
    pub(super) fn is_quiet(self) -> bool {
        matches!(self, Kind::Quiet | Kind::Killer)
    }
}

/// A step, how it was picked, and what history holds of it if it is quiet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Picked {
    pub(super) step: PackedStep,
    pub(super) kind: Kind,
    pub(super) worth: i32,
}

/// Picks the steps of a position, the most promising first. The steps lie on the search's list.
pub(super) struct MovePicker {
    hint: PackedStep,
    stage: Stage,
    ply: usize,
    before: [Landing; 2],
    start: usize,
    /// The next step to be looked at.
    at: usize,
    /// Where quiet steps begin.
    quiet: usize,
    /// Where captures that lose begin.
    losing: usize,
    end: usize,
}

impl MovePicker {
    /// A picker for a position so many turns from the root. `hint` is a step that is possible here,
    /// or none; `before` are the landings before it.
    pub(super) fn new(start: usize, hint: PackedStep, ply: usize, before: [Landing; 2]) -> Self {
        let (at, quiet, losing, end) = (start, start, start, start);
        MovePicker { hint, stage: Stage::Hint, ply, before, start, at, quiet, losing, end }
    }
}

/// Whether a step of a position is possible.
#[inline]
pub(super) fn is_possible<P: Tactics>(position: &P, step: PackedStep) -> bool {
    struct Only<B> {
        step: PackedStep,
        to: B,
    }
    /// Stops the list at the step that is looked for.
    fn stop_if(found: bool) -> ControlFlow<()> {
        if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
    impl<B: Bits> rules::sink::StepSink<B> for Only<B> {
        #[inline(always)]
        fn moves(&mut self, from: rules::Square, to: B) -> ControlFlow<()> {
            let is_from = self.step.from() == Some(from) && self.step.role().is_none();
            stop_if(is_from && (to & self.to).any())
        }

        fn promotions(
            &mut self,
            from: rules::Square,
            to: B,
            into: &[rules::Role],
        ) -> ControlFlow<()> {
            let is_role = self.step.role().is_some_and(|role| into.contains(&role));
            stop_if(is_role && self.step.from() == Some(from) && (to & self.to).any())
        }

        fn drops(&mut self, role: rules::Role, to: B) -> ControlFlow<()> {
            let is_drop = self.step.from().is_none() && self.step.role() == Some(role);
            stop_if(is_drop && (to & self.to).any())
        }

        fn draw(&mut self, _: rules::Reserve) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }

        fn end(&mut self) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
    }
    if step.is_none() {
        return false;
    }
    position.steps(&mut Only { step, to: P::Bits::of(step.to()) }).is_break()
}

impl<P: Tactics> Search<P> {
    /// The next step; `None` when there is none left.
    pub(super) fn pick(&mut self, picker: &mut MovePicker, position: &P) -> Option<Picked> {
        loop {
            match picker.stage {
                Stage::Hint => {
                    picker.stage = Stage::List;
                    let step = picker.hint;
                    if !step.is_none() {
                        let (kind, worth) = match Self::gain(position, step) {
                            Some(_) => (Kind::Capture, 0),
                            None => (Kind::Quiet, self.quiet_worth(position, step, picker.before)),
                        };
                        return Some(Picked { step, kind, worth });
                    }
                }
                Stage::List => {
                    self.list(picker, position);
                    picker.stage = Stage::Captures;
                }
                Stage::Captures => {
                    if let Some(Ranked { step, rank }) = self.best(picker.at, picker.quiet)
                        && rank > 0
                    {
                        picker.at += 1;
                        if step != picker.hint {
                            return Some(Picked { step, kind: Kind::Capture, worth: 0 });
                        }
                    } else {
                        picker.losing = picker.at;
                        picker.at = picker.quiet;
                        picker.stage = Stage::Quiets;
                        self.rank_quiets(picker, position);
                    }
                }
                Stage::Quiets => {
                    let picked = picker.at - picker.quiet;
                    if picked == SOUGHT {
                        self.steps[picker.at..picker.end]
                            .sort_unstable_by_key(|ranked| Reverse(ranked.rank));
                    }
                    let next = if picked < SOUGHT {
                        self.best(picker.at, picker.end)
                    } else {
                        self.steps[picker.at..picker.end].first().copied()
                    };
                    if let Some(Ranked { step, rank }) = next {
                        picker.at += 1;
                        if step != picker.hint {
                            let is_killer = rank >= KILLER / 2;
                            let kind = if is_killer { Kind::Killer } else { Kind::Quiet };
                            return Some(Picked { step, kind, worth: rank });
                        }
                    } else {
                        picker.at = picker.losing;
                        picker.stage = Stage::Losing;
                    }
                }
                Stage::Losing => {
                    let Ranked { step, .. } = self.best(picker.at, picker.quiet)?;
                    picker.at += 1;
                    if step != picker.hint {
                        return Some(Picked { step, kind: Kind::Losing, worth: 0 });
                    }
                }
            }
        }
    }

    /// Lists the steps: captures and promotions first, with their ranks.
    fn list(&mut self, picker: &mut MovePicker, position: &P) {
        let start = picker.start;
        let mut collect = Collect {
            into: &mut self.steps,
            targets: <P::Bits as Bits>::FULL,
            always: <P::Bits as Bits>::FULL,
            drops: true,
            any: false,
        };
        let _ = position.steps(&mut collect);
        picker.end = self.steps.len();
        (picker.at, picker.quiet) = (start, start);
        for i in start..picker.end {
            let step = self.steps[i].step;
            if let Some((gain, mover)) = Self::gain(position, step) {
                self.steps[i] = self.steps[picker.quiet];
                let rank = self.capture_rank(position, step, gain, mover);
                self.steps[picker.quiet] = Ranked { step, rank };
                picker.quiet += 1;
            }
        }
    }

    /// Brings the best of the steps from `at` to `end` to place `at`.
    #[inline]
    pub(super) fn best(&mut self, at: usize, end: usize) -> Option<Ranked> {
        let rest = &mut self.steps[at..end];
        let mut best = 0;
        for (i, step) in rest.iter().enumerate().skip(1) {
            if step.rank > rest[best].rank {
                best = i;
            }
        }
        let found = *rest.get(best)?;
        rest.swap(0, best);
        Some(found)
    }

    /// What a step wins in pieces at once, and what the piece that does it is worth; `None` for a
    /// quiet step.
    #[inline]
    pub(super) fn gain(position: &P, step: PackedStep) -> Option<(i32, i32)> {
        let from = step.from()?;
        let captured = position.captured(from, step.to()).map_or(0, P::worth);
        let promoted = step.role().map_or(0, |role| P::worth(role) - 100);
        if captured + promoted == 0 {
            return None;
        }
        let mover = position.piece_at(from).map_or(0, |piece| P::worth(piece.role));
        Some((captured + promoted, mover))
    }

    /// The rank of a capture or a promotion: above 0 if it does not lose.
    #[inline]
    pub(super) fn capture_rank(
        &self,
        position: &P,
        step: PackedStep,
        gain: i32,
        mover: i32,
    ) -> i32 {
        let loses = mover > gain + 50
            && match step.from().filter(|_| self.parameters.static_exchange > 0) {
                Some(from) if P::HAS_EXCHANGES => position.exchange(from, step.to(), gain) < 0,
                _ => position.attackers(step.to(), !position.turn()) != P::Bits::default(),
            };
        if loses { LOSING + gain - mover / 16 } else { CAPTURE + 8 * gain - mover / 16 }
    }

    fn rank_quiets(&mut self, picker: &MovePicker, position: &P) {
        let killers = self.history.killers[picker.ply];
        for i in picker.quiet..picker.end {
            let step = self.steps[i].step;
            self.steps[i].rank = if step == killers[0] {
                KILLER + 1
            } else if step == killers[1] {
                KILLER
            } else {
                self.quiet_worth(position, step, picker.before)
            };
        }
    }

    /// What history holds of a quiet step.
    #[inline]
    pub(super) fn quiet_worth(&self, position: &P, step: PackedStep, before: [Landing; 2]) -> i32 {
        let worth = self.history.worth(position.turn().index(), step);
        if self.parameters.continuation_history == 0 {
            return worth;
        }
        worth + self.history.continuation(before, self.landing(position, step))
    }
}
