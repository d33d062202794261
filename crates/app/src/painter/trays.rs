//! What is off the board, on pictures that are saved: beside the board, as it is on the page.

use rules::{Color, Role};
use scene::Scene;
use wasm_bindgen::JsValue;

use super::Painter;

/// How high a tray is, and how large a piece in it, in sides of a square.
const HEIGHT: f64 = 0.75;
const PIECE: f64 = 0.62;
/// How far the hand is from the reserve, in pieces.
const GAP: f64 = 0.6;
/// How much is left free at both ends, in sides of a square: the number of the last kind is a disc.
const MARGIN: f64 = 0.08;

/// What one side has off the board: kinds of pieces, and how many of each.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Tray {
    /// What can be drawn or dropped.
    pub(crate) reserve: Vec<(Role, u32)>,
    /// What is drawn and not placed yet.
    pub(crate) hand: Vec<(Role, u32)>,
}

impl Painter {
    /// How high a tray is, in pixels of the canvas.
    pub(crate) fn tray_height(&self) -> u32 {
        (self.layout.square() * HEIGHT).round() as u32
    }

    /// Paints the scene; with trays, each with whose it is, one above it and one below, for which the canvas grows.
    pub(crate) fn picture(
        &mut self,
        scene: &Scene,
        trays: Option<[(Tray, Color); 2]>,
    ) -> Result<(), JsValue> {
        let Some([above, below]) = trays else { return self.paint(scene) };
        let (height, tray) = (self.layout.size().1, self.tray_height());
        let whole = height + 2 * tray;
        if self.canvas.height() != whole {
            self.canvas.set_height(whole);
        }
        self.lower(tray, |painter| painter.paint(scene))?;
        // Over what the board has painted beyond its edges.
        self.lower(0, |painter| painter.tray(&above.0, above.1))?;
        self.lower(tray + height, |painter| painter.tray(&below.0, below.1))
    }

    /// Paints so far down.
    fn lower(
        &mut self,
        by: u32,
        paint: impl FnOnce(&mut Painter) -> Result<(), JsValue>,
    ) -> Result<(), JsValue> {
        self.context.save();
        self.context.translate(0.0, by.into())?;
        let painted = paint(self);
        self.context.restore();
        painted
    }

    /// Paints a tray where the board begins: the reserve on the left, and the hand on the right, above a rule.
    pub(crate) fn tray(&mut self, tray: &Tray, color: Color) -> Result<(), JsValue> {
        let side = self.layout.square();
        let (width, height) = (f64::from(self.layout.size().0), f64::from(self.tray_height()));
        self.context.clear_rect(0.0, 0.0, width, height);
        self.context.set_fill_style_str(self.colors.get("paper"));
        self.context.fill_rect(0.0, 0.0, width, height);
        let gap = if tray.reserve.is_empty() || tray.hand.is_empty() { 0.0 } else { GAP };
        let count = (tray.reserve.len() + tray.hand.len()) as f64 + gap;
        let margin = side * MARGIN;
        let slot = (side * PIECE).min((width - 2.0 * margin) / count.max(1.0));
        let end = width - margin;
        let begin = end - slot * tray.hand.len() as f64;
        if !tray.hand.is_empty() {
            let rule = (side * 0.05).max(self.ratio);
            self.context.set_fill_style_str(self.colors.get("accent"));
            self.context.fill_rect(begin, height - rule, end - begin, rule);
        }
        let on_left =
            tray.reserve.iter().enumerate().map(|(at, one)| (margin + at as f64 * slot, one));
        let on_right =
            tray.hand.iter().enumerate().map(|(at, one)| (begin + at as f64 * slot, one));
        for (x, &(role, count)) in on_left.chain(on_right) {
            let y = (height - slot) / 2.0;
            self.off_the_board(role, color, (x, y), slot)?;
            if count > 1 {
                let radius = (slot * 0.2).max(6.5 * self.ratio);
                let (x, y) = (x + slot - radius, y + slot - radius);
                self.label(x, y, &count.to_string(), "ink", radius)?;
            }
        }
        Ok(())
    }
}
