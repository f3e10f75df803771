//! The layout, as data: what is written on one line, and what an entry a line.

use super::tree::{Entry, Group, GroupKind, Node};
use crate::load::keys;

/// A line is at most so long, unless a word is longer.
pub const WIDTH: usize = 110;

/// How a map or a list is to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// In brackets where that fits on one line.
    Line,
    /// An entry a line.
    Block,
    /// As it was written; in brackets only where that fits on one line.
    AsWritten,
}

/// Keys whose value is written in brackets, if nothing in it has parts.
const LINE_VALUES: &[&str] = &[
    "deprecated",
    "documents",
    "format",
    "gates",
    "namespaces",
    "operations",
    "required_when",
    "returns",
    "see_also",
    "swapped_if_reversed",
    "takes",
    "values",
    "without",
    "words",
];

/// Keys of which each entry is written in brackets.
const LINE_ENTRIES: &[&str] =
    &["aliases", "constants", "fields", "gates", "not_shown", "parameters", "schemes"];

/// Keys whose value is written an entry a line.
const BLOCK_VALUES: &[&str] = &[
    "about",
    "aliases",
    "constants",
    "fields",
    "limits",
    "not_shown",
    "notes",
    "parameters",
    "resources",
    "rules",
    "schemes",
    "states",
];

/// Keys of which each entry is written a key a line.
const BLOCK_ENTRIES: &[&str] =
    &["limits", "notes", "operations", "resources", "rules", "states", "version_changes"];

/// How the value of a key is to be written.
pub fn of_value(key: &str, value: &Node) -> Shape {
    match key {
        _ if BLOCK_VALUES.contains(&key) => Shape::Block,
        _ if LINE_VALUES.contains(&key) && value.is_flat() => Shape::Line,
        _ => Shape::AsWritten,
    }
}

/// How an entry of the value of a key is to be written.
pub fn of_entry(key: &str) -> Shape {
    match key {
        _ if LINE_ENTRIES.contains(&key) => Shape::Line,
        _ if BLOCK_ENTRIES.contains(&key) => Shape::Block,
        _ => Shape::AsWritten,
    }
}

/// Puts the keys of all entries of a file in their order.
///
/// Only keys of the spec language move: the order of what the documents name
/// (parameters, fields, types) is theirs.
pub fn arrange(root: &mut Node) {
    let Node::Group(file) = root else { return };
    let names_types = !file.entries.iter().any(|entry| ["operations", "title"].contains(&name(entry)));
    match names_types {
        true => file.entries.iter_mut().for_each(|entry| arrange_keys(&mut entry.value)),
        false => arrange_keys(root),
    }
}

/// Arranges below a map whose keys are those of the spec language.
fn arrange_keys(map: &mut Node) {
    let Node::Group(map) = map else { return };
    for entry in &mut map.entries {
        let key = name(entry).to_owned();
        let order = keys::order_of_entries(&key);
        let Node::Group(group) = &mut entry.value else { continue };
        for inner in &mut group.entries {
            if let (Some(order), Node::Group(inner)) = (&order, &mut inner.value) {
                sort(inner, order);
            }
            if ["auth", "operations"].contains(&&*key) {
                arrange_keys(&mut inner.value);
            }
        }
        if key == "defaults" {
            arrange_keys(&mut entry.value);
        }
    }
}

fn name(entry: &Entry) -> &str {
    entry.key.as_ref().map_or("", |key| key.text.as_str())
}

/// Keys that are not in the list come after those that are.
fn sort(map: &mut Group, order: &[&str]) {
    let rank = |entry: &Entry| order.iter().position(|known| *known == name(entry)).unwrap_or(order.len());
    if map.kind == GroupKind::Map && !map.entries.is_sorted_by_key(rank) {
        map.entries.sort_by_key(rank);
    }
}
