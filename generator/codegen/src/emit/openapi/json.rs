//! JSON, built and printed.

use std::io;

use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter};
use serde_json::{Map, Serializer, Value, json};

use crate::emit::common::doc;
use generator_spec::text::escape_json;

/// An object, key by key.
#[derive(Clone, Debug, Default)]
pub struct Object(Map<String, Value>);

impl Object {
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.0.insert(key.to_owned(), value.into());
        self
    }

    pub fn maybe(self, key: &str, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }

    pub fn flag(self, key: &str, is_set: bool) -> Self {
        self.maybe(key, is_set.then_some(true))
    }

    /// A list or an object, unless there is nothing in it.
    pub fn filled(self, key: &str, value: impl Into<Value>) -> Self {
        let value = value.into();
        let is_empty = match &value {
            Value::Array(items) => items.is_empty(),
            Value::Object(entries) => entries.is_empty(),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
        };
        if is_empty { self } else { self.with(key, value) }
    }

    /// Adds texts of the spec as the paragraphs of a `description`.
    pub fn description<'a>(self, texts: impl IntoIterator<Item = &'a str>) -> Self {
        self.paragraphs(texts.into_iter().map(doc::escape).collect())
    }

    /// Paragraphs of Markdown as the `description`.
    pub fn paragraphs(self, paragraphs: Vec<String>) -> Self {
        self.maybe("description", (!paragraphs.is_empty()).then(|| paragraphs.join("\n\n")))
    }

    /// Adds the members of another object after these.
    pub fn and(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// Adds a response; what has the same status has the contents of both.
    pub fn with_content(mut self, (status, response): (String, Value)) -> Self {
        match self.0.get_mut(&status).and_then(|known| known.get_mut("content")?.as_object_mut()) {
            Some(known) => {
                known.extend(response.get("content").and_then(Value::as_object).cloned().unwrap_or_default())
            }
            None => drop(self.0.insert(status, response)),
        }
        self
    }

    /// Takes an entry out.
    pub fn take(&mut self, key: &str) -> Option<Value> {
        self.0.shift_remove(key)
    }

    pub fn get(&self, key: &str) -> Option<&Value> {
        self.0.get(key)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether it is the schema of a text that has no format.
    pub fn is_plain_text(&self) -> bool {
        self.0.get("type").is_some_and(|it| it == "string") && !self.0.contains_key("format")
    }
}

impl From<Object> for Value {
    fn from(object: Object) -> Self {
        Self::Object(object.0)
    }
}

impl IntoIterator for Object {
    type Item = (String, Value);
    type IntoIter = serde_json::map::IntoIter;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl FromIterator<(String, Value)> for Object {
    fn from_iter<I: IntoIterator<Item = (String, Value)>>(entries: I) -> Self {
        Self(entries.into_iter().collect())
    }
}

/// A reference to a component.
pub fn reference(kind: &str, name: &str) -> Object {
    Object::default().with("$ref", format!("#/components/{kind}/{name}"))
}

/// The text of a file. JSON leaves hidden characters as they are: they are escaped.
pub fn text(document: Object) -> String {
    let mut json = Vec::new();
    print(&document.into(), 0, &mut json);
    json.push(b'\n');
    escaped(json)
}

/// The text of a description, printed path by path: a tree of all of them would take many times
/// the memory of their text.
pub struct Document(Vec<u8>);

impl Document {
    /// `size` is about that of the text: one that grows is copied often, and the system gives no
    /// memory for what isn't used.
    pub fn new(head: Object, size: usize) -> Self {
        let mut json = Vec::with_capacity(size);
        print(&head.into(), 0, &mut json);
        json.truncate(json.len() - "\n}".len());
        json.extend(b",\n  \"paths\": {");
        Self(json)
    }

    pub fn path(&mut self, path: &str, item: &Value) {
        let comma = if self.0.ends_with(b"{") { "" } else { "," };
        self.0.extend(format!("{comma}\n    {}: ", json!(path)).bytes());
        print(item, 2, &mut self.0);
    }

    pub fn finish(mut self, components: &Value) -> String {
        let end = if self.0.ends_with(b"{") { "" } else { "\n  " };
        self.0.extend(format!("{end}}},\n  \"components\": ").bytes());
        print(components, 1, &mut self.0);
        self.0.extend(b"\n}\n");
        escaped(self.0)
    }
}

/// Prints a value, inside that many objects.
fn print(value: &Value, depth: usize, to: &mut Vec<u8>) {
    const ERROR: &str = "memory can be written to, and keys of JSON are texts";
    let mut format = PrettyFormatter::new();
    (0..depth).for_each(|_| format.begin_object(&mut io::sink()).expect(ERROR));
    value.serialize(&mut Serializer::with_formatter(to, format)).expect(ERROR);
}

fn escaped(json: Vec<u8>) -> String {
    escape_json(String::from_utf8(json).expect("JSON is UTF-8"))
}
