//! Sinks for the steps of a position: a count, a list, or a walk through the tree.

use std::ops::ControlFlow;

use crate::board::{Bits, Reserve, Role, Square};
use crate::step::Step;

/// A receiver of the legal steps of a position, in sets: counting them needs no list.
///
/// Each method may stop the generation: after a [`ControlFlow::Break`] the sink gets nothing else.
/// A set may be empty.
pub trait StepSink<B: Bits> {
    /// One piece's moves to each of the squares.
    fn moves(&mut self, from: Square, to: B) -> ControlFlow<()>;

    /// One piece's moves to each of the squares, becoming each of the kinds.
    fn promotions(&mut self, from: Square, to: B, into: &[Role]) -> ControlFlow<()>;

    /// Moves to each of the squares, each from the square `by` indexes before it.
    fn shifted(&mut self, to: B, by: i32) -> ControlFlow<()> {
        to.squares().try_for_each(|to| self.moves(to.offset(-by), B::of(to)))
    }

    /// Drops of a piece of the kind on each of the squares.
    fn drops(&mut self, role: Role, to: B) -> ControlFlow<()>;

    /// One draw by chance.
    fn draw(&mut self, hand: Reserve) -> ControlFlow<()>;

    /// The end of the turn.
    fn end(&mut self) -> ControlFlow<()>;
}

/// Counts steps.
#[derive(Clone, Copy, Default, Debug)]
pub struct Count(
    /// How many so far.
    pub u64,
);

impl Count {
    #[inline(always)]
    fn add(&mut self, steps: u64) -> ControlFlow<()> {
        self.0 += steps;
        ControlFlow::Continue(())
    }
}

impl<B: Bits> StepSink<B> for Count {
    #[inline(always)]
    fn moves(&mut self, _: Square, to: B) -> ControlFlow<()> {
        self.add(u64::from(to.count()))
    }

    #[inline(always)]
    fn promotions(&mut self, _: Square, to: B, into: &[Role]) -> ControlFlow<()> {
        self.add(u64::from(to.count()) * into.len() as u64)
    }

    #[inline(always)]
    fn shifted(&mut self, to: B, _: i32) -> ControlFlow<()> {
        self.add(u64::from(to.count()))
    }

    #[inline(always)]
    fn drops(&mut self, _: Role, to: B) -> ControlFlow<()> {
        self.add(u64::from(to.count()))
    }

    #[inline(always)]
    fn draw(&mut self, _: Reserve) -> ControlFlow<()> {
        self.add(1)
    }

    #[inline(always)]
    fn end(&mut self) -> ControlFlow<()> {
        self.add(1)
    }
}

/// Tests whether there is any step, and stops after the first.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct First;

/// Stops if the condition holds.
#[inline(always)]
fn stop_if(any: bool) -> ControlFlow<()> {
    if any { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

impl<B: Bits> StepSink<B> for First {
    #[inline(always)]
    fn moves(&mut self, _: Square, to: B) -> ControlFlow<()> {
        stop_if(to.any())
    }

    #[inline(always)]
    fn promotions(&mut self, _: Square, to: B, into: &[Role]) -> ControlFlow<()> {
        stop_if(to.any() && !into.is_empty())
    }

    #[inline(always)]
    fn shifted(&mut self, to: B, _: i32) -> ControlFlow<()> {
        stop_if(to.any())
    }

    #[inline(always)]
    fn drops(&mut self, _: Role, to: B) -> ControlFlow<()> {
        stop_if(to.any())
    }

    #[inline(always)]
    fn draw(&mut self, _: Reserve) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    #[inline(always)]
    fn end(&mut self) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// Calls a function with every step, until it breaks.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use rules::any::positions::Orthodox;
/// use rules::sink::Each;
/// use rules::{Position, Step};
///
/// let mut seen = 0;
/// let flow = Orthodox::initial().steps(&mut Each(|_: Step| {
///     seen += 1;
///     if seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
/// }));
/// assert_eq!((seen, flow), (3, ControlFlow::Break(())));
/// ```
pub struct Each<F>(
    /// The function.
    pub F,
);

impl<B: Bits, F: FnMut(Step) -> ControlFlow<()>> StepSink<B> for Each<F> {
    #[inline(always)]
    fn moves(&mut self, from: Square, to: B) -> ControlFlow<()> {
        to.squares().try_for_each(|to| (self.0)(Step::Move { from, to, into: None }))
    }

    #[inline(always)]
    fn promotions(&mut self, from: Square, to: B, into: &[Role]) -> ControlFlow<()> {
        to.squares().try_for_each(|to| {
            into.iter().try_for_each(|&role| (self.0)(Step::Move { from, to, into: Some(role) }))
        })
    }

    #[inline(always)]
    fn drops(&mut self, role: Role, to: B) -> ControlFlow<()> {
        to.squares().try_for_each(|to| (self.0)(Step::Drop { role, to }))
    }

    #[inline(always)]
    fn draw(&mut self, hand: Reserve) -> ControlFlow<()> {
        (self.0)(Step::Draw(hand))
    }

    #[inline(always)]
    fn end(&mut self) -> ControlFlow<()> {
        (self.0)(Step::End)
    }
}

/// Collects every step.
impl<B: Bits> StepSink<B> for Vec<Step> {
    fn moves(&mut self, from: Square, to: B) -> ControlFlow<()> {
        self.extend(to.squares().map(|to| Step::go(from, to)));
        ControlFlow::Continue(())
    }

    fn promotions(&mut self, from: Square, to: B, into: &[Role]) -> ControlFlow<()> {
        for to in to.squares() {
            self.extend(into.iter().map(|&role| Step::Move { from, to, into: Some(role) }));
        }
        ControlFlow::Continue(())
    }

    fn drops(&mut self, role: Role, to: B) -> ControlFlow<()> {
        self.extend(to.squares().map(|to| Step::Drop { role, to }));
        ControlFlow::Continue(())
    }

    fn draw(&mut self, hand: Reserve) -> ControlFlow<()> {
        self.push(Step::Draw(hand));
        ControlFlow::Continue(())
    }

    fn end(&mut self) -> ControlFlow<()> {
        self.push(Step::End);
        ControlFlow::Continue(())
    }
}
