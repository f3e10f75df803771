//! Other names, with everything that mentions the old ones.

use super::parts::spell_out;
use super::types;
use super::{Patch, Thing};
use crate::diagnostics::At;
use crate::place::{Entry, Node, Value};

/// The paths at which an entry, or the defaults of entries, names an operation other than its own;
/// `*` is each value of a map or a list.
const OPERATIONS_IN_ROWS: &[&str] = &["matches", "see_also/*", "deprecated/replacement"];

/// The paths at which api.yaml names an operation.
const OPERATIONS_IN_API: &[&str] = &[
    "version_changes/*/operations/*",
    "states/*/trigger",
    "limits/*/applies_to",
    "effect_convention/rules/*/as_in",
];

/// The paths at which an entry, or the defaults of entries, names a type.
const TYPES_IN_ROWS: &[&str] = &[
    "parameters/*",
    "parameters/*/type",
    "parameters/*/values",
    "body",
    "body/json",
    "body/text",
    "returns/json",
    "returns/envelope",
    "returns/text",
    "returns/bytes",
    "returns/zip",
    "returns/values",
    "returns/headers/*",
    "returns/headers/*/type",
    "returns/*/json",
    "returns/*/envelope",
    "returns/*/text",
    "returns/*/values",
    "returns/*/headers/*",
    "returns/*/headers/*/type",
    "failures/*/json",
    "failures/*/envelope",
    "failures/*/text",
    "failures/*/headers/*",
    "failures/*/headers/*/type",
];

/// The paths at which api.yaml names a type.
const TYPES_IN_API: &[&str] = &[
    "auth/*/parameters/*",
    "auth/*/parameters/*/type",
    "auth/*/parameters/*/values",
    "message/type",
    "constants/*/type",
    "failures/*/json",
    "failures/*/envelope",
    "failures/*/text",
];

/// The paths at which types.yaml names a type.
const TYPES_IN_TYPES: &[&str] = &["*/fields/*", "*/fields/*/type", "*/extends", "*/additional", "*/union/*"];

/// The paths at which an entry names one of its parameters, with others in the path.
const PARAMETERS: &[&str] = &[
    "parameters/*/required_when/parameter",
    "swapped_if_reversed/*",
    "pages/page",
    "pages/offset",
    "pages/cursor",
    "pages/size",
    "waits",
];

/// The paths of an entry at which `{name}` is a parameter.
const TEMPLATES: &[&str] = &["path", "inferred_path", "aliases/*/path"];

impl Patch<'_, '_> {
    pub(super) fn rename(&mut self, what: Thing<'_>, new: &str, at: At<'_>) {
        match what {
            Thing::Operation(old) => self.rename_operation(old, new, at),
            Thing::Type(old) => self.rename_type(old, new, at),
            Thing::Parameter { .. } | Thing::Field { .. } => self.rename_part(what, new, at),
            // No overlay renames one.
            Thing::Api | Thing::Block(_) => {}
        }
    }

    fn rename_operation(&mut self, old: &str, new: &str, at: At<'_>) {
        if self.is_taken(new, at) {
            return;
        }
        let Some(found) = self.row_with("operation", old) else { return };
        let inferred = self.api.api.value.path_convention.as_ref().map(|it| it.infer(new));
        let row = self.row_mut(found);
        row.put(at.to_entry("operation"));
        keep_rust(row, Thing::Operation(old), at);
        if let (Some(path), Some(inferred)) = (row.get_mut("inferred_path"), &inferred) {
            path.value = Value::Scalar { text: inferred.clone(), is_plain: false };
        }
        let documented = At::root(row).find("path").filter(|at| at.overlay().is_none());
        let documented = documented.and_then(|at| at.text()).map(str::to_owned);
        if let Some(convention) = self.api.api.root.get_mut("effect_convention") {
            convention.get_mut("exceptions").and_then(|it| rename_entry(it, old, new, at));
        }
        self.except(old, new, documented.filter(|path| inferred.as_ref() != Some(path)), at);
        let rename = &mut |name: &mut String| {
            if name == old {
                new.clone_into(name);
            }
        };
        self.each_in_rows(OPERATIONS_IN_ROWS, rename);
        each(&mut self.api.api.root, OPERATIONS_IN_API, rename);
    }

    /// A documented path follows the convention by the documents' name only.
    fn except(&mut self, old: &str, new: &str, path: Option<String>, at: At<'_>) {
        let Some(convention) = self.api.api.root.get_mut("path_convention") else { return };
        let before = convention.get_mut("exceptions").and_then(|it| it.remove(old));
        let Some(_) = path else { return };
        let reason = before.as_ref().and_then(|before| before.value.text());
        let reason = reason.map_or_else(|| format!("The documents call it {old}."), str::to_owned);
        if convention.get("exceptions").is_none() {
            convention
                .put(Entry { value: at.node().with(Value::Map(Vec::new())), ..at.to_entry("exceptions") });
        }
        if let Some(exceptions) = convention.get_mut("exceptions") {
            exceptions.put(at.text_entry(new, reason));
        }
    }

