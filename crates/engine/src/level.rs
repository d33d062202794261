//! How well the computer is to play.

/// A level of play, from 1 (a friendly beginner) to 6 (as well as it can).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// The weakest level.
    pub const LOWEST: Level = Level(1);
    /// The strongest level: all of the time that is given.
    pub const TOP: Level = Level(6);

    /// The level of a number, 1 to 6.
    pub const fn new(number: u8) -> Option<Level> {
        match number {
            1..=6 => Some(Level(number)),
            _ => None,
        }
    }

    /// Its number, 1 to 6.
    pub const fn number(self) -> u8 {
        self.0
    }
}
