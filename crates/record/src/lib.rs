//! A game as it was played: its steps from the starting position, undo and redo within a turn,
//! repetition, the result, and a text that keeps all of it.
//!
//! This crate knows nothing of the web and nothing of pixels.

#[cfg(feature = "link")]
pub mod fair;
#[cfg(feature = "link")]
pub mod letter;
#[cfg(feature = "link")]
pub mod link;
#[cfg(feature = "travel")]
pub mod pgn;
mod record;
mod saved;
#[cfg(feature = "link")]
pub mod tree;
mod verdict;

pub use record::{Record, Turn};
pub use saved::{SavedError, SavedFault};
pub use verdict::{Ending, Verdict};
