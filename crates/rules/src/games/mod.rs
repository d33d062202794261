//! The games, one file each.

pub mod batteries;
pub mod complete_contramatic;
pub mod contramatic;
pub mod orthodox;
