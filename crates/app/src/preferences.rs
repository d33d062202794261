//! What the dialog of the settings consists of.

use crate::js::{self, Array};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::contract::{self, Part, Sentence};

/// The settings under each heading.
const SECTIONS: [(&str, &[&str]); 4] = [
    ("look", &["theme", "board", "men", "size", "coordinates", "contrast"]),
    ("moving", &["motion", "replay"]),
    ("hearing", &["sounds", "voice", "volume"]),
    ("playing", &["confirm", "shortcuts", "blindfold", "zen"]),
];

/// What a setting holds.
enum Held {
    Is(bool),
    Number(f64),
    /// One of these.
    One(Option<String>, Vec<String>),
}

/// What a setting holds, of what can be chosen for it.
fn held(value: &JsValue, choices: &JsValue) -> Held {
    if let Some(is_on) = value.as_bool() {
        return Held::Is(is_on);
    }
    if let Some(number) = value.as_f64() {
        return Held::Number(number);
    }
    let choices = Array::from(choices);
    Held::One(value.as_string(), choices.iter().filter_map(|one| one.as_string()).collect())
}

fn says(name: &str) -> Sentence {
    Sentence::new(["settings.", name].concat(), Vec::new())
}

fn label(name: &str) -> Part {
    Part::new("span").says(says(name))
}

fn input(kind: &str, name: &str, section: &'static str) -> Part {
    Part::new("input").given("type", kind).given("name", name).doing(section)
}

/// The field of a setting, by what it holds. What it does is to change something in its section.
fn field(section: &'static str, name: &str, held: Held) -> Part {
    let (chosen, choices) = match held {
        Held::Is(is_on) => {
            let field = input("checkbox", name, section).given("checked", is_on);
            return Part::new("label").class("check").with(vec![field, label(name)]);
        }
        Held::Number(number) => {
            let field = input("range", name, section).given("min", "0").given("max", "100");
            let field = field.given("step", "10").given("value", (number as i32).to_string());
            return Part::new("label").class("range").with(vec![label(name), field]);
        }
        Held::One(chosen, choices) => (chosen, choices),
    };
    let options = choices.iter().map(|one| {
        let field = input("radio", name, section).given("value", &**one);
        let field = field.given("checked", chosen.as_ref() == Some(one));
        let sample = Part::new("i").class(&["sample ", name, "-", one].concat());
        Part::new("label").with(vec![field, sample, label(one)])
    });
    let legend = Part::new("legend").says(says(name));
    Part::new("fieldset").with(vec![legend, Part::new("div").with(options.collect())])
}

/// What the dialog of the settings consists of, a list of `Part`s, on the page of a game, which may have some
/// of its own: headings and fields, for these values and what can be chosen, by the names of the settings.
#[wasm_bindgen]
pub fn settings_dialog(game: &str, values: &JsValue, choices: &JsValue) -> JsValue {
    let of = |all: &JsValue, name: &str| js::field(all, &name.into()).unwrap_or_default();
    contract::write(&dialog_parts(game, |name| held(&of(values, name), &of(choices, name))))
}

/// The same, of what each setting holds.
fn dialog_parts(game: &str, held: impl Fn(&str) -> Held) -> Vec<Part> {
    let made = |section, name: &str| field(section, name, held(name));
    let mut parts = Vec::new();
    for (section, names) in SECTIONS {
        parts.push(Part::new("h3").says(says(section)));
        parts.extend(names.iter().map(|name| made(section, name)));
    }
    parts.extend(match game {
        "chessence" => Some(made("playing", "powers")),
        "magnetic" => Some(made("playing", "warnings")),
        _ => None,
    });
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::tell;
    use crate::painter::tests::compare;

    /// Whatever stands in the page, by the kinds of settings.
    fn held(name: &str) -> Held {
        let choices = |names: [&str; 2]| names.map(str::to_owned).to_vec();
        match name {
            "theme" => Held::One(Some("dark".to_owned()), choices(["light", "dark"])),
            "board" => Held::One(None, choices(["green", "wood"])),
            "volume" => Held::Number(70.0),
            name => Held::Is(name == "sounds"),
        }
    }

    #[test]
    fn each_setting_has_a_field_for_what_it_holds() {
        compare("dialog-of-settings", &tell(&dialog_parts("orthodox", held)));
    }

    #[test]
    fn two_games_have_settings_of_their_own() {
        let usual = dialog_parts("orthodox", held);
        for (game, own) in
            [("chessence", Some("powers")), ("magnetic", Some("warnings")), ("batteries", None)]
        {
            let own = own.map(|name| field("playing", name, Held::Is(false)));
            let wanted: Vec<Part> = usual.iter().cloned().chain(own).collect();
            assert_eq!(dialog_parts(game, held), wanted, "{game}");
        }
    }
}
