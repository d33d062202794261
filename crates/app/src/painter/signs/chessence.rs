//! Chessence: who gives whom which power.

use rules::Square;
use scene::{Power, Sign};
use wasm_bindgen::JsValue;

use crate::painter::{Painter, TYPE};

impl Painter {
    pub(super) fn chessence(&self, sign: Sign) -> Result<(), JsValue> {
        match sign {
            Sign::Gives { from, to, power } => self.relation(from, to, power),
            Sign::Loses { at, power } => self.loss(at, power)?,
            _ => {}
        }
        Ok(())
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
        self.context.set_font(&format!("600 {}px {TYPE}", (side * 0.24) as u32));
        self.context.set_text_align("center");
        self.context.set_text_baseline("middle");
        self.context.fill_text(text, left + width / 2.0, top + height * 0.54)
    }
}
