//! Pieces off the board.

use super::piece::Role;

/// How many pieces of each kind stand off the board: a side's reserve, or the hand drawn from it.
///
/// Four bits a kind, at most fifteen pieces each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Reserve(u64);

impl Reserve {
    /// No pieces.
    pub const NONE: Reserve = Reserve(0);

    /// A reserve of the kinds given, each as often as it is listed (at most fifteen times).
    pub const fn of(roles: &[Role]) -> Self {
        let mut reserve = Reserve::NONE;
        let mut i = 0;
        while i < roles.len() {
            reserve = reserve.with(roles[i]);
            i += 1;
        }
        reserve
    }

    /// How many pieces of a kind there are, 0 to 15.
    #[cfg_attr(not(small), inline(always))]
    pub const fn count(self, role: Role) -> u32 {
        (self.0 >> (4 * role.index()) & 15) as u32
    }

    /// Whether there is a piece of the kind.
    #[cfg_attr(not(small), inline(always))]
    pub const fn has(self, role: Role) -> bool {
        self.count(role) > 0
    }

    /// How many pieces there are.
    pub const fn total(self) -> u32 {
        let mut total = 0;
        let mut i = 0;
        while i < Role::ALL.len() {
            total += self.count(Role::ALL[i]);
            i += 1;
        }
        total
    }

    /// Whether there are no pieces.
    #[cfg_attr(not(small), inline(always))]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The reserve with one more piece of the kind. There must be fewer than fifteen.
    #[cfg_attr(not(small), inline(always))]
    pub const fn with(self, role: Role) -> Self {
        debug_assert!(self.count(role) < 15);
        Reserve(self.0 + (1 << (4 * role.index())))
    }

    /// The reserve with one piece fewer of the kind. There must be one.
    #[cfg_attr(not(small), inline(always))]
    pub const fn without(self, role: Role) -> Self {
        debug_assert!(self.has(role));
        Reserve(self.0 - (1 << (4 * role.index())))
    }

    /// The kinds that are there, each once.
    pub fn roles(self) -> impl Iterator<Item = Role> {
        Role::ALL.into_iter().filter(move |&role| self.has(role))
    }

    /// Whether every piece of `other` is in this reserve.
    pub fn contains(self, other: Reserve) -> bool {
        other.roles().all(|role| self.count(role) >= other.count(role))
    }

    /// These pieces and those of `other`. No kind may exceed fifteen.
    pub const fn plus(self, other: Reserve) -> Self {
        Reserve(self.0 + other.0)
    }

    /// These pieces without those of `other`, which must be among them.
    pub const fn minus(self, other: Reserve) -> Self {
        Reserve(self.0 - other.0)
    }

    /// Draws `count` pieces without replacement (docs/rules/charismatic.md, Placement phase, ruling
    /// 1): `below` returns a number below its argument, used as an index into the remaining pieces,
    /// laid out in `order`.
    pub fn draw(self, count: u32, order: &[Role], mut below: impl FnMut(u32) -> u32) -> Reserve {
        let (mut from, mut hand) = (self, Reserve::NONE);
        for _ in 0..count.min(from.total()) {
            let mut place = below(from.total());
            let drawn = order.iter().find(|&&role| {
                let here = from.count(role);
                let is_it = place < here;
                place = place.saturating_sub(here);
                is_it
            });
            let Some(&role) = drawn else { break };
            from = from.without(role);
            hand = hand.with(role);
        }
        hand
    }

    /// The counts as one number, for keys.
    #[cfg_attr(not(small), inline(always))]
    pub const fn bits(self) -> u64 {
        self.0
    }
}
