//! The games, one file each.

pub mod batteries;
pub mod orthodox;
