//! The entries that a search finds.

use std::borrow::Cow;

use serde_json::{Value, json};

use generator_spec::text::one_line;

/// A page, or a place on one.
pub struct Entry<'a> {
    pub name: Cow<'a, str>,
    /// Its place, from the folder of the index.
    pub page: String,
    /// Its description.
    pub text: Cow<'a, str>,
    /// Paths of an operation.
    pub paths: Vec<&'a str>,
    /// Names of its parameters, fields or constants.
    pub words: Vec<&'a str>,
    /// Other names.
    pub aliases: Vec<&'a str>,
}

impl<'a> Entry<'a> {
    /// An entry with a name, a page and a text.
    pub fn new(name: impl Into<Cow<'a, str>>, page: String, text: impl Into<Cow<'a, str>>) -> Self {
        let (name, text) = (name.into(), text.into());
        Self { name, page, text, paths: Vec::new(), words: Vec::new(), aliases: Vec::new() }
    }

    /// Returns it as a JSON list without its empty end.
    pub fn json(&self) -> Value {
        let page = self.page.replacen(".md", ".html", 1);
        let mut parts = vec![json!(one_line(&self.name)), json!(page), json!(one_line(&self.text))];
        parts.extend([json!(self.paths), json!(self.words), json!(self.aliases)]);
        while parts.last().is_some_and(|it| *it == json!([]) || *it == json!("")) {
            parts.pop();
        }
        Value::Array(parts)
    }
}

/// Entries of one kind and from one place.
pub struct Section<'a> {
    /// The kind of its entries.
    pub kind: &'static str,
    /// The group or the page that its entries are part of.
    pub place: Cow<'a, str>,
    pub entries: Vec<Entry<'a>>,
}

impl<'a> Section<'a> {
    /// A section.
    pub fn new(
        kind: &'static str,
        place: impl Into<Cow<'a, str>>,
        entries: impl Iterator<Item = Entry<'a>>,
    ) -> Self {
        Self { kind, place: place.into(), entries: entries.collect() }
    }
}
