//! The computer player.

pub mod charismatic;
