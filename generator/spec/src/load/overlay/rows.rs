//! Rows that an overlay names, adds or drops.

use super::facts::WHOLE;
use super::{Named, RowAt, Work};
use crate::diagnostics::{At, did_you_mean};
use crate::load::Loaded;
use crate::load::graft::{self, Step, keys};
use crate::load::source::{AddedSource, NamingSource, Note, OperationsFile, OverlayFile};

impl<'a> Work<'a, '_> {
    pub(super) fn name_rows(&mut self, overlay: &'a OverlayFile, at: At<'a>) {
        for (place, naming) in &overlay.unnamed {
            let at = at.get(place);
            if !self.claim(&format!("unnamed row `{place}`"), WHOLE, at) {
                continue;
            }
            let Some(row) = self.row(|row| row.unnamed.as_deref() == Some(place)) else {
                let rows = self.api.operations.iter().flat_map(|file| &file.value.operations);
                let places = rows.filter_map(|row| row.unnamed.as_deref());
                let at = at.lost_if(self.api.loses_operations());
                self.faults.unknown(
                    at.key(),
                    "unnamed row",
                    place,
                    places,
                    "every row of the spec has a name",
                );
                continue;
            };
            self.name_row(row, naming, &overlay.source, at);
        }
    }

    fn name_row(&mut self, at: RowAt, naming: &NamingSource, source: &str, from: At<'a>) {
        if self.is_taken(&naming.operation, from.get("operation")) {
            return;
        }
        let NamingSource { operation, rust, summary, path, inferred_path, method, returns } = naming.clone();
        let Some((row, file)) = self.row_mut(at) else { return };
        row.unnamed = None;
        row.operation = Some(operation);
        row.rust = rust;
        row.summary = summary.unwrap_or_else(|| row.summary.clone());
        row.path_source = path.as_ref().map(|_| source.to_owned());
        row.path = path;
        row.inferred_path = inferred_path;
        row.method_source = method.map(|_| source.to_owned());
        row.method = method.or(row.method);
        row.notes.push(Note {
            read: "The documents do not show the name.".to_owned(),
            decided: format!("It is called {}.", naming.operation),
            why: source.to_owned(),
        });
        if let Some(returns) = &returns {
            row.returns = Some(super::sourced(returns, row.returns.as_ref(), source));
        }
        for key in ["operation", "rust", "summary", "path", "inferred_path", "method", "returns"] {
            if let Some(value) = from.find(key) {
                graft::put(file, &at.path(), value.graft(key));
            }
        }
    }

    pub(super) fn add(&mut self, overlay: &'a OverlayFile, at: At<'a>) {
        self.add_types(overlay, at.get("types"));
        for (index, added) in overlay.add.operations.iter().enumerate() {
            self.add_rows(added, &overlay.source, at.get("operations").item(index));
        }
    }

    fn add_rows(&mut self, added: &'a AddedSource, source: &str, at: At<'a>) {
        if added.rows.is_empty() {
            self.nothing(at.get("rows"));
        }
        let Some(mut to) = self.place_of(added, at) else { return };
        for (index, row) in added.rows.iter().enumerate() {
            let at = at.get("rows").item(index);
            let name = row.operation.as_deref();
            if name.is_some_and(|name| {
                let thing = format!("operation `{name}`");
                let is_added = self.facts.is_whole(&thing);
                !is_added && self.is_taken(name, at.get("operation")) || !self.claim(&thing, WHOLE, at)
            }) {
                continue;
            }
            let mut row = row.clone();
            row.path_source = row.path.as_ref().map(|_| source.to_owned());
            row.source = Some(source.to_owned());
            if let Some(loaded) = self.api.operations.get_mut(to.file) {
                loaded.value.operations.insert(to.row, row);
                graft::insert(&mut loaded.file, &keys(["operations"]), to.row, at.graft(""));
            }
            to.row += 1;
        }
    }

    /// Where added rows go.
    fn place_of(&mut self, added: &AddedSource, at: At<'_>) -> Option<RowAt> {
        let groups = || self.api.operations.iter().map(|file| file.value.group.as_str());
        let Some(file) = groups().position(|group| group == added.group) else {
            let loses = |file: &Loaded<OperationsFile>| file.at().loses("group");
            let is_lost = self.api.lacks_file || self.api.operations.iter().any(loses);
            let at = at.lost_if(is_lost);
            let help = "use the group of a file of operations";
            self.faults.unknown(at.get("group"), "group", &added.group, groups(), help);
            return None;
        };
        let rows = self.api.operations.get(file).map_or(&[][..], |file| &file.value.operations);
        let Some(after) = &added.after else { return Some(RowAt { file, row: rows.len() }) };
        let Some(row) = rows.iter().position(|row| row.operation.as_ref() == Some(after)) else {
            let names = rows.iter().filter_map(|row| row.operation.as_deref());
            let help = did_you_mean(after, names, "use an operation of that group");
            let at = at.lost_if(self.api.loses_operations());
            let title = format!("the group `{}` has no operation `{after}`", added.group);
            self.faults.push(at.get("after"), title, help);
            return None;
        };
        Some(RowAt { file, row: row + 1 })
    }

    /// Whether there is an operation of that name, which is reported.
    pub(super) fn is_taken(&mut self, name: &str, at: At<'_>) -> bool {
        let is_taken = self.row(|row| row.operation.as_deref() == Some(name)).is_some();
        if is_taken {
            self.exists(name, at);
        }
        is_taken
    }

    /// Takes an operation out, and what the API says of it alone.
    pub(super) fn drop_operation(&mut self, name: &str, at: At<'_>) {
        if let Some((other, key)) = self.user_of(name) {
            let help = "drop that one too, or keep this one";
            return self.faults.push(at, format!("`{other}` names `{name}` as its {key}"), help);
        }
        let Some(row) = self.find(name, at) else { return };
        let Some(loaded) = self.api.operations.get_mut(row.file) else { return };
        let dropped = loaded.value.operations.remove(row.row);
        graft::remove(&mut loaded.file, &row.path());
        if loaded.value.operations.is_empty() {
            self.api.operations.remove(row.file);
        }
        self.api.retired_paths.extend(dropped.path);
        self.api.retired_paths.extend(dropped.aliases.into_iter().map(|alias| alias.path));
        self.forget(name);
    }

    /// An operation that can't do without another, if that is not dropped itself.
    fn user_of(&self, name: &str) -> Option<(String, &'static str)> {
        let rows = self.api.operations.iter().flat_map(|file| {
            let inherited = file.value.defaults.deprecated.as_ref();
            file.value.operations.iter().map(move |row| (row, row.deprecated.as_ref().or(inherited)))
        });
        let mut users = rows.filter_map(|(row, deprecated)| {
            let replacement = deprecated.and_then(|deprecated| deprecated.replacement.as_deref());
            let key = match row {
                _ if row.matches.as_deref() == Some(name) => "model",
                _ if replacement == Some(name) => "replacement",
                _ if row.see_also.iter().any(|related| related == name) => "related operation",
                _ => return None,
            };
            Some((row.operation.clone()?, key))
        });
        let is_dropped = |user: &str| {
            self.drops.iter().any(|(what, _)| matches!(what, Named::Operation(name) if *name == user))
        };
        users.find(|(user, _)| !is_dropped(user))
    }

    /// Takes an operation that is dropped out of the lists of api.yaml.
    fn forget(&mut self, name: &str) {
        let Loaded { file, value } = &mut self.api.api;
        for (index, change) in value.version_changes.iter_mut().enumerate() {
            if let Some(position) = change.operations.iter().position(|operation| operation == name) {
                change.operations.remove(position);
                let [list, key] = keys(["version_changes", "operations"]);
                graft::remove(file, &[list, Step::Item(index), key, Step::Item(position)]);
            }
        }
        let Some(convention) = &mut value.path_convention else { return };
        if convention.exceptions.shift_remove(name).is_some() {
            graft::remove(file, &keys(["path_convention", "exceptions", name]));
        }
    }
}
