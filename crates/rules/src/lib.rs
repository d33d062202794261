//! The rules of the games: positions, steps, outcomes, FEN, perft.
//!
//! This crate knows no randomness, clocks, input or output, and no web. No game imports another:
//! what they share is outside [`games`], as functions over data.
//!
//! A caller that learns at run time which game is played uses [`AnyPosition`]:
//!
//! ```
//! use rules::{AnyPosition, GameId};
//!
//! let mut position = AnyPosition::initial(GameId::Magnetic);
//! let step = position.read_san("c4").unwrap();
//! // Every legal step says what it does to the board; here it also pulls a black pawn.
//! let effects = position.play(step);
//! assert_eq!(effects.len(), 2);
//! assert_eq!(position.fen(), "rnbqkbnr/pp1ppppp/8/2p5/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 1");
//! ```
//!
//! One that is made for a game, or generic over games, uses the trait [`Position`].

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
