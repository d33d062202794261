//! What the tests, the fuzz targets and the benchmarks of several crates share. Nothing that is shipped
//! depends on it.

pub mod chance;
pub mod claims;
pub mod invariants;
pub mod mirror;
pub mod playout;
pub mod refusals;
pub mod series;
pub mod targets;
