//! The geometry of a board, as tables: lines through a square, and the steps of leapers.
//!
//! A slider's reach is computed from its line and the blockers on it ([`rays`]), the same way for
//! every board: holes and edges end the lines when the tables are made, and a game passes as
//! blockers whatever its pieces do not pass over.

use super::bits::Bits;
use super::piece::Color;
use super::square::{Shape, Square};

/// The squares on one line through a square, the square itself excepted, as far as the edge or the
/// first hole each way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line<B> {
    /// The squares of lower index.
    pub lower: B,
    /// The squares of higher index.
    pub upper: B,
}

impl<B: Bits> Line<B> {
    /// The whole line.
    #[cfg_attr(not(small), inline(always))]
    pub fn both(self) -> B {
        self.lower | self.upper
    }

    /// The squares that a slider reaches along the line: up to and including the first blocker
    /// each way.
    #[cfg_attr(not(small), inline(always))]
    pub fn reach(self, blockers: B) -> B {
        B::between_blockers(self.lower & blockers, self.upper & blockers) & self.both()
    }

    /// The nearest square of `pieces` each way along the line.
    #[cfg_attr(not(small), inline(always))]
    pub fn nearest(self, pieces: B) -> B {
        self.reach(pieces) & pieces
    }
}

/// The line along the rank.
pub const RANK: usize = 0;
/// The line along the file.
pub const FILE: usize = 1;
/// The diagonal that rises towards the last file.
pub const RISING: usize = 2;
/// The diagonal that falls towards the last file.
pub const FALLING: usize = 3;

/// The lines that a rook moves on.
pub const ORTHOGONALS: [usize; 2] = [RANK, FILE];
/// The lines that a bishop moves on.
pub const DIAGONALS: [usize; 2] = [RISING, FALLING];
/// The lines that a queen moves on.
pub const ALL_LINES: [usize; 4] = [RANK, FILE, RISING, FALLING];

/// The steps (files, ranks) of a knight.
pub const KNIGHT: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
/// The steps of a king.
pub const KING: [(i32, i32); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// A board: its shape and its tables.
pub trait Geometry: Copy + Eq + std::fmt::Debug + 'static {
    /// The integer that holds a set of its squares.
    type Bits: Bits;
    /// Files, ranks and holes.
    const SHAPE: Shape;
    /// All squares that exist.
    const ALL: Self::Bits;

    /// The four lines through a square, indexed by [`RANK`], [`FILE`], [`RISING`], [`FALLING`].
    fn lines(square: Square) -> &'static [Line<Self::Bits>; 4];
    /// The squares a knight's step away.
    fn knight(square: Square) -> Self::Bits;
    /// The squares one step away in any of the eight directions.
    fn king(square: Square) -> Self::Bits;
    /// The squares one step diagonally in front.
    fn pawn_captures(color: Color, square: Square) -> Self::Bits;
    /// The squares of a rank, counted from 0.
    fn rank(rank: u8) -> Self::Bits;
    /// The squares of a file, counted from 0.
    fn file(file: u8) -> Self::Bits;
}

/// The squares that a slider on `square` reaches along the lines given, up to and including the
/// first blocker of each ray.
#[cfg_attr(not(small), inline(always))]
pub fn rays<G: Geometry, const N: usize>(
    square: Square,
    lines: [usize; N],
    blockers: G::Bits,
) -> G::Bits {
    let all = G::lines(square);
    lines.into_iter().fold(G::Bits::EMPTY, |reach, line| reach | all[line].reach(blockers))
}

/// The squares strictly between two squares of one line, or none if no line joins them.
#[inline]
pub fn between<G: Geometry>(from: Square, to: Square) -> G::Bits {
    let bit = G::Bits::of(to);
    for line in G::lines(from) {
        if (line.upper & bit).any() {
            return line.upper & G::Bits::below(to);
        }
        if (line.lower & bit).any() {
            return line.lower & !(G::Bits::below(to) | bit);
        }
    }
    G::Bits::EMPTY
}

/// The line through two squares, both included, or none if no line joins them.
#[inline]
pub fn line_through<G: Geometry>(from: Square, to: Square) -> G::Bits {
    let lines = G::lines(from).iter();
    lines
        .map(|line| line.both())
        .find(|line| line.has(to))
        .map_or(G::Bits::EMPTY, |line| line | G::Bits::of(from))
}

