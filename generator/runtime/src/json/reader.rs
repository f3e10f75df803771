//! One value of a JSON text, not yet read.

use std::{borrow::Cow, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, Error, MapAccess, Visitor},
};
use serde_json::value::RawValue;

use super::Misfit;

/// As deep as serde_json reads: further down a hostile text could exhaust the
/// stack.
const MAX_DEPTH: u8 = 128;

/// A value that [`crate::JsonValue::read_json`] reads.
#[derive(Clone, Copy)]
pub struct JsonReader<'a> {
    raw: &'a RawValue,
    depth: u8,
}

impl<'a> JsonReader<'a> {
    pub(crate) fn new(raw: &'a RawValue) -> Self {
        Self { raw, depth: 0 }
    }

    /// The value `null`.
    pub(crate) fn null() -> Self {
        Self::new(RawValue::NULL)
    }

    /// The whole of a text.
    pub(crate) fn parse(text: &'a [u8]) -> Result<Self, Misfit> {
        parse(text).map(Self::new)
    }

    /// The JSON text of the value.
    #[must_use]
    pub fn as_str(self) -> &'a str {
        self.raw.get()
    }

    /// Whether it is `null`.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.as_str() == "null"
    }

    pub(super) fn raw(self) -> &'a RawValue {
        self.raw
    }

    /// Reads a value that has no parts of its own.
    pub(super) fn scalar<T: DeserializeOwned>(self) -> Result<T, Misfit> {
        parse(self.as_str().as_bytes())
    }

    /// The items of a list. `null` is an empty list: it is how some servers
    /// write one.
    pub(super) fn items(self) -> Result<Vec<Self>, Misfit> {
        if self.is_null() {
            return Ok(Vec::new());
        }
        let depth = self.deeper()?;
        let items: Vec<&'a RawValue> = parse(self.as_str().as_bytes())?;
        Ok(items.into_iter().map(|raw| Self { raw, depth }).collect())
    }

    /// The fields of an object, in order.
    pub(crate) fn fields(self) -> Result<Vec<(Cow<'a, str>, Self)>, Misfit> {
        let depth = self.deeper()?;
        let Fields(fields) = parse(self.as_str().as_bytes())?;
        let reader = |(name, raw)| (name, Self { raw, depth });
        Ok(fields.into_iter().map(reader).collect())
    }

    fn deeper(self) -> Result<u8, Misfit> {
        if self.depth >= MAX_DEPTH {
            return Err(Misfit::new("nested too deeply"));
        }
        Ok(self.depth + 1)
    }
}

fn parse<'a, T: Deserialize<'a>>(text: &'a [u8]) -> Result<T, Misfit> {
    serde_json::from_slice(text).map_err(|error| Misfit::from(&error))
}

/// The fields of an object in order, those with the same name included.
struct Fields<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FieldsVisitor).map(Self)
    }
}

struct FieldsVisitor;

impl<'de> Visitor<'de> for FieldsVisitor {
    type Value = Vec<(Cow<'de, str>, &'de RawValue)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut fields = Vec::new();
        while let Some((Name(name), raw)) = map.next_entry()? {
            fields.push((name, raw));
        }
        Ok(fields)
    }
}

/// The name of a field, borrowed where nothing in it is escaped.
struct Name<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Name<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(NameVisitor)
    }
}

struct NameVisitor;

impl<'de> Visitor<'de> for NameVisitor {
    type Value = Name<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_borrowed_str<E: Error>(self, name: &'de str) -> Result<Name<'de>, E> {
        Ok(Name(name.into()))
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Name<'de>, E> {
        Ok(Name(name.to_owned().into()))
    }
}
