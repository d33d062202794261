//! How much has been looked at, and whether to go on.

/// How many positions are looked at between two questions whether to stop.
const PATIENCE: u64 = 1000;

/// Counts positions against a limit.
pub(super) struct Meter<'a> {
    pub(super) nodes: u64,
    limit: u64,
    stop: &'a dyn Fn() -> bool,
    ask_at: u64,
    over: bool,
}

impl<'a> Meter<'a> {
    pub(super) fn new(limit: u64, stop: &'a dyn Fn() -> bool) -> Self {
        Meter { nodes: 0, limit, stop, ask_at: PATIENCE, over: false }
    }

    /// One position more.
    pub(super) fn count(&mut self) {
        self.nodes += 1;
    }

    /// Positions looked at elsewhere.
    pub(super) fn add(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Whether neither the limit is reached nor the caller wants to stop.
    pub(super) fn goes_on(&mut self) -> bool {
        if !self.over && self.nodes >= self.ask_at {
            self.ask_at = self.nodes + PATIENCE;
            self.over = (self.stop)();
        }
        self.over |= self.nodes >= self.limit;
        !self.over
    }

    /// What is left of the limit.
    pub(super) fn left(&self) -> u64 {
        self.limit.saturating_sub(self.nodes)
    }

    pub(super) fn stop(&self) -> &'a dyn Fn() -> bool {
        self.stop
    }
}
