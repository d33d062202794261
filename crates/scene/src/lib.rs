//! A picture of a game as plain data: what stands where, which marks lie on which squares, and how
//! it moves. Painting it is another crate's work; so is knowing the rules.

pub mod layout;
pub mod motion;
pub mod picture;
pub mod scene;
pub mod sign;

pub use layout::Layout;
pub use motion::{Motion, Pace};
pub use picture::Picture;
pub use scene::{Mark, PLAIN, Scene, Shade, Sprite, Tile, Tint};
pub use sign::{Power, Sign};
