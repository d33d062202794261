//! The pieces on a board.

use super::bits::Bits;
use super::piece::{Color, Piece, Role};
use super::square::Square;
use super::zobrist;

/// The pieces on a board: one set of squares a kind and one a side, with their Zobrist key.
///
/// `R` kinds of pieces are known, from the `FIRST` of [`Role::ALL`] on. Every change goes through
/// [`Pieces::toggle`], which keeps the key in step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pieces<B, const FIRST: usize, const R: usize> {
    roles: [B; R],
    colors: [B; 2],
    key: u64,
}

impl<B: Bits, const FIRST: usize, const R: usize> Pieces<B, FIRST, R> {
    /// An empty board.
    pub const fn none() -> Self {
        Self { roles: [B::EMPTY; R], colors: [B::EMPTY; 2], key: 0 }
    }

    /// Puts the piece on the square, or takes it away if it stands there.
    #[cfg_attr(not(small), inline(always))]
    pub fn toggle(&mut self, square: Square, piece: Piece) {
        let bit = B::of(square);
        self.roles[piece.role.index() - FIRST] ^= bit;
        self.colors[piece.color.index()] ^= bit;
        self.key ^= zobrist::piece(piece, square);
    }

    /// Moves the piece between two squares.
    #[cfg_attr(not(small), inline(always))]
    pub fn shift(&mut self, from: Square, to: Square, piece: Piece) {
        let bits = B::of(from) ^ B::of(to);
        self.roles[piece.role.index() - FIRST] ^= bits;
        self.colors[piece.color.index()] ^= bits;
        self.key ^= zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
    }

    /// The pieces of a kind, both sides.
    #[cfg_attr(not(small), inline(always))]
    pub fn role(&self, role: Role) -> B {
        self.roles[role.index() - FIRST]
    }

    /// The pieces of a side.
    #[cfg_attr(not(small), inline(always))]
    pub fn color(&self, color: Color) -> B {
        self.colors[color.index()]
    }

    /// The pieces of a side and a kind.
    #[cfg_attr(not(small), inline(always))]
    pub fn of(&self, color: Color, role: Role) -> B {
        self.role(role) & self.color(color)
    }

    /// All pieces.
    #[cfg_attr(not(small), inline(always))]
    pub fn occupied(&self) -> B {
        self.colors[0] | self.colors[1]
    }

    /// The kind of the piece on a square.
    #[inline]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        let bit = B::of(square);
        if (self.occupied() & bit).is_empty() {
            return None;
        }
        (0..R).find(|&i| (self.roles[i] & bit).any()).map(|i| Role::ALL[FIRST + i])
    }

    /// The side of the piece on a square.
    #[inline]
    pub fn color_at(&self, square: Square) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.color(color).has(square))
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        Some(Piece { color: self.color_at(square)?, role: self.role_at(square)? })
    }

    /// The Zobrist key of the pieces alone.
    #[cfg_attr(not(small), inline(always))]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The key computed anew from the board, to check [`Pieces::key`].
    pub fn recomputed_key(&self) -> u64 {
        let pieces = self.occupied().squares();
        pieces
            .filter_map(|square| Some(zobrist::piece(self.piece_at(square)?, square)))
            .fold(0, |key, part| key ^ part)
    }
}
