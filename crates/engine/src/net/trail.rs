//! The accumulators of the positions on a search's path. What a step has changed is noted when it is
//! played; the sums are made when a position is judged, from the nearest before it that has them.

use super::accumulator::Changes;
use super::{Accumulator, Inputs, Net};

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
        frame.accumulator = Some(Accumulator::of(&self.net, root));
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
        // Those between are kept: what is judged next shares most of the path.
        let is_made = |frame: &Frame<P>| frame.accumulator.is_some();
        let nearest = self.frames[..=ply].iter().rposition(is_made);
        for at in nearest.map_or(ply, |nearest| nearest + 1)..=ply {
            let (before, now) = self.frames.split_at_mut(at);
            let Frame { position, changes, accumulator } = &mut now[0];
            *accumulator = match before.last().and_then(|before| before.accumulator) {
                Some(mut accumulator) => {
                    accumulator.follow(&self.net, changes, position);
                    Some(accumulator)
                }
                None => Some(Accumulator::of(&self.net, position)),
            };
        }
        let made = &self.frames[ply].accumulator;
        made.as_ref().map_or(0, |made| made.judge(&self.net, position.turn()))
    }
}
