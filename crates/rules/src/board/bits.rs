//! Sets of squares as the bits of an integer: `u64` for boards of up to 64 squares, `u128` beyond.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr, Sub,
};

use super::square::Square;

/// An integer used as a set of squares: bit `n` is the square of index `n`.
pub trait Bits:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Sub<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Into<u128>
    + 'static
{
    /// No square.
    const EMPTY: Self;
    /// Every bit set, including bits beyond the board.
    const FULL: Self;

    /// The set of one square.
    fn of(square: Square) -> Self;

    /// How many squares the set has.
    fn count(self) -> u32;

    /// The square of the lowest index. The set must not be empty.
    fn lowest(self) -> Square;

    /// The square of the highest index. The set must not be empty.
    fn highest(self) -> Square;

    /// The squares that a piece on a line between `lower` and `upper` reaches, its own line
    /// excepted: everything from the highest blocker below to the lowest blocker above.
    ///
    /// This is the "obstruction difference": the lowest blocker above, doubled, less the highest
    /// blocker below, leaves exactly the bits between the two set, blockers included.
    fn between_blockers(lower: Self, upper: Self) -> Self;

    /// Whether the set has no square.
    #[cfg_attr(not(small), inline(always))]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the set has any square.
    #[cfg_attr(not(small), inline(always))]
    fn any(self) -> bool {
        self != Self::EMPTY
    }

    /// Whether the set has more than one square.
    #[cfg_attr(not(small), inline(always))]
    fn many(self) -> bool {
        self.any() && self.without_lowest().any()
    }

    /// Whether `square` is in the set.
    #[cfg_attr(not(small), inline(always))]
    fn has(self, square: Square) -> bool {
        (self & Self::of(square)).any()
    }

    /// The set less its lowest square.
    fn without_lowest(self) -> Self;

    /// The squares of indexes below that of `square`.
    fn below(square: Square) -> Self;

    /// The squares of the set, lowest index first.
    #[cfg_attr(not(small), inline(always))]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }

    /// The set with every square moved by `by` indexes; squares moved off the integer are lost.
    #[cfg_attr(not(small), inline(always))]
    fn shifted(self, by: i32) -> Self {
        if by >= 0 { self << by.unsigned_abs() } else { self >> by.unsigned_abs() }
    }
}

macro_rules! bits {
    ($int:ty) => {
        impl Bits for $int {
            const EMPTY: Self = 0;
            const FULL: Self = !0;

            #[cfg_attr(not(small), inline(always))]
            fn of(square: Square) -> Self {
                1 << (square.index() as u32 & (<$int>::BITS - 1))
            }

            #[cfg_attr(not(small), inline(always))]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[cfg_attr(not(small), inline(always))]
            fn lowest(self) -> Square {
                debug_assert!(self != 0);
                Square::new(self.trailing_zeros() as u8)
            }

            #[cfg_attr(not(small), inline(always))]
            fn highest(self) -> Square {
                debug_assert!(self != 0);
                Square::new((<$int>::BITS - 1 - self.leading_zeros()) as u8)
            }

            #[cfg_attr(not(small), inline(always))]
            fn between_blockers(lower: Self, upper: Self) -> Self {
                let below = <$int>::BITS - 1 - (lower | 1).leading_zeros();
                let above = upper & upper.wrapping_neg();
                (above << 1).wrapping_add((!0 as $int) << below)
            }

            #[cfg_attr(not(small), inline(always))]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[cfg_attr(not(small), inline(always))]
            fn below(square: Square) -> Self {
                Self::of(square) - 1
            }
        }
    };
}

bits!(u64);
bits!(u128);

/// The squares of a set, lowest index first.
#[derive(Clone, Copy, Debug)]
pub struct Squares<B>(B);

impl<B: Bits> Iterator for Squares<B> {
    type Item = Square;

    #[cfg_attr(not(small), inline(always))]
    fn next(&mut self) -> Option<Square> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl<B: Bits> ExactSizeIterator for Squares<B> {}
