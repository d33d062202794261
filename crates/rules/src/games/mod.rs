//! The games, one file each.

pub mod orthodox;
