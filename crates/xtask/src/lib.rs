//! What `cargo xtask …` and the crate `site` have in common. It depends on next to nothing: whatever builds the site
//! waits for it.

pub mod folder;
pub mod hash;
pub mod run;
