//! JSON <-> types that keep unknown fields.
//!
//! Two traits replace serde's derives: a generated type is then a list of field
//! names, which compiles quickly, and an error says which field is wrong. serde
//! still parses, and every type implements `Serialize` and `Deserialize`
//! through its JSON.
//!
//! A value takes at most 16 times the memory of its text, or 64 MiB: the reader has a
//! budget, from which values and scans are taken. serde's own lists have none. While a text of at most
//! 4 MiB is read, the tape of its values comes on top of that: up to 8 times its memory.

mod extra;
mod joined;
mod leaves;
mod object;
#[cfg(any(feature = "cli", feature = "server"))]
pub(crate) mod once;
mod opaque;
mod open_enum;
mod reader;
mod strings;
mod tape;
mod union;
mod value;
mod writer;

pub use extra::Extra;
pub use joined::Joined;
pub(crate) use leaves::string_leaves;
pub use object::{FieldCheck, Object, ObjectField, object_eq, object_fmt, object_from, object_into};
pub(crate) use open_enum::NOT_LISTED;
pub use open_enum::{listed, number};
pub use reader::JsonReader;
pub(crate) use reader::Required;
pub use union::{
    Candidate, object_fit, union_best, union_field, union_member, union_other, union_tag, union_tagged,
    union_with_content,
};
pub use value::JsonValue;
pub use writer::JsonWriter;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::core::Json;

/// Deserializes a [`JsonValue`].
///
/// # Errors
/// If the JSON doesn't fit the type.
pub fn from_serde<'de, T: JsonValue, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    let json = Json::deserialize(from)?;
    JsonReader::new(json.as_str()).read().map_err(de::Error::custom)
}

/// Serializes a [`JsonValue`].
///
/// # Errors
/// If the serializer fails.
pub fn to_serde<T: JsonValue, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
    let mut writer = JsonWriter::default();
    value.write_json(&mut writer);
    Json::from_text(writer.text).serialize(to)
}
