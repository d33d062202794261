//! What a thought may cost.

/// The bounds of a search. It ends at the first that is reached.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// At most about so many positions are looked at.
    pub nodes: u64,
    /// At most so many turns are looked ahead before captures are played out.
    pub depth: u32,
    /// Asked about every thousand positions: whether to stop now. (The caller holds the clock.)
    pub stop: &'a dyn Fn() -> bool,
    /// Asked when a depth has been searched: whether to leave it at that, were so many hundredths of
    /// the usual time for a turn allowed (fewer than 100 where the best turn has become clear).
    pub enough: &'a dyn Fn(u32) -> bool,
    /// Whether a search of the same position that was stopped is gone on with where it stood, so that
    /// one can think in slices and hear between them what there is to hear. `nodes` are those of the
    /// slice. (Only in games of one step a turn; in others each search begins anew.)
    pub goes_on: bool,
}

impl Limits<'static> {
    /// Bounded by nothing but the depth that searches can reach.
    pub const NONE: Limits<'static> =
        Limits { nodes: u64::MAX, depth: 64, stop: &|| false, enough: &|_| false, goes_on: false };

    /// At most so many positions.
    pub const fn nodes(nodes: u64) -> Self {
        Limits { nodes, ..Limits::NONE }
    }

    /// At most so many turns ahead.
    pub const fn depth(depth: u32) -> Self {
        Limits { depth, ..Limits::NONE }
    }
}