/// The squares that `steps` lead to from `square`.
const fn leaps(shape: Shape, square: Square, steps: &[(i32, i32)]) -> u128 {
    let (file, rank) = (shape.file(square) as i32, shape.rank(square) as i32);
    let mut set = 0;
    let mut i = 0;
    while i < steps.len() {
        if let Some(to) = shape.get(file + steps[i].0, rank + steps[i].1) {
            set |= 1 << to.index();
        }
        i += 1;
    }
    set
}

/// The squares from `square` on in one direction, as far as the edge or the first hole.
const fn ray(shape: Shape, square: Square, (files, ranks): (i32, i32)) -> u128 {
    let (mut file, mut rank) = (shape.file(square) as i32, shape.rank(square) as i32);
    let mut set = 0;
    loop {
        (file, rank) = (file + files, rank + ranks);
        match shape.get(file, rank) {
            Some(to) => set |= 1 << to.index(),
            None => return set,
        }
    }
}

/// Everything that exists on the board, or on one of its ranks or files.
const fn region(shape: Shape, rank: Option<u8>, file: Option<u8>) -> u128 {
    let mut set = 0;
    let mut index = 0;
    while index < shape.squares() {
        let square = Square::new(index as u8);
        let on_rank = match rank {
            Some(rank) => shape.rank(square) == rank,
            None => true,
        };
        let on_file = match file {
            Some(file) => shape.file(square) == file,
            None => true,
        };
        if on_rank && on_file && !shape.is_hole(square) {
            set |= 1 << index;
        }
        index += 1;
    }
    set
}

/// A table of a board. For a module whose size counts (`small`) it is computed when it is first asked
/// for: what computes it weighs less than what is in it.
macro_rules! table {
    ($name:ident: $table:ty = $value:expr) => {
        #[cfg(not(small))]
        static $name: $table = $value;
        #[cfg(small)]
        static $name: std::sync::LazyLock<$table> = std::sync::LazyLock::new(|| $value);
    };
}

/// Defines a board: its name, integer, table length (a power of two, so that a masked index needs
/// no check) and shape.
macro_rules! geometry {
    ($(#[$doc:meta])* $name:ident, $bits:ty, $len:literal, $shape:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct $name;

        const _: () = {
            const SHAPE: Shape = $shape;
            const NO_LINE: Line<$bits> = Line { lower: 0, upper: 0 };

            const fn all_lines() -> [[Line<$bits>; 4]; $len] {
                const UP: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];
                let mut table = [[NO_LINE; 4]; $len];
                let mut index = 0;
                while index < SHAPE.squares() {
                    let square = Square::new(index as u8);
                    let mut line = 0;
                    while line < 4 && !SHAPE.is_hole(square) {
                        let (files, ranks) = UP[line];
                        table[index][line] = Line {
                            lower: ray(SHAPE, square, (-files, -ranks)) as $bits,
                            upper: ray(SHAPE, square, (files, ranks)) as $bits,
                        };
                        line += 1;
                    }
                    index += 1;
                }
                table
            }

            const fn leaper(steps: &[(i32, i32)]) -> [$bits; $len] {
                let mut table = [0; $len];
                let mut index = 0;
                while index < SHAPE.squares() {
                    let square = Square::new(index as u8);
                    if !SHAPE.is_hole(square) {
                        table[index] = leaps(SHAPE, square, steps) as $bits;
                    }
                    index += 1;
                }
                table
            }

            table!(LINES: [[Line<$bits>; 4]; $len] = all_lines());
            table!(KNIGHT_STEPS: [$bits; $len] = leaper(&KNIGHT));
            table!(KING_STEPS: [$bits; $len] = leaper(&KING));
            table!(PAWN_CAPTURES: [[$bits; $len]; 2] =
                [leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])]);

            impl Geometry for $name {
                type Bits = $bits;
                const SHAPE: Shape = SHAPE;
                const ALL: $bits = region(SHAPE, None, None) as $bits;

                #[cfg_attr(not(small), inline(always))]
                fn lines(square: Square) -> &'static [Line<$bits>; 4] {
                    &LINES[square.index() & ($len - 1)]
                }

                #[cfg_attr(not(small), inline(always))]
                fn knight(square: Square) -> $bits {
                    KNIGHT_STEPS[square.index() & ($len - 1)]
                }

                #[cfg_attr(not(small), inline(always))]
                fn king(square: Square) -> $bits {
                    KING_STEPS[square.index() & ($len - 1)]
                }

                #[cfg_attr(not(small), inline(always))]
                fn pawn_captures(color: Color, square: Square) -> $bits {
                    PAWN_CAPTURES[color.index()][square.index() & ($len - 1)]
                }

                #[cfg_attr(not(small), inline(always))]
                fn rank(rank: u8) -> $bits {
                    const RANKS: [$bits; 16] = {
                        let mut table = [0; 16];
                        let mut rank = 0;
                        while rank < SHAPE.ranks {
                            table[rank as usize] = region(SHAPE, Some(rank), None) as $bits;
                            rank += 1;
                        }
                        table
                    };
                    RANKS[rank as usize & 15]
                }

                #[cfg_attr(not(small), inline(always))]
                fn file(file: u8) -> $bits {
                    const FILES: [$bits; 16] = {
                        let mut table = [0; 16];
                        let mut file = 0;
                        while file < SHAPE.files {
                            table[file as usize] = region(SHAPE, None, Some(file)) as $bits;
                            file += 1;
                        }
                        table
                    };
                    FILES[file as usize & 15]
                }
            }
        };
    };
}

