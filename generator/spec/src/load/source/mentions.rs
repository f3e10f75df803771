//! Texts that name something described elsewhere. The reader of spec files marks their places, so
//! that an overlay that renames it finds all of them.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Visitor};

use crate::place::Mention;

/// Operations.
pub fn operations<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    marked(Mention::Operation, deserializer)
}

/// Types, in the documents' notation.
pub fn types<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    marked(Mention::Type, deserializer)
}

/// Parameters of the operation.
pub fn parameters<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    marked(Mention::Parameter, deserializer)
}

/// Parameters of the operation in braces, in a path.
pub fn in_paths<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    marked(Mention::ParameterInPath, deserializer)
}

/// Fields of the type.
pub fn fields<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    marked(Mention::Field, deserializer)
}

/// Fields of the operation's result.
pub fn field_paths<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    marked(Mention::FieldPath, deserializer)
}

fn marked<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    mention: Mention,
    deserializer: D,
) -> Result<T, D::Error> {
    deserializer.deserialize_newtype_struct(mention.name(), Inside(PhantomData))
}

struct Inside<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Inside<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("names")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inside: D) -> Result<T, D::Error> {
        T::deserialize(inside)
    }
}
