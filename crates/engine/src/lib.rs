//! The computer player: it is told a position and thinks; it knows nothing of clocks, records and
//! the web.

pub mod baseline;
pub mod chance;
pub mod charismatic;
pub mod engine;
pub mod evaluation;
mod form;
pub mod hint;
pub mod level;
pub mod limits;
pub mod net;
pub mod odds;
mod placement;
pub mod review;
pub mod score;
mod search;
mod series;
mod strength;
pub mod tactics;
#[cfg(test)]
mod testing;
pub mod thought;

pub use baseline::Baseline;
pub use chance::Chance;
pub use engine::Engine;
pub use level::Level;
pub use limits::Limits;
pub use net::{Net, NetError};
pub use score::Score;
pub use search::parameters::SearchParameters;
pub use thought::{Thought, Wanted};
