//! What the module asks of a browser by itself: a canvas, the time, and random numbers.

use table::{Entropy, Moment};
use wasm_bindgen::{JsCast, JsValue};

use crate::js;
pub(crate) use crate::js::{
    CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement, written,
};

/// What paints on a canvas.
pub(crate) fn context_of(canvas: &HtmlCanvasElement) -> Result<CanvasRenderingContext2d, JsValue> {
    let context = canvas.get_context("2d")?;
    context.ok_or_else(|| JsValue::from_str("the canvas has no 2d context"))
}

/// A canvas or a drawing of the page's.
pub(crate) fn of_page<T>(element: T) -> T {
    element
}

/// A canvas that is not on the page.
pub(crate) fn new_canvas() -> Result<HtmlCanvasElement, JsValue> {
    Ok(js::new_element("canvas")?.unchecked_into())
}

/// Has lines stroked in dashes of these lengths, and gaps; without any, in one piece.
pub(crate) fn set_dashes(context: &CanvasRenderingContext2d, lengths: Option<(f64, f64)>) {
    let dashes = match lengths {
        Some((dash, gap)) => js::Array::of2(&dash.into(), &gap.into()),
        None => js::Array::new(),
    };
    // Only numbers below zero and other things than numbers are refused.
    let _ = context.set_line_dash(&dashes);
}

/// A drawing of a piece as a part of another, at this place and size: its beginning, to which attributes can be
/// added, and the rest. The page's drawings are texts of SVG, 64 units wide.
#[cfg(feature = "whole")]
pub(crate) fn markup(
    image: &HtmlImageElement,
    [x, y, width, height]: [f64; 4],
) -> (String, String) {
    use crate::svg::short;

    let address = image.src();
    let text = address.strip_prefix("data:image/svg+xml,");
    let drawing = text.and_then(|text| js::percent_decoded(text).ok()).unwrap_or_default();
    let [left, top] = [x, y].map(short);
    // Four digits: pieces are larger than half of what their drawings are.
    let [wide, high] = [width, height].map(|size| short(size / 0.64));
    let placed = format!("translate({left} {top})scale({wide}e-2 {high}e-2)");
    ("<g".to_owned(), format!("><g transform=\"{placed}\">{drawing}</g></g>"))
}

/// When something happens, and random numbers for it: the browser's, fit for secrets.
pub(crate) fn moment() -> Moment {
    // Without a source of randomness no fair draw is possible; the panic is shown to the player
    // rather than a draw that looks random and is not.
    let Ok(random) = getrandom::u64() else { panic!("the browser gives no random numbers") };
    Moment { now: js::now() as u64, random }
}

/// Random bytes for names and secrets.
pub(crate) fn entropy() -> Entropy {
    let mut bytes = [0; 56];
    if getrandom::fill(&mut bytes).is_err() {
        panic!("the browser gives no random numbers");
    }
    bytes
}
