//! A game as it was played: its steps from the start position, undo and redo within a turn,
//! repetition, the result, variations, links, letters, PGN, and the saved form.
//!
//! This crate knows nothing of the web, of pixels or of the time of day.
//!
//! ```
//! use record::{Ending, Game};
//! use rules::{AnyPosition, Color, GameId, Step};
//!
//! let mut game = Game::new(AnyPosition::initial(GameId::Magnetic));
//! let step = Step::parse("c2c4", GameId::Magnetic.spec()).unwrap();
//! game.play(step).unwrap();
//! // A step that is not legal comes back with the reason, and changes nothing.
//! assert_eq!(game.play(step).unwrap_err().reason, "common.no-piece");
//! game.resign(Color::Black);
//! let verdict = game.verdict().unwrap();
//! assert_eq!((verdict.winner, verdict.ending), (Some(Color::White), Ending::Resignation));
//! ```

#[cfg(feature = "shared")]
pub mod fair;
pub mod game;
#[cfg(feature = "shared")]
pub mod letter;
#[cfg(feature = "shared")]
pub mod link;
#[cfg(feature = "shared")]
pub mod openings;
#[cfg(feature = "shared")]
pub mod pgn;
mod record;
mod saved;
pub mod time_control;
mod verdict;

pub use game::{Game, Path, TurnId};
pub use record::{Record, Turn};
pub use saved::{SavedError, SavedFault};
pub use time_control::TimeControl;
pub use verdict::{Ending, Verdict};
