//! JSON text that is being written.

use std::{
    fmt::{self, Display, Write},
    ops::Range,
};

use crate::core::Secret;

/// The output of [`JsonValue::write_json`](crate::JsonValue::write_json).
#[derive(Default)]
pub struct JsonWriter {
    pub(crate) text: String,
    /// The secrets in the text.
    pub(crate) secrets: Vec<Secret>,
    /// The parts of an unknown shape: they may contain secrets.
    pub(crate) opaque: Vec<Range<usize>>,
    /// Objects have only the fields that are set, even if others always have the same value.
    pub(crate) is_partial: bool,
    /// It is in a union, of whose types constants tell this one apart: they are written even then.
    pub(crate) is_member: bool,
}

impl JsonWriter {
    /// A writer with room for a text of that size.
    #[cfg(feature = "server")]
    pub(crate) fn with_capacity(bytes: usize) -> Self {
        Self { text: String::with_capacity(bytes), ..Self::default() }
    }

    /// A writer of text that is JSON.
    pub(crate) fn of(text: String) -> Self {
        Self { text, ..Self::default() }
    }

    pub(crate) fn null() -> Self {
        Self::of("null".to_owned())
    }

    /// A writer of a value in this one, for [`append`](Self::append).
    pub(super) fn inner(&self) -> Self {
        Self { is_partial: self.is_partial, is_member: self.is_member, ..Self::default() }
    }

    /// Appends what another writer has, from a place on.
    pub(super) fn append(&mut self, other: Self, from: usize) {
        let moved = |place: usize| (place + self.text.len()).saturating_sub(from);
        self.opaque.extend(other.opaque.iter().map(|part| moved(part.start)..moved(part.end)));
        self.secrets.extend(other.secrets);
        self.text.push_str(other.text.get(from..).unwrap_or_default());
    }

    /// Appends text that is JSON.
    pub(super) fn text(&mut self, json: &str) {
        self.text.push_str(json);
    }

    /// Appends a value whose `Display` is JSON.
    pub(super) fn display(&mut self, value: &impl Display) {
        // Writing to a string can't fail.
        let _ = write!(self.text, "{value}");
    }

    /// Appends JSON of an unknown shape, which errors will not show. Only its
    /// position is kept: most calls succeed.
    pub(super) fn opaque(&mut self, json: &str) {
        let start = self.text.len();
        self.text(json);
        self.opaque.push(start..self.text.len());
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

    /// Appends a secret string, which errors will not show.
    pub fn secret(&mut self, secret: &Secret) {
        self.string(secret.expose());
        self.secrets.push(secret.clone());
    }
}

impl fmt::Debug for JsonWriter {
    /// Shows the size only: the text may contain secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JsonWriter({} bytes)", self.text.len())
    }
}

fn is_escaped(byte: u8) -> bool {
    matches!(byte, b'"' | b'\\' | 0..=0x1f)
}

/// Appends text as it appears between the quotes of a JSON string.
fn push_escaped(out: &mut String, text: &str) {
    // Checking all bytes is faster than stopping at the first: most texts are plain.
    if !text.bytes().fold(false, |found, byte| found | is_escaped(byte)) {
        return out.push_str(text);
    }
    let mut rest = text;
    while let Some(end) = rest.bytes().position(is_escaped) {
        let (plain, after) = rest.split_at(end);
        out.push_str(plain);
        let mut characters = after.chars();
        match characters.next() {
            None => {}
            Some('\n') => out.push_str("\\n"),
            Some('\r') => out.push_str("\\r"),
            Some('\t') => out.push_str("\\t"),
            // Writing to a string can't fail.
            Some(control @ '\0'..='\x1f') => drop(write!(out, "\\u{:04x}", u32::from(control))),
            Some(quoted) => out.extend(['\\', quoted]),
        }
        rest = characters.as_str();
    }
    out.push_str(rest);
}
