//! Chessence: which men give which powers to which.

use rules::Square;
use scene::{Power, Sign};

use crate::painter::Painter;

impl Painter {
    pub(super) fn chessence(&self, sign: Sign) {
        if let Sign::Gives { from, to, power } = sign {
            self.relation(from, to, power);
        }
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
}
