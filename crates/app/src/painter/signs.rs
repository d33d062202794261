//! Paints what the games' own rules do: ghosts, lines of force, relations, charges.

use rules::{Piece, Square};
use scene::{Mark, Power, Scene, Sign, Sprite};
use wasm_bindgen::JsValue;

use super::Painter;

/// How strongly a man is drawn where it would be.
const GHOST: f64 = 0.6;

impl Painter {
    /// Paints the signs beneath the men, or those over them.
    pub(super) fn signs(&mut self, scene: &Scene, under: bool) -> Result<(), JsValue> {
        for &sign in scene.signs.iter().filter(|sign| sign.is_under() == under) {
            self.sign(sign)?;
        }
        Ok(())
    }

    fn sign(&mut self, sign: Sign) -> Result<(), JsValue> {
        let side = self.layout.square();
        match sign {
            Sign::Stands { man, to, powers, charged, .. } => {
                self.ghost(man, to, powers, charged)?
            }
            Sign::Displaced { man, center, from, to, pulled, promotes } => {
                self.force(center, from, to, pulled, 1.0);
                self.ghost(man, to, 0, false)?;
                if promotes {
                    let (x, y) = self.layout.corner(to);
                    self.label(x + side * 0.84, y + side * 0.16, "?", "accent", side * 0.15)?;
                }
            }
            Sign::Impulse { center, strength } => self.impulse(center, strength),
            Sign::Force { center, from, to, pulled } => {
                self.force(center, from, to, pulled, 1.0);
            }
            Sign::Track { from, to, arrow } => self.track(from, to, arrow),
            Sign::Exposed { king, by, .. } => {
                self.arrow(by, king, "danger", 0.06)?;
                self.mark(Mark::Check { at: king, welcome: false })?;
            }
            Sign::Gives { from, to, power } => self.relation(from, to, power),
            Sign::Loses { at, power } => self.loss(at, power)?,
            Sign::Charges { battery, to, .. } => {
                self.between(battery, to, 0.3);
                self.haloed("gold", side * 0.11);
            }
            Sign::IfCharged { to, captures } => {
                if captures {
                    self.brackets(to);
                } else {
                    self.circle(to, side * 0.14)?;
                }
                self.dashed("accent", side * 0.05, side * 0.06);
            }
            Sign::Overtakes { from, over, to, .. } => {
                self.arc(from, to, 0.3);
                self.haloed("accent", side * 0.06);
                self.brackets(over);
                self.haloed("danger", side * 0.06);
            }
        }
        Ok(())
    }

    /// A man where it would be.
    fn ghost(
        &mut self,
        piece: Piece,
        at: Square,
        powers: u8,
        charged: bool,
    ) -> Result<(), JsValue> {
        let (column, row) = self.layout.place(at);
        let place = (f64::from(column), f64::from(row));
        self.sprite(&Sprite { piece, powers, charged, place, opacity: GHOST, scale: 0.9 })
    }

    /// The unit vector from a square to another on the canvas, and their distance in pixels.
    fn toward(&self, from: Square, to: Square) -> ((f64, f64), f64) {
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

    /// A line of force between an impulse and a man that it displaces: a thin line with chevrons
    /// that show which way the man goes.
    fn force(&self, center: Square, from: Square, to: Square, pulled: bool, strength: f64) {
        let side = self.layout.square();
        let far = if pulled { from } else { to };
        self.between(center, far, 0.42);
        self.context.set_global_alpha(0.55 * strength);
        self.haloed("accent", side * 0.025);
        self.context.set_global_alpha(strength);
        let ((dx, dy), length) = self.toward(from, to);
        let (x, y) = self.layout.middle(from);
        let (gap, arm) = (side * 0.34, side * 0.13);
        // From the rim of the man to the rim of its ghost.
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
        self.context.set_global_alpha(1.0);
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

    /// The way of a displaced man, faintly.
    fn track(&self, from: Square, to: Square, arrow: bool) {
        let side = self.layout.square();
        self.line(from, to, 0.0);
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

    /// What gives a man its power: a solid bar, a diagonal with diamonds at its ends, or a dashed
    /// arc, so that the three are told apart without colour.
    fn relation(&self, from: Square, to: Square, power: Power) {
        let side = self.layout.square();
        match power {
            Power::Rook => {
                self.between(from, to, 0.3);
                self.haloed("accent", side * 0.13);
            }
            Power::Bishop => {
                self.between(from, to, 0.36);
                self.haloed("accent", side * 0.05);
                let ((dx, dy), length) = self.toward(from, to);
                let (x, y) = self.layout.middle(from);
                let half = side * 0.1;
                self.context.begin_path();
                for along in [side * 0.36, length - side * 0.36] {
                    let (cx, cy) = (x + dx * along, y + dy * along);
                    self.context.move_to(cx + dx * half, cy + dy * half);
                    self.context.line_to(cx - dy * half, cy + dx * half);
                    self.context.line_to(cx - dx * half, cy - dy * half);
                    self.context.line_to(cx + dy * half, cy - dx * half);
                    self.context.close_path();
                }
                self.filled("accent");
            }
            Power::Knight => {
                self.arc(from, to, 0.22);
                self.dashed("accent", side * 0.055, side * 0.15);
            }
        }
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
        // To the upper side whichever way the arc runs, so that it passes over the men.
        let bend = if dx < 0.0 || (dx == 0.0 && dy > 0.0) { -bend } else { bend };
        let (cx, cy) = ((x0 + x1) / 2.0 + dy * bend, (y0 + y1) / 2.0 - dx * bend);
        self.context.begin_path();
        self.context.move_to(x0, y0);
        self.context.quadratic_curve_to(cx, cy, x1, y1);
    }

    /// A power that the man on a square would lose: a plate with a minus and the power's sign.
    fn loss(&self, at: Square, power: Power) -> Result<(), JsValue> {
        let side = self.layout.square();
        let (x, y) = self.layout.corner(at);
        let (place, text) = match power {
            Power::Rook => (0.0, "\u{2212}+"),
            Power::Bishop => (1.0, "\u{2212}\u{d7}"),
            Power::Knight => (2.0, "\u{2212}\u{25cb}"),
        };
        let (width, height) = (side * 0.4, side * 0.26);
        let (left, top) = (x + side * 0.02, y + side * 0.02 + place * side * 0.31);
        self.context.begin_path();
        self.context.rect(left, top, width, height);
        self.filled("danger");
        self.context.set_fill_style_str(self.colors.get("halo"));
        self.context.set_font(&format!("700 {}px system-ui, sans-serif", (side * 0.24) as u32));
        self.context.set_text_align("center");
        self.context.set_text_baseline("middle");
        self.context.fill_text(text, left + width / 2.0, top + height * 0.54)
    }

    /// Strokes the path in dashes, each with a rim in paper colour.
    fn dashed(&self, color: &str, width: f64, dash: f64) {
        // Round ends lengthen each dash by the line's width.
        let dashes = js_sys::Array::of2(&dash.into(), &(dash * 0.4 + 2.0 * width).into());
        // Only numbers below zero and other things than numbers are refused.
        let _ = self.context.set_line_dash(&dashes);
        self.haloed(color, width);
        let _ = self.context.set_line_dash(&js_sys::Array::new());
    }
}
