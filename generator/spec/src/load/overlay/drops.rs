//! Removes what overlays drop, and what the spec says about it elsewhere.

use super::rows::{RowAt, push};
use super::{Patch, Thing};
use crate::diagnostics::At;
use crate::node::{Node, Value};

impl Patch<'_, '_> {
    pub(super) fn drop(&mut self, what: Thing<'_>, at: At<'_>) {
        match what {
            Thing::Operation(name) => self.drop_operation(name, at),
            Thing::Parameter { of, name } => self.drop_parameter(of, name),
            Thing::Field { of, name } => self.drop_field(of, name, at),
            // No overlay drops one.
            Thing::Api | Thing::Group(_) | Thing::Type(_) | Thing::Block(_) => {}
        }
    }

    fn drop_operation(&mut self, name: &str, at: At<'_>) {
        if let Some((other, key)) = self.user_of(name) {
            let help = format!("drop `{other}` too, or keep `{name}`");
            return self.errors.push(
                at,
                format!("`{other}` refers to `{name}` as its {key}, which this overlay drops"),
                help,
            );
        }
        let Some(RowAt { file, row }) = self.row_with("operation", name) else { return };
        let rows = self.rows_mut(file).expect("it has the row");
        let dropped = rows.remove(row);
        if rows.is_empty() {
            self.api.operations.remove(file);
        }
        let aliases = dropped.get("aliases").map_or(&[][..], Node::items);
        let paths = [&dropped].into_iter().chain(aliases).filter_map(|row| row.get("path")?.text());
        self.api.retired_paths.extend(paths.map(str::to_owned));
        self.forget(name);
    }

    /// An operation that refers to this one and is not dropped itself, and the kind of reference.
    fn user_of(&self, name: &str) -> Option<(String, &'static str)> {
        let is_name = |node: &Node| node.text() == Some(name);
        let rows = self.api.operations.iter().flat_map(|file| {
            let inherited = file.root.get("defaults").and_then(|defaults| defaults.get("deprecated"));
            let rows = file.root.get("operations").map_or(&[][..], Node::items);
            rows.iter().map(move |row| (row, row.get("deprecated").or(inherited)))
        });
        let mut users = rows.filter_map(|(row, deprecated)| {
            let key = match row {
                _ if row.get("matches").is_some_and(is_name) => "model",
                _ if deprecated.and_then(|node| node.get("replacement")).is_some_and(is_name) => {
                    "replacement"
                }
                _ if row.get("see_also")?.items().iter().any(is_name) => "related operation",
                _ => return None,
            };
            Some((row.get("operation")?.text()?.to_owned(), key))
        });
        let is_dropped = |user: &str| self.drops.iter().any(|(what, _)| *what == Thing::Operation(user));
        users.find(|(user, _)| !is_dropped(user))
    }

    /// Removes a dropped operation from search.yaml and the lists of api.yaml.
    fn forget(&mut self, name: &str) {
        self.api.search.as_mut().and_then(|search| search.root.remove(name));
        let root = &mut self.api.api.root;
        let changes = root.get_mut("version_changes").and_then(Node::items_mut);
        for change in changes.into_iter().flatten() {
            if let Some(operations) = change.get_mut("operations").and_then(Node::items_mut) {
                operations.retain(|operation| operation.text() != Some(name));
            }
        }
        for convention in ["path_convention", "effect_convention"] {
            root.get_mut(convention).and_then(|convention| convention.get_mut("exceptions")?.remove(name));
        }
    }

    fn drop_parameter(&mut self, operation: &str, name: &str) {
        let Some(found) = self.row_with("operation", operation) else { return };
        self.leave_out(found, name);
        let row = self.row_mut(found);
        let is_name = |node: &Node| node.text() == Some(name);
        if row.get("swapped_if_reversed").is_some_and(|pair| pair.items().iter().any(is_name)) {
            row.remove("swapped_if_reversed");
        }
        let choices = row.get_mut("choices").and_then(Node::items_mut);
        choices.into_iter().for_each(|all| {
            all.retain(|choice| {
                !choice.entries().iter().any(|entry| entry.value.items().iter().any(is_name))
            });
        });
        let Some(parameters) = row.get_mut("parameters") else { return };
        parameters.remove(name);
        for other in parameters.map_mut().into_iter().flatten() {
            if other.value.get("required_when").and_then(|node| node.get("parameter")).is_some_and(is_name) {
                other.value.remove("required_when");
            }
        }
    }

    /// Removes a field, unless the message needs it.
    fn drop_field(&mut self, ty: &str, name: &str, at: At<'_>) {
        let message = self.api.api.root.get("message");
        // The text may be a path: `error.message`.
        let first = |text: &str| text.split('.').next().map(str::to_owned);
        let says = |key: &str, text: &str| {
            message.and_then(|message| first(message.get(key)?.text()?)).as_deref() == Some(text)
        };
        if says("type", ty) && (says("status", name) || says("text", name)) {
            let help = "set `message` too, or keep the field";
            return self.errors.push(at, format!("the message needs the field `{name}`"), help);
        }
        self.parts_mut(Thing::Field { of: ty, name }).and_then(|fields| fields.remove(name));
        for key in ["required", "required_inferred"] {
            let names = self.node_mut(Thing::Type(ty)).and_then(|ty| ty.get_mut(key));
            if let Some(Value::List(names)) = names.map(|names| &mut names.value) {
                names.retain(|field| field.text() != Some(name));
            }
        }
    }

    /// Adds a dropped name to `without` if the entry inherits it.
    pub(super) fn leave_out(&mut self, found: RowAt, name: &str) {
        let file = self.api.operations.get(found.file);
        let inherited = file.and_then(|file| file.root.get("defaults")?.get("parameters"));
        if inherited.is_none_or(|parameters| parameters.get(name).is_none()) {
            return;
        }
        let row = self.row_mut(found);
        let without = row.get("without").map_or(&[][..], Node::items);
        if !without.iter().any(|left| left.text() == Some(name)) {
            let item = row.with(Value::Scalar { text: name.to_owned(), is_plain: false });
            push(row, "without", item);
        }
    }
}
