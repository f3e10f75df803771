//! JSON text being written.

use std::fmt::Write;

use super::{Json, JsonValue};
use crate::Secret;

/// What [`JsonValue::write_json`] writes to.
#[derive(Default)]
pub struct JsonWriter {
    text: String,
    secrets: Vec<Secret>,
}

impl JsonWriter {
    /// The JSON of a value.
    pub(crate) fn json_of<T: JsonValue>(value: &T) -> Json {
        let mut writer = Self::default();
        value.write_json(&mut writer);
        Json::from_text(writer.text)
    }

    /// The JSON text, and the secrets that are in it.
    pub(crate) fn finish(self) -> (String, Vec<Secret>) {
        (self.text, self.secrets)
    }

    /// Appends text that is JSON.
    pub(super) fn text(&mut self, json: &str) {
        self.text.push_str(json);
    }

    /// Appends the name of a field.
    pub(super) fn name(&mut self, name: &str) {
        self.string(name);
        self.text.push(':');
    }

    /// Appends a string.
    pub fn string(&mut self, text: &str) {
        self.text.push('"');
        push_escaped(&mut self.text, text);
        self.text.push('"');
    }

    /// Appends a string that is secret: it will not show where a server
    /// repeats it.
    pub fn secret(&mut self, secret: &Secret) {
        self.string(secret.expose());
        self.secrets.push(secret.clone());
    }

    /// Appends a number.
    pub fn number(&mut self, number: &serde_json::Number) {
        self.text.push_str(&number.to_string());
    }
}

/// Appends text as it stands between the quotes of a JSON string.
pub(crate) fn push_escaped(out: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // Writing to a string can't fail.
            '\0'..='\x1f' => drop(write!(out, "\\u{:04x}", u32::from(character))),
            other => out.push(other),
        }
    }
}
