//! The computer player: it is told a position and thinks; it knows nothing of clocks, records and
//! the web.

pub mod chance;
pub mod charismatic;
pub mod level;
pub mod limits;
pub mod score;
pub mod thought;

pub use chance::Chance;
pub use level::Level;
pub use limits::Limits;
pub use score::Score;
pub use thought::Thought;
