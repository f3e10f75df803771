//! Spec files as trees of values, each with its place.

mod at;

use std::ops::Range;
use std::sync::{Arc, OnceLock};

pub use at::{At, Overlaid};

/// A spec file: its path and its text.
#[derive(Clone, Debug, Default)]
pub struct SpecFile {
    /// Path as the user would type it.
    pub path: String,
    /// The text.
    pub text: String,
    /// The starts of lines, computed on first use.
    lines: OnceLock<Vec<usize>>,
    /// The source that it names, if it is an overlay.
    pub(crate) source: OnceLock<String>,
}

impl SpecFile {
    /// A file that is not parsed yet.
    #[must_use]
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self { path: path.into(), text: text.into(), ..Self::default() }
    }

    /// The line that holds a byte, and where it begins; lines are counted from 0.
    #[must_use]
    pub fn line(&self, at: usize) -> (usize, usize) {
        let lines = self.lines.get_or_init(|| {
            let after_breaks = self.text.match_indices('\n').map(|(at, _)| at + 1);
            std::iter::once(0).chain(after_breaks).collect()
        });
        let line = lines.partition_point(|start| *start <= at).saturating_sub(1);
        (line, lines.get(line).copied().expect("the first line begins at 0"))
    }
}

/// A value, with its place. What an overlay sets keeps its place in the overlay.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The file that says it.
    pub file: Arc<SpecFile>,
    /// Its bytes in that file.
    pub span: Range<usize>,
    /// The value itself.
    pub value: Value,
    /// Something wrong with it is reported already, and the source is without it.
    /// Errors at or below such a value follow from that one: they are not reported.
    pub is_poisoned: bool,
}

/// A value in a spec file.
#[derive(Clone, Debug)]
pub enum Value {
    /// A text, a number, a flag or nothing.
    Scalar {
        /// As it is written, without quotes.
        text: String,
        /// Without quotes, so it may be other than a text.
        is_plain: bool,
    },
    /// A map, in the order of the file; poisoned entries are last.
    Map(Vec<Entry>),
    /// A list; poisoned items are last.
    List(Vec<Node>),
}

impl Value {
    /// Moves what is poisoned to the end, in the order of the file.
    pub(crate) fn sort_poisoned(&mut self) {
        match self {
            Self::Map(entries) => entries.sort_by_key(|entry| entry.value.is_poisoned),
            Self::List(items) => items.sort_by_key(|item| item.is_poisoned),
            Self::Scalar { .. } => {}
        }
    }
}

impl Default for Value {
    fn default() -> Self {
        Self::Scalar { text: String::new(), is_plain: true }
    }
}

/// An entry of a map.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its key.
    pub name: String,
    /// The file that has the key.
    pub file: Arc<SpecFile>,
    /// The bytes of the key in that file.
    pub key: Range<usize>,
    /// The key is misspelt, and read as the one that it resembles.
    pub is_guess: bool,
    /// Its value.
    pub value: Node,
}

impl Node {
    /// The entries of a map.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        match &self.value {
            Value::Map(entries) => entries,
            Value::List(_) | Value::Scalar { .. } => &[],
        }
    }

    /// The items of a list.
    #[must_use]
    pub fn items(&self) -> &[Node] {
        match &self.value {
            Value::List(items) => items,
            Value::Map(_) | Value::Scalar { .. } => &[],
        }
    }

    /// The text of a scalar.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar { text, .. } => Some(text),
            Value::Map(_) | Value::List(_) => None,
        }
    }

    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entries().iter().find(|entry| entry.name == key).map(|entry| &entry.value)
    }

    /// The value of a key.
    pub(crate) fn get_mut(&mut self, key: &str) -> Option<&mut Node> {
        let Value::Map(entries) = &mut self.value else { return None };
        entries.iter_mut().find(|entry| entry.name == key).map(|entry| &mut entry.value)
    }

    /// The items of a list, which can be empty and not written.
    pub(crate) fn items_mut(&mut self) -> Option<&mut Vec<Node>> {
        if self.is_nothing() {
            self.value = Value::List(Vec::new());
        }
        match &mut self.value {
            Value::List(items) => Some(items),
            Value::Map(_) | Value::Scalar { .. } => None,
        }
    }

    /// The entries of a map, which can be empty and not written.
    pub(crate) fn map_mut(&mut self) -> Option<&mut Vec<Entry>> {
        if self.is_nothing() {
            self.value = Value::Map(Vec::new());
        }
        match &mut self.value {
            Value::Map(entries) => Some(entries),
            Value::List(_) | Value::Scalar { .. } => None,
        }
    }

    /// Returns whether there is no value, which stands for an empty list or map.
    pub(crate) fn is_nothing(&self) -> bool {
        matches!(&self.value, Value::Scalar { text, is_plain: true } if text.is_empty())
    }

    /// Puts an entry of a map in the place of the one with its key, or after the others.
    pub(crate) fn put(&mut self, entry: Entry) {
        let Some(entries) = self.map_mut() else { return };
        let sound = entries.iter().take_while(|it| !it.value.is_poisoned).count();
        match entries.iter().position(|it| it.name == entry.name) {
            Some(index) if index < sound => entries.splice(index..=index, [entry]).for_each(drop),
            Some(index) => {
                entries.remove(index);
                entries.insert(sound, entry);
            }
            None => entries.insert(sound, entry),
        }
    }

    /// Takes an entry out of a map.
    pub(crate) fn remove(&mut self, key: &str) -> Option<Entry> {
        let Value::Map(entries) = &mut self.value else { return None };
        let index = entries.iter().position(|entry| entry.name == key)?;
        Some(entries.remove(index))
    }

    /// Another value at this place.
    pub(crate) fn with(&self, value: Value) -> Self {
        Self { value, ..self.clone() }
    }
}
