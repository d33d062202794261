//! Squares and the shapes of boards.

use std::fmt::{self, Write as _};

/// A square of a board, as its index: rank by rank from White's first, file by file from `a`.
///
/// The index alone does not say which board it belongs to; [`Shape`] names it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The square of an index.
    #[cfg_attr(not(small), inline(always))]
    pub const fn new(index: u8) -> Self {
        Self(index)
    }

    /// The index, below the number of squares of its board.
    #[cfg_attr(not(small), inline(always))]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square `by` indexes further on. It must exist.
    #[cfg_attr(not(small), inline(always))]
    pub const fn offset(self, by: i32) -> Self {
        Self((self.0 as i32 + by) as u8)
    }
}

/// The outline of a board: files, ranks and holes (squares that do not exist).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Number of files, 1 to 26.
    pub files: u8,
    /// Number of ranks, 1 to 99.
    pub ranks: u8,
    /// The squares that do not exist.
    pub holes: &'static [Square],
}

impl Shape {
    /// Number of squares, holes included.
    pub const fn squares(&self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// The square on a file and a rank, both counted from 0.
    pub const fn at(&self, file: u8, rank: u8) -> Square {
        Square(rank * self.files + file)
    }

    /// The square on a file and a rank, or `None` beyond the edge or in a hole.
    pub const fn get(&self, file: i32, rank: i32) -> Option<Square> {
        if file < 0 || rank < 0 || file >= self.files as i32 || rank >= self.ranks as i32 {
            return None;
        }
        let square = self.at(file as u8, rank as u8);
        if self.is_hole(square) { None } else { Some(square) }
    }

    /// The file of a square, from 0.
    pub const fn file(&self, square: Square) -> u8 {
        square.0 % self.files
    }

    /// The rank of a square, from 0.
    pub const fn rank(&self, square: Square) -> u8 {
        square.0 / self.files
    }

    /// Whether the square is a hole.
    pub const fn is_hole(&self, square: Square) -> bool {
        let mut i = 0;
        while i < self.holes.len() {
            if self.holes[i].0 == square.0 {
                return true;
            }
            i += 1;
        }
        false
    }

    /// Every square in index order, holes included.
    pub fn all(&self) -> impl Iterator<Item = Square> + use<> {
        (0..self.squares() as u8).map(Square)
    }

    /// The name of a square: `e4`, `a10`.
    pub fn name(&self, square: Square) -> SquareName {
        SquareName { file: self.file(square), rank: self.rank(square) }
    }

    /// Reads the name of a square from the front of `text`: the square and the remaining text.
    /// Holes and squares beyond the edge are `None`, as is anything that is not a name.
    pub fn read<'a>(&self, text: &'a str) -> Option<(Square, &'a str)> {
        let (square, rest) = self.read_any(text)?;
        (!self.is_hole(square)).then_some((square, rest))
    }

    /// The same, holes included.
    fn read_any<'a>(&self, text: &'a str) -> Option<(Square, &'a str)> {
        let bytes = text.as_bytes();
        let file = bytes.first()?.checked_sub(b'a')?;
        let digits = bytes[1..].iter().take(2).take_while(|b| b.is_ascii_digit()).count();
        let (number, rest) = text.get(1..)?.split_at_checked(digits)?;
        if number.starts_with('0') {
            return None;
        }
        let rank: i32 = number.parse().ok()?;
        let (file, rank) = (file, u8::try_from(rank - 1).ok()?);
        (file < self.files && rank < self.ranks).then(|| (self.at(file, rank), rest))
    }

    /// Reads a whole text as the name of a square.
    pub fn parse(&self, text: &str) -> Option<Square> {
        match self.read(text)? {
            (square, "") => Some(square),
            _ => None,
        }
    }

    /// The place of a name on the board, which may be a hole: a player can point at it.
    pub fn place(&self, text: &str) -> Option<Square> {
        match self.read_any(text)? {
            (place, "") => Some(place),
            _ => None,
        }
    }
}

/// A square's name, to be written.
#[derive(Clone, Copy, Debug)]
pub struct SquareName {
    file: u8,
    rank: u8,
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char((b'a' + self.file) as char)?;
        let number = self.rank + 1;
        if number >= 10 {
            f.write_char((b'0' + number / 10) as char)?;
        }
        f.write_char((b'0' + number % 10) as char)
    }
}
