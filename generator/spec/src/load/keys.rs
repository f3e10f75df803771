//! The keys of the spec language: a map has the fields of its struct in `source` as keys, in that
//! order.

use serde::de::{Deserialize, Deserializer, Error, Visitor, value};
use serde::forward_to_deserialize_any;

use super::source::{AliasSource, Note, OperationSource, ParameterSource};

/// The keys of a map of the spec language, in the order of its struct.
#[must_use]
pub fn of<'de, T: Deserialize<'de>>() -> Vec<&'static str> {
    let mut keys = Vec::new();
    // This fails as soon as the struct has asked for its keys.
    drop(T::deserialize(Keys(&mut keys)));
    keys
}

/// The keys of an entry of the value of a key, where they have an order.
#[must_use]
pub fn order_of_entries(key: &str) -> Option<Vec<&'static str>> {
    match key {
        "operations" => Some(of::<OperationSource>()),
        "parameters" | "fields" | "headers" => {
            let mut keys = of::<ParameterSource>();
            // Only overlays have these, and only fields the next.
            keys.splice(1..1, ["add", "optional"]);
            let end = keys.iter().position(|key| *key == "doc").unwrap_or(keys.len());
            keys.insert(end, "only");
            Some(keys)
        }
        "aliases" => Some(of::<AliasSource>()),
        "notes" => Some(of::<Note>()),
        _ => None,
    }
}

/// A deserializer without values, which notes the fields that a struct asks for.
struct Keys<'a>(&'a mut Vec<&'static str>);

impl<'de> Deserializer<'de> for Keys<'_> {
    type Error = value::Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
        Err(Error::custom("there is no value"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        self.0.extend(fields);
        self.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}
