//! What sends games elsewhere and takes them in, behind the page: the module that
//! `web/later/post.js` loads when it is first wanted. It has every game.
//!
//! Games come and go as they are saved; what cannot be read is told as data, of which the text
//! catalogue makes sentences.

pub mod exchange;
pub mod letter;
mod lines;
mod told;

pub use arrival;
