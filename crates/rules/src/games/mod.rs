//! The games, one file or folder each. Each is a feature of the crate, so that a module for one of
//! them carries none of the others.

#[cfg(feature = "batteries")]
pub mod batteries;
#[cfg(feature = "charismatic")]
pub mod charismatic;
#[cfg(feature = "chessence")]
pub mod chessence;
#[cfg(feature = "contramatic")]
pub mod complete_contramatic;
#[cfg(feature = "contramatic")]
pub mod contramatic;
#[cfg(feature = "magnetic")]
pub mod magnetic;
#[cfg(feature = "orthodox")]
pub mod orthodox;
#[cfg(feature = "progressive")]
pub mod progressive;
