//! What the games played with chess pieces on 8x8 share: attacks, pawn moves, castling rights. All
//! of it functions over sets of squares.

pub mod attack;
pub mod castling;
pub mod contramatic_king;
pub mod danger;
pub mod en_passant;
pub mod legal;
pub mod movement;
pub mod pawn;
pub mod place_for_me;
pub mod placement;
pub mod refuse;

use crate::board::{Pieces, Role};

/// Chess pieces on 8x8: `R` is 6, or 7 with contramatic kings.
pub type ChessPieces<const R: usize> = Pieces<u64, 0, R>;

/// The pieces and their letters.
pub const ROLES: [(Role, char); 6] = [
    (Role::King, 'K'),
    (Role::Queen, 'Q'),
    (Role::Rook, 'R'),
    (Role::Bishop, 'B'),
    (Role::Knight, 'N'),
    (Role::Pawn, 'P'),
];

/// What a pawn can become, in the order in which it is offered.
pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// The pieces beside the kings that each side begins with.
pub const ARMY: [Role; 15] = [
    Role::Queen,
    Role::Rook,
    Role::Rook,
    Role::Bishop,
    Role::Bishop,
    Role::Knight,
    Role::Knight,
    Role::Pawn,
    Role::Pawn,
    Role::Pawn,
    Role::Pawn,
    Role::Pawn,
    Role::Pawn,
    Role::Pawn,
    Role::Pawn,
];
