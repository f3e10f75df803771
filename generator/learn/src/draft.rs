//! An overlay that is to be written: a tree of YAML, and how often each fact was seen.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use serde_json::Value;

use super::finding::{Finding, Write};
use super::yaml::block;

/// The result of a new operation if nothing is known about it.
pub const NOT_SHOWN: &str = "not_shown";

/// A key's value, or what is below it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// A value on one line, or null.
    pub value: Value,
    /// The evidence, for the comment on its line: `14 of 14 requests`.
    pub seen: String,
    /// The nodes below, in their order.
    pub inside: IndexMap<String, Node>,
}

/// An overlay to be written.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Its name.
    pub name: String,
    /// The API that it changes.
    pub api: String,
    /// The source of its facts.
    pub source: String,
    /// The lints that what the server has may break.
    pub allowed: BTreeSet<&'static str>,
    root: Node,
}

impl Node {
    fn at(&self, path: &[&str]) -> Option<&Self> {
        path.iter().try_fold(self, |node, key| node.inside.get(*key))
    }

    fn is_empty(&self) -> bool {
        self.value.is_null() && self.inside.values().all(Self::is_empty)
    }

    /// The number of values.
    fn values(&self) -> usize {
        usize::from(!self.value.is_null()) + self.inside.values().map(Self::values).sum::<usize>()
    }

    /// Adds the words of all values.
    fn add_words(&self, words: &mut BTreeSet<String>) {
        let text = self.value.to_string();
        words.extend(text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').map(str::to_owned));
        self.inside.values().for_each(|node| node.add_words(words));
    }

    fn prune(&mut self) {
        self.inside.values_mut().for_each(Self::prune);
        self.inside.retain(|_, node| !node.is_empty());
    }
}

impl Draft {
    /// The overlay of an API with what was found.
    #[must_use]
    pub(crate) fn new(api: &str, found: &[Finding]) -> Self {
        let (name, source, allowed) = (String::new(), String::new(), BTreeSet::new());
        let mut draft = Self { name, api: api.to_owned(), source, allowed, root: Node::default() };
        // The parts of an overlay, in their order.
        for part in [&["operations"][..], &["unnamed"], &["types"], &["add", "types"], &["add", "operations"]]
        {
            draft.at_mut(part);
        }
        for Write { path, value, times } in found.iter().flat_map(|it| &it.writes) {
            let node = draft.at_mut(path);
            (node.value, node.seen) = (value.clone(), times.clone());
        }
        draft.prune();
        draft
    }

    /// Returns the node at a path, such as `operations`, `AddLamp`, `path`.
    #[must_use]
    pub fn at(&self, path: &[&str]) -> Option<&Node> {
        self.root.at(path)
    }

    /// The value at a path.
    #[must_use]
    pub fn value(&self, path: &[&str]) -> Option<&Value> {
        self.at(path).map(|node| &node.value).filter(|value| !value.is_null())
    }

    /// The nodes below a path.
    pub fn inside(&self, path: &[&str]) -> impl Iterator<Item = (&String, &Node)> {
        self.at(path).into_iter().flat_map(|node| &node.inside)
    }

    /// The node at a path, which is there then.
    pub(crate) fn at_mut(&mut self, path: &[impl AsRef<str>]) -> &mut Node {
        path.iter().fold(&mut self.root, |node, key| node.inside.entry(key.as_ref().to_owned()).or_default())
    }

    /// Returns whether it changes nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.facts() == 0
    }

    /// The number of its facts.
    #[must_use]
    pub fn facts(&self) -> usize {
        let values = self.at(&["operations"]).map_or(0, Node::values);
        let items = ["types", "unnamed"].map(|name| self.inside(&[name]).count());
        let new = self.inside(&["add", "operations"]).map(|(_, group)| group.inside.len());
        items.into_iter().chain(new).chain([values]).sum()
    }

    /// Takes out what is empty, and new types that nothing names.
    pub fn prune(&mut self) {
        loop {
            let mut used = BTreeSet::new();
            self.root.add_words(&mut used);
            let types = &mut self.at_mut(&["add", "types"]).inside;
            let before = types.len();
            types.retain(|name, ty| used.contains(name) && !ty.is_empty());
            if types.len() == before {
                break;
            }
        }
        self.root.inside.values_mut().for_each(Node::prune);
    }

    /// The overlay's text, in the layout of the specs.
    #[must_use]
    pub fn yaml(&self) -> String {
        let mut text = String::new();
        for (key, value) in [("overlay", &self.name), ("api", &self.api), ("source", &self.source)] {
            text += &format!("{key}: {}\n", block(&value.as_str().into()));
        }
        for rule in &self.allowed {
            text += &format!("# lint: allow-in-file {rule}: it was recorded like that.\n");
        }
        write(&mut text, &mut Vec::new(), 0, &self.root);
        text
    }
}

/// Writes what is below a node.
fn write<'n>(text: &mut String, path: &mut Vec<&'n str>, depth: usize, node: &'n Node) {
    let of_lines = matches!(path[..], ["operations"] | ["add", "operations", _]);
    for (index, (key, node)) in node.inside.iter().filter(|(_, node)| !node.is_empty()).enumerate() {
        if path.is_empty() || of_lines && index > 0 {
            text.push('\n');
        }
        let indent = "  ".repeat(depth);
        let comment = if node.seen.is_empty() { String::new() } else { format!(" # {}", node.seen) };
        let name = block(&key.as_str().into());
        let (line, deeper) = match path[..] {
            ["add", "operations"] => (format!("- group: {name}\n{indent}  rows:"), 2),
            ["add", "operations", _] => (format!("- operation: {name}"), 1),
            _ if node.value.is_null() => (format!("{name}:"), 1),
            _ => (format!("{name}: {}", block(&node.value)), 1),
        };
        *text += &format!("{indent}{line}{comment}\n");
        path.push(key);
        write(text, path, depth + deeper, node);
        path.pop();
    }
}
