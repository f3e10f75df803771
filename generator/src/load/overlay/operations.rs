//! Operations that the spec has, and their parameters.

use super::facts::WHOLE;
use super::{Rename, Renamed, RowAt, Work};
use crate::load::graft;
use crate::load::source::{OperationChange, OperationSource, ParameterChange, Terse};
use crate::naming;
use crate::place::{At, Children, Place};

impl<'a> Work<'a, '_> {
    pub(super) fn operation(&mut self, name: &'a str, change: &'a OperationChange, source: &str, at: At<'a>) {
        let thing = format!("operation `{name}`");
        if let Some(word) = &change.word {
            return self.word(name, word, &thing, at);
        }
        let Some(row) = self.find(name, at.key()) else { return };
        if change.is_empty() {
            self.nothing(at);
        }
        if let Some((path, at)) = self.claimed(&thing, "path", change.path.as_ref(), at) {
            self.path(row, path, source, at);
        }
        if let Some((rust, at)) = self.claimed(&thing, "rust", change.rust.as_ref(), at) {
            self.rust_name(row, rust, at);
        }
        if let Some((to, at)) = self.claimed(&thing, "rename", change.rename.as_ref(), at) {
            self.renames.push(Rename { what: Renamed::Operation(name), to, at });
        }
        if let Some((returns, at)) = self.claimed(&thing, "returns", change.returns.as_ref(), at) {
            let is_said = |row: &OperationSource| row.returns.as_ref() == Some(returns);
            let sourced = super::sourced(returns, source);
            self.set(row, "returns", at, is_said, |row| row.returns = Some(sourced.clone()));
        }
        for (parameter, change) in &change.parameters {
            self.parameter(name, row, parameter, change, at.get("parameters").get(parameter));
        }
    }

    fn word(&mut self, name: &'a str, word: &str, thing: &str, at: At<'a>) {
        if word != "drop" {
            let help = "write `drop`, or a map such as `{path: /api/…}`";
            self.faults.push(at, format!("unknown change `{word}`"), help);
        } else if self.claim(thing, WHOLE, at) && self.find(name, at.key()).is_some() {
            self.drops.push((name, at));
        }
    }

    /// Sets a key of a row, unless it says the same already.
    fn set(
        &mut self,
        row: RowAt,
        key: &str,
        at: At<'_>,
        is_said: impl Fn(&OperationSource) -> bool,
        set: impl Fn(&mut OperationSource),
    ) {
        let Some((source, file)) = self.row_mut(row) else { return };
        if is_said(source) {
            return self.nothing(at);
        }
        set(source);
        graft::put(file, &row.path(), at.graft(key));
    }

    fn path(&mut self, row: RowAt, path: &str, source: &str, at: At<'_>) {
        if let Some((row, _)) = self.row_mut(row)
            && let Some(documented) = row.path.clone()
            && documented != path
        {
            self.api.retired_paths.push(documented);
        }
        let is_said = |row: &OperationSource| row.path.as_deref() == Some(path);
        self.set(row, "path", at, is_said, |row| {
            row.path = Some(path.to_owned());
            row.inferred_path = None;
            row.path_source = Some(source.to_owned());
        });
    }

    fn rust_name(&mut self, row: RowAt, rust: &str, at: At<'_>) {
        let usual = |row: &OperationSource| row.operation.as_deref().map(naming::type_name);
        let is_said =
            |row: &OperationSource| row.rust.clone().or_else(|| usual(row)).as_deref() == Some(rust);
        self.set(row, "rust", at, is_said, |row| row.rust = Some(rust.to_owned()));
    }

    fn parameter(
        &mut self,
        operation: &'a str,
        row: RowAt,
        name: &'a str,
        change: &'a ParameterChange,
        at: At<'a>,
    ) {
        self.spell_out(row);
        if !self.has_parameter(row, name, at.key()) {
            return;
        }
        let thing = format!("parameter `{name}` of `{operation}`");
        if let Some((rust, at)) = self.claimed(&thing, "rust", change.rust.as_ref(), at) {
            self.parameter_rust(row, name, rust, at);
        }
        if let Some((to, at)) = self.claimed(&thing, "rename", change.rename.as_ref(), at) {
            self.renames.push(Rename { what: Renamed::Parameter { operation, name }, to, at });
        }
        if change.rename.is_none() && change.rust.is_none() {
            self.nothing(at);
        }
    }

    fn has_parameter(&mut self, row: RowAt, name: &str, at: At<'_>) -> bool {
        let file = self.api.operations.get(row.file);
        let Some(source) = file.and_then(|file| file.value.operations.get(row.row)) else { return false };
        let is_there = source.parameters.contains_key(name);
        let places = file.map(|file| (file.at().get("operations").item(row.row), file.at().get("defaults")));
        let loses = |at: At<'_>| at.get("parameters").loses(name);
        if !is_there && !places.is_some_and(|(own, defaults)| loses(own) || loses(defaults)) {
            let names = source.parameters.keys().map(String::as_str);
            self.faults.unknown(at, "parameter", name, names, "use one of the operation's parameters");
        }
        is_there
    }

    fn parameter_rust(&mut self, row: RowAt, name: &str, rust: &str, at: At<'_>) {
        let Some((source, file)) = self.row_mut(row) else { return };
        let Some(Terse(parameter)) = source.parameters.get_mut(name) else { return };
        if parameter.rust.clone().unwrap_or_else(|| naming::field(name)) == rust {
            return self.nothing(at);
        }
        parameter.rust = Some(rust.to_owned());
        graft::put(file, &row.parameter(name), at.graft("rust"));
    }

    /// Writes the inherited parameters into the row, so that one can be changed
    /// for this operation alone and all keep their order.
    fn spell_out(&mut self, row: RowAt) {
        let Some(loaded) = self.api.operations.get_mut(row.file) else { return };
        let Some(source) = loaded.value.operations.get(row.row) else { return };
        let inherited = loaded.value.defaults.parameters.iter();
        let is_kept = |name: &String| !source.without.contains(name) && !source.parameters.contains_key(name);
        let kept: Vec<_> = inherited.filter(|(name, _)| is_kept(name)).collect();
        if kept.is_empty() {
            return;
        }
        let at = loaded.at().get("operations").item(row.row);
        let defaults = loaded.at().get("defaults").get("parameters");
        let own = at.get("parameters");
        let inherited = kept.iter().map(|(name, _)| (*name, defaults));
        let places = inherited.chain(source.parameters.keys().map(|name| (name, own)));
        let places = places.map(|(name, at)| at.get(name).graft_into(own.file(), name));
        let children = Children::Map(places.collect());
        let place = Place { children, ..own.graft_into(at.file(), "parameters") };
        let all = kept.into_iter().chain(&source.parameters);
        let all = all.map(|(name, parameter)| (name.clone(), parameter.clone())).collect();
        if let Some((source, file)) = self.row_mut(row) {
            source.parameters = all;
            graft::put(file, &row.path(), place);
        }
    }
}
