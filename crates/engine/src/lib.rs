//! The computer player: it is told a position and thinks; it knows nothing of clocks, records and
//! the web.

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
pub mod plain;
pub mod review;
pub mod score;
mod search;
mod series;
mod style;
pub mod tactics;
#[cfg(test)]
mod testing;
pub mod thought;

pub use chance::Chance;
pub use engine::Engine;
pub use level::Level;
pub use limits::Limits;
pub use net::{Net, NetError};
pub use plain::Plain;
pub use score::Score;
pub use search::parameters::SearchParameters;
pub use thought::{Thought, Wanted};
