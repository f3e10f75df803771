//! How JSON is built and laid out.

use serde_json::{Map, Value};

use crate::emit::common::doc;
use crate::text::escape_json;

/// The longest line that is not broken.
const WIDTH: usize = 120;

const INDENT: &str = "  ";

/// An object, key by key.
#[derive(Debug, Default)]
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

    /// Texts of the spec as the paragraphs of a `description`.
    pub fn description<'a>(self, texts: impl IntoIterator<Item = &'a str>) -> Self {
        self.paragraphs(texts.into_iter().map(doc::escape).collect())
    }

    /// Paragraphs of Markdown as the `description`.
    pub fn paragraphs(self, paragraphs: Vec<String>) -> Self {
        self.maybe("description", (!paragraphs.is_empty()).then(|| paragraphs.join("\n\n")))
    }

    /// What is in another object, after what is here.
    pub fn and(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// Takes an entry out.
    pub fn take(&mut self, key: &str) -> Option<Value> {
        self.0.shift_remove(key)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether it is the schema of a text that has no format.
    pub fn is_plain_text(&self) -> bool {
        self.0.get("type").is_some_and(|it| it == "string") && !self.0.contains_key("format")
    }
}

impl From<Object> for Value {
    fn from(object: Object) -> Self {
        Self::Object(object.0)
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

/// The text of a file: what fits on a line is on one line, so that a diff
/// shows a parameter as a line. The paths are most of it: each is printed and
/// dropped, so that they are never all in memory as values.
pub struct Text {
    text: String,
    paths: usize,
}

impl Text {
    /// What comes before the paths.
    pub fn new(head: &Object) -> Self {
        let mut text = String::from("{");
        for (index, (key, value)) in head.0.iter().enumerate() {
            write_entry(index, key, value, 1, &mut text);
        }
        new_line(head.0.len(), 1, &mut text);
        text.push_str("\"paths\": {");
        Self { text, paths: 0 }
    }

    /// The next path.
    pub fn path(&mut self, path: &str, value: &Value) {
        write_entry(self.paths, path, value, 2, &mut self.text);
        self.paths += 1;
    }

    /// The whole text, with what comes after the paths.
    pub fn finish(mut self, tail: &Object) -> String {
        if self.paths > 0 {
            new_line(0, 1, &mut self.text);
        }
        self.text.push('}');
        for (key, value) in &tail.0 {
            write_entry(1, key, value, 1, &mut self.text);
        }
        self.text.push_str("\n}\n");
        self.text
    }
}

/// Writes an entry of an object on its own line.
fn write_entry(index: usize, key: &str, value: &Value, depth: usize, text: &mut String) {
    new_line(index, depth, text);
    let start = text.len();
    write_key(key, text);
    write(value, depth, INDENT.len() * depth + text.len() - start, text);
}

/// Writes a value into a line that is `column` bytes long.
fn write(value: &Value, depth: usize, column: usize, text: &mut String) {
    let start = text.len();
    // One byte for the comma.
    let end = (start + WIDTH).saturating_sub(column + 1);
    if !write_flat(value, end, text) {
        text.truncate(start);
        write_broken(value, depth, text);
    }
}

/// Gives up, and returns `false`, where the text gets longer than `end`.
fn write_flat(value: &Value, end: usize, text: &mut String) -> bool {
    match value {
        Value::Array(items) => {
            text.push('[');
            let mut items = items.iter().enumerate();
            let fits = items.all(|(index, item)| {
                text.push_str(if index > 0 { ", " } else { "" });
                write_flat(item, end, text)
            });
            text.push(']');
            fits && text.len() <= end
        }
        Value::Object(entries) => {
            text.push('{');
            let mut entries = entries.iter().enumerate();
            let fits = entries.all(|(index, (key, entry))| {
                text.push_str(if index > 0 { ", " } else { "" });
                write_key(key, text);
                write_flat(entry, end, text)
            });
            text.push('}');
            fits && text.len() <= end
        }
        Value::String(value) => text.len() + value.len() < end && write_string(value, end, text),
        Value::Null | Value::Bool(_) | Value::Number(_) => {
            text.push_str(&value.to_string());
            text.len() <= end
        }
    }
}

/// Most texts hold nothing that has to be escaped.
fn write_string(value: &str, end: usize, text: &mut String) -> bool {
    let may_escape = |byte| !matches!(byte, b' '..=b'~') || matches!(byte, b'"' | b'\\');
    if value.bytes().any(may_escape) {
        escape_json(&Value::from(value).to_string(), text);
    } else {
        text.push('"');
        text.push_str(value);
        text.push('"');
    }
    text.len() <= end
}

/// Writes a value with a line for each entry.
fn write_broken(value: &Value, depth: usize, text: &mut String) {
    match value {
        Value::Array(items) if !items.is_empty() => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                new_line(index, depth + 1, text);
                write(item, depth + 1, INDENT.len() * (depth + 1), text);
            }
            new_line(0, depth, text);
            text.push(']');
        }
        Value::Object(entries) if !entries.is_empty() => {
            text.push('{');
            for (index, (key, entry)) in entries.iter().enumerate() {
                write_entry(index, key, entry, depth + 1, text);
            }
            new_line(0, depth, text);
            text.push('}');
        }
        flat => {
            write_flat(flat, usize::MAX, text);
        }
    }
}

fn write_key(key: &str, text: &mut String) {
    write_string(key, usize::MAX, text);
    text.push_str(": ");
}

/// Ends a line, with a comma after all entries but the last.
fn new_line(index: usize, depth: usize, text: &mut String) {
    text.push_str(if index > 0 { ",\n" } else { "\n" });
    (0..depth).for_each(|_| text.push_str(INDENT));
}
