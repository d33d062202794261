//! Colours, kinds of pieces, and pieces.

use std::ops::Not;

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Color {
    /// White, whose first rank is rank 1.
    White,
    /// Black, whose first rank is the last.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black.
    #[cfg_attr(not(small), inline(always))]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its name in data.
    pub const fn id(self) -> &'static str {
        match self {
            Color::White => "white",
            Color::Black => "black",
        }
    }

    /// The letter of the FEN side field.
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }

    /// One rank forward, as a sign: 1 for White, -1 for Black.
    #[cfg_attr(not(small), inline(always))]
    pub const fn forward(self) -> i32 {
        match self {
            Color::White => 1,
            Color::Black => -1,
        }
    }

    /// The rank (from 0) that lies `ranks` ranks in front of this side's first one, on a board of
    /// `of` ranks.
    pub const fn rank(self, ranks: u8, of: u8) -> u8 {
        match self {
            Color::White => ranks,
            Color::Black => of - 1 - ranks,
        }
    }
}

impl Not for Color {
    type Output = Color;

    #[cfg_attr(not(small), inline(always))]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

/// A kind of piece, of any game. The order groups the pieces of a game together, so that each
/// game's pieces are a range (see [`Pieces`](super::pieces::Pieces)).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Role {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    /// The orthodox king, and the king of Chessence.
    King,
    ContramaticKing,
    /// The man of Chessence, whose inventor calls his pieces men.
    Man,
    Soldier,
    Agent,
    Equine,
    Orthog,
    Diag,
    Lady,
    Battery,
    President,
}

impl Role {
    /// Every kind of piece, in declaration order.
    pub const ALL: [Role; 16] = [
        Role::Pawn,
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
        Role::King,
        Role::ContramaticKing,
        Role::Man,
        Role::Soldier,
        Role::Agent,
        Role::Equine,
        Role::Orthog,
        Role::Diag,
        Role::Lady,
        Role::Battery,
        Role::President,
    ];

    /// Its name in data: `contramatic-king`.
    pub const fn id(self) -> &'static str {
        match self {
            Role::Pawn => "pawn",
            Role::Knight => "knight",
            Role::Bishop => "bishop",
            Role::Rook => "rook",
            Role::Queen => "queen",
            Role::King => "king",
            Role::ContramaticKing => "contramatic-king",
            Role::Man => "man",
            Role::Soldier => "soldier",
            Role::Agent => "agent",
            Role::Equine => "equine",
            Role::Orthog => "orthog",
            Role::Diag => "diag",
            Role::Lady => "lady",
            Role::Battery => "battery",
            Role::President => "president",
        }
    }

    /// The index in [`Role::ALL`].
    #[cfg_attr(not(small), inline(always))]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A piece: its kind and its side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// The side.
    pub color: Color,
    /// The kind.
    pub role: Role,
}

impl Piece {
    /// A piece of a side and a kind.
    #[cfg_attr(not(small), inline(always))]
    pub const fn new(color: Color, role: Role) -> Self {
        Self { color, role }
    }
}
