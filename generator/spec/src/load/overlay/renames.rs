//! Other names, with everything that mentions the old ones.

use super::parts::spell_out;
use super::types;
use super::{Patch, Thing};
use crate::diagnostics::At;
use crate::place::{Entry, Mention, Node, Value};

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
        self.api.search.as_mut().and_then(|search| rename_entry(&mut search.root, old, new, at));
        self.except(old, new, documented.filter(|path| inferred.as_ref() != Some(path)), at);
        self.each_mention(Mention::Operation, &mut to(old, new));
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
        self.each_mention(Mention::Type, &mut |notation| *notation = with_word(notation, old, new));
    }

    /// Changes the texts of all files that name something of a kind.
    fn each_mention(&mut self, of: Mention, change: &mut impl FnMut(&mut String)) {
        let types = self.api.types.iter_mut().map(|types| &mut types.root);
        let operations = self.api.operations.iter_mut().map(|file| &mut file.root);
        let all = [&mut self.api.api.root].into_iter().chain(types).chain(operations);
        all.for_each(|root| root.each_mention(of, change));
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
        match part {
            Thing::Field { of, .. } => self.rename_field(of, old, new),
            _ => {
                let (owner, _) = part.owner().expect("it is a parameter");
                let found = self.row_with("operation", owner.name()).expect("it has the parameter");
                self.leave_out(found, old);
                let row = self.row_mut(found);
                row.each_mention(Mention::Parameter, &mut to(old, new));
                row.each_mention(Mention::ParameterInPath, &mut |path| {
                    for brace in ["{", "{+"] {
                        *path = path.replace(&format!("{brace}{old}}}"), &format!("{brace}{new}}}"));
                    }
                });
            }
        }
    }

    /// Changes what names a field: in the type, in those that extend it, in the message of these
    /// types, and in the pages of operations whose own `returns` names one of them (not a type
    /// around it).
    fn rename_field(&mut self, of: &str, old: &str, new: &str) {
        let Some(types) = &mut self.api.types else { return };
        let heirs = heirs(&types.root, of);
        let is_heir = |ty: &str| heirs.iter().any(|heir| heir == ty);
        for ty in types.root.entries_mut().iter_mut().filter(|ty| is_heir(&ty.name)) {
            ty.value.each_mention(Mention::Field, &mut to(old, new));
        }
        let message = self.api.api.root.get_mut("message");
        let message = message.filter(|it| it.get("type").and_then(Node::text).is_some_and(is_heir));
        message.into_iter().for_each(|it| it.each_mention(Mention::Field, &mut to(old, new)));
        let rows =
            self.api.operations.iter_mut().filter_map(|file| file.root.get_mut("operations")?.items_mut());
        for row in rows.flatten() {
            let mut returns_it = false;
            let results = row.get_mut("returns").into_iter();
            results.for_each(|it| it.each_mention(Mention::Type, &mut |ty| returns_it |= is_heir(ty)));
            if returns_it {
                row.each_mention(Mention::FieldPath, &mut |path| match path.split_once('.') {
                    Some((first, rest)) if first == old => *path = format!("{new}.{rest}"),
                    _ => to(old, new)(path),
                });
            }
        }
    }
}

/// A type and those that have its fields.
fn heirs(types: &Node, of: &str) -> Vec<String> {
    let mut heirs = vec![of.to_owned()];
    let mut seen = 0;
    while let Some(parent) = heirs.get(seen).cloned() {
        let extends = |ty: &Node| ty.get("extends").and_then(Node::text) == Some(&*parent);
        let own = types.entries().iter().filter(|ty| extends(&ty.value) && !heirs.contains(&ty.name));
        let own: Vec<String> = own.map(|ty| ty.name.clone()).collect();
        heirs.extend(own);
        seen += 1;
    }
    heirs
}

/// Puts the new name where a text is the old one.
fn to(old: &str, new: &str) -> impl FnMut(&mut String) {
    move |name| {
        if name == old {
            new.clone_into(name);
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
