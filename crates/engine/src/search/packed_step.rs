//! Steps as numbers: small enough for tables, and quick to compare.

use std::ops::ControlFlow;

use rules::sink::StepSink;
use rules::{Bits, Reserve, Role, Square, Step};

/// A move or a drop in 32 bits; 0 is none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(super) struct PackedStep(u32);

/// In place of the square that a piece comes from: it is dropped.
const DROPPED: u32 = 127;

impl PackedStep {
    pub(super) const NONE: PackedStep = PackedStep(0);

    const fn new(from: u32, to: Square, role: Option<Role>) -> Self {
        let role = match role {
            Some(role) => role.index() as u32 + 1,
            None => 0,
        };
        PackedStep(1 << 31 | role << 14 | from << 7 | to.index() as u32)
    }

    #[inline(always)]
    fn go(from: Square, to: Square, into: Option<Role>) -> Self {
        PackedStep::new(from.index() as u32, to, into)
    }

    /// The number of a move or a drop; none of other steps.
    pub(super) fn of(step: Step) -> Self {
        match step {
            Step::Move { from, to, into } => PackedStep::go(from, to, into),
            Step::Drop { role, to } => PackedStep::new(DROPPED, to, Some(role)),
            Step::Draw(_) | Step::End => PackedStep::NONE,
        }
    }

    /// The square it comes from; `None` for a drop.
    #[inline(always)]
    pub(super) fn from(self) -> Option<Square> {
        let from = self.0 >> 7 & 127;
        (from != DROPPED).then(|| Square::new(from as u8))
    }

    #[inline(always)]
    pub(super) fn to(self) -> Square {
        Square::new((self.0 & 127) as u8)
    }

    /// The kind dropped, or that a pawn becomes.
    #[inline(always)]
    pub(super) fn role(self) -> Option<Role> {
        let role = (self.0 >> 14 & 31) as usize;
        (role > 0).then(|| Role::ALL[(role - 1) & 15])
    }

    /// Its place in a table of [`PLACES`] by the squares alone.
    #[inline(always)]
    pub(super) fn place(self) -> usize {
        (self.0 & 0x3FFF) as usize
    }

    #[inline(always)]
    pub(super) fn step(self) -> Step {
        let to = self.to();
        match (self.from(), self.role()) {
            (Some(from), into) => Step::Move { from, to, into },
            (None, Some(role)) => Step::Drop { role, to },
            (None, None) => Step::End,
        }
    }

    #[inline(always)]
    pub(super) fn is_none(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn bits(self) -> u32 {
        self.0
    }

    pub(super) const fn from_bits(bits: u32) -> Self {
        PackedStep(bits)
    }
}

/// How many pairs of squares [`PackedStep::place`] tells apart.
pub(super) const PLACES: usize = 1 << 14;

/// A step and where it stands in the order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    pub(super) step: PackedStep,
    pub(super) rank: i32,
}

/// Collects steps: all of them, or those that may capture or promote.
pub(super) struct Collect<'a, B> {
    pub(super) into: &'a mut Vec<Ranked>,
    /// Targets that are wanted.
    pub(super) targets: B,
    /// Pieces whose steps are wanted wherever they go.
    pub(super) always: B,
    /// Whether drops are wanted.
    pub(super) drops: bool,
    /// Whether there is any step, wanted or not.
    pub(super) any: bool,
}

impl<B: Bits> Collect<'_, B> {
    #[inline(always)]
    fn push(&mut self, step: PackedStep) {
        self.into.push(Ranked { step, rank: 0 });
    }
}

impl<B: Bits> StepSink<B> for Collect<'_, B> {
    #[inline(always)]
    fn moves(&mut self, from: Square, to: B) -> ControlFlow<()> {
        self.any |= to.any();
        let wanted = if self.always.has(from) { to } else { to & self.targets };
        for to in wanted.squares() {
            self.push(PackedStep::go(from, to, None));
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn promotions(&mut self, from: Square, to: B, into: &[Role]) -> ControlFlow<()> {
        self.any |= to.any() && !into.is_empty();
        for to in to.squares() {
            for &role in into {
                self.push(PackedStep::go(from, to, Some(role)));
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn drops(&mut self, role: Role, to: B) -> ControlFlow<()> {
        self.any |= to.any();
        if self.drops {
            for to in to.squares() {
                self.push(PackedStep::of(Step::Drop { role, to }));
            }
        }
        ControlFlow::Continue(())
    }

    fn draw(&mut self, _: Reserve) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn end(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
