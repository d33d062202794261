//! Counting the sequences of steps of a given length (docs/rules/README.md, "Perft").

use std::ops::ControlFlow;

use crate::board::{Bits, Reserve, Role, Square};
use crate::position::Position;
use crate::sink::StepSink;
use crate::step::Step;

/// The number of sequences of exactly `depth` legal steps.
///
/// ```
/// use rules::any::positions::{Chessence, Orthodox};
/// use rules::{Position, perft};
///
/// assert_eq!(perft(&Orthodox::initial(), 3), 8_902);
/// assert_eq!(perft(&Chessence::initial(), 1), Chessence::initial().count());
/// ```
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count(),
        _ => {
            let mut walk = Walk { position, depth: depth - 1, leaves: 0 };
            let _ = position.steps(&mut walk);
            walk.leaves
        }
    }
}

/// For every legal step the number of sequences of `depth` steps that begin with it.
///
/// ```
/// use rules::any::positions::Orthodox;
/// use rules::perft::{divide, perft};
/// use rules::Position;
///
/// let start = Orthodox::initial();
/// let parts = divide(&start, 2);
/// assert_eq!(parts.len(), 20);
/// assert_eq!(parts.iter().map(|&(_, leaves)| leaves).sum::<u64>(), perft(&start, 2));
/// ```
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(Step, u64)> {
    let follow = |step| {
        let mut child = *position;
        child.play(step, &mut ());
        (step, perft(&child, depth.saturating_sub(1)))
    };
    if depth == 0 { Vec::new() } else { position.list().into_iter().map(follow).collect() }
}

/// Descends into every step as it is generated; no list is made.
struct Walk<'a, P> {
    position: &'a P,
    depth: u32,
    leaves: u64,
}

impl<P: Position> Walk<'_, P> {
    #[inline(always)]
    fn follow(&mut self, step: Step) -> ControlFlow<()> {
        let mut child = *self.position;
        child.play(step, &mut ());
        self.leaves += perft(&child, self.depth);
        ControlFlow::Continue(())
    }
}

impl<P: Position> StepSink<P::Bits> for Walk<'_, P> {
    #[inline]
    fn moves(&mut self, from: Square, to: P::Bits) -> ControlFlow<()> {
        for to in to.squares() {
            self.follow(Step::go(from, to))?;
        }
        ControlFlow::Continue(())
    }

    fn promotions(&mut self, from: Square, to: P::Bits, into: &[Role]) -> ControlFlow<()> {
        for to in to.squares() {
            for &role in into {
                self.follow(Step::Move { from, to, into: Some(role) })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn shifted(&mut self, to: P::Bits, by: i32) -> ControlFlow<()> {
        for to in to.squares() {
            self.follow(Step::go(to.offset(-by), to))?;
        }
        ControlFlow::Continue(())
    }

    fn drops(&mut self, role: Role, to: P::Bits) -> ControlFlow<()> {
        for to in to.squares() {
            self.follow(Step::Drop { role, to })?;
        }
        ControlFlow::Continue(())
    }

    fn draw(&mut self, hand: Reserve) -> ControlFlow<()> {
        self.follow(Step::Draw(hand))?;
        ControlFlow::Continue(())
    }

    fn end(&mut self) -> ControlFlow<()> {
        self.follow(Step::End)?;
        ControlFlow::Continue(())
    }
}
