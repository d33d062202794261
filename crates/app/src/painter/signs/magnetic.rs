//! Magnetic Chess: ghosts and lines of force, rays, tracks.

use rules::Square;
use scene::Sign;
use wasm_bindgen::JsValue;

use crate::painter::Painter;

impl Painter {
    pub(super) fn magnetic(&mut self, sign: Sign) -> Result<(), JsValue> {
        match sign {
            Sign::Displaced { piece, center, from, to, pulled, promotes } => {
                self.force(center, from, to, pulled);
                self.ghost(piece, to, 0, false)?;
                if promotes {
                    self.badge(to, (1, 0), "?", "accent")?;
                }
            }
            Sign::Impulse { center, strength } => self.impulse(center, strength),
            Sign::Force { center, from, to, pulled } => self.force(center, from, to, pulled),
            Sign::Track { from, to, arrow } => self.track(from, to, arrow),
            _ => {}
        }
        Ok(())
    }

    /// A line of force between an impulse and a piece that it displaces: a thin line with chevrons
    /// that show which way the piece goes.
    fn force(&self, center: Square, from: Square, to: Square, pulled: bool) {
        let side = self.layout.square();
        let far = if pulled { from } else { to };
        self.between(center, far, 0.42);
        self.context.set_global_alpha(0.55);
        self.haloed("accent", side * 0.025);
        self.context.set_global_alpha(1.0);
        let ((dx, dy), length) = self.toward(from, to);
        let (x, y) = self.layout.middle(from);
        let (gap, arm) = (side * 0.34, side * 0.13);
        // From the rim of the piece to the rim of its ghost.
        let room = (length - side * 0.5).max(side * 0.2);
        let count = (room / gap).floor().max(1.0);
        self.context.begin_path();
        let mut place = 0.0;
        while place < count {
            let along = (length - (count - 1.0) * gap) / 2.0 + place * gap;
            let (tip_x, tip_y) = (x + dx * (along + arm / 2.0), y + dy * (along + arm / 2.0));
            self.context.move_to(tip_x - dx * arm - dy * arm, tip_y - dy * arm + dx * arm);
            self.context.line_to(tip_x, tip_y);
            self.context.line_to(tip_x - dx * arm + dy * arm, tip_y - dy * arm - dx * arm);
            place += 1.0;
        }
        self.haloed("accent", side * 0.055);
    }

    /// Four rays that run from a square.
    fn impulse(&self, center: Square, strength: f64) {
        let side = self.layout.square();
        let (x, y) = self.layout.middle(center);
        let (width, height) = self.layout.size();
        let reach = f64::from(width.max(height)) * strength;
        self.context.begin_path();
        for (dx, dy) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
            self.context.move_to(x + dx * side * 0.4, y + dy * side * 0.4);
            self.context.line_to(x + dx * reach, y + dy * reach);
        }
        self.context.set_global_alpha(0.9 - strength * 0.5);
        self.haloed("accent", side * 0.04);
        self.context.set_global_alpha(1.0);
    }

    /// The way of a displaced piece, faintly.
    fn track(&self, from: Square, to: Square, arrow: bool) {
        let side = self.layout.square();
        self.line(from, to);
        self.context.set_global_alpha(if arrow { 0.75 } else { 0.45 });
        self.stroked("ink", side * 0.03);
        if arrow {
            let ((dx, dy), length) = self.toward(from, to);
            let (x, y) = self.layout.middle(from);
            let (tip, arm) = (length - side * 0.46, side * 0.12);
            let (tip_x, tip_y) = (x + dx * tip, y + dy * tip);
            self.context.begin_path();
            self.context.move_to(tip_x - dx * arm - dy * arm, tip_y - dy * arm + dx * arm);
            self.context.line_to(tip_x, tip_y);
            self.context.line_to(tip_x - dx * arm + dy * arm, tip_y - dy * arm - dx * arm);
            self.stroked("ink", side * 0.05);
        }
        self.context.set_global_alpha(1.0);
    }
}