    fn rename_type(&mut self, old: &str, new: &str, at: At<'_>) {
        let Some(types) = &mut self.api.types else { return };
        if types.root.get(new).is_some() {
            return self.exists(new, at);
        }
        if let Some(ty) = rename_entry(&mut types.root, old, new, at) {
            types::spell_out(ty);
            keep_rust(ty, Thing::Type(old), at);
        }
        let rename = &mut |notation: &mut String| *notation = with_word(notation, old, new);
        each(&mut types.root, TYPES_IN_TYPES, rename);
        self.each_in_rows(TYPES_IN_ROWS, rename);
        each(&mut self.api.api.root, TYPES_IN_API, rename);
    }

    /// Changes all texts at these places of rows and of their defaults.
    fn each_in_rows(&mut self, paths: &[&str], change: &mut impl FnMut(&mut String)) {
        for file in &mut self.api.operations {
            file.root.get_mut("defaults").into_iter().for_each(|defaults| each(defaults, paths, change));
            let rows = file.root.get_mut("operations").and_then(Node::items_mut);
            rows.into_iter().flatten().for_each(|row| each(row, paths, change));
        }
    }

    fn rename_part(&mut self, part: Thing<'_>, new: &str, at: At<'_>) {
        let old = part.name();
        let Some(parts) = self.parts_mut(part) else { return };
        if parts.get(new).is_some() {
            return self.exists(new, at);
        }
        if let Some(node) = rename_entry(parts, old, new, at) {
            spell_out(node, "type");
            keep_rust(node, part, at);
        }
        let rename = &mut |name: &mut String| {
            if name == old {
                new.clone_into(name);
            }
        };
        let message = self.api.api.root.get_mut("message");
        match part {
            Thing::Field { of, .. } => {
                let types = self.api.types.as_mut().and_then(|types| types.root.get_mut(of));
                types.into_iter().for_each(|ty| each(ty, &["required/*"], rename));
                if let Some(message) = message.filter(|it| it.get("type").and_then(Node::text) == Some(of)) {
                    each(message, &["status", "text"], rename);
                }
            }
            _ => {
                let (owner, _) = part.owner().expect("it is a parameter");
                let found = self.row_with("operation", owner.name()).expect("it has the parameter");
                self.leave_out(found, old);
                each(self.row_mut(found), PARAMETERS, rename);
                let [plain, rest] = [("{", old), ("{+", old)].map(|(brace, name)| format!("{brace}{name}}}"));
                let template = &mut |path: &mut String| {
                    *path =
                        path.replace(&plain, &format!("{{{new}}}")).replace(&rest, &format!("{{+{new}}}"));
                };
                each(self.row_mut(found), TEMPLATES, template);
            }
        }
    }
}

/// The Rust name stays.
fn keep_rust(map: &mut Node, old: Thing<'_>, at: At<'_>) {
    if map.get("rust").is_none() {
        map.put(at.text_entry("rust", old.usual_rust()));
    }
}

/// Gives an entry another key.
fn rename_entry<'n>(map: &'n mut Node, old: &str, new: &str, at: At<'_>) -> Option<&'n mut Node> {
    let entry = map.entries_mut().iter_mut().find(|entry| entry.name == old)?;
    new.clone_into(&mut entry.name);
    (entry.file, entry.key) = (at.node().file.clone(), at.value());
    Some(&mut entry.value)
}

/// Changes all texts at these places.
fn each(node: &mut Node, paths: &[&str], change: &mut impl FnMut(&mut String)) {
    paths.iter().for_each(|path| at_path(node, &path.split('/').collect::<Vec<_>>(), change));
}

fn at_path(node: &mut Node, path: &[&str], change: &mut impl FnMut(&mut String)) {
    match (path, &mut node.value) {
        ([], Value::Scalar { text, .. }) => change(text),
        (["*", rest @ ..], Value::Map(entries)) => {
            entries.iter_mut().for_each(|entry| at_path(&mut entry.value, rest, change));
        }
        (["*", rest @ ..], Value::List(items)) => {
            items.iter_mut().for_each(|item| at_path(item, rest, change))
        }
        ([key, rest @ ..], Value::Map(_)) => {
            if let Some(value) = node.get_mut(key) {
                at_path(value, rest, change);
            }
        }
        _ => {}
    }
}

/// A type's notation with another name in the place of one: `List<Old>`.
fn with_word(notation: &str, old: &str, new: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '*');
    let mut text = String::with_capacity(notation.len());
    let mut rest = notation;
    while !rest.is_empty() {
        let word_end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(word_end);
        text.push_str(if word == old { new } else { word });
        let (between, next) = after.split_at(after.find(is_part).unwrap_or(after.len()));
        text.push_str(between);
        rest = next;
    }
    text
}
