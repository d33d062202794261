//! Writes values for the page as JSON, which a browser reads faster than a module can build objects
//! one field at a time. Writing cannot fail, so that callers need no code for that.

use serde::Serialize;
use serde::ser::{
    self, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant,
};
use wasm_bindgen::JsValue;

/// A value for the page, of any type of the contract; missing values are `null`.
pub(crate) fn write(value: &impl Serialize) -> JsValue {
    crate::js::parse_json(&text(value)).unwrap_or(JsValue::NULL)
}

/// A value as JSON.
pub(super) fn text(value: &impl Serialize) -> String {
    let mut writer = Writer { text: String::new() };
    match value.serialize(&mut writer) {
        Ok(()) => writer.text,
        Err(never) => match never {},
    }
}

/// There is none.
#[derive(Debug)]
enum Never {}

impl std::fmt::Display for Never {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {}
    }
}

impl std::error::Error for Never {}

impl ser::Error for Never {
    /// No type of the contract refuses to be written.
    fn custom<T: std::fmt::Display>(_: T) -> Never {
        unreachable!()
    }
}

/// The text so far.
struct Writer {
    text: String,
}

impl Writer {
    /// Writes the separator before an item of a list, or before a key.
    #[inline(never)]
    fn next(&mut self) {
        if !self.text.ends_with(['[', '{']) {
            self.text.push(',');
        }
    }

    #[inline(never)]
    fn key(&mut self, name: &str) {
        self.next();
        self.string(name);
        self.text.push(':');
    }

    /// The key of a variant.
    #[inline(never)]
    fn kind(&mut self, name: &str, open: &str) {
        self.text.push('{');
        self.key(name);
        self.text.push_str(open);
    }

    #[inline(never)]
    fn string(&mut self, text: &str) {
        self.text.push('"');
        let mut rest = text;
        loop {
            // What needs no escape, at once.
            let is_special = |byte| matches!(byte, b'"' | b'\\' | 0..b' ');
            let plain = rest.bytes().position(is_special).unwrap_or(rest.len());
            let Some((plain, special)) = rest.split_at_checked(plain) else { break };
            self.text.push_str(plain);
            let mut signs = special.chars();
            let Some(sign) = signs.next() else { break };
            rest = signs.as_str();
            if sign >= ' ' {
                self.text.extend(['\\', sign]);
                continue;
            }
            let digits = [sign as u32 >> 4, sign as u32 & 15];
            self.text.push_str("\\u00");
            self.text.extend(digits.into_iter().filter_map(|digit| char::from_digit(digit, 16)));
        }
        self.text.push('"');
    }

    #[inline(never)]
    fn whole(&mut self, number: i64) {
        self.text.push_str(&number.to_string());
    }
}

macro_rules! whole_numbers {
    ($($method:ident: $type:ty)*) => {
        $(fn $method(self, number: $type) -> Result<(), Never> {
            self.whole(number.into());
            Ok(())
        })*
    };
}

impl ser::Serializer for &mut Writer {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    whole_numbers! {
        serialize_i8: i8 serialize_i16: i16 serialize_i32: i32 serialize_i64: i64
        serialize_u8: u8 serialize_u16: u16 serialize_u32: u32
    }

    /// Counts: larger numbers cross as text.
    fn serialize_u64(self, number: u64) -> Result<(), Never> {
        self.whole(number.try_into().unwrap_or(i64::MAX));
        Ok(())
    }

    fn serialize_bool(self, value: bool) -> Result<(), Never> {
        self.text.push_str(if value { "true" } else { "false" });
        Ok(())
    }

    /// As JavaScript writes it.
    fn serialize_f64(self, number: f64) -> Result<(), Never> {
        if !number.is_finite() {
            return self.serialize_unit();
        }
        self.text.push_str(&crate::browser::written(number));
        Ok(())
    }

    fn serialize_f32(self, number: f32) -> Result<(), Never> {
        self.serialize_f64(number.into())
    }

    fn serialize_char(self, sign: char) -> Result<(), Never> {
        self.string(sign.encode_utf8(&mut [0; 4]));
        Ok(())
    }

    fn serialize_str(self, text: &str) -> Result<(), Never> {
        self.string(text);
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), Never> {
        self.collect_seq(bytes)
    }

