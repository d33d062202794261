//! The computer player: it gets a position and thinks. It knows nothing of clocks, records and the
//! web.
//!
//! ```
//! use engine::{Engine, Limits};
//! use rules::{AnyPosition, GameId};
//!
//! let game = GameId::Orthodox;
//! let position = AnyPosition::from_fen(game, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
//! let mut engine = Engine::new(game, 1, 1 << 20);
//! let thought = engine.think(&[], &position, &Limits::nodes(10_000), &mut |_| {}).unwrap();
//! assert_eq!(thought.turn[0].display(game.spec()).to_string(), "a1a8");
//! // Won in one turn of one's own.
//! assert_eq!(thought.score.decided(), Some(1));
//! ```

pub mod baseline;
pub mod chance;
pub mod charismatic;
pub mod engine;
pub mod evaluation;
pub mod hint;
mod keys;
mod known_placements;
pub mod level;
pub mod limits;
pub mod net;
pub mod odds;
mod placement;
pub mod proof;
pub mod review;
pub mod score;
mod search;
mod series;
pub mod skill;
pub mod survey;
pub mod tactics;
#[cfg(test)]
mod testing;
pub mod thought;
mod trails;

pub use baseline::Baseline;
pub use chance::Chance;
pub use engine::Engine;
pub use level::Level;
pub use limits::Limits;
pub use net::{Net, NetError};
pub use score::Score;
pub use search::parameters::SearchParameters;
pub use skill::Skill;
pub use thought::{Thought, Wanted};
