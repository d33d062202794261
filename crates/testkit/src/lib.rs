//! What the tests, the fuzz targets and the benchmarks of several crates share. Nothing that is shipped
//! depends on it.

#[cfg(feature = "tests")]
pub mod chance;
pub mod claims;
#[cfg(feature = "tests")]
pub mod invariants;
#[cfg(feature = "tests")]
pub mod mirror;
#[cfg(feature = "tests")]
pub mod playout;
#[cfg(feature = "tests")]
pub mod refusals;
#[cfg(feature = "tests")]
pub mod series;
#[cfg(feature = "tests")]
pub mod targets;
