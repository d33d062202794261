//! Chess with Batteries: charges, what a charge would add, and which pieces an Agent jumps.

use scene::Sign;
use wasm_bindgen::JsValue;

use crate::painter::Painter;

impl Painter {
    pub(super) fn batteries(&self, sign: Sign) -> Result<(), JsValue> {
        let side = self.layout.square();
        match sign {
            Sign::Charges { battery, to, .. } => {
                self.between(battery, to, 0.3);
                self.haloed("gold", side * 0.11);
            }
            Sign::Uncharged { at } => self.spent_bolt(at),
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
            _ => {}
        }
        Ok(())
    }
}
