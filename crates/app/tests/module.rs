//! The module in a browser.
#![cfg(target_arch = "wasm32")]

use app::Table;
use app::js::{self, HtmlCanvasElement};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

fn canvas() -> HtmlCanvasElement {
    js::new_element("canvas").unwrap().unchecked_into()
}

/// A game that there is opens; one that there is not is named in the error.
#[wasm_bindgen_test]
fn a_table_opens_for_a_known_game_only() {
    let setup = |text| js::parse_json(text).unwrap();
    let table = Table::open(canvas(), setup(r#"{ "game": "charismatic", "seed": 1 }"#)).unwrap();
    drop(table);
    let error = Table::open(canvas(), setup(r#"{ "game": "draughts" }"#)).err().unwrap();
    let message = js::field(&error.into(), &"message".into()).unwrap();
    assert_eq!(message.as_string().unwrap(), "no game is called 'draughts'");
}
