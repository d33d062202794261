//! A game as it was played: its steps from the starting position, undo and redo within a turn,
//! repetition, the result, and a text that keeps all of it.
//!
//! This crate knows nothing of the web and nothing of pixels.

pub mod fair;
pub mod game;
pub mod letter;
pub mod link;
pub mod pgn;
mod record;
mod saved;
mod verdict;

pub use game::{Game, Path, TurnId};
pub use record::{Record, Turn};
pub use saved::{SavedError, SavedFault};
pub use verdict::{Ending, Verdict};
