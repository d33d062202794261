//! The module in a browser.
#![cfg(target_arch = "wasm32")]

use app::Table;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::HtmlCanvasElement;

wasm_bindgen_test_configure!(run_in_browser);

fn canvas() -> HtmlCanvasElement {
    let document = web_sys::window().unwrap().document().unwrap();
    document.create_element("canvas").unwrap().unchecked_into()
}

/// A game that there is opens; one that there is not is named in the error.
#[wasm_bindgen_test]
fn a_table_opens_for_a_known_game_only() {
    let setup = |text| js_sys::JSON::parse(text).unwrap();
    let table = Table::open(canvas(), setup(r#"{ "game": "charismatic", "seed": 1 }"#)).unwrap();
    drop(table);
    let error = Table::open(canvas(), setup(r#"{ "game": "draughts" }"#)).err().unwrap();
    let error = wasm_bindgen::JsValue::from(error).unchecked_into::<js_sys::Error>();
    assert_eq!(String::from(error.message()), "no game is called 'draughts'");
}
