//! Other names, with everything that mentions the old ones.

use indexmap::IndexMap;

use super::{Named, Rename, RowAt, Work};
use crate::diagnostics::At;
use crate::load::graft::{self, keys};
use crate::load::source::{
    AuthBlockSource, OperationSource, OperationsFile, ParameterSource, ReturnsSource, Terse,
};
use crate::load::{ApiSource, Loaded};
use crate::naming;

impl Work<'_, '_> {
    pub(super) fn rename(&mut self, rename: &Rename<'_>) {
        let Rename { what, to, at } = rename;
        let (Named::Operation(old)
        | Named::Type(old)
        | Named::Parameter { name: old, .. }
        | Named::Field { name: old, .. }) = what;
        if old == to {
            return self.nothing(*at);
        }
        match what {
            Named::Operation(old) => self.rename_operation(old, to, *at),
            Named::Type(old) => self.rename_type(old, to, *at),
            Named::Parameter { operation, name } => self.rename_parameter(operation, name, to, *at),
            Named::Field { ty, name } => self.rename_field(ty, name, to, *at),
        }
    }

    fn rename_operation(&mut self, old: &str, new: &str, at: At<'_>) {
        if self.is_taken(new, at) {
            return;
        }
        let Some(found) = self.find(old, at) else { return };
        let inferred = self.api.api.value.path_convention.as_ref().map(|it| it.infer(new));
        let Some((row, file)) = self.row_mut(found) else { return };
        row.operation = Some(new.to_owned());
        row.rust.get_or_insert_with(|| naming::type_name(old));
        for key in ["operation", "rust"] {
            graft::put(file, &found.path(), at.graft(key));
        }
        if let (Some(path), Some(inferred)) = (&mut row.inferred_path, &inferred) {
            path.clone_from(inferred);
        }
        let documented = row.path.clone().filter(|_| row.path_source.is_none());
        self.except(old, new, documented.filter(|path| inferred.as_ref() != Some(path)), at);
        mentions(self.api, &mut |name| {
            if name == old {
                new.clone_into(name);
            }
        });
    }

    /// A documented path follows the convention by the documents' name only.
    fn except(&mut self, old: &str, new: &str, path: Option<String>, at: At<'_>) {
        let Loaded { file, value } = &mut self.api.api;
        let Some(convention) = &mut value.path_convention else { return };
        let steps = keys(["path_convention", "exceptions"]);
        let before = convention.exceptions.shift_remove(old);
        if before.is_some() {
            graft::remove(file, &keys(["path_convention", "exceptions", old]));
        }
        if path.is_some() {
            let reason = before.unwrap_or_else(|| format!("The documents call it {old}."));
            convention.exceptions.insert(new.to_owned(), reason);
            graft::put(file, &steps, at.graft(new));
        }
    }

    fn rename_type(&mut self, old: &str, new: &str, at: At<'_>) {
        let Some(Loaded { file, value }) = &mut self.api.types else { return };
        if value.contains_key(new) {
            return self.exists(new, at);
        }
        if let Some(Terse(ty)) = value.get_mut(old) {
            ty.rust.get_or_insert_with(|| naming::type_name(old.trim_end_matches("_*")));
        }
        *value = with_key(std::mem::take(value), old, new);
        graft::rename(file, &keys([old]), new, at);
        graft::put(file, &keys([new]), at.graft("rust"));
        notations(self.api, &mut |notation| *notation = with_word(notation, old, new));
    }

    fn rename_parameter(&mut self, operation: &str, old: &str, new: &str, at: At<'_>) {
        let Some(found) = self.find(operation, at) else { return };
        let Some((row, file)) = self.row_mut(found) else { return };
        if row.parameters.contains_key(new) {
            return self.exists(new, at);
        }
        if let Some(Terse(parameter)) = row.parameters.get_mut(old) {
            parameter.rust.get_or_insert_with(|| naming::field(old));
        }
        row.parameters = with_key(std::mem::take(&mut row.parameters), old, new);
        graft::rename(file, &found.parameter(old), new, at);
        graft::put(file, &found.parameter(new), at.graft("rust"));
        self.leave_out(found, old);
        let Some((row, _)) = self.row_mut(found) else { return };
        let conditions = row.parameters.values_mut().filter_map(|it| it.0.required_when.as_mut());
        let pair = row.swapped_if_reversed.iter_mut().flat_map(|(first, second)| [first, second]);
        for name in conditions.map(|condition| &mut condition.parameter).chain(pair) {
            if name == old {
                new.clone_into(name);
            }
        }
    }

