//! The board: squares and sets of them, the lines between them, the pieces on them and off them.

pub mod bits;
pub mod geometry;
pub mod piece;
pub mod pieces;
pub mod reserve;
pub mod square;
pub mod zobrist;

pub use bits::Bits;
pub use geometry::{Eight, Geometry, SixByNine, Ten};
pub use piece::{Color, Piece, Role};
pub use pieces::Pieces;
pub use reserve::Reserve;
pub use square::{Shape, Square};
