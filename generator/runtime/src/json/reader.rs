//! A value of a JSON text that is not read yet.

use std::{borrow::Cow, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, MapAccess, Visitor},
};
use serde_json::value::RawValue;

use super::Misfit;

/// serde_json's limit, too: deeper nesting could exhaust the stack.
const MAX_DEPTH: u8 = 128;

/// A value that [`JsonValue::read_json`](crate::JsonValue::read_json) reads.
#[derive(Clone, Copy)]
pub struct JsonReader<'a> {
    text: &'a str,
    depth: u8,
}

impl<'a> JsonReader<'a> {
    /// A whole text, without the white space around it, as JSON defines it (a
    /// form feed is not white space). It is only checked when it is read.
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text: text.trim_matches([' ', '\t', '\n', '\r']), depth: 0 }
    }

    /// The value `null`.
    pub(crate) fn null() -> Self {
        Self::new("null")
    }

    /// A whole text, if it is UTF-8.
    pub(crate) fn parse(text: &'a [u8]) -> Result<Self, Misfit> {
        let text = std::str::from_utf8(text);
        text.map(Self::new).map_err(|_| Misfit::new("not valid JSON: not UTF-8"))
    }

    /// Returns the JSON text of the value.
    #[must_use]
    pub fn as_str(self) -> &'a str {
        self.text
    }

    /// Returns whether it is `null`.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.text == "null"
    }

    /// Reads a value in one go.
    pub(super) fn scalar<T: DeserializeOwned>(self) -> Result<T, Misfit> {
        serde_json::from_str(self.text).map_err(|error| Misfit::from(&error))
    }

    /// The items of a list. `null` is an empty list, because some servers write one like that.
    pub(crate) fn items(self) -> Result<Vec<Self>, Misfit> {
        if self.is_null() {
            return Ok(Vec::new());
        }
        let depth = self.deeper()?;
        let items: Vec<&'a RawValue> =
            serde_json::from_str(self.text).map_err(|error| Misfit::from(&error))?;
        Ok(items.into_iter().map(|raw| Self { text: raw.get(), depth }).collect())
    }

    /// The fields of an object, in order, with duplicates.
    pub(crate) fn fields(self) -> Result<Vec<(Cow<'a, str>, Self)>, Misfit> {
        let mut found = Vec::new();
        let visitor = FieldsVisitor { depth: self.deeper()?, until: None, found: &mut found };
        let mut text = serde_json::Deserializer::from_str(self.text);
        let end = text.deserialize_map(visitor).and_then(|()| text.end());
        end.map(|()| found).map_err(|error| Misfit::from(&error))
    }

    /// The entries of a dictionary. `null` is an empty one.
    pub(super) fn entries(self) -> Result<Vec<(String, Self)>, Misfit> {
        if self.is_null() {
            return Ok(Vec::new());
        }
        Ok(self.fields()?.into_iter().map(|(key, value)| (key.into_owned(), value)).collect())
    }

    /// An integer in a field of an object; the fields after it are not read.
    #[cfg(feature = "server")]
    pub(crate) fn integer(self, field: &str) -> Option<i64> {
        let mut found = Vec::new();
        let visitor = FieldsVisitor { depth: self.depth, until: Some(field), found: &mut found };
        // The rest of the object, which serde reports as an error.
        let _ = serde_json::Deserializer::from_str(self.text).deserialize_map(visitor);
        found.last().filter(|(name, _)| name == field)?.1.scalar().ok()
    }

    fn deeper(self) -> Result<u8, Misfit> {
        if self.depth >= MAX_DEPTH {
            return Err(Misfit::new("nested too deeply"));
        }
        Ok(self.depth + 1)
    }
}

impl fmt::Debug for JsonReader<'_> {
    /// Shows the size only: the text may contain secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JsonReader({} bytes)", self.text.len())
    }
}

/// Keeps the fields of an object, up to one of them.
struct FieldsVisitor<'f, 'a> {
    depth: u8,
    until: Option<&'f str>,
    found: &'f mut Vec<(Cow<'a, str>, JsonReader<'a>)>,
}

impl<'de> Visitor<'de> for FieldsVisitor<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some((Name(name), raw)) = map.next_entry::<_, &'de RawValue>()? {
            let is_last = self.until == Some(&*name);
            self.found.push((name, JsonReader { text: raw.get(), depth: self.depth }));
            if is_last {
                break;
            }
        }
        Ok(())
    }
}

/// The name of a field, borrowed if nothing in it is escaped.
#[derive(Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);
