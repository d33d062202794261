//! The accumulators of the positions on a search's path. What a step has changed is noted when it is
//! played; the sums are made when a position is judged, from the nearest before it that has them.

use super::accumulator::Changes;
use super::{Accumulator, Inputs, Net};

/// From how many turns back sums are followed; from farther away they are made anew.
const FARTHEST: usize = 4;

/// The accumulators on a path, by the turns from the root.
pub(crate) struct Trail<P: Inputs> {
    net: Box<Net>,
    frames: Vec<Frame<P>>,
}

struct Frame<P: Inputs> {
    position: P,
    /// What the step to this position changed.
    changes: Changes,
    /// The position's sums, if they have been made.
    accumulator: Option<Accumulator<P>>,
}

impl<P: Inputs> Trail<P> {
    /// A trail for a maximum number of positions.
    pub(crate) fn new(net: Net, length: usize) -> Self {
        let frame =
            || Frame { position: P::initial(), changes: Changes::none(), accumulator: None };
        Trail { net: Box::new(net), frames: (0..length).map(|_| frame()).collect() }
    }

    /// Whether the evaluation made by hand is to be added.
    pub(crate) fn adds(&self) -> bool {
        self.net.adds
    }

    /// The path begins here.
    pub(crate) fn begin(&mut self, root: &P) {
        let frame = &mut self.frames[0];
        frame.position = *root;
        frame.changes.clear();
        frame.accumulator = None;
    }

    /// The log for the step to the position at `ply`.
    #[inline]
    pub(crate) fn changes(&mut self, ply: usize) -> &mut Changes {
        let changes = &mut self.frames[ply].changes;
        changes.clear();
        changes
    }

    /// The position at this ply; the step to it has been logged.
    #[inline]
    pub(crate) fn reach(&mut self, ply: usize, position: &P) {
        let frame = &mut self.frames[ply];
        frame.position = *position;
        frame.accumulator = None;
    }

    /// The net's evaluation of the position at this ply, for the side to move.
    #[inline]
    pub(crate) fn judge(&mut self, ply: usize, position: &P) -> i32 {
        debug_assert!(self.frames[ply].position == *position, "the trail leads elsewhere");
        let from = (ply.saturating_sub(FARTHEST)..=ply)
            .rev()
            .find(|&at| self.frames[at].accumulator.is_some());
        let accumulator = match from {
            Some(from) => {
                let mut now = from;
                while now < ply {
                    let (before, after) = self.frames.split_at_mut(now + 1);
                    let after = &mut after[0];
                    let mut accumulator = before[now].accumulator;
                    if let Some(accumulator) = &mut accumulator {
                        accumulator.follow(&self.net, &after.changes, &after.position);
                    }
                    after.accumulator = accumulator;
                    now += 1;
                }
                self.frames[ply].accumulator
            }
            None => None,
        };
        let made = accumulator.unwrap_or_else(|| Accumulator::of(&self.net, position));
        self.frames[ply].accumulator = Some(made);
        made.judge(&self.net, position.turn())
    }
}