    fn serialize_none(self) -> Result<(), Never> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Never> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Never> {
        self.text.push_str("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Never> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        kind: &'static str,
    ) -> Result<(), Never> {
        self.serialize_str(kind)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        kind: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        self.kind(kind, "");
        value.serialize(&mut *self)?;
        self.text.push('}');
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self, Never> {
        self.text.push('[');
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, Never> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Never> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        kind: &'static str,
        _: usize,
    ) -> Result<Self, Never> {
        self.kind(kind, "[");
        Ok(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, Never> {
        self.text.push('{');
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Never> {
        self.serialize_map(None)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        kind: &'static str,
        _: usize,
    ) -> Result<Self, Never> {
        self.kind(kind, "{");
        Ok(self)
    }
}

macro_rules! lists {
    ($($of:ident $method:ident $close:literal)*) => {
        $(impl $of for &mut Writer {
            type Ok = ();
            type Error = Never;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
                self.next();
                value.serialize(&mut **self)
            }

            fn end(self) -> Result<(), Never> {
                self.text.push_str($close);
                Ok(())
            }
        })*
    };
}

lists! {
    SerializeSeq serialize_element "]"
    SerializeTuple serialize_element "]"
    SerializeTupleStruct serialize_field "]"
    SerializeTupleVariant serialize_field "]}"
}

macro_rules! objects {
    ($($of:ident $close:literal)*) => {
        $(impl $of for &mut Writer {
            type Ok = ();
            type Error = Never;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Never> {
                self.key(name);
                value.serialize(&mut **self)
            }

            fn end(self) -> Result<(), Never> {
                self.text.push_str($close);
                Ok(())
            }
        })*
    };
}

objects! { SerializeStruct "}" SerializeStructVariant "}}" }

impl SerializeMap for &mut Writer {
    type Ok = ();
    type Error = Never;

    /// A key: keys are texts.
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Never> {
        self.next();
        key.serialize(&mut **self)?;
        self.text.push(':');
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
        value.serialize(&mut **self)
    }

    fn end(self) -> Result<(), Never> {
        self.text.push('}');
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::{Sentence, Value, Values};

    #[derive(Serialize)]
    struct Pair(u8, &'static str);

    #[derive(Serialize)]
    struct Wrapped(i32);

    #[derive(Serialize)]
    enum Kind {
        Plain,
        One(Option<bool>),
        Two(u16, char),
        Named { first: Vec<Pair>, second: (), third: [u8; 0] },
    }

    /// Compared with another writer of JSON.
    #[track_caller]
    fn agrees(value: &impl Serialize) {
        let written: serde_json::Value = serde_json::from_str(&text(value)).unwrap();
        assert_eq!(written, serde_json::to_value(value).unwrap(), "{}", text(value));
    }

    #[test]
    fn every_kind_of_value_is_written_as_json() {
        let first = vec![Pair(255, "a"), Pair(0, "")];
        agrees(&[
            Kind::Plain,
            Kind::One(None),
            Kind::One(Some(true)),
            Kind::Two(9, '"'),
            Kind::Named { first, second: (), third: [] },
        ]);
        agrees(&(Wrapped(-7), i64::MIN, u64::from(u32::MAX), [[(); 2]; 2]));
        agrees(&std::collections::BTreeMap::from([("one", vec![1]), ("two", vec![])]));
        assert_eq!(text(&Kind::Two(1, 'x')), r#"{"Two":[1,"x"]}"#);
    }

    #[test]
    fn any_text_is_written_and_ends_where_it_ends() {
        let all: String =
            ('\0'..='\u{ff}').chain(['\u{2028}', '\u{1f600}', '\u{10ffff}']).collect();
        agrees(&all);
        // Texts that look like the syntax around them.
        agrees(&["[", "{", ",", "]", "\\", "\"", "{\"", "\\u0000"]);
        agrees(&std::collections::BTreeMap::from([("[", "{"), ("a{", ","), ("\"", "\\")]));
    }

    #[test]
    fn sentences_are_objects() {
        let list = Value::List(vec![Value::Count(2), Value::Pieces("rook", 2)]);
        let values = vec![("why", Value::Square("e4".to_owned())), ("list", list)];
        let sentence = Sentence { key: "step.check".into(), values: Values(values) };
        agrees(&sentence);
        let nested = Sentence {
            key: "outer".into(),
            values: Values(vec![("what", Value::Sentence(Box::new(sentence)))]),
        };
        agrees(&nested);
    }
}
