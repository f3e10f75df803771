//! Spec files as trees of values, each with its place.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::text::named;

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

    /// This place, to report that it has none of these keys: poisoned where it has one that is invalid.
    #[must_use]
    pub fn lacking(self, keys: &[&str]) -> Self {
        self.poisoned_if(keys.iter().any(|key| self.poisons(key)))
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
