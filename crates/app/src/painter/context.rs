//! What a painter paints on: a canvas or, where a drawing is wanted, SVG. The module that only plays, whose
//! size counts most, has none but the canvas.

use wasm_bindgen::JsValue;

use crate::browser::{self, CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement};
use crate::svg::Svg;

/// A canvas's context, or what takes the same calls.
#[derive(Clone, Debug)]
pub(super) enum Context {
    Canvas(CanvasRenderingContext2d),
    Svg(Svg),
}

/// Hands each call on.
macro_rules! hand_on {
    ($($name:ident($($given:ident: $kind:ty),*) $(-> $result:ty)?;)*) => {
        impl Context {
            $(
                #[allow(clippy::too_many_arguments)]
                pub(super) fn $name(&self, $($given: $kind),*) $(-> $result)? {
                    match self {
                        Context::Canvas(canvas) => canvas.$name($($given),*),
                        Context::Svg(svg) => svg.$name($($given),*),
                    }
                }
            )*
        }
    };
}

hand_on! {
    arc(x: f64, y: f64, radius: f64, from: f64, to: f64) -> Result<(), JsValue>;
    begin_path();
    clear_rect(x: f64, y: f64, width: f64, height: f64);
    clip();
    close_path();
    draw_image_with_html_image_element_and_dw_and_dh(
        image: &HtmlImageElement, x: f64, y: f64, width: f64, height: f64
    ) -> Result<(), JsValue>;
    ellipse(
        x: f64, y: f64, wide: f64, high: f64, turn: f64, from: f64, to: f64
    ) -> Result<(), JsValue>;
    fill();
    fill_rect(x: f64, y: f64, width: f64, height: f64);
    fill_text(text: &str, x: f64, y: f64) -> Result<(), JsValue>;
    line_to(x: f64, y: f64);
    move_to(x: f64, y: f64);
    quadratic_curve_to(cx: f64, cy: f64, x: f64, y: f64);
    rect(x: f64, y: f64, width: f64, height: f64);
    restore();
    rotate(angle: f64) -> Result<(), JsValue>;
    save();
    set_fill_style_str(color: &str);
    set_font(font: &str);
    set_global_alpha(alpha: f64);
    set_line_cap(cap: &str);
    set_line_join(join: &str);
    set_line_width(width: f64);
    set_stroke_style_str(color: &str);
    set_text_align(align: &str);
    set_text_baseline(baseline: &str);
    stroke();
    translate(x: f64, y: f64) -> Result<(), JsValue>;
}

/// Has lines stroked in dashes of these lengths, and gaps; without any, in one piece.
pub(super) fn set_dashes(context: &Context, lengths: Option<(f64, f64)>) {
    match context {
        Context::Canvas(canvas) => browser::set_dashes(canvas, lengths),
        Context::Svg(svg) => svg.set_dashes(lengths),
    }
}

/// What paints on a canvas.
pub(super) fn context_of(canvas: &HtmlCanvasElement) -> Result<Context, JsValue> {
    browser::context_of(canvas).map(Context::Canvas)
}

impl Context {
    /// Puts what is on another canvas here, in this size. A drawing takes nothing from a canvas.
    pub(super) fn draw_image_with_html_canvas_element_and_dw_and_dh(
        &self,
        raster: &HtmlCanvasElement,
        x: f64,
        y: f64,
        width: f64,
        height: f64,
    ) -> Result<(), JsValue> {
        match self {
            Context::Canvas(canvas) => canvas
                .draw_image_with_html_canvas_element_and_dw_and_dh(raster, x, y, width, height),
            Context::Svg(_) => Ok(()),
        }
    }

    /// The same in its own size.
    pub(super) fn draw_image_with_html_canvas_element(
        &self,
        raster: &HtmlCanvasElement,
        x: f64,
        y: f64,
    ) -> Result<(), JsValue> {
        match self {
            Context::Canvas(canvas) => canvas.draw_image_with_html_canvas_element(raster, x, y),
            Context::Svg(_) => Ok(()),
        }
    }
}
