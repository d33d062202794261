//! Where the steps of a position go: into a count, a list, or a walk through the tree.

use crate::board::{Bits, Reserve, Role, Square};
use crate::step::Step;

/// Takes the legal steps of a position, in sets: counting them needs no list.
pub trait StepSink<B: Bits> {
    /// One piece's moves to each of the squares.
    fn moves(&mut self, from: Square, to: B);

    /// One piece's moves to each of the squares, becoming each of the kinds.
    fn promotions(&mut self, from: Square, to: B, into: &[Role]);

    /// Moves to each of the squares, each from the square `by` indexes before it.
    fn shifted(&mut self, to: B, by: i32) {
        for to in to.squares() {
            self.moves(to.offset(-by), B::of(to));
        }
    }

    /// Drops of a piece of the kind on each of the squares.
    fn drops(&mut self, role: Role, to: B);

    /// One draw by chance.
    fn draw(&mut self, hand: Reserve);

    /// The end of the turn.
    fn end(&mut self);
}

/// Counts steps.
#[derive(Clone, Copy, Default, Debug)]
pub struct Count(
    /// How many so far.
    pub u64,
);

impl<B: Bits> StepSink<B> for Count {
    #[inline(always)]
    fn moves(&mut self, _: Square, to: B) {
        self.0 += u64::from(to.count());
    }

    #[inline(always)]
    fn promotions(&mut self, _: Square, to: B, into: &[Role]) {
        self.0 += u64::from(to.count()) * into.len() as u64;
    }

    #[inline(always)]
    fn shifted(&mut self, to: B, _: i32) {
        self.0 += u64::from(to.count());
    }

    #[inline(always)]
    fn drops(&mut self, _: Role, to: B) {
        self.0 += u64::from(to.count());
    }

    #[inline(always)]
    fn draw(&mut self, _: Reserve) {
        self.0 += 1;
    }

    #[inline(always)]
    fn end(&mut self) {
        self.0 += 1;
    }
}

/// Calls a function with every step.
pub struct Each<F>(
    /// The function.
    pub F,
);

impl<B: Bits, F: FnMut(Step)> StepSink<B> for Each<F> {
    #[inline(always)]
    fn moves(&mut self, from: Square, to: B) {
        for to in to.squares() {
            (self.0)(Step::Move { from, to, into: None });
        }
    }

    #[inline(always)]
    fn promotions(&mut self, from: Square, to: B, into: &[Role]) {
        for to in to.squares() {
            for &role in into {
                (self.0)(Step::Move { from, to, into: Some(role) });
            }
        }
    }

    #[inline(always)]
    fn drops(&mut self, role: Role, to: B) {
        for to in to.squares() {
            (self.0)(Step::Drop { role, to });
        }
    }

    #[inline(always)]
    fn draw(&mut self, hand: Reserve) {
        (self.0)(Step::Draw(hand));
    }

    #[inline(always)]
    fn end(&mut self) {
        (self.0)(Step::End);
    }
}

impl<B: Bits> StepSink<B> for Vec<Step> {
    fn moves(&mut self, from: Square, to: B) {
        Each(|step| self.push(step)).moves(from, to);
    }

    fn promotions(&mut self, from: Square, to: B, into: &[Role]) {
        Each(|step| self.push(step)).promotions(from, to, into);
    }

    fn drops(&mut self, role: Role, to: B) {
        Each(|step| self.push(step)).drops(role, to);
    }

    fn draw(&mut self, hand: Reserve) {
        self.push(Step::Draw(hand));
    }

    fn end(&mut self) {
        self.push(Step::End);
    }
}
