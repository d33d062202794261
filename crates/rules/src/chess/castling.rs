//! Castling rights, and the squares of the pieces that castle.

use crate::board::{Bits, Color, Eight, Geometry, Square};
use crate::fen::{FenError, Field, Problem, quoted};

/// A side of the board: the rook that castles is the one in its corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wing {
    /// Towards the h-file.
    H,
    /// Towards the a-file.
    A,
}

impl Wing {
    /// Both wings, in the order of the FEN field.
    pub const ALL: [Wing; 2] = [Wing::H, Wing::A];

    /// One file towards the corner, as a sign.
    pub const fn toward(self) -> i32 {
        match self {
            Wing::H => 1,
            Wing::A => -1,
        }
    }

    /// The corner square on a side's first rank.
    pub const fn corner(self, color: Color) -> Square {
        let file = match self {
            Wing::H => 7,
            Wing::A => 0,
        };
        Eight::SHAPE.at(file, color.rank(0, 8))
    }
}

/// Which kings may still castle with which rooks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Castling(u8);

impl Castling {
    /// No right.
    pub const NONE: Castling = Castling(0);

    const fn bit(color: Color, wing: Wing) -> u8 {
        1 << (2 * color as u8 + wing as u8)
    }

    /// Whether the right is there.
    #[cfg_attr(not(small), inline(always))]
    pub const fn has(self, color: Color, wing: Wing) -> bool {
        self.0 & Self::bit(color, wing) != 0
    }

    /// Whether a side has a right.
    #[cfg_attr(not(small), inline(always))]
    pub const fn any(self, color: Color) -> bool {
        self.0 & (3 << (2 * color as u8)) != 0
    }

    /// The rights with one more.
    #[must_use]
    pub const fn with(self, color: Color, wing: Wing) -> Self {
        Castling(self.0 | Self::bit(color, wing))
    }

    /// The rights that remain when the pieces on `left` have moved away or been captured; `kings`
    /// gives the kings' initial squares.
    #[cfg_attr(not(small), inline(always))]
    #[must_use]
    pub fn without(self, left: u64, kings: [Square; 2]) -> Self {
        if self.0 == 0 {
            return self;
        }
        let mut rights = self.0;
        for color in Color::ALL {
            if left.has(kings[color.index()]) {
                rights &= !(3 << (2 * color.index()));
            }
            for wing in Wing::ALL {
                if left.has(wing.corner(color)) {
                    rights &= !Self::bit(color, wing);
                }
            }
        }
        Castling(rights)
    }

    /// The rights as a number, for keys.
    #[cfg_attr(not(small), inline(always))]
    pub const fn bits(self) -> u64 {
        self.0 as u64
    }

    /// Reads the field: `-`, or different letters out of `letters` (White's h, a, Black's h, a).
    ///
    /// # Errors
    /// If it is anything else, or `stands(color, wing)` denies king or rook.
    pub fn read(
        text: &str,
        letters: [char; 4],
        stands: impl Fn(Color, Wing) -> bool,
    ) -> Result<Self, FenError> {
        let error = |problem| FenError::new(Field::Castling, problem);
        let mut rights = Castling::NONE;
        if text == "-" {
            return Ok(rights);
        }
        if text.is_empty() {
            return Err(error(Problem::Malformed(String::new())));
        }
        for letter in text.chars() {
            let place = letters.iter().position(|&known| known == letter);
            let place = place.ok_or_else(|| error(Problem::Malformed(quoted(letter))))?;
            let (color, wing) = (Color::ALL[place / 2], Wing::ALL[place % 2]);
            if rights.has(color, wing) {
                return Err(error(Problem::Repeated(quoted(letter))));
            }
            if !stands(color, wing) {
                return Err(error(Problem::Right(letter)));
            }
            rights = rights.with(color, wing);
        }
        Ok(rights)
    }

    /// Writes the field with the letters of [`Castling::read`].
    pub fn write(self, out: &mut String, letters: [char; 4]) {
        if self.0 == 0 {
            out.push('-');
        }
        for (place, letter) in letters.into_iter().enumerate() {
            if self.0 & (1 << place) != 0 {
                out.push(letter);
            }
        }
    }
}

/// The squares of a castling: the king goes two squares towards the rook, the rook to the square
/// that the king crossed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Path {
    /// The king's square before.
    pub king_from: Square,
    /// The square that the king crosses and the rook reaches.
    pub crossed: Square,
    /// The king's square after.
    pub king_to: Square,
    /// The rook's square before.
    pub rook_from: Square,
}

impl Path {
    /// The castling of the king on `king` with the rook in the corner of `wing`.
    #[cfg_attr(not(small), inline(always))]
    pub const fn new(color: Color, wing: Wing, king: Square) -> Self {
        Path {
            king_from: king,
            crossed: king.offset(wing.toward()),
            king_to: king.offset(2 * wing.toward()),
            rook_from: wing.corner(color),
        }
    }

    /// The castling that a king's move from `king` to `to` is, if it is two squares along the rank.
    #[cfg_attr(not(small), inline(always))]
    pub fn of_move(color: Color, king: Square, to: Square) -> Option<Self> {
        let wing = match to.index() as i32 - king.index() as i32 {
            2 => Wing::H,
            -2 => Wing::A,
            _ => return None,
        };
        Some(Path::new(color, wing, king))
    }

    /// The squares that must be empty.
    #[cfg_attr(not(small), inline(always))]
    pub fn must_be_empty(&self) -> u64 {
        crate::board::geometry::between::<Eight>(self.king_from, self.rook_from)
    }
}
