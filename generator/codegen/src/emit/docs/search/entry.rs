//! The entries of the search index.

use serde_json::{Value, json};

use generator_spec::text::one_line;

/// Entries of one kind and from one place.
pub struct Section {
    /// The kind of its entries.
    pub kind: &'static str,
    /// The group or the page that its entries are part of.
    pub place: String,
    pub entries: Vec<Value>,
}

impl Section {
    /// A section.
    pub fn new(kind: &'static str, place: &str, entries: impl Iterator<Item = Value>) -> Self {
        Self { kind, place: place.to_owned(), entries: entries.collect() }
    }
}

/// The entry of a page, or of a place on one: a list of its name, its URL from the folder of the index,
/// its description, and lists of words. Empty values at the end are left out.
pub fn entry(name: &str, page: &str, text: &str, words: &[Vec<&str>]) -> Value {
    let page = page.replacen(".md", ".html", 1);
    let mut parts = vec![json!(one_line(name)), json!(page), json!(one_line(text))];
    parts.extend(words.iter().map(|words| json!(words)));
    while parts.last().is_some_and(|part| *part == json!([]) || *part == json!("")) {
        parts.pop();
    }
    Value::Array(parts)
}
