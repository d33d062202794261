//! The few things of JavaScript that the module touches. (All of them, as `js-sys` has them, would take
//! longer to compile than the engine.)

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// A function of the page.
    #[wasm_bindgen]
    pub type Function;

    #[wasm_bindgen(method, catch, js_name = call)]
    fn call0(this: &Function, of: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch, js_name = call)]
    fn call1(this: &Function, of: &JsValue, value: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_name = Object)]
    type Object;

    #[wasm_bindgen(constructor, js_class = "Object")]
    fn new() -> Object;

    #[wasm_bindgen(method, structural, indexing_setter)]
    fn set(this: &Object, name: &str, value: JsValue);

    /// The time of day, in milliseconds since 1970.
    #[wasm_bindgen(js_namespace = Date, js_name = now)]
    pub(crate) fn date_now() -> f64;

    /// A clock in milliseconds that nobody sets.
    #[wasm_bindgen(js_namespace = performance)]
    pub(crate) fn now() -> f64;
}

impl Function {
    /// Whether it answers with what counts as true; a page that is gone answers nothing.
    pub(crate) fn asks(&self) -> bool {
        self.call0(&JsValue::NULL).is_ok_and(|answer| answer.is_truthy())
    }

    /// Gives it a value. A page that is gone hears nothing.
    pub(crate) fn tell(&self, value: &JsValue) {
        let _ = self.call1(&JsValue::NULL, value);
    }
}

/// A plain object with these fields.
pub(crate) fn object<'a>(fields: impl IntoIterator<Item = (&'a str, JsValue)>) -> JsValue {
    let object = Object::new();
    for (name, value) in fields {
        object.set(name, value);
    }
    object.into()
}
