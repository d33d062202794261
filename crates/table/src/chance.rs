//! Chance: random numbers that come with events, or from a seed, so that draws can be reproduced.

use rules::{Reserve, Role};

/// SplitMix64 (Steele, Lea, Flood 2014).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 32) as u32
    }

    /// A uniform number below `bound` (at least 1), by rejection sampling.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        let whole = u32::MAX - u32::MAX % bound;
        loop {
            let number = self.next();
            if number < whole {
                return number % bound;
            }
        }
    }

    /// Draws `count` pieces from a reserve.
    pub(crate) fn draw(&mut self, from: Reserve, count: u32) -> Reserve {
        from.draw(count, &Role::ALL, |bound| self.below(bound))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of SplitMix64 for the seed 0, of which the upper halves are taken.
    #[test]
    fn the_numbers_are_those_of_the_generator() {
        let mut chance = Chance(0);
        let numbers: [u32; 3] = std::array::from_fn(|_| chance.next());
        assert_eq!(numbers, [0xE220_A839, 0x6E78_9E6A, 0x06C4_5D18]);
    }

    #[test]
    fn every_piece_is_drawn_as_often_as_every_other() {
        let reserve = Reserve::of(&rules::chess::ARMY);
        let mut chance = Chance(1);
        let (mut queens, mut pawns) = (0, 0);
        for _ in 0..30_000 {
            let hand = chance.draw(reserve, 5);
            assert_eq!(hand.total(), 5);
            assert!(reserve.contains(hand));
            queens += hand.count(Role::Queen);
            pawns += hand.count(Role::Pawn);
        }
        // A third of the pieces are drawn: 10,000 queens and 80,000 pawns are expected.
        assert!((9_700..10_300).contains(&queens), "{queens}");
        assert!((79_000..81_000).contains(&pawns), "{pawns}");
    }
}
