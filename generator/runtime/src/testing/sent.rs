//! Sent requests as text for people, and their differences.

use std::fmt;

use http::header::{ACCEPT, USER_AGENT};

use crate::codec::FormReader;
use crate::core::{Parameter, Place, ValueKind};

/// Maximum number of characters of a value that are shown.
const LONGEST: usize = 200;

/// Parameters with their values, in the documents' order. `Display` hides
/// secrets.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Sent(Vec<Value>);

/// The text of a parameter.
#[derive(Clone, Debug)]
struct Value {
    name: String,
    text: String,
    visibility: Visibility,
    /// Clients send it even if the request doesn't have it.
    always: bool,
}

/// The part of a value that may be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Visibility {
    Text,
    Json,
    /// JSON of a type that may have secret fields.
    Size,
    Nothing,
}

impl Visibility {
    fn of(parameter: &Parameter) -> Self {
        match parameter {
            Parameter { secret: true, .. } => Self::Nothing,
            Parameter { json: false, .. } => Self::Text,
            Parameter { kind: ValueKind::Other, .. } => Self::Size,
            _ => Self::Json,
        }
    }
}

impl Sent {
    /// The parameters in a form that a server has read. Files are left out.
    pub(crate) fn of(parameters: &[Parameter], form: &FormReader) -> Self {
        let value = |known: &Parameter| {
            let mut texts = form.pairs().filter(|(name, _)| *name == known.name).map(|(_, text)| text);
            let first = texts.next()?;
            let text = match known.list.filter(|_| !known.json) {
                None => first.to_owned(),
                // As in `Expectation::with_parameter`.
                Some(style) => {
                    let all: Vec<&str> = std::iter::once(first).chain(texts).collect();
                    all.join(style.separator().unwrap_or(","))
                }
            };
            Some(Value::new(known, text))
        };
        Self(parameters.iter().filter_map(value).collect())
    }

    /// One parameter.
    pub(crate) fn one(parameter: &Parameter, text: String) -> Self {
        Self(vec![Value::new(parameter, text)])
    }

    /// One line for each parameter that differs from what was expected.
    pub(crate) fn differences(&self, expected: &Self) -> Vec<String> {
        let missing = expected.0.iter().filter_map(|wanted| match self.value(&wanted.name) {
            Some(sent) if sent == wanted => None,
            Some(sent) if sent.to_string() == wanted.to_string() => {
                Some(format!("{}: sent another value ({sent})", sent.name))
            }
            Some(sent) => Some(format!("{}: expected {wanted}, sent {sent}", sent.name)),
            None => Some(format!("{}: expected {wanted}, not sent", wanted.name)),
        });
        let unwanted = self.0.iter().filter(|sent| !sent.always && expected.value(&sent.name).is_none());
        missing.chain(unwanted.map(|sent| format!("{}: not expected, sent {sent}", sent.name))).collect()
    }

    /// The same, for the expected parameters only.
    pub(crate) fn misses(&self, expected: &Self) -> Vec<String> {
        let known = self.0.iter().filter(|sent| expected.value(&sent.name).is_some());
        Self(known.cloned().collect()).differences(expected)
    }

    fn value(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|value| value.name == name)
    }
}

impl Value {
    fn new(parameter: &Parameter, text: String) -> Self {
        let is_text = parameter.kind == ValueKind::Text && parameter.items.is_none();
        let object = parameter.fields_of(&text).map(|mut fields| {
            fields.sort();
            // In headers, names have no case; what was read may have a number for the name of an item.
            let name = |name: &str| name.replace('[', ".").replace(']', "").to_ascii_lowercase();
            let fields: Vec<_> = fields.iter().map(|(own, text)| format!("{}={text}", name(own))).collect();
            fields.join("&")
        });
        let text = object.unwrap_or(text);
        let decoded = (parameter.json && is_text).then(|| serde_json::from_str::<String>(&text).ok());
        let visibility = match Visibility::of(parameter) {
            Visibility::Json if is_text => Visibility::Text,
            visibility => visibility,
        };
        let always = matches!(parameter.place, Place::Header { prefix: "" })
            && [ACCEPT, USER_AGENT].iter().any(|header| header == parameter.wire_name());
        let always = always || parameter.fill.is_some();
        Self { name: parameter.name.to_owned(), text: decoded.flatten().unwrap_or(text), visibility, always }
    }
}

impl PartialEq for Value {
    /// JSON is compared by its content.
    fn eq(&self, other: &Self) -> bool {
        let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).ok();
        let is_json = |value: &Self| value.visibility != Visibility::Text;
        self.name == other.name
            && (self.text == other.text
                || is_json(self)
                    && is_json(other)
                    && json(&self.text).is_some_and(|it| Some(it) == json(&other.text)))
    }
}

impl fmt::Display for Sent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = self.0.iter().map(|value| format!("{}: {value}", value.name));
        match values.collect::<Vec<_>>().join(", ") {
            none if none.is_empty() => f.write_str("no parameters"),
            some => f.write_str(&some),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cut = self.text.chars().nth(LONGEST).map(|_| "…").unwrap_or_default();
        let text: String = self.text.chars().take(LONGEST).collect();
        match self.visibility {
            Visibility::Text => write!(f, "{text:?}{cut}"),
            Visibility::Json => write!(f, "{}{cut}", crate::core::text::Inert(&text)),
            Visibility::Size => write!(f, "JSON, {} bytes", self.text.len()),
            Visibility::Nothing => f.write_str("[secret]"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_that_clients_always_send_differs_only_if_it_is_expected() {
        let of = |name, text: &str| {
            let parameter = Parameter::optional(name, "string").place(Place::Header { prefix: "" });
            Sent::one(&parameter, text.to_owned())
        };
        for (name, differences) in [("user-agent", 0), ("Accept", 0), ("X-Trace", 1)] {
            let sent = of(name, "own");
            assert_eq!(sent.differences(&Sent::default()).len(), differences, "{name}");
            assert_eq!(sent.differences(&of(name, "other")).len(), 1, "{name}");
        }
    }
}
