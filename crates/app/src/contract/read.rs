//! Reads what the page passes in: values of JavaScript as the types of the contract. A reader for
//! arbitrary data is several times as large, with error messages that no user sees.

use crate::js::{Array, Object, field};
use serde::Deserialize;
use serde::de::{
    self, DeserializeSeed, EnumAccess, Expected, IntoDeserializer, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use wasm_bindgen::{JsCast, JsValue};

/// The page has passed in something invalid.
#[derive(Debug)]
pub(crate) struct Unreadable;

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("this is not what the contract says")
    }
}

impl std::error::Error for Unreadable {}

impl de::Error for Unreadable {
    fn custom<T: std::fmt::Display>(_: T) -> Unreadable {
        Unreadable
    }
    fn invalid_type(_: Unexpected<'_>, _: &dyn Expected) -> Unreadable {
        Unreadable
    }
    fn invalid_value(_: Unexpected<'_>, _: &dyn Expected) -> Unreadable {
        Unreadable
    }
    fn invalid_length(_: usize, _: &dyn Expected) -> Unreadable {
        Unreadable
    }
    fn unknown_variant(_: &str, _: &'static [&'static str]) -> Unreadable {
        Unreadable
    }
    fn unknown_field(_: &str, _: &'static [&'static str]) -> Unreadable {
        Unreadable
    }
    fn missing_field(_: &'static str) -> Unreadable {
        Unreadable
    }
    fn duplicate_field(_: &'static str) -> Unreadable {
        Unreadable
    }
}

/// Reads a value. A missing key of an object is an empty value: an empty text, `false`, `None`.
///
/// # Errors
/// If the value does not have the type.
pub(crate) fn read<T: for<'de> Deserialize<'de>>(value: JsValue) -> Result<T, Unreadable> {
    T::deserialize(Value(&value))
}

/// A value that is being read.
#[derive(Clone, Copy)]
struct Value<'a>(&'a JsValue);

impl<'a> Value<'a> {
    /// A whole number, for all types of them: their visitors check its range.
    fn whole<'de, V: Visitor<'de>>(&self, visitor: V) -> Result<V::Value, Unreadable> {
        let number = self.0.as_f64().ok_or(Unreadable)?;
        #[expect(clippy::cast_possible_truncation, reason = "what it changes is refused")]
        let whole = number as i64;
        #[expect(clippy::cast_precision_loss, reason = "what it changes is refused")]
        let same = whole as f64 == number;
        if same { visitor.visit_i64(whole) } else { Err(Unreadable) }
    }

    fn list(self) -> Result<Items<'a>, Unreadable> {
        let list = self.0.dyn_ref::<Array>().ok_or(Unreadable)?;
        Ok(Items { next: 0, list })
    }

    fn fields(self, names: &'static [&'static str]) -> Result<Fields<'a>, Unreadable> {
        if self.0.is_object() { Ok(Fields { names, object: self.0 }) } else { Err(Unreadable) }
    }
}

macro_rules! whole_numbers {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
            self.whole(visitor)
        })*
    };
}

impl<'de> de::Deserializer<'de> for Value<'_> {
    type Error = Unreadable;

    whole_numbers!(deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64);
    whole_numbers!(deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64);

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Unreadable> {
        Err(Unreadable)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        if self.0.is_undefined() {
            return visitor.visit_bool(false);
        }
        visitor.visit_bool(self.0.as_bool().ok_or(Unreadable)?)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_f64(self.0.as_f64().ok_or(Unreadable)?)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        if self.0.is_undefined() {
            return visitor.visit_string(String::new());
        }
        visitor.visit_string(self.0.as_string().ok_or(Unreadable)?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        if self.0.is_null() || self.0.is_undefined() {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_seq(self.list()?)
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        visitor.visit_seq(self.list()?)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        visitor.visit_seq(self.list()?)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        visitor.visit_seq(self.fields(fields)?)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        kinds: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        let (place, what) = kind_of(self.0, kinds)?;
        visitor.visit_enum(Kind { place, what: &what })
    }

    serde::forward_to_deserialize_any! {
        i128 u128 f32 char bytes byte_buf unit unit_struct map identifier ignored_any
    }
}

/// The variant of an enum, and its content: a text that names the variant, or an object with the
/// variant as its one key. The name is looked up here, so that the types do not each have code for
/// comparing texts.
#[inline(never)]
fn kind_of(value: &JsValue, kinds: &[&str]) -> Result<(u32, JsValue), Unreadable> {
    let (name, what) = match value.as_string() {
        Some(name) => (Some(name), JsValue::UNDEFINED),
        None => {
            let object: &Object = value.dyn_ref().ok_or(Unreadable)?;
            let kind = Object::keys(object).get(0);
            let what = field(object, &kind).map_err(|_| Unreadable)?;
            (kind.as_string(), what)
        }
    };
    let place = kinds.iter().position(|&kind| name.as_deref() == Some(kind));
    Ok((place.ok_or(Unreadable)? as u32, what))
}

/// A value of a known variant.
struct Kind<'a> {
    place: u32,
    what: &'a JsValue,
}

impl<'de, 'a> EnumAccess<'de> for Kind<'a> {
    type Error = Unreadable;
    type Variant = Value<'a>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Value<'a>), Unreadable> {
        Ok((seed.deserialize(self.place.into_deserializer())?, Value(self.what)))
    }
}

impl<'de> VariantAccess<'de> for Value<'_> {
    type Error = Unreadable;

    fn unit_variant(self) -> Result<(), Unreadable> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<S::Value, Unreadable> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_seq(self.list()?)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        visitor.visit_seq(self.fields(fields)?)
    }
}

/// The fields of an object, in the order in which its type has them.
struct Fields<'a> {
    names: &'static [&'static str],
    object: &'a JsValue,
}

impl<'de> SeqAccess<'de> for Fields<'_> {
    type Error = Unreadable;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Unreadable> {
        let Some((name, rest)) = self.names.split_first() else { return Ok(None) };
        self.names = rest;
        let value = field(self.object, &JsValue::from_str(name)).map_err(|_| Unreadable)?;
        seed.deserialize(Value(&value)).map(Some)
    }
}

/// The items of a list.
struct Items<'a> {
    next: u32,
    list: &'a Array,
}

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = Unreadable;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Unreadable> {
        if self.next >= self.list.length() {
            return Ok(None);
        }
        self.next += 1;
        seed.deserialize(Value(&self.list.get(self.next - 1))).map(Some)
    }
}
