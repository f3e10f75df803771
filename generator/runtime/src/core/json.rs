//! Any JSON, kept unchanged.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::DeserializeOwned, ser::Error as _};
use serde_json::value::{RawValue, Value};

use super::misfit::Misfit;

/// Any JSON value, kept byte for byte.
///
/// `Debug` only shows its size, since it may contain secrets. Equality compares
/// the values: the order of fields and white space don't matter.
#[derive(Clone)]
pub struct Json(Box<str>);

impl Json {
    /// Deserializes the value.
    ///
    /// # Errors
    /// Says which field doesn't fit the type.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Misfit> {
        let mut text = serde_json::Deserializer::from_str(self.as_str());
        serde_path_to_error::deserialize(&mut text)
            .map_err(|error| Misfit::of_serde(&error.path().to_string(), error.inner()))
    }

    /// Serializes a value.
    ///
    /// # Errors
    /// If it can't be JSON: a map whose keys are not text, for instance.
    pub fn from_value<T: Serialize + ?Sized>(value: &T) -> Result<Self, Misfit> {
        let json = serde_json::to_string(value).map_err(|error| Misfit::from(&error))?;
        Ok(Self(json.into()))
    }

    /// Returns the value as a tree.
    ///
    /// # Errors
    /// If it is nested too deeply (128 levels) or contains text that is not
    /// Unicode.
    pub fn to_value(&self) -> Result<Value, Misfit> {
        self.read()
    }

    /// Returns the JSON text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Keeps a part of a text that was scanned.
    pub(crate) fn scanned(text: &str) -> Self {
        Self(text.into())
    }

    /// Takes text that should be JSON. Text that isn't becomes `null`, so that no mistake elsewhere
    /// can put anything else into this type.
    pub(crate) fn from_text(text: String) -> Self {
        RawValue::from_string(text).map_or_else(|_| Self::default(), |json| Self(json.into()))
    }
}

impl Default for Json {
    /// `null`
    fn default() -> Self {
        Self("null".into())
    }
}

impl From<Value> for Json {
    fn from(value: Value) -> Self {
        Self::from_text(value.to_string())
    }
}

impl FromStr for Json {
    type Err = Misfit;

    /// Keeps the JSON text unchanged.
    fn from_str(text: &str) -> Result<Self, Misfit> {
        serde_json::from_str(text).map_err(|error| Misfit::from(&error))
    }
}

impl fmt::Debug for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Json({} bytes)", self.as_str().len())
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
            || matches!((self.to_value(), other.to_value()), (Ok(one), Ok(two)) if one == two)
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let raw: &RawValue = serde_json::from_str(&self.0).map_err(S::Error::custom)?;
        raw.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Box::<RawValue>::deserialize(deserializer).map(|json| Self(json.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_text_and_compares_the_value() {
        let json: Json = r#"{ "b" : 1.0, "a" : 12345678901234567890123 }"#.parse().unwrap();
        assert_eq!(json.as_str(), r#"{ "b" : 1.0, "a" : 12345678901234567890123 }"#);
        let same: Json = r#"{"a":12345678901234567890123,"b":1.0}"#.parse().unwrap();
        assert_eq!(json, same);
        assert_ne!(json, Json::default());
        assert_eq!(format!("{json:?}"), "Json(44 bytes)");
        assert_eq!(Json::from_value(&[1, 2]).unwrap().as_str(), "[1,2]");
        assert!("{".parse::<Json>().is_err());
    }

    #[test]
    fn reading_into_a_type_names_the_field() {
        let json: Json = r#"{"a":[1,2],"b":[1,"canary"]}"#.parse().unwrap();
        let error = json.read::<std::collections::BTreeMap<String, Vec<i64>>>();
        assert_eq!(error.unwrap_err().to_string(), "`b[1]`: expected i64, found string");
        let error = json.read::<i64>().unwrap_err();
        assert_eq!(error.to_string(), "expected i64, found map");
    }

    #[test]
    fn depth_does_no_harm() {
        let deep: Json = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)).parse().unwrap();
        let other: Json = format!("{} {}", "[".repeat(100_000), "]".repeat(100_000)).parse().unwrap();
        assert!(deep.to_value().is_err());
        assert_ne!(deep, other);
    }
}
