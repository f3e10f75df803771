//! JSON text that is being written.

use std::{
    fmt::{self, Write as _},
    ops::Range,
};

use super::strings::push_escaped;
use crate::core::Secret;

/// The length of a short body, in bytes.
const SHORT: usize = 128;

/// The output of [`JsonValue::write_json`](crate::JsonValue::write_json).
#[derive(Default)]
pub struct JsonWriter {
    pub(crate) text: String,
    /// The secrets in the text.
    pub(crate) secrets: Vec<Secret>,
    /// The parts of an unknown shape: they may contain secrets.
    pub(crate) opaque: Vec<Range<usize>>,
    /// The side that sends the text; `None` if nobody does.
    pub(crate) sender: Option<Sender>,
}

/// A side that sends JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sender {
    Client,
    Server,
}

impl JsonWriter {
    /// A writer of a whole body.
    pub(crate) fn of_body(sender: Sender) -> Self {
        Self { text: String::with_capacity(SHORT), sender: Some(sender), ..Self::default() }
    }

    /// A writer of a value in this one, for [`append`](Self::append).
    pub(super) fn inner(&self) -> Self {
        Self { sender: self.sender, ..Self::default() }
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

    /// Appends a character that is JSON.
    #[inline]
    pub(super) fn character(&mut self, json: char) {
        self.text.push(json);
    }

    /// Appends an integer.
    pub(super) fn integer(&mut self, value: i64) {
        if value < 0 {
            self.text.push('-');
        }
        self.digits(value.unsigned_abs());
    }

    fn digits(&mut self, value: u64) {
        if value >= 10 {
            self.digits(value / 10);
        }
        self.text.push(char::from(b'0' + (value % 10) as u8));
    }

    /// Appends a number.
    pub(super) fn number(&mut self, value: &serde_json::Number) {
        match value.as_i64() {
            Some(value) => self.integer(value),
            // Writing to a string can't fail.
            None => drop(write!(self.text, "{value}")),
        }
    }

    /// Appends JSON of an unknown shape, which errors will not show. Only its
    /// position is kept: most calls succeed.
    pub(super) fn opaque(&mut self, json: &str) {
        let start = self.text.len();
        self.text(json);
        self.opaque.push(start..self.text.len());
    }

    /// Appends the name of a field after a brace or a comma.
    pub(super) fn name(&mut self, before: char, name: &str) {
        self.text.push(before);
        self.string(name);
        self.text.push(':');
    }

    /// The same for a name without escapes.
    pub(super) fn plain_name(&mut self, is_first: bool, name: &str) {
        self.text.push_str(if is_first { "{\"" } else { ",\"" });
        self.text.push_str(name);
        self.text.push_str("\":");
    }

    /// Appends a string.
    pub fn string(&mut self, text: &str) {
        self.text.reserve(text.len() + 2);
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
