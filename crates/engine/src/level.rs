//! The computer's level of play.

/// A level of play, from 1 (a friendly beginner) to 6 (full strength).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// The weakest level.
    pub const LOWEST: Level = Level(1);
    /// The strongest level: all of the given time.
    pub const TOP: Level = Level(6);

    /// The level with a number, 1 to 6.
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
