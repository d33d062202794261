//! The games, one file each.

pub mod batteries;
pub mod charismatic;
pub mod chessence;
pub mod complete_contramatic;
pub mod contramatic;
pub mod magnetic;
pub mod orthodox;
