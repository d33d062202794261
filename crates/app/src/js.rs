//! The few things of JavaScript and of the browser that the module uses, declared by hand: the crates that
//! declare all of them take longer to compile than most of this one.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// A list.
    #[wasm_bindgen(is_type_of = Array::is_array)]
    #[derive(Clone, Debug)]
    pub type Array;

    /// A list without items.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Array;

    /// A list of two items.
    #[wasm_bindgen(static_method_of = Array, js_name = of)]
    pub fn of2(one: &JsValue, other: &JsValue) -> Array;

    /// A list of what can be iterated over.
    #[wasm_bindgen(static_method_of = Array)]
    pub fn from(items: &JsValue) -> Array;

    /// Whether a value is a list.
    #[wasm_bindgen(static_method_of = Array, js_name = isArray)]
    pub fn is_array(value: &JsValue) -> bool;

    /// How many items there are.
    #[wasm_bindgen(method, getter)]
    pub fn length(this: &Array) -> u32;

    /// An item, or `undefined`.
    #[wasm_bindgen(method, indexing_getter)]
    pub fn get(this: &Array, index: u32) -> JsValue;

    /// Adds an item at the end; how many there are then.
    #[wasm_bindgen(method)]
    pub fn push(this: &Array, item: &JsValue) -> u32;

    /// The items from one place to before another, as a list of its own.
    #[wasm_bindgen(method)]
    pub fn slice(this: &Array, from: u32, to: u32) -> Array;

    /// These items and those of another list, as a list of its own.
    #[wasm_bindgen(method)]
    pub fn concat(this: &Array, other: &Array) -> Array;

    /// What has fields.
    #[wasm_bindgen(is_type_of = JsValue::is_object)]
    #[derive(Clone, Debug)]
    pub type Object;

    /// An object without fields.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Object;

    /// The names of an object's fields.
    #[wasm_bindgen(static_method_of = Object)]
    pub fn keys(object: &Object) -> Array;

    /// The fields of an object: lists of a name and a value.
    #[wasm_bindgen(static_method_of = Object)]
    pub fn entries(object: &Object) -> Array;

    /// A field of an object. Fails for what has no fields, or if reading throws.
    #[wasm_bindgen(catch, js_namespace = Reflect, js_name = get)]
    pub fn field(object: &JsValue, name: &JsValue) -> Result<JsValue, JsValue>;

    /// Gives an object a field; whether it took it. Fails for what can have no fields.
    #[wasm_bindgen(catch, js_namespace = Reflect, js_name = set)]
    pub fn set_field(object: &JsValue, name: &JsValue, value: &JsValue) -> Result<bool, JsValue>;

    /// The value that a text of JSON stands for. Fails for any other text.
    #[wasm_bindgen(catch, js_namespace = JSON, js_name = parse)]
    pub fn parse_json(text: &str) -> Result<JsValue, JsValue>;

    /// A value as JSON, each part in a line of its own that is indented by so many spaces; 0: in one line.
    /// `undefined` for what JSON does not have.
    #[wasm_bindgen(catch, js_namespace = JSON, js_name = stringify)]
    pub fn write_json(value: &JsValue, replacer: &JsValue, indent: u32)
    -> Result<JsValue, JsValue>;

    /// A number as JavaScript writes it.
    #[wasm_bindgen(js_name = String)]
    pub fn written(number: f64) -> String;

    /// The text that is written percent-encoded. Fails if it is written so wrongly.
    #[wasm_bindgen(catch, js_name = decodeURIComponent)]
    pub fn percent_decoded(text: &str) -> Result<String, JsValue>;

    /// The time in milliseconds since 1970.
    #[wasm_bindgen(js_namespace = Date)]
    pub fn now() -> f64;

    /// A new element of the page. Fails where there is no page.
    #[wasm_bindgen(catch, js_namespace = document, js_name = createElement)]
    pub fn new_element(name: &str) -> Result<JsValue, JsValue>;

    /// A drawing, as an element.
    #[derive(Clone, Debug)]
    pub type HtmlImageElement;

    /// Its address.
    #[wasm_bindgen(method, getter)]
    pub fn src(this: &HtmlImageElement) -> String;

    /// A canvas.
    #[derive(Clone, Debug)]
    pub type HtmlCanvasElement;

    /// What paints on it; nothing if it has no such kind of context.
    #[wasm_bindgen(method, catch, js_name = getContext)]
    pub fn get_context(
        this: &HtmlCanvasElement,
        kind: &str,
    ) -> Result<Option<CanvasRenderingContext2d>, JsValue>;

    /// Its width in pixels.
    #[wasm_bindgen(method, getter)]
    pub fn width(this: &HtmlCanvasElement) -> u32;

    /// Its height in pixels.
    #[wasm_bindgen(method, getter)]
    pub fn height(this: &HtmlCanvasElement) -> u32;

    /// Gives it another width, and empties it.
    #[wasm_bindgen(method, setter)]
    pub fn set_width(this: &HtmlCanvasElement, width: u32);

    /// Gives it another height, and empties it.
    #[wasm_bindgen(method, setter)]
    pub fn set_height(this: &HtmlCanvasElement, height: u32);

    /// What paints on a canvas. Its methods have the names and the parameters of the HTML standard.
    #[derive(Clone, Debug)]
    pub type CanvasRenderingContext2d;

    #[wasm_bindgen(method, catch)]
    pub(crate) fn arc(
        this: &CanvasRenderingContext2d,
        x: f64,
        y: f64,
        radius: f64,
        from: f64,
        to: f64,
    ) -> Result<(), JsValue>;
    #[wasm_bindgen(method, js_name = beginPath)]
    pub(crate) fn begin_path(this: &CanvasRenderingContext2d);
    #[wasm_bindgen(method, js_name = clearRect)]
    pub(crate) fn clear_rect(
        this: &CanvasRenderingContext2d,
        x: f64,
        y: f64,
        width: f64,
        height: f64,
    );
    #[wasm_bindgen(method)]
    pub(crate) fn clip(this: &CanvasRenderingContext2d);
    #[wasm_bindgen(method, js_name = closePath)]
    pub(crate) fn close_path(this: &CanvasRenderingContext2d);
    #[wasm_bindgen(method, catch, js_name = drawImage)]
    pub(crate) fn draw_image_with_html_image_element_and_dw_and_dh(
        this: &CanvasRenderingContext2d,
        image: &HtmlImageElement,
        x: f64,
        y: f64,
        width: f64,
        height: f64,
    ) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch, js_name = drawImage)]
    pub(crate) fn draw_image_with_html_canvas_element_and_dw_and_dh(
        this: &CanvasRenderingContext2d,
        image: &HtmlCanvasElement,
        x: f64,
        y: f64,
        width: f64,
        height: f64,
    ) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch, js_name = drawImage)]
    pub(crate) fn draw_image_with_html_canvas_element(
        this: &CanvasRenderingContext2d,
        image: &HtmlCanvasElement,
        x: f64,
        y: f64,
    ) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    pub(crate) fn ellipse(
        this: &CanvasRenderingContext2d,
        x: f64,
        y: f64,
        wide: f64,
        high: f64,
        turn: f64,
        from: f64,
        to: f64,
    ) -> Result<(), JsValue>;
    #[wasm_bindgen(method)]
    pub(crate) fn fill(this: &CanvasRenderingContext2d);
    #[wasm_bindgen(method, js_name = fillRect)]
    pub(crate) fn fill_rect(
        this: &CanvasRenderingContext2d,
        x: f64,
        y: f64,
        width: f64,
        height: f64,
    );
    #[wasm_bindgen(method, catch, js_name = fillText)]
    pub(crate) fn fill_text(
        this: &CanvasRenderingContext2d,
        text: &str,
        x: f64,
        y: f64,
    ) -> Result<(), JsValue>;
    #[wasm_bindgen(method, js_name = lineTo)]
    pub(crate) fn line_to(this: &CanvasRenderingContext2d, x: f64, y: f64);
    #[wasm_bindgen(method, js_name = moveTo)]
    pub(crate) fn move_to(this: &CanvasRenderingContext2d, x: f64, y: f64);
    #[wasm_bindgen(method, js_name = quadraticCurveTo)]
    pub(crate) fn quadratic_curve_to(
        this: &CanvasRenderingContext2d,
        cx: f64,
        cy: f64,
        x: f64,
        y: f64,
    );
    #[wasm_bindgen(method)]
    pub(crate) fn rect(this: &CanvasRenderingContext2d, x: f64, y: f64, width: f64, height: f64);
    #[wasm_bindgen(method)]
    pub(crate) fn restore(this: &CanvasRenderingContext2d);
    #[wasm_bindgen(method, catch)]
    pub(crate) fn rotate(this: &CanvasRenderingContext2d, angle: f64) -> Result<(), JsValue>;
    #[wasm_bindgen(method)]
    pub(crate) fn save(this: &CanvasRenderingContext2d);
    #[wasm_bindgen(method, setter, js_name = fillStyle)]
    pub(crate) fn set_fill_style_str(this: &CanvasRenderingContext2d, color: &str);
    #[wasm_bindgen(method, setter, js_name = font)]
    pub(crate) fn set_font(this: &CanvasRenderingContext2d, font: &str);
    #[wasm_bindgen(method, setter, js_name = globalAlpha)]
    pub(crate) fn set_global_alpha(this: &CanvasRenderingContext2d, alpha: f64);
    #[wasm_bindgen(method, setter, js_name = lineCap)]
    pub(crate) fn set_line_cap(this: &CanvasRenderingContext2d, cap: &str);
    #[wasm_bindgen(method, catch, js_name = setLineDash)]
    pub(crate) fn set_line_dash(
        this: &CanvasRenderingContext2d,
        lengths: &Array,
    ) -> Result<(), JsValue>;
    #[wasm_bindgen(method, setter, js_name = lineJoin)]
    pub(crate) fn set_line_join(this: &CanvasRenderingContext2d, join: &str);
    #[wasm_bindgen(method, setter, js_name = lineWidth)]
    pub(crate) fn set_line_width(this: &CanvasRenderingContext2d, width: f64);
    #[wasm_bindgen(method, setter, js_name = strokeStyle)]
    pub(crate) fn set_stroke_style_str(this: &CanvasRenderingContext2d, color: &str);
    #[wasm_bindgen(method, setter, js_name = textAlign)]
    pub(crate) fn set_text_align(this: &CanvasRenderingContext2d, align: &str);
    #[wasm_bindgen(method, setter, js_name = textBaseline)]
    pub(crate) fn set_text_baseline(this: &CanvasRenderingContext2d, baseline: &str);
    #[wasm_bindgen(method)]
    pub(crate) fn stroke(this: &CanvasRenderingContext2d);
    #[wasm_bindgen(method, catch)]
    pub(crate) fn translate(this: &CanvasRenderingContext2d, x: f64, y: f64)
    -> Result<(), JsValue>;
}

impl Array {
    /// The items, one after the other.
    pub fn iter(&self) -> impl Iterator<Item = JsValue> {
        (0..self.length()).map(|index| self.get(index))
    }
}
