//! A type as a place has it: its notation, its limits, and what is said about it.

use generator_spec::model::Scalar;
use serde_json::{Map, Value, json};

/// A type as a place has it.
#[derive(Clone, Debug, Default)]
pub struct Typed {
    /// The type in the notation of the language, without marks.
    pub notation: String,
    /// It can be null.
    pub nullable: bool,
    /// Its limits, by the keys of the language.
    pub limits: Map<String, Value>,
    /// The value that is used if there is none.
    pub default: Option<Value>,
    /// The one value that it has.
    pub constant: Option<Value>,
    /// The one direction in which it is sent.
    pub only: Option<&'static str>,
    /// A text that is never shown.
    pub secret: bool,
    /// It is about to go.
    pub deprecated: bool,
    /// Its description.
    pub doc: Option<String>,
    /// Bytes that aren't text: a file, if it is a part of a form.
    pub is_binary: bool,
}

impl Typed {
    /// A type without anything else.
    pub fn of(notation: impl Into<String>) -> Self {
        Self { notation: notation.into(), ..Self::default() }
    }

    /// The notation with its mark.
    pub fn written(&self) -> String {
        if self.nullable && !matches!(self.notation.as_str(), "any" | "null") {
            format!("{} or null", self.notation)
        } else {
            self.notation.clone()
        }
    }

    /// The keys of an alias: another name of a text, a number, a list or a map, with its limits.
    pub fn alias(&self) -> Option<Map<String, Value>> {
        let inside = |start: &str| self.notation.strip_prefix(start)?.strip_suffix('>');
        let is_simple = |it: &str| !matches!(it, "any" | "object" | "null") && Scalar::named(it).is_some();
        let of = match (inside("List<"), inside("Dictionary<string, ")) {
            (Some(item), _) => ("list", item),
            (None, Some(value)) => ("map", value),
            (None, None) => ("of", Some(self.notation.as_str()).filter(|it| is_simple(it))?),
        };
        let mut alias = Map::from_iter([(of.0.to_owned(), json!(of.1))]);
        alias.extend(self.limits.clone());
        Some(alias).filter(|_| self.constant.is_none())
    }

    /// Returns whether the notation is the name of a type with another meaning than a scalar.
    pub fn is_named(&self) -> bool {
        Scalar::named(&self.notation).is_none() && !self.notation.contains('<')
    }
}