    /// What was inherited under this name is not inherited any more.
    pub(super) fn leave_out(&mut self, found: RowAt, name: &str) {
        let Some(loaded) = self.api.operations.get_mut(found.file) else { return };
        let OperationsFile { defaults, operations, .. } = &mut loaded.value;
        let Some(row) = operations.get_mut(found.row) else { return };
        if defaults.parameters.contains_key(name) && !row.without.iter().any(|left| left == name) {
            row.without.push(name.to_owned());
        }
    }

    fn rename_field(&mut self, ty: &str, old: &str, new: &str, at: At<'_>) {
        let Some(Loaded { file, value }) = &mut self.api.types else { return };
        let Some(fields) = value.get_mut(ty).and_then(|ty| ty.0.fields.as_mut()) else { return };
        if fields.contains_key(new) {
            return self.exists(new, at);
        }
        if let Some(Terse(field)) = fields.get_mut(old) {
            field.rust.get_or_insert_with(|| naming::field(old));
        }
        *fields = with_key(std::mem::take(fields), old, new);
        graft::rename(file, &keys([ty, "fields", old]), new, at);
        graft::put(file, &keys([ty, "fields", new]), at.graft("rust"));
        let message = self.api.api.value.message.as_mut().filter(|it| it.type_name == ty);
        for role in message.into_iter().flat_map(|it| [&mut it.status, &mut it.text]) {
            if role == old {
                new.clone_into(role);
            }
        }
    }
}

/// A map with another key in the place of one.
fn with_key<T>(map: IndexMap<String, T>, old: &str, new: &str) -> IndexMap<String, T> {
    map.into_iter().map(|(key, value)| (if key == old { new.to_owned() } else { key }, value)).collect()
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

/// Everything that names an operation other than its own row.
fn mentions(api: &mut ApiSource, change: &mut impl FnMut(&mut String)) {
    for file in &mut api.operations {
        let OperationsFile { defaults, operations, .. } = &mut file.value;
        let deprecated = operations.iter_mut().flat_map(|row| {
            let OperationSource { matches, see_also, deprecated, .. } = row;
            let replacement = deprecated.iter_mut().filter_map(|it| it.replacement.as_mut());
            matches.iter_mut().chain(see_also).chain(replacement)
        });
        deprecated.for_each(&mut *change);
        defaults.deprecated.iter_mut().filter_map(|it| it.replacement.as_mut()).for_each(&mut *change);
    }
    let file = &mut api.api.value;
    file.version_changes.iter_mut().flat_map(|it| &mut it.operations).for_each(&mut *change);
    file.states.iter_mut().filter_map(|it| it.trigger.as_mut()).for_each(&mut *change);
    file.limits.iter_mut().map(|it| &mut it.applies_to).for_each(change);
}

/// Everything that names a type.
fn notations(api: &mut ApiSource, change: &mut impl FnMut(&mut String)) {
    let file = &mut api.api.value;
    for AuthBlockSource { parameters, .. } in file.auth.values_mut() {
        parameters.values_mut().for_each(|it| of_parameter(&mut it.0, change));
    }
    file.message.iter_mut().map(|it| &mut it.type_name).for_each(&mut *change);
    file.constants.values_mut().map(|it| &mut it.notation).for_each(&mut *change);
    let types = api.types.iter_mut().flat_map(|types| types.value.values_mut());
    let fields = types.flat_map(|it| it.0.fields.iter_mut().flat_map(IndexMap::values_mut));
    fields.for_each(|it| change(&mut it.0.notation));
    for file in &mut api.operations {
        let OperationsFile { defaults, operations, .. } = &mut file.value;
        let own = operations.iter_mut().map(|row| (&mut row.parameters, &mut row.returns));
        for (parameters, returns) in own.chain([(&mut defaults.parameters, &mut defaults.returns)]) {
            parameters.values_mut().for_each(|it| of_parameter(&mut it.0, change));
            returns.iter_mut().for_each(|it| of_returns(&mut it.0, change));
        }
    }
}

fn of_parameter(parameter: &mut ParameterSource, change: &mut impl FnMut(&mut String)) {
    change(&mut parameter.notation);
    parameter.values.iter_mut().for_each(change);
}

fn of_returns(returns: &mut ReturnsSource, change: &mut impl FnMut(&mut String)) {
    let ReturnsSource { json, envelope, text, bytes, zip, values, .. } = returns;
    [json, envelope, text, bytes, zip, values].into_iter().flatten().for_each(change);
}
