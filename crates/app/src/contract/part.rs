//! What dialogs consist of, and what stands beside the board, as data. The page makes an element of each
//! part, and knows nothing of what it is about.

use crate::contract::Tsify;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::sentence::Sentence;

/// What an element is given under a name.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[serde(untagged)]
#[allow(missing_docs)]
pub enum Given {
    Text(String),
    Says(Box<Sentence>),
    Is(bool),
}

#[cfg(feature = "whole")]
impl From<&str> for Given {
    fn from(text: &str) -> Self {
        Given::Text(text.to_owned())
    }
}

#[cfg(feature = "whole")]
impl From<String> for Given {
    fn from(text: String) -> Self {
        Given::Text(text)
    }
}

#[cfg(feature = "whole")]
impl From<bool> for Given {
    fn from(is: bool) -> Self {
        Given::Is(is)
    }
}

#[cfg(feature = "whole")]
impl From<Sentence> for Given {
    fn from(sentence: Sentence) -> Self {
        Given::Says(Box::new(sentence))
    }
}

/// An element, or one of the things that the page makes itself: "copy" and "send" are buttons for a field,
/// "code" is its text as a QR code.
#[derive(Clone, PartialEq, Serialize, Tsify, Debug)]
#[tsify(missing_as_null)]
pub struct Part {
    /// What it is.
    pub is: &'static str,
    /// Its name among the parts, or nothing.
    pub name: &'static str,
    /// The name of the field that it is for, or nothing.
    pub of: &'static str,
    /// What it does when it is used, by name, or nothing.
    pub does: &'static str,
    /// What it says before its parts.
    pub says: Option<Sentence>,
    /// What the element is given: properties and attributes.
    #[serde(serialize_with = "by_name")]
    #[tsify(type = "Record<string, Given>")]
    pub given: Vec<(&'static str, Given)>,
    /// What it consists of.
    pub parts: Vec<Part>,
}

/// Values by name, as an object.
fn by_name<T: Serialize, S: Serializer>(
    values: &[(&'static str, T)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    for (name, value) in values {
        map.serialize_entry(name, value)?;
    }
    map.end()
}

/// A sentence without values.
#[cfg(feature = "whole")]
pub(crate) fn words(key: &'static str) -> Sentence {
    Sentence { key: key.into(), values: super::sentence::Values(Vec::new()) }
}

#[cfg(feature = "whole")]
impl Part {
    /// An element without anything.
    pub(crate) fn new(is: &'static str) -> Self {
        let (given, parts) = (Vec::new(), Vec::new());
        Part { is, name: "", of: "", does: "", says: None, given, parts }
    }

    /// A paragraph.
    pub(crate) fn line(says: Sentence) -> Self {
        Part::new("p").says(says)
    }

    /// A row of buttons and fields.
    pub(crate) fn row(parts: Vec<Part>) -> Self {
        Part::new("div").class("row").with(parts)
    }

    /// What is open when somebody asks for it.
    pub(crate) fn fold(summary: Sentence, parts: Vec<Part>) -> Self {
        Part::new("details").with(vec![Part::new("summary").says(summary)]).with(parts)
    }

    /// A button that does something.
    pub(crate) fn button(key: &'static str, does: &'static str) -> Self {
        Part { does, ..Part::new("button").says(words(key)) }
    }

    /// A text to be copied, in one line or in several.
    pub(crate) fn text(is: &'static str, name: &'static str, label: Sentence, text: &str) -> Self {
        let field = Part::new(is).given("readOnly", true).given("value", text);
        Part { name, ..field.given("aria-label", label) }
    }

    /// Something for a field.
    pub(crate) fn of(is: &'static str, of: &'static str) -> Self {
        Part { of, ..Part::new(is) }
    }

    /// The same with a class for style sheets.
    pub(crate) fn class(self, class: &str) -> Self {
        self.given("class", class)
    }

    /// The same with what it says.
    pub(crate) fn says(self, says: Sentence) -> Self {
        Part { says: Some(says), ..self }
    }

    /// The button that closes a dialog, in a row of its own.
    pub(crate) fn closing(key: &'static str) -> Self {
        Part::new("div")
            .class("pair")
            .with(vec![Part::new("button").given("value", "").says(words(key))])
    }

    /// The same with something before its parts.
    pub(crate) fn before(mut self, first: Part) -> Self {
        self.parts.insert(0, first);
        self
    }

    /// The same with a name among the parts.
    pub(crate) fn named(self, name: &'static str) -> Self {
        Part { name, ..self }
    }

    /// The same with what it does.
    pub(crate) fn doing(self, does: &'static str) -> Self {
        Part { does, ..self }
    }

    /// The same with something given.
    pub(crate) fn given(mut self, name: &'static str, given: impl Into<Given>) -> Self {
        self.given.push((name, given.into()));
        self
    }

    /// The same with more parts.
    pub(crate) fn with(mut self, parts: Vec<Part>) -> Self {
        self.parts.extend(parts);
        self
    }
}

/// Parts as a person reads them, a line each, with what they consist of below and further in.
#[cfg(test)]
pub(crate) fn tell(parts: &[Part]) -> String {
    fn line(part: &Part, depth: usize, text: &mut String) {
        text.push_str(&"  ".repeat(depth));
        text.push_str(part.is);
        for (sign, name) in [(" #", part.name), (" of ", part.of), (" does ", part.does)] {
            if !name.is_empty() {
                text.push_str(&[sign, name].concat());
            }
        }
        if let Some(says) = &part.says {
            text.push_str(&format!(" says {}", serde_json::to_value(says).unwrap()));
        }
        for (name, given) in &part.given {
            text.push_str(&format!(" {name}={}", serde_json::to_value(given).unwrap()));
        }
        text.push('\n');
        part.parts.iter().for_each(|part| line(part, depth + 1, text));
    }
    let mut text = String::new();
    parts.iter().for_each(|part| line(part, 0, &mut text));
    text
}
