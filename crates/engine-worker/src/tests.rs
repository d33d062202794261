//! The module in a browser.

use super::{Function, Player};
use js_sys::{Array, JSON, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// A saved game of Magnetic Chess.
fn saved(start: &str, steps: &str) -> String {
    format!("fivefold-record 1\ngame magnetic\nstart {start}\nsteps{steps}\nundone\n")
}

/// A value as JSON.
fn json(value: &JsValue) -> String {
    JSON::stringify(value).map_or_else(|_| String::new(), String::from)
}

/// A function as the module takes it.
fn function(function: js_sys::Function) -> Function {
    function.unchecked_into()
}

#[wasm_bindgen_test]
fn a_thought_comes_with_its_reasons() {
    let mut player = Player::new("magnetic", 1, 1).ok().unwrap();
    let never = function(js_sys::Function::new_no_args("return false"));
    let ignore = function(js_sys::Function::new_no_args(""));
    let game = saved("4k3/8/8/8/8/8/8/K3R3 w - - 0 1", "");
    let thought = player.think(&game, 1e4, true, &never, &ignore).ok().unwrap();
    let told = |name: &str| json(&Reflect::get(&thought, &name.into()).unwrap());
    assert_eq!(told("turn"), r#"["e1e8"]"#);
    assert_eq!(told("pieces"), r#"["rook"]"#);
    assert_eq!(told("san"), r#""Rxe8#""#);
    assert_eq!(
        told("reasons"),
        r#"[{"why":"wins","role":"","ending":"royal-captured","count":1}]"#
    );
    assert!(player.think("nonsense", 1e4, true, &never, &ignore).is_err());
    let other = saved("4k3/8/8/8/8/8/8/K2R4 w - - 0 1", "").replace("magnetic", "orthodox");
    assert!(player.think(&other, 1e4, true, &never, &ignore).ok().unwrap().is_null());
}

#[wasm_bindgen_test]
fn a_review_judges_every_turn_from_the_last_on() {
    let mut player = Player::new("magnetic", 1, 1).ok().unwrap();
    let verdicts = Array::new();
    let push = js_sys::Function::new_with_args("verdict", "this.push(verdict)");
    let push = function(push.bind0(&verdicts));
    // White could capture the king at once, and does so a turn later.
    let game = saved("4k3/p7/8/8/8/8/8/K3R3 w - - 0 1", " a1a2 a7a6 e1e8");
    player.review(&game, 1e4, &push).ok().unwrap();
    let field = |verdict: JsValue, name: &str| json(&Reflect::get(&verdict, &name.into()).unwrap());
    let froms: Vec<String> = verdicts.iter().map(|verdict| field(verdict, "from")).collect();
    assert_eq!(froms, ["2", "1", "0"]);
    assert_eq!(field(verdicts.get(0), "loss"), "0");
    let better = Reflect::get(&verdicts.get(2), &"better".into()).unwrap();
    assert_eq!(field(better, "turn"), r#"["e1e8"]"#);
}
