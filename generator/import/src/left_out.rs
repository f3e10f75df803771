//! Parts of a description that its spec doesn't have.

use serde_json::{Value, json};

/// Reasons that are none of the language: the beginning of one, and why it is so.
const WHY: [(&str, &str); 3] = [
    ("content of a response that HTTP", "HTTP sends none there."),
    ("a header that isn't a parameter", "Clients and servers set it themselves."),
    ("a parameter that the credential", "It is a part of the credential."),
];

/// A part of a description that its spec doesn't have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Its place: a JSON pointer, after the name of the file if it isn't the description itself.
    pub pointer: String,
    /// The reason: the same text for the same kind of thing.
    pub reason: String,
    /// The thing itself, in short; may be empty.
    pub detail: String,
    /// The meaning of that for calls.
    pub loss: Loss,
}

impl LeftOut {
    /// A note about it; `before` says what it is about.
    #[must_use]
    pub fn note(&self, before: &str) -> Value {
        let detail = if self.detail.is_empty() { String::new() } else { format!(": {}", self.detail) };
        let reason = format!("{before}{}", self.reason);
        let (first, rest) = reason.split_at(reason.chars().next().map_or(0, char::len_utf8));
        let decided = match self.loss {
            Loss::Words => "Calls are as described; this is left out.",
            Loss::Part => "It is left out.",
        };
        let read = format!("{}{rest}{detail}.", first.to_uppercase());
        let why = WHY.iter().find(|(start, _)| self.reason.starts_with(start));
        json!({"read": read, "decided": decided, "why": why.map_or("The spec language can't say it.", |it| it.1)})
    }
}

/// The meaning for calls of a part that is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Requests and results are as described: they are only checked less, or said in fewer words.
    Words,
    /// Something is missing, or something else is there instead.
    Part,
}
