//! Paints what the games' own rules do; each game's signs have a file of their own.

mod batteries;
mod chessence;
mod magnetic;

use rules::{Piece, Square};
use scene::{Scene, Sign, Sprite};
use wasm_bindgen::JsValue;

use super::{Painter, set_dashes};

/// How strongly a piece is drawn where it would be.
const GHOST: f64 = 0.6;

impl Painter {
    /// Paints the signs beneath the pieces, or those over them.
    pub(super) fn signs(&mut self, scene: &Scene, under: bool) -> Result<(), JsValue> {
        for &sign in scene.signs.iter().filter(|sign| sign.is_under() == under) {
            if let Sign::Stands { piece, to, powers, charged, .. } = sign {
                self.ghost(piece, to, powers, charged)?;
            }
            self.magnetic(sign)?;
            self.chessence(sign);
            self.batteries(sign)?;
        }
        Ok(())
    }

    /// A piece where it would be.
    fn ghost(
        &mut self,
        piece: Piece,
        at: Square,
        powers: u8,
        charged: bool,
    ) -> Result<(), JsValue> {
        let (column, row) = self.layout.place(at);
        let place = (f64::from(column), f64::from(row));
        self.sprite(&Sprite {
            piece,
            powers,
            charged,
            place,
            opacity: GHOST,
            scale: 0.9,
            fallen: 0.0,
        })
    }

    /// The unit vector from a square to another on the canvas, and their distance in pixels.
    pub(super) fn toward(&self, from: Square, to: Square) -> ((f64, f64), f64) {
        let ((x0, y0), (x1, y1)) = (self.layout.middle(from), self.layout.middle(to));
        let length = ((x1 - x0).powi(2) + (y1 - y0).powi(2)).sqrt().max(1.0);
        (((x1 - x0) / length, (y1 - y0) / length), length)
    }

    /// A line between two squares that stays `short` squares away from the middle of both.
    fn between(&self, from: Square, to: Square, short: f64) {
        let ((dx, dy), length) = self.toward(from, to);
        let (x, y) = self.layout.middle(from);
        let short = (short * self.layout.square()).min(length * 0.4);
        self.context.begin_path();
        self.context.move_to(x + dx * short, y + dy * short);
        self.context.line_to(x + dx * (length - short), y + dy * (length - short));
    }

    /// An arc between two squares that bends to one side by so many squares.
    fn arc(&self, from: Square, to: Square, bend: f64) {
        let ((dx, dy), length) = self.toward(from, to);
        let (x, y) = self.layout.middle(from);
        let side = self.layout.square();
        let short = side * 0.3;
        let (x0, y0) = (x + dx * short, y + dy * short);
        let (x1, y1) = (x + dx * (length - short), y + dy * (length - short));
        let bend = 2.0 * bend * side;
        // To the upper side whichever way the arc runs, so that it passes over the pieces.
        let bend = if dx < 0.0 || (dx == 0.0 && dy > 0.0) { -bend } else { bend };
        let (cx, cy) = ((x0 + x1) / 2.0 + dy * bend, (y0 + y1) / 2.0 - dx * bend);
        self.context.begin_path();
        self.context.move_to(x0, y0);
        self.context.quadratic_curve_to(cx, cy, x1, y1);
    }

    /// Strokes the path in dashes, each with a rim in paper colour.
    fn dashed(&self, color: &str, width: f64, dash: f64) {
        // Round ends lengthen each dash by the line's width.
        set_dashes(&self.context, Some((dash, dash * 0.4 + 2.0 * width)));
        self.haloed(color, width);
        set_dashes(&self.context, None);
    }
}
