//! The computer's levels of play.

/// A level of play, by a number that stays the same for ever: 11 is for the first games, 20 is full
/// strength. Games, addresses and programs name levels by it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// The nearest levels to those of before, which had the numbers 1 to 6. Both ladders lead in about even
/// steps from a newcomer to full strength.
const NEAREST: [u8; 6] = [11, 13, 15, 16, 18, 20];

impl Level {
    /// The weakest level.
    pub const LOWEST: Level = Level(11);
    pub(crate) const CLUB: Level = Level(17);
    pub(crate) const STRONG: Level = Level(18);
    pub(crate) const EXPERT: Level = Level(19);
    /// The strongest level: all of the given time.
    pub const TOP: Level = Level(20);

    /// The level with a number, 11 to 20; for 1 to 6 the nearest to what had that number once.
    pub const fn new(number: u8) -> Option<Level> {
        match number {
            1..=6 => Some(Level(NEAREST[number as usize - 1])),
            11..=20 => Some(Level(number)),
            _ => None,
        }
    }

    /// All of them, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (Level::LOWEST.0..=Level::TOP.0).map(Level)
    }

    /// Its number, 11 to 20.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// How many levels are weaker.
    pub(crate) const fn rung(self) -> usize {
        (self.0 - Level::LOWEST.0) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_numbers_are_the_nearest_levels() {
        let numbers = |range: std::ops::RangeInclusive<u8>| {
            range.map(|number| Level::new(number).map(Level::number)).collect::<Vec<_>>()
        };
        assert_eq!(numbers(1..=6), NEAREST.map(Some));
        assert_eq!(numbers(11..=20), (11..=20).map(Some).collect::<Vec<_>>());
        for number in [0, 7, 8, 9, 10, 21, 255] {
            assert_eq!(Level::new(number), None, "{number}");
        }
        assert_eq!(Level::all().map(Level::rung).collect::<Vec<_>>(), (0..10).collect::<Vec<_>>());
    }
}
