//! The games, one file or folder each. No game depends on another.

pub mod batteries;
pub mod charismatic;
pub mod chessence;
pub mod complete_contramatic;
pub mod contramatic;
pub mod magnetic;
pub mod orthodox;
pub mod progressive;
