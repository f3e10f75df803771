//! Places in trees of values, and what overlays changed there.

use std::ops::Range;
use std::sync::Arc;

use super::{Entry, Node, SpecFile, Value};

/// A place in a spec file, to walk from and to report at.
#[derive(Clone, Copy)]
pub struct At<'a> {
    node: &'a Node,
    /// The value that it is in.
    parent: Option<&'a Node>,
    /// The entry that holds it, if it is in a map.
    entry: Option<&'a Entry>,
    on_key: bool,
    is_poisoned: bool,
}

impl<'a> At<'a> {
    /// The place of a value that is not inside another.
    #[must_use]
    pub fn root(node: &'a Node) -> Self {
        Self { node, parent: None, entry: None, on_key: false, is_poisoned: node.is_poisoned }
    }

    /// The place of a key's value, or this place if the key is missing.
    #[must_use]
    pub fn get(self, key: &str) -> Self {
        self.find(key).unwrap_or(self)
    }

    /// The value of a key.
    #[must_use]
    pub fn find(self, key: &str) -> Option<Self> {
        self.node.entries().iter().find(|entry| entry.name == key).map(|entry| self.of_entry(entry))
    }

    fn of_entry(self, entry: &'a Entry) -> Self {
        Self { entry: Some(entry), ..self.of_item(&entry.value) }
    }

    fn of_item(self, node: &'a Node) -> Self {
        let is_poisoned = self.is_poisoned || node.is_poisoned;
        Self { node, parent: Some(self.node), entry: None, on_key: false, is_poisoned }
    }

    /// The values of a map or the items of a list, as the source has them; poisoned ones are last.
    pub fn items(self) -> impl Iterator<Item = Self> {
        let entries = self.node.entries().iter().map(move |entry| self.of_entry(entry));
        entries.chain(self.node.items().iter().map(move |item| self.of_item(item)))
    }

    /// The entries of a map that are sound, by their keys.
    pub fn entries(self) -> impl Iterator<Item = (&'a str, Self)> {
        let entries = self.node.entries().iter().filter(|entry| !entry.value.is_poisoned);
        entries.map(move |entry| (entry.name.as_str(), self.of_entry(entry)))
    }

    /// The key of this value rather than the value.
    #[must_use]
    pub fn key(self) -> Self {
        Self { on_key: true, ..self }
    }

    /// This place, to report that it has none of these keys: poisoned where it has one that is invalid, or
    /// one that is unknown.
    #[must_use]
    pub fn lacking(self, keys: &[&str]) -> Self {
        self.poisoned_if(keys.iter().chain([&""]).any(|key| self.poisons(key)))
    }

    /// Returns whether the value is invalid, or one around it: errors that follow from that are not reported.
    #[must_use]
    pub fn is_poisoned(self) -> bool {
        self.is_poisoned
    }

    /// Returns whether the value of that key is invalid.
    #[must_use]
    pub fn poisons(self, key: &str) -> bool {
        self.find(key).unwrap_or(self).is_poisoned
    }

    /// Returns whether anything at this place or below it is invalid.
    #[must_use]
    pub fn poisons_any(self) -> bool {
        self.is_poisoned || self.items().any(Self::poisons_any)
    }

    /// This place; poisoned too where an error there would follow from another.
    #[must_use]
    pub fn poisoned_if(self, follows: bool) -> Self {
        Self { is_poisoned: self.is_poisoned || follows, ..self }
    }

    /// The file.
    #[must_use]
    pub fn path(self) -> &'a str {
        &self.file().path
    }

    /// The line, from 1.
    #[must_use]
    pub fn line(self) -> usize {
        self.file().line(self.span().start).0 + 1
    }

    /// The file, with its text.
    #[must_use]
    pub fn file(self) -> &'a Arc<SpecFile> {
        match self.entry {
            Some(entry) if self.on_key => &entry.file,
            _ => &self.node.file,
        }
    }

    /// The value.
    pub(crate) fn node(self) -> &'a Node {
        self.node
    }

    /// The text of a scalar.
    #[must_use]
    pub fn text(self) -> Option<&'a str> {
        self.node.text()
    }

    /// Bytes of the whole value.
    #[must_use]
    pub fn value(self) -> Range<usize> {
        self.node.span.clone()
    }

    /// The source of the overlay that sets the value.
    pub(crate) fn overlay(self) -> Option<&'a String> {
        self.file().source.get()
    }

    /// The source of the overlay that sets the value in something that is from another file.
    pub(crate) fn overlay_in(self, owner: At<'_>) -> Option<&'a String> {
        self.overlay().filter(|_| !Arc::ptr_eq(self.file(), &owner.node.file))
    }

    /// The change that an overlay made to this entry of a map that is from another file.
    pub(crate) fn overlaid(self) -> Option<Overlaid> {
        let owner = &self.parent?.file;
        let source = |file: &'a Arc<SpecFile>| file.source.get().filter(|_| !Arc::ptr_eq(file, owner));
        let is_marked = |entry: &&Entry| entry.name != "rust";
        let inside = || self.node.entries().iter().filter(is_marked).map(|entry| &entry.value.file);
        let mut changed = self.entry.map(|entry| &entry.file).into_iter().chain(inside());
        let added = source(&self.node.file).cloned().map(Overlaid::Added);
        added.or_else(|| changed.find_map(source).cloned().map(Overlaid::Changed))
    }

    /// This value with everything in it, as an entry of a map.
    pub(crate) fn to_entry(self, name: &str) -> Entry {
        let value = self.node.clone();
        let (file, key) = match self.entry {
            Some(entry) => (entry.file.clone(), entry.key.clone()),
            None => (value.file.clone(), value.span.clone()),
        };
        Entry { name: name.to_owned(), file, key, is_guess: false, value }
    }

    /// A text at this place, as an entry of a map.
    pub(crate) fn text_entry(self, name: &str, text: impl Into<String>) -> Entry {
        let value = Value::Scalar { text: text.into(), is_plain: false };
        let entry = self.to_entry(name);
        Entry { value: entry.value.with(value), ..entry }
    }

    /// Bytes of the text to point at.
    #[must_use]
    pub fn span(self) -> Range<usize> {
        match self.entry {
            Some(entry) if self.on_key => entry.key.clone(),
            _ => first_line(&self.node.file.text, &self.node.span),
        }
    }
}

/// A map or a folded text is shown by its first line.
fn first_line(text: &str, span: &Range<usize>) -> Range<usize> {
    let length = text.get(span.clone()).and_then(|value| value.find('\n'));
    span.start..length.map_or(span.end, |length| span.start + length)
}

/// The change that an overlay made to a part of a spec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overlaid {
    /// It added the part; this is the source that it names.
    Added(String),
    /// It changed the part; this is the source that it names.
    Changed(String),
}

impl Overlaid {
    /// The source that the overlay names.
    #[must_use]
    pub fn source(&self) -> &String {
        let (Self::Added(source) | Self::Changed(source)) = self;
        source
    }

    /// The overlay's change, in a word.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Added(_) => "Added",
            Self::Changed(_) => "Changed",
        }
    }
}
