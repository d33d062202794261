//! The same for native tests: a canvas that keeps what is painted on it as SVG, with the rectangle
//! that each part takes; a clock that stands still; numbers that are always the same.

use std::cell::Cell;
use std::rc::Rc;

use table::{Entropy, Moment};
use wasm_bindgen::JsValue;

use crate::svg::short;
pub(crate) use crate::svg::{Bounds, Painted, Svg as CanvasRenderingContext2d};

type Done = Result<(), JsValue>;

/// A drawing, by its name.
#[derive(Clone, Debug)]
pub(crate) struct HtmlImageElement(pub(crate) &'static str);

/// A canvas.
#[derive(Clone, Default, Debug)]
pub(crate) struct HtmlCanvasElement {
    size: Rc<Cell<(u32, u32)>>,
    context: CanvasRenderingContext2d,
}

impl HtmlCanvasElement {
    pub(crate) fn width(&self) -> u32 {
        self.size.get().0
    }

    pub(crate) fn height(&self) -> u32 {
        self.size.get().1
    }

    /// As in a browser, a canvas that is resized is empty.
    pub(crate) fn set_width(&self, width: u32) {
        self.size.set((width, self.height()));
        self.context.take();
    }

    pub(crate) fn set_height(&self, height: u32) {
        self.size.set((self.width(), height));
        self.context.take();
    }

    /// What has been painted since the canvas was last cleared.
    pub(crate) fn painted(&self) -> Vec<Painted> {
        self.context.painted()
    }

    /// Forgets what has been painted, and hands it out.
    pub(crate) fn take(&self) -> Vec<Painted> {
        self.context.take()
    }

    /// Whether what is painted next is as on a new canvas: opaque, undashed, not clipped or turned.
    pub(crate) fn is_reset(&self) -> bool {
        self.context.is_reset()
    }

    /// What has been painted, as a picture that a browser shows.
    pub(crate) fn svg(&self) -> String {
        let (width, height) = self.size.get();
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">\n"
        );
        for part in self.painted() {
            svg.push_str(&part.svg);
            svg.push('\n');
        }
        svg + "</svg>\n"
    }
}

/// A drawing is shown by its name.
pub(crate) fn markup(image: &HtmlImageElement, [x, y, width, height]: Bounds) -> (String, String) {
    let [left, down, wide, high] = [x, y + height * 0.6, width, height].map(short);
    let what =
        format!("<text x=\"{left}\" y=\"{down}\" textLength=\"{wide}\" data-height=\"{high}\"");
    (what, format!(">{}</text>", image.0))
}

impl CanvasRenderingContext2d {
    pub(crate) fn draw_image_with_html_canvas_element(
        &self,
        canvas: &HtmlCanvasElement,
        x: f64,
        y: f64,
    ) -> Done {
        let (width, height) = (canvas.width().into(), canvas.height().into());
        self.draw_image_with_html_canvas_element_and_dw_and_dh(canvas, x, y, width, height)
    }

    /// What is on the other canvas, as a group.
    pub(crate) fn draw_image_with_html_canvas_element_and_dw_and_dh(
        &self,
        canvas: &HtmlCanvasElement,
        x: f64,
        y: f64,
        width: f64,
        height: f64,
    ) -> Done {
        let parts: Vec<String> = canvas.painted().into_iter().map(|part| part.svg).collect();
        let (wide, high) = (f64::from(canvas.width()), f64::from(canvas.height()));
        let mut inner = format!("translate({} {})", short(x), short(y));
        if (wide, high) != (width, height) {
            inner.push_str(&format!("scale({} {})", short(width / wide), short(height / high)));
        }
        let close = format!("><g transform=\"{inner}\">{}</g></g>", parts.concat());
        self.add("<g", &close, String::new(), [x, y, x + width, y + height]);
        Ok(())
    }
}

pub(crate) fn context_of(canvas: &HtmlCanvasElement) -> Result<CanvasRenderingContext2d, JsValue> {
    Ok(canvas.context.clone())
}

/// No page calls a native test.
pub(crate) fn of_page<T, U>(_: T) -> U {
    unreachable!()
}

pub(crate) fn new_canvas() -> Result<HtmlCanvasElement, JsValue> {
    Ok(HtmlCanvasElement::default())
}

pub(crate) fn set_dashes(context: &CanvasRenderingContext2d, lengths: Option<(f64, f64)>) {
    context.set_dashes(lengths);
}

/// Half past ten on a Sunday.
pub(crate) fn moment() -> Moment {
    Moment { now: 1_795_343_400_000, random: 7 }
}

pub(crate) fn entropy() -> Entropy {
    [7; 56]
}

/// A number as text: numbers that cross are neither so large nor so small that JavaScript writes another.
pub(crate) fn written(number: f64) -> String {
    number.to_string()
}
