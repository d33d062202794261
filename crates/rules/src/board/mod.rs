//! The board: squares and sets of them, the lines between them, the men on them and off them.

pub mod bits;
pub mod geometry;
pub mod man;
pub mod men;
pub mod reserve;
pub mod square;
pub mod zobrist;

pub use bits::Bits;
pub use geometry::{Eight, Geometry, SixByNine, Ten};
pub use man::{Color, Piece, Role};
pub use men::Men;
pub use reserve::Reserve;
pub use square::{Shape, Square};
