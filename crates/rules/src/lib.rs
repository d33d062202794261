//! The rules of the games: positions, steps, outcomes, FEN, perft.
//!
//! This crate knows no randomness, no clocks, no input or output, and no web. One game never
//! imports another: what they share stands outside [`games`] and is a function over data.

pub mod any;
pub mod board;
pub mod chess;
pub mod effect;
pub mod fen;
pub mod games;
pub mod perft;
pub mod position;
pub mod refusal;
pub mod san;
pub mod sink;
pub mod step;

pub use any::{AnyPosition, GameId};
pub use board::{Bits, Color, Geometry, Piece, Reserve, Role, Shape, Square};
pub use effect::{Effect, EffectLog, Why};
pub use fen::FenError;
pub use perft::perft;
pub use position::{Actor, Ending, GameSpec, Outcome, Phase, Position};
pub use refusal::Refusal;
pub use san::SanError;
pub use step::Step;
