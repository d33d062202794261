//! A picture of a game as plain data: what stands where, which marks lie on which squares, and how
//! it moves. Painting it is another crate's work; so is knowing the rules.
//!
//! ```
//! use rules::{GameId, Square};
//! use scene::Layout;
//!
//! // White sits below: a1 is in the lower left corner.
//! let layout = Layout::fit(GameId::Magnetic.spec().shape, 810.0, 800.0, false);
//! assert_eq!(layout.size(), (800, 800));
//! assert_eq!(layout.at(5.0, 795.0), layout.shape().parse("a1"));
//! ```

#[cfg(feature = "whole")]
pub mod board_setup;
pub mod layout;
pub mod motion;
pub mod picture;
pub mod scene;
pub mod sign;

#[cfg(feature = "whole")]
pub use board_setup::BoardSetup;
pub use layout::Layout;
pub use motion::{Motion, Pace};
pub use picture::Picture;
pub use scene::{Corner, Mark, NO_SHAPE, Scene, Shade, Sprite, Tile, Tint};
pub use sign::{Power, Sign};
