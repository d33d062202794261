//! A drawing: what else is painted on a canvas, kept as SVG.

use std::cell::RefCell;
use std::f64::consts::TAU;
use std::rc::Rc;

use wasm_bindgen::JsValue;

use crate::browser::{HtmlImageElement, markup};

type Done = Result<(), JsValue>;

/// Files of SVG one below the other as one file: each with how far down it begins.
pub(crate) fn stacked((width, height): (u32, u32), parts: &[(String, u32)]) -> String {
    let nested = |(file, y): &(String, u32)| file.replacen("<svg ", &format!("<svg y=\"{y}\" "), 1);
    let parts: Vec<String> = parts.iter().map(nested).collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n{}</svg>\n",
        parts.concat()
    )
}

/// A rectangle: left, top, right, bottom.
pub(crate) type Bounds = [f64; 4];

/// Something painted.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Painted {
    /// As SVG.
    pub(crate) svg: String,
    /// The rectangle that it takes.
    pub(crate) bounds: Bounds,
    /// In which colour; nothing for a drawing.
    pub(crate) color: String,
    /// How strongly, 0 to 1.
    pub(crate) alpha: f64,
}

#[derive(Clone, Debug)]
struct DrawingState {
    fill: String,
    stroke: String,
    alpha: f64,
    width: f64,
    ends: String,
    dash: Option<(f64, f64)>,
    font: String,
    align: String,
    baseline: String,
    clip: Option<Bounds>,
    /// The transformation, as SVG.
    turned: String,
}

impl Default for DrawingState {
    fn default() -> Self {
        let text = str::to_owned;
        DrawingState {
            fill: text("#000"),
            stroke: text("#000"),
            alpha: 1.0,
            width: 1.0,
            ends: text("butt miter"),
            dash: None,
            font: text("10px sans-serif"),
            align: text("start"),
            baseline: text("alphabetic"),
            clip: None,
            turned: String::new(),
        }
    }
}

#[derive(Default, Debug)]
struct Sheet {
    style: DrawingState,
    saved: Vec<DrawingState>,
    /// The path, as SVG, and the rectangle that it takes.
    path: String,
    bounds: Option<Bounds>,
    painted: Vec<Painted>,
}

/// Takes what a context of a canvas takes.
#[derive(Clone, Default, Debug)]
pub(crate) struct Svg(Rc<RefCell<Sheet>>);

/// A number to a hundredth. The standard library's code for floating-point numbers would be larger than all
/// of this.
pub(crate) fn short(number: f64) -> String {
    let hundredths = (number * 100.0).round() as i64;
    let (whole, rest) = (hundredths.abs() / 100, hundredths.abs() % 100);
    let sign = if hundredths < 0 { "-" } else { "" };
    match rest {
        0 => format!("{sign}{whole}"),
        rest if rest % 10 == 0 => format!("{sign}{whole}.{}", rest / 10),
        rest => format!("{sign}{whole}.{rest:02}"),
    }
}

fn joined(one: Bounds, other: Bounds) -> Bounds {
    let [a, b, c, d] = one;
    let [e, f, g, h] = other;
    [a.min(e), b.min(f), c.max(g), d.max(h)]
}

impl Sheet {
    fn to(&mut self, how: &str, points: &[(f64, f64)]) {
        self.path.push_str(how);
        let all: Vec<String> =
            points.iter().map(|&(x, y)| format!("{} {}", short(x), short(y))).collect();
        self.path.push_str(&all.join(" "));
        for &(x, y) in points {
            self.take_in([x, y, x, y]);
        }
    }

    fn take_in(&mut self, bounds: Bounds) {
        self.bounds = Some(self.bounds.map_or(bounds, |before| joined(before, bounds)));
    }

    fn round(&mut self, x: f64, y: f64, [wide, high]: [f64; 2]) {
        let [left, right] = [x - wide, x + wide].map(short);
        let (middle, wide_text, high_text) = (short(y), short(wide), short(high));
        self.path.push_str(&format!(
            "M{left} {middle}A{wide_text} {high_text} 0 1 1 {right} {middle}\
             A{wide_text} {high_text} 0 1 1 {left} {middle}Z"
        ));
        self.take_in([x - wide, y - high, x + wide, y + high]);
    }

