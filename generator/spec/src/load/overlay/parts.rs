//! Parameters of operations and fields of types.

use super::{Patch, Thing, twice};
use crate::load::Loaded;
use crate::node::{At, Entry, Node, Value};

/// The keys that describe the type of a parameter, which overlays set together.
pub const TYPE: [&str; 4] = ["type", "optional", "default", "values"];

/// The limits of a value, which another type may not have.
const LIMITS: [&str; 11] = [
    "min",
    "max",
    "exclusive_min",
    "exclusive_max",
    "multiple_of",
    "min_length",
    "max_length",
    "min_items",
    "max_items",
    "unique",
    "pattern",
];

impl<'a> Patch<'a, '_> {
    /// The map that holds a parameter or a field.
    pub(super) fn parts(&self, part: Thing<'_>) -> Option<&Node> {
        let (owner, key) = part.owner()?;
        self.node(owner)?.get(key)
    }

    pub(super) fn parts_mut(&mut self, part: Thing<'_>) -> Option<&mut Node> {
        let (owner, key) = part.owner()?;
        self.node_mut(owner)?.get_mut(key)
    }

    /// Adds a parameter or a field after the others.
    pub(super) fn add_part(&mut self, part: Thing<'a>, at: At<'a>) {
        if at.node().entries().len() > 1 {
            let help = "put everything about it into the map of `add`";
            return self.errors.push(at, format!("`{}` is both added and changed", part.name()), help);
        }
        let added = at.get("add");
        if added.is_poisoned() || self.is_dropped(part, None, at) {
            return;
        }
        if let Some(before) = self.node(part).map(At::root) {
            return self.exists_or_twice(part, before, at, at.key());
        }
        let (owner, key) = part.owner().expect("it is part of something");
        let Some(owner) = self.node_mut(owner) else { return };
        if owner.get(key).is_none() {
            let parts = At::root(owner).to_entry(key);
            owner.put(Entry { value: owner.with(Value::Map(Vec::new())), ..parts });
        }
        owner.get_mut(key).into_iter().for_each(|parts| parts.put(added.to_entry(part.name())));
    }

    /// Sets another type, without what described the old one. `false` if another
    /// overlay has set something of the type.
    pub(super) fn retype(&mut self, part: Thing<'a>, keys: &[(&str, At<'a>)]) -> bool {
        let given = |key: &str| keys.iter().find(|(other, _)| *other == key).map(|(_, at)| *at);
        let text = |key: &str| given(key).and_then(|at| at.text());
        let errors = self.errors;
        let node = self.node_mut(part).expect("it was looked for");
        let Some(first) = TYPE.into_iter().find_map(given) else { return true };
        let set = |key: &str| At::root(node).find(key).filter(|at| at.overlay().is_some());
        if let Some(other) = TYPE.into_iter().find_map(set) {
            twice(part, Some("type"), first, other, errors);
            return false;
        }
        let Some(at) = given("type").or(given("optional")) else { return true };
        let before = node.get("type").and_then(Node::text).unwrap_or_default().to_owned();
        let after = text("type").unwrap_or(&before);
        let after = match text("optional") {
            None => after.to_owned(),
            Some("true") => format!("{}?", required(after)),
            Some(_) => required(after).to_owned(),
        };
        if before == after {
            self.nothing(at);
            return true;
        }
        let is_other = required(&before) != required(&after);
        let is_required = after == required(&after);
        let removals = [
            ("default", is_other || is_required),
            ("values", is_other),
            ("format", is_other),
            ("required_when", is_required),
        ];
        let bare = |ty: &str| required(ty).trim_end_matches(" or null").to_owned();
        let limits = LIMITS.into_iter().map(|key| (key, bare(&before) != bare(&after)));
        for (key, _) in removals.into_iter().chain(limits).filter(|(_, is_obsolete)| *is_obsolete) {
            node.remove(key);
        }
        node.put(at.text_entry("type", after));
        true
    }

    /// Writes the inherited parameters into an operation's row, so that one can be
    /// changed for this operation alone and all keep their order.
    pub(super) fn spell_out(&mut self, operation: &str) {
        let at = self.row_with("operation", operation).expect("it was looked for");
        if self.row_mut(at).get_mut("parameters").is_some_and(|own| own.map_mut().is_none()) {
            return;
        }
        let (Loaded { root, .. }, row) = (&self.api.operations[at.file], self.row(at));
        let own = row.get("parameters");
        let without = row.get("without").map_or(&[][..], Node::items);
        let is_kept = |entry: &&Entry| {
            let is_left_out = without.iter().any(|left| left.text() == Some(&entry.name));
            !entry.value.is_poisoned && !is_left_out && own.is_none_or(|own| own.get(&entry.name).is_none())
        };
        let inherited = root.get("defaults").and_then(|defaults| defaults.get("parameters"));
        let kept = inherited.map_or(&[][..], Node::entries).iter().filter(is_kept);
        let all: Vec<Entry> = kept.chain(own.map_or(&[][..], Node::entries)).cloned().collect();
        let entry = At::root(row).get("parameters").to_entry("parameters");
        let value = entry.value.with(Value::Map(all));
        self.row_mut(at).put(Entry { value, ..entry });
    }
}

/// Writes a value in short form in full, as a map with this key.
pub fn spell_out(node: &mut Node, key: &str) {
    if let Value::Scalar { .. } = node.value {
        let entry = At::root(node).to_entry(key);
        node.value = Value::Map(vec![entry]);
    }
}

/// A type without the mark of an optional parameter.
fn required(notation: &str) -> &str {
    notation.trim_end().trim_end_matches('?').trim_end()
}
