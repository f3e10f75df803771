//! JSON <-> types that keep unknown fields.
//!
//! Two traits replace serde's derives: a generated type is then a list of field
//! names, which compiles quickly, and an error says which field is wrong. serde
//! still parses, and every type implements `Serialize` and `Deserialize`
//! through its JSON.
//!
//! A text is scanned once into a tape: the places of all values. Whatever is done with them walks it:
//! types, checks, unions, and what pages, cassettes and forms look for. A value takes at most 16 times the
//! memory of its text, or 64 MiB, with the tape, which takes up to six times. serde's own values
//! ([`Value`](serde_json::Value)) are not counted.

mod extra;
mod joined;
mod misfits;
pub(crate) mod number;
mod object;
mod opaque;
mod open_enum;
mod reader;
mod scan;
mod strings;
mod tape;
mod union;
mod value;
mod writer;

pub use extra::Extra;
pub use joined::Joined;
pub use object::{
    FieldCheck, Object, ObjectField, Others, object_eq, object_fit, object_fmt, object_from, object_into,
};
pub(crate) use open_enum::NOT_LISTED;
pub use open_enum::{enum_fit, enum_from};
pub use reader::JsonReader;
pub(crate) use reader::Required;
pub(crate) use scan::MAX_DEPTH;
pub use tape::Fit;
pub(crate) use tape::Tape;
pub use union::{
    union_best, union_field, union_fit, union_member, union_other, union_read, union_tag, union_tagged,
    union_tagged_fit, union_untagged_fit, union_with_content,
};
pub use value::JsonValue;
pub use writer::JsonWriter;
pub(crate) use writer::Sender;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::core::{Json, Misfit};

/// Deserializes a [`JsonValue`].
///
/// # Errors
/// If the JSON doesn't fit the type.
pub fn from_serde<'de, T: JsonValue, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    let json = Json::deserialize(from)?;
    read(json.as_str()).map_err(de::Error::custom)
}

/// The text of a body that should be JSON.
///
/// # Errors
/// If it isn't UTF-8.
pub(crate) fn utf8(body: &[u8]) -> Result<&str, Misfit> {
    std::str::from_utf8(body).map_err(|_| Misfit::new("not valid JSON: not UTF-8"))
}

/// All texts in JSON that are not names of fields.
pub(crate) fn texts(json: &str) -> Vec<String> {
    let tape = Tape::of(json).unwrap_or_default();
    JsonReader::new(json, &tape).texts().map(Into::into).collect()
}

/// Reads a whole text.
///
/// # Errors
/// If it isn't JSON, or doesn't fit the type.
pub(crate) fn read<T: JsonValue>(text: &str) -> Result<T, Misfit> {
    JsonReader::new(text, &Tape::of(text)?).read()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_every_text_and_no_name() {
        let json = r#"{"a" : "b\"\\", "c":["d" ,{"e\"":"\u00fc\/"},1,null,""],"f":"\ud800"}"#;
        assert_eq!(texts(json), ["b\"\\", "d", "ü/", "", "\\ud800"]);
        assert_eq!(texts("\"a\""), ["a"]);
        assert!(texts("12").is_empty());
        let deep = format!("{}\"a\"{}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(texts(&deep), ["a"]);
    }
}
