//! Values that are written as one word where one word is enough.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Visitor};

/// A `T` written in full as a map, or in short as a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Shorthand<T>(pub T);

/// Marks a value that may be written in short for the reader of spec files.
pub const SHORTHAND: &str = "shorthand";

/// Marks one whose short form is a type in the documents' notation.
pub const NOTATION: &str = "notation";

/// A map that has a short form, a text.
pub trait Short: From<String> {
    /// Marks it for the reader of spec files.
    const MARK: &'static str = SHORTHAND;
}

impl<'de, T: Deserialize<'de> + Short> Deserialize<'de> for Shorthand<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(T::MARK, TextOrMap(PhantomData))
    }
}

struct TextOrMap<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de> + Short> Visitor<'de> for TextOrMap<T> {
    type Value = Shorthand<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("text or a map")
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Shorthand(T::from(text.to_owned())))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, map: D) -> Result<Self::Value, D::Error> {
        T::deserialize(map).map(Shorthand)
    }
}
