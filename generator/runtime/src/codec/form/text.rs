//! The texts of parameters in forms, queries and JSON objects.

use std::borrow::Cow;

use crate::codec::{json::JsonWriter, percent};
use crate::core::{ListStyle, Parameter, Place, ValueKind};

/// The kind of a value that was written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Syntax {
    Text,
    Json,
}

/// Returns whether a parameter is written where and as the operation's encoding says.
pub(super) fn is_usual(known: &Parameter) -> bool {
    matches!(known.place, Place::Form) && known.sent_as.is_none() && known.list.is_none() && !known.flag
}

/// Appends a field to a query or a form.
pub(super) fn push_query(query: &mut String, known: &Parameter, text: &str) {
    match (known.flag, known.list, text) {
        (true, _, "false") => {}
        (true, _, "true") => {
            percent::separate(query, "&");
            percent::encode_into(query, known.wire_name());
        }
        (_, Some(ListStyle::Brackets), _) => {
            percent::push_field(query, &format!("{}[]", known.wire_name()), text)
        }
        _ => percent::push_field(query, known.wire_name(), text),
    }
}

pub(super) fn push_json_field(object: &mut String, name: &str, json: &str) {
    percent::separate(object, ",");
    object.extend([&*quoted(name), ":", json]);
}

/// Puts a text before another one.
pub(super) fn join(mut before: String, text: &mut String, separator: &str) {
    if !before.is_empty() && !text.is_empty() {
        before.push_str(separator);
    }
    before.push_str(text);
    *text = before;
}

pub(super) fn in_json<'a>(text: &'a str, known: Option<&Parameter>, syntax: Syntax) -> Cow<'a, str> {
    match syntax {
        Syntax::Json => text.into(),
        Syntax::Text => as_json(text, known),
    }
}

/// The JSON of a value that is a text in a form.
pub(super) fn as_json<'a>(text: &'a str, known: Option<&Parameter>) -> Cow<'a, str> {
    let is_joined = known.and_then(|known| known.list).and_then(ListStyle::separator).is_some();
    match known.map(|known| known.kind) {
        Some(ValueKind::Number | ValueKind::Boolean) if !is_joined => text.into(),
        Some(ValueKind::Number | ValueKind::Boolean | ValueKind::Text | ValueKind::Other) | None => {
            quoted(text).into()
        }
    }
}

pub(super) fn quoted(text: &str) -> String {
    let mut json = JsonWriter::default();
    json.string(text);
    json.text
}