    fn add(&mut self, what: &str, close: &str, color: String, bounds: Bounds) {
        let DrawingState { alpha, clip, turned, .. } = &self.style;
        let mut svg = String::new();
        if let Some([left, top, right, bottom]) = *clip {
            // An inner drawing shows nothing outside its rectangle.
            let [x, y, wide, high] = [left, top, right - left, bottom - top].map(short);
            let given = format!("x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\"");
            svg.push_str(&format!("<svg {given} viewBox=\"{x} {y} {wide} {high}\">"));
        }
        svg.push_str(what);
        if *alpha != 1.0 {
            svg.push_str(&format!(" opacity=\"{}\"", short(*alpha)));
        }
        if !turned.is_empty() {
            svg.push_str(&format!(" transform=\"{turned}\""));
        }
        let bounds = clip.map_or(bounds, |[left, top, right, bottom]| {
            let [a, b, c, d] = bounds;
            [a.max(left), b.max(top), c.min(right), d.min(bottom)]
        });
        svg.push_str(close);
        if clip.is_some() {
            svg.push_str("</svg>");
        }
        self.painted.push(Painted { svg, bounds, color, alpha: *alpha });
    }
}

impl Svg {
    fn set_state(&self, change: impl FnOnce(&mut DrawingState)) {
        change(&mut self.0.borrow_mut().style);
    }

    pub(crate) fn save(&self) {
        let mut sheet = self.0.borrow_mut();
        let style = sheet.style.clone();
        sheet.saved.push(style);
    }

    pub(crate) fn restore(&self) {
        let mut sheet = self.0.borrow_mut();
        if let Some(style) = sheet.saved.pop() {
            sheet.style = style;
        }
    }

    pub(crate) fn translate(&self, x: f64, y: f64) -> Done {
        let text = format!("translate({} {})", short(x), short(y));
        self.set_state(|style| style.turned.push_str(&text));
        Ok(())
    }

    pub(crate) fn rotate(&self, angle: f64) -> Done {
        let text = format!("rotate({})", short(angle.to_degrees()));
        self.set_state(|style| style.turned.push_str(&text));
        Ok(())
    }

    pub(crate) fn set_fill_style_str(&self, color: &str) {
        self.set_state(|style| color.clone_into(&mut style.fill));
    }

    pub(crate) fn set_stroke_style_str(&self, color: &str) {
        self.set_state(|style| color.clone_into(&mut style.stroke));
    }

    pub(crate) fn set_global_alpha(&self, alpha: f64) {
        self.set_state(|style| style.alpha = alpha);
    }

    pub(crate) fn set_line_width(&self, width: f64) {
        self.set_state(|style| style.width = width);
    }

    pub(crate) fn set_line_cap(&self, cap: &str) {
        let [_, join] = self.cap_and_join();
        self.set_state(|style| style.ends = format!("{cap} {join}"));
    }

    pub(crate) fn set_line_join(&self, join: &str) {
        let [cap, _] = self.cap_and_join();
        self.set_state(|style| style.ends = format!("{cap} {join}"));
    }

    fn cap_and_join(&self) -> [String; 2] {
        let ends = self.0.borrow().style.ends.clone();
        let (cap, join) = ends.split_once(' ').unwrap_or_default();
        [cap.to_owned(), join.to_owned()]
    }

    pub(crate) fn set_font(&self, font: &str) {
        self.set_state(|style| font.clone_into(&mut style.font));
    }

    pub(crate) fn set_text_align(&self, align: &str) {
        self.set_state(|style| align.clone_into(&mut style.align));
    }

    pub(crate) fn set_text_baseline(&self, baseline: &str) {
        self.set_state(|style| baseline.clone_into(&mut style.baseline));
    }

    pub(crate) fn begin_path(&self) {
        let mut sheet = self.0.borrow_mut();
        sheet.path.clear();
        sheet.bounds = None;
    }

    pub(crate) fn close_path(&self) {
        self.0.borrow_mut().path.push('Z');
    }

