//! Spec files as trees of values, each with its place.

mod at;

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::text::named;

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
    /// The kind of things that its texts name, if these are described elsewhere.
    pub mention: Option<Mention>,
    /// Something wrong with it is reported already, and the source is without it.
    /// Errors at or below such a value follow from that one: they are not reported.
    pub is_poisoned: bool,
}

named! {
    /// A kind of things that a text names and that are described elsewhere in the spec.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Mention {
        /// An operation.
        Operation = "operation",
        /// Types, in a notation such as `List<Lamp>`.
        Type = "type",
        /// A parameter of the operation that has the text.
        Parameter = "parameter",
        /// Parameters of the operation, in a path: `/lamps/{lamp}`.
        ParameterInPath = "parameter in a path",
        /// A field of the type that has the text, or that is the message.
        Field = "field",
        /// A field of the operation's result, or one inside it: `data.lamps`.
        FieldPath = "field path",
    }
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

    /// The items of a list.
    pub(crate) fn items_mut(&mut self) -> Option<&mut Vec<Node>> {
        match &mut self.value {
            Value::List(items) => Some(items),
            Value::Map(_) | Value::Scalar { .. } => None,
        }
    }

    /// The entries of a map; a value that is none becomes one.
    pub(crate) fn entries_mut(&mut self) -> &mut Vec<Entry> {
        if !matches!(self.value, Value::Map(_)) {
            self.value = Value::Map(Vec::new());
        }
        match &mut self.value {
            Value::Map(entries) => entries,
            Value::List(_) | Value::Scalar { .. } => unreachable!("it was made a map"),
        }
    }

    /// Puts an entry in the place of the one with its key, or after the others.
    pub(crate) fn put(&mut self, entry: Entry) {
        let entries = self.entries_mut();
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

    /// Changes the texts in it that name something of a kind.
    pub(crate) fn each_mention(&mut self, of: Mention, change: &mut impl FnMut(&mut String)) {
        if self.mention == Some(of) {
            return self.each_text(change);
        }
        match &mut self.value {
            Value::Map(entries) => entries.iter_mut().for_each(|it| it.value.each_mention(of, change)),
            Value::List(items) => items.iter_mut().for_each(|it| it.each_mention(of, change)),
            Value::Scalar { .. } => {}
        }
    }

    /// Changes all texts in it.
    pub(crate) fn each_text(&mut self, change: &mut impl FnMut(&mut String)) {
        match &mut self.value {
            Value::Map(entries) => entries.iter_mut().for_each(|it| it.value.each_text(change)),
            Value::List(items) => items.iter_mut().for_each(|it| it.each_text(change)),
            Value::Scalar { text, .. } => change(text),
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