geometry!(
    /// The board of orthodox chess, 8x8.
    Eight,
    u64,
    64,
    Shape { files: 8, ranks: 8, holes: &[] }
);

geometry!(
    /// The board of Chessence, 6x9 with eight holes (docs/rules/chessence.md, diagram).
    SixByNine,
    u64,
    64,
    Shape {
        files: 6,
        ranks: 9,
        holes: &[
            Square::new(6),  // a2
            Square::new(13), // b3
            Square::new(21), // d4
            Square::new(25), // b5
            Square::new(28), // e5
            Square::new(32), // c6
            Square::new(40), // e7
            Square::new(47), // f8
        ],
    }
);

geometry!(
    /// The board of Chess with Batteries, 10x10.
    Ten,
    u128,
    128,
    Shape { files: 10, ranks: 10, holes: &[] }
);

#[cfg(test)]
mod tests {
    use super::*;

    /// The reach of a slider, square by square.
    fn walk<G: Geometry>(square: Square, line: usize, blockers: G::Bits) -> G::Bits {
        let (files, ranks) = [(1, 0), (0, 1), (1, 1), (-1, 1)][line];
        let mut set = G::Bits::EMPTY;
        for sign in [1, -1] {
            let (mut f, mut r) =
                (i32::from(G::SHAPE.file(square)), i32::from(G::SHAPE.rank(square)));
            loop {
                (f, r) = (f + sign * files, r + sign * ranks);
                let Some(to) = G::SHAPE.get(f, r) else { break };
                set |= G::Bits::of(to);
                if blockers.has(to) {
                    break;
                }
            }
        }
        set
    }

    fn lines_agree<G: Geometry>() {
        let mut seed = 1u128;
        for round in 0..200 {
            let mut blockers = G::Bits::EMPTY;
            for square in G::ALL.squares() {
                seed = seed.wrapping_mul(0xDA94_2042_E4DD_58B5).wrapping_add(1);
                if (seed >> 60) & 7 < round % 8 {
                    blockers |= G::Bits::of(square);
                }
            }
            for square in G::ALL.squares() {
                for line in ALL_LINES {
                    let reach = G::lines(square)[line].reach(blockers);
                    assert_eq!(reach, walk::<G>(square, line, blockers), "{square:?} {line}");
                }
            }
        }
    }

    #[test]
    fn reach_agrees_with_walking_the_line_on_every_board() {
        lines_agree::<Eight>();
        lines_agree::<SixByNine>();
        lines_agree::<Ten>();
    }

    #[test]
    fn the_holes_of_chessence_stand_as_drawn() {
        let names: Vec<String> = SixByNine::SHAPE
            .holes
            .iter()
            .map(|&hole| SixByNine::SHAPE.name(hole).to_string())
            .collect();
        assert_eq!(names, ["a2", "b3", "d4", "b5", "e5", "c6", "e7", "f8"]);
        assert_eq!(SixByNine::ALL.count(), 46);
    }

    #[test]
    fn squares_between() {
        let at = |name: &str| Eight::SHAPE.parse(name).unwrap();
        let set = |names: &[&str]| names.iter().fold(0, |set, name| set | u64::of(at(name)));
        assert_eq!(between::<Eight>(at("a1"), at("d4")), set(&["b2", "c3"]));
        assert_eq!(between::<Eight>(at("h8"), at("h5")), set(&["h7", "h6"]));
        assert_eq!(between::<Eight>(at("a1"), at("b3")), 0);
        assert_eq!(line_through::<Eight>(at("b2"), at("c3")).count(), 8);
    }
}
