//! What the tests of several crates share. Nothing that is shipped depends on it.

pub mod claims;