    pub(crate) fn move_to(&self, x: f64, y: f64) {
        self.0.borrow_mut().to("M", &[(x, y)]);
    }

    /// The first point of a path is where it begins, however it is named.
    pub(crate) fn line_to(&self, x: f64, y: f64) {
        let mut sheet = self.0.borrow_mut();
        let how = if sheet.path.is_empty() { "M" } else { "L" };
        sheet.to(how, &[(x, y)]);
    }

    pub(crate) fn quadratic_curve_to(&self, cx: f64, cy: f64, x: f64, y: f64) {
        self.0.borrow_mut().to("Q", &[(cx, cy), (x, y)]);
    }

    pub(crate) fn rect(&self, x: f64, y: f64, width: f64, height: f64) {
        let mut sheet = self.0.borrow_mut();
        sheet.to("M", &[(x, y)]);
        for corner in [(x + width, y), (x + width, y + height), (x, y + height)] {
            sheet.to("L", &[corner]);
        }
        sheet.path.push('Z');
    }

    /// Only whole circles are painted.
    pub(crate) fn arc(&self, x: f64, y: f64, radius: f64, from: f64, to: f64) -> Done {
        debug_assert_eq!((from, to), (0.0, TAU));
        self.0.borrow_mut().round(x, y, [radius; 2]);
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "the browser's function has them")]
    pub(crate) fn ellipse(
        &self,
        x: f64,
        y: f64,
        wide: f64,
        high: f64,
        turn: f64,
        from: f64,
        to: f64,
    ) -> Done {
        debug_assert_eq!((turn, from, to), (0.0, 0.0, TAU));
        self.0.borrow_mut().round(x, y, [wide, high]);
        Ok(())
    }

    /// Only rectangles clip.
    pub(crate) fn clip(&self) {
        let mut sheet = self.0.borrow_mut();
        sheet.style.clip = sheet.bounds;
    }

    pub(crate) fn fill(&self) {
        let mut sheet = self.0.borrow_mut();
        let (color, bounds) = (sheet.style.fill.clone(), sheet.bounds.unwrap_or_default());
        let what = format!("<path d=\"{}\" fill=\"{color}\"", sheet.path);
        sheet.add(&what, "/>", color, bounds);
    }

    pub(crate) fn stroke(&self) {
        let mut sheet = self.0.borrow_mut();
        let DrawingState { stroke: color, width, ends, dash, .. } = sheet.style.clone();
        let mut what = format!(
            "<path d=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{}\"",
            sheet.path,
            short(width)
        );
        if ends != "round round" {
            let (cap, join) = ends.split_once(' ').unwrap_or_default();
            what.push_str(&format!(" stroke-linecap=\"{cap}\" stroke-linejoin=\"{join}\""));
        }
        if let Some((dash, gap)) = dash {
            what.push_str(&format!(" stroke-dasharray=\"{} {}\"", short(dash), short(gap)));
        }
        let [left, top, right, bottom] = sheet.bounds.unwrap_or_default();
        let out = width / 2.0;
        sheet.add(&what, "/>", color, [left - out, top - out, right + out, bottom + out]);
    }

    pub(crate) fn clear_rect(&self, x: f64, y: f64, width: f64, height: f64) {
        let mut sheet = self.0.borrow_mut();
        // What is painted elsewhere stays.
        if sheet.style.turned.is_empty() {
            sheet.painted.clear();
        }
        sheet.add(
            &format!("<rect width=\"{}\" height=\"{}\" fill=\"none\"", short(width), short(height)),
            "/>",
            String::new(),
            [x, y, x + width, y + height],
        );
    }

    pub(crate) fn fill_rect(&self, x: f64, y: f64, width: f64, height: f64) {
        let mut sheet = self.0.borrow_mut();
        let color = sheet.style.fill.clone();
        let [left, top, wide, high] = [x, y, width, height].map(short);
        let what = format!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{high}\" fill=\"{color}\""
        );
        sheet.add(&what, "/>", color, [x, y, x + width, y + height]);
    }

    /// The text takes about the rectangle that is kept.
    pub(crate) fn fill_text(&self, text: &str, x: f64, y: f64) -> Done {
        let mut sheet = self.0.borrow_mut();
        let DrawingState { fill, font, align, baseline, .. } = sheet.style.clone();
        let size = font.split(' ').find_map(|part| part.strip_suffix("px"));
        let size: u32 = size.and_then(|size| size.parse().ok()).unwrap_or_default();
        let size = f64::from(size);
        let weight = font.split(' ').next().unwrap_or_default();
        let anchor = match &*align {
            "center" => "middle",
            "right" => "end",
            _ => "start",
        };
        let middle = if baseline == "middle" { " dominant-baseline=\"middle\"" } else { "" };
        let wide = size * 0.6 * text.chars().count() as f64;
        let left = match anchor {
            "middle" => x - wide / 2.0,
            "end" => x - wide,
            _ => x,
        };
        let top = if baseline == "middle" { y - size * 0.36 } else { y - size * 0.72 };
        let bounds = [left, top, left + wide, top + size * 0.72];
        let what = format!(
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" font-weight=\"{weight}\" \
             text-anchor=\"{anchor}\"{middle} fill=\"{fill}\"",
            short(x),
            short(y),
            short(size)
        );
        sheet.add(&what, &format!(">{text}</text>"), fill, bounds);
        Ok(())
    }

    /// Has lines stroked in dashes of these lengths, and gaps; without any, in one piece.
    pub(crate) fn set_dashes(&self, lengths: Option<(f64, f64)>) {
        self.set_state(|style| style.dash = lengths);
    }

    /// Enlarges what is painted next.
    pub(crate) fn scale(&self, by: f64) {
        if by != 1.0 {
            let text = format!("scale({})", short(by));
            self.set_state(|style| style.turned.push_str(&text));
        }
    }

    /// A drawing becomes a part of this one.
    pub(crate) fn draw_image_with_html_image_element_and_dw_and_dh(
        &self,
        image: &HtmlImageElement,
        x: f64,
        y: f64,
        width: f64,
        height: f64,
    ) -> Done {
        let (what, close) = markup(image, [x, y, width, height]);
        let bounds = [x, y, x + width, y + height];
        self.0.borrow_mut().add(&what, &close, String::new(), bounds);
        Ok(())
    }

    /// What has been painted since the canvas was last cleared.
    pub(crate) fn painted(&self) -> Vec<Painted> {
        self.0.borrow().painted.clone()
    }

    /// All of it, as a file of this size with texts in this typeface.
    pub(crate) fn file(&self, (width, height): (u32, u32), typeface: &str) -> String {
        let parts: Vec<String> = self.painted().into_iter().map(|part| part.svg + "\n").collect();
        let typeface = typeface.replace('"', "'");
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"{typeface}\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\">\n{}</svg>\n",
            parts.concat()
        )
    }

    #[cfg(all(test, not(target_arch = "wasm32")))]
    pub(crate) fn take(&self) -> Vec<Painted> {
        std::mem::take(&mut self.0.borrow_mut().painted)
    }

    /// Whether what is painted next is as on a new canvas: opaque, undashed, not clipped or turned.
    #[cfg(all(test, not(target_arch = "wasm32")))]
    pub(crate) fn is_reset(&self) -> bool {
        let sheet = self.0.borrow();
        let style = &sheet.style;
        sheet.saved.is_empty()
            && style.alpha == 1.0
            && style.dash.is_none()
            && style.clip.is_none()
            && style.turned.is_empty()
    }

    /// Adds something made elsewhere.
    #[cfg(all(test, not(target_arch = "wasm32")))]
    pub(crate) fn add(&self, what: &str, close: &str, color: String, bounds: Bounds) {
        self.0.borrow_mut().add(what, close, color, bounds);
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    /// The only thing that is painted.
    fn only(svg: &Svg) -> Painted {
        let [one] = <[Painted; 1]>::try_from(svg.take()).unwrap();
        one
    }

    fn assert_near(found: Bounds, wanted: Bounds) {
        let is_near = found.iter().zip(wanted).all(|(one, other)| (one - other).abs() < 1e-9);
        assert!(is_near, "{found:?}, not {wanted:?}");
    }

    #[test]
    fn a_circle_and_an_ellipse_take_the_rectangle_around_them() {
        let svg = Svg::default();
        svg.arc(30.0, 40.0, 10.0, 0.0, TAU).unwrap();
        svg.fill();
        assert_near(only(&svg).bounds, [20.0, 30.0, 40.0, 50.0]);
        svg.begin_path();
        svg.ellipse(30.0, 40.0, 10.0, 5.0, 0.0, 0.0, TAU).unwrap();
        svg.fill();
        assert_near(only(&svg).bounds, [20.0, 35.0, 40.0, 45.0]);
    }

    #[test]
    fn a_stroke_reaches_half_its_width_out_of_its_path() {
        let svg = Svg::default();
        svg.rect(10.0, 20.0, 30.0, 40.0);
        svg.set_line_width(6.0);
        svg.stroke();
        assert_near(only(&svg).bounds, [7.0, 17.0, 43.0, 63.0]);
    }

    #[test]
    fn a_text_stands_where_its_alignment_and_its_baseline_put_it() {
        let svg = Svg::default();
        svg.set_font("600 20px serif");
        for (align, baseline, bounds) in [
            ("left", "alphabetic", [100.0, 35.6, 136.0, 50.0]),
            ("right", "alphabetic", [64.0, 35.6, 100.0, 50.0]),
            ("center", "alphabetic", [82.0, 35.6, 118.0, 50.0]),
            ("center", "middle", [82.0, 42.8, 118.0, 57.2]),
        ] {
            svg.set_text_align(align);
            svg.set_text_baseline(baseline);
            svg.fill_text("abc", 100.0, 50.0).unwrap();
            let painted = only(&svg);
            assert_near(painted.bounds, bounds);
            let is_middle = painted.svg.contains("dominant-baseline=\"middle\"");
            assert_eq!(is_middle, baseline == "middle");
        }
    }

    #[test]
    fn a_drawing_takes_its_rectangle() {
        let svg = Svg::default();
        let image = HtmlImageElement("king");
        svg.draw_image_with_html_image_element_and_dw_and_dh(&image, 3.0, 5.0, 20.0, 30.0).unwrap();
        assert_near(only(&svg).bounds, [3.0, 5.0, 23.0, 35.0]);
    }

    #[test]
    fn what_is_moved_and_enlarged_carries_that_in_this_order_until_it_is_restored() {
        let svg = Svg::default();
        let painted = || {
            svg.fill_rect(0.0, 0.0, 1.0, 1.0);
            only(&svg).svg
        };
        svg.save();
        svg.translate(3.0, -4.5).unwrap();
        svg.scale(1.0);
        assert!(painted().contains(" transform=\"translate(3 -4.5)\""), "the size is the same");
        svg.scale(1.5);
        assert!(painted().contains(" transform=\"translate(3 -4.5)scale(1.5)\""));
        svg.restore();
        assert!(!painted().contains("transform"));
    }

    #[test]
    fn a_canvas_is_as_a_new_one_only_while_nothing_is_left_set() {
        type Change = fn(&Svg);
        let changes: [(&str, Change, Change); 5] = [
            ("saved", Svg::save, Svg::restore),
            ("alpha", |svg| svg.set_global_alpha(0.5), |svg| svg.set_global_alpha(1.0)),
            ("dashes", |svg| svg.set_dashes(Some((1.0, 2.0))), |svg| svg.set_dashes(None)),
            (
                "clip",
                |svg| {
                    svg.rect(0.0, 0.0, 1.0, 1.0);
                    svg.clip();
                },
                |svg| {
                    svg.begin_path();
                    svg.clip();
                },
            ),
            // Only what was saved takes a transformation back.
            (
                "turned",
                |svg| svg.rotate(1.0).unwrap(),
                |svg| svg.0.borrow_mut().style.turned.clear(),
            ),
        ];
        let svg = Svg::default();
        assert!(svg.is_reset());
        for (name, set, unset) in changes {
            set(&svg);
            assert!(!svg.is_reset(), "{name}");
            unset(&svg);
            assert!(svg.is_reset(), "{name}");
        }
    }
}
