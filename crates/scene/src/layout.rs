//! Where the squares lie, and which square lies under a point.

use rules::{Shape, Square};

/// The board laid out in device pixels. Squares are whole pixels wide, so that their edges are
/// sharp at every pixel ratio.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Layout {
    shape: Shape,
    square: u32,
    flipped: bool,
}

impl Layout {
    /// The largest board that fits into `width` by `height` device pixels, at least eight pixels a
    /// square.
    pub fn fit(shape: Shape, width: f64, height: f64, flipped: bool) -> Self {
        let across = width / f64::from(shape.files);
        let down = height / f64::from(shape.ranks);
        let square = across.min(down).floor().clamp(8.0, 1000.0) as u32;
        Layout { shape, square, flipped }
    }

    /// The side of a square.
    pub fn square(&self) -> f64 {
        f64::from(self.square)
    }

    /// Width and height of the board.
    pub fn size(&self) -> (u32, u32) {
        let (files, ranks) = (u32::from(self.shape.files), u32::from(self.shape.ranks));
        (files * self.square, ranks * self.square)
    }

    /// The outline of the board.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Whether Black's first rank is at the bottom.
    pub fn is_flipped(&self) -> bool {
        self.flipped
    }

    /// The same board seen from the other side, or not.
    #[must_use]
    pub fn turned(self, flipped: bool) -> Self {
        Layout { flipped, ..self }
    }

    /// The column (from the left) and row (from the top) of a square.
    pub fn place(&self, square: Square) -> (u8, u8) {
        let (file, rank) = (self.shape.file(square), self.shape.rank(square));
        if self.flipped {
            (self.shape.files - 1 - file, rank)
        } else {
            (file, self.shape.ranks - 1 - rank)
        }
    }

    /// The square in a column and a row.
    pub fn square_in(&self, column: u8, row: u8) -> Square {
        if self.flipped {
            self.shape.at(self.shape.files - 1 - column, row)
        } else {
            self.shape.at(column, self.shape.ranks - 1 - row)
        }
    }

    /// The upper left corner of a square.
    pub fn corner(&self, square: Square) -> (f64, f64) {
        let (column, row) = self.place(square);
        (f64::from(column) * self.square(), f64::from(row) * self.square())
    }

    /// The middle of a square.
    pub fn middle(&self, square: Square) -> (f64, f64) {
        let (x, y) = self.corner(square);
        (x + self.square() / 2.0, y + self.square() / 2.0)
    }

    /// The square under a point; none off the board. A hole is a square here.
    pub fn at(&self, x: f64, y: f64) -> Option<Square> {
        let (width, height) = self.size();
        let inside = x >= 0.0 && y >= 0.0 && x < f64::from(width) && y < f64::from(height);
        inside.then(|| self.square_in((x / self.square()) as u8, (y / self.square()) as u8))
    }
}

#[cfg(test)]
mod tests {
    use rules::board::{Eight, Geometry, Ten};

    use super::*;

    #[test]
    fn a_point_in_a_square_is_in_that_square_either_way_round() {
        for flipped in [false, true] {
            let layout = Layout::fit(Ten::SHAPE, 777.0, 801.0, flipped);
            for square in Ten::SHAPE.all() {
                let (x, y) = layout.middle(square);
                assert_eq!(layout.at(x, y), Some(square));
                let (x, y) = layout.corner(square);
                assert_eq!(layout.at(x, y), Some(square));
            }
        }
    }

    #[test]
    fn squares_are_whole_pixels() {
        let layout = Layout::fit(Eight::SHAPE, 1023.4, 900.0, false);
        assert_eq!(layout.square(), 112.0);
        assert_eq!(layout.size(), (896, 896));
        assert_eq!(layout.at(896.0, 10.0), None);
        assert_eq!(layout.at(-0.1, 10.0), None);
    }

    #[test]
    fn white_is_below_unless_flipped() {
        let layout = Layout::fit(Eight::SHAPE, 80.0, 80.0, false);
        let a1 = Eight::SHAPE.parse("a1").unwrap();
        assert_eq!(layout.place(a1), (0, 7));
        assert_eq!(layout.turned(true).place(a1), (7, 0));
    }
}
