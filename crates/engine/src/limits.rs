//! The limits of a thought.

/// The limits of a search. It ends at the first that is reached.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The approximate number of positions searched.
    pub nodes: u64,
    /// The number of turns searched before quiescence.
    pub depth: u32,
    /// Called about every thousand positions: whether to stop now. (The caller has the clock.)
    pub stop: &'a dyn Fn() -> bool,
    /// Called after each depth: whether to stop there if this many hundredths of the usual time for
    /// a turn are allowed (fewer than 100 if the best turn has become clear).
    pub enough: &'a dyn Fn(u32) -> bool,
    /// Whether a search of the same position that was stopped is resumed, so that one can think in
    /// slices and receive messages in between. `nodes` is the limit of a slice. (Only where
    /// [`crate::Engine::goes_on`] says so; elsewhere each search starts again.)
    pub goes_on: bool,
}

impl Limits<'static> {
    /// No limit but the maximum depth.
    pub const NONE: Limits<'static> =
        Limits { nodes: u64::MAX, depth: 64, stop: &|| false, enough: &|_| false, goes_on: false };

    /// A limit of positions.
    pub const fn nodes(nodes: u64) -> Self {
        Limits { nodes, ..Limits::NONE }
    }

    /// A limit of depth, in turns.
    pub const fn depth(depth: u32) -> Self {
        Limits { depth, ..Limits::NONE }
    }
}
