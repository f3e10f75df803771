//! Lists that are one text in JSON.

use std::{fmt, ops::Deref};

use super::{JsonReader, JsonValue, JsonWriter};
use crate::codec::form::FormValue;
use crate::core::Misfit;

/// A list that is one text in JSON, with a character between the items: `"red,green"`.
///
/// ```
/// use api_runtime::Joined;
///
/// let colors: Joined<String, ','> = serde_json::from_str(r#""red,green""#)?;
/// assert_eq!(colors.0, ["red", "green"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Joined<T, const BETWEEN: char>(pub Vec<T>);

impl<T, const BETWEEN: char> Deref for Joined<T, BETWEEN> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T, const BETWEEN: char> From<Vec<T>> for Joined<T, BETWEEN> {
    fn from(items: Vec<T>) -> Self {
        Self(items)
    }
}

impl<T, const BETWEEN: char> FromIterator<T> for Joined<T, BETWEEN> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self(items.into_iter().collect())
    }
}

impl<T: fmt::Debug, const BETWEEN: char> fmt::Debug for Joined<T, BETWEEN> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: FormValue, const BETWEEN: char> JsonValue for Joined<T, BETWEEN> {
    fn read_json(from: JsonReader<'_>) -> Result<Self, Misfit> {
        let text = String::read_json(from)?;
        if text.is_empty() {
            return Ok(Self(Vec::new()));
        }
        from.charge(text.split(BETWEEN).count() * size_of::<T>())?;
        text.split(BETWEEN).map(|item| T::from_text(item).map_err(Misfit::new)).collect()
    }

    fn write_json(&self, to: &mut JsonWriter) {
        let mut text = String::new();
        for (index, item) in self.0.iter().enumerate() {
            if index > 0 {
                text.push(BETWEEN);
            }
            text.push_str(&item.to_text());
        }
        to.string(&text);
    }

    fn placeholder() -> Self {
        Self(Vec::new())
    }
}

impl<T: FormValue, const BETWEEN: char> serde::Serialize for Joined<T, BETWEEN> {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        super::to_serde(self, to)
    }
}

impl<'de, T: FormValue, const BETWEEN: char> serde::Deserialize<'de> for Joined<T, BETWEEN> {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        super::from_serde(from)
    }
}
