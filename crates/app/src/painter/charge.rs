//! How a charged piece looks: an amber ring at its foot, and a bolt.

use std::f64::consts::TAU;

use rules::Square;
use wasm_bindgen::JsValue;

use super::Painter;

/// The bolt in the pieces' view box of 64, at the lower right.
const BOLT: [(f64, f64); 6] =
    [(56.0, 36.0), (45.5, 48.5), (50.5, 48.5), (51.5, 59.5), (61.0, 45.5), (55.5, 45.5)];

impl Painter {
    /// The ring at the foot of the piece whose square's corner is given; it lies beneath the piece.
    pub(super) fn base_ring(&self, x: f64, y: f64) -> Result<(), JsValue> {
        let side = self.layout.square();
        self.context.begin_path();
        let (cx, cy) = (x + side / 2.0, y + side * 0.86);
        self.context.ellipse(cx, cy, side * 0.4, side * 0.1, 0.0, 0.0, TAU)?;
        self.haloed("gold", side * 0.05);
        Ok(())
    }

    /// The bolt beside the piece whose square's corner is given.
    pub(super) fn bolt(&self, x: f64, y: f64) {
        self.bolt_path(x, y);
        self.filled("gold");
    }

    /// A hollow bolt, struck out: the piece on the square has lost its charge.
    pub(super) fn spent_bolt(&self, at: Square) {
        let (x, y) = self.layout.corner(at);
        let unit = self.layout.square() / 64.0;
        self.bolt_path(x, y);
        self.filled("halo");
        self.stroked("ink", 1.5 * unit);
        self.context.begin_path();
        self.context.move_to(x + 44.0 * unit, y + 37.0 * unit);
        self.context.line_to(x + 62.0 * unit, y + 59.0 * unit);
        self.haloed("ink", 2.5 * unit);
    }

    fn bolt_path(&self, x: f64, y: f64) {
        let unit = self.layout.square() / 64.0;
        self.context.begin_path();
        for (right, down) in BOLT {
            self.context.line_to(x + right * unit, y + down * unit);
        }
        self.context.close_path();
    }
}
