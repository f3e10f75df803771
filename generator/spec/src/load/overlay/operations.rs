//! Operations that the spec has.

use super::facts::WHOLE;
use super::parameters::Target;
use super::{Named, Rename, RowAt, Work};
use crate::load::graft;
use crate::load::source::{OperationChange, OperationSource, Terse};
use crate::naming;
use crate::place::At;

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
            self.renames.push(Rename { what: Named::Operation(name), to, at });
        }
        if let Some((returns, at)) = self.claimed(&thing, "returns", change.returns.as_ref(), at) {
            let is_said = |row: &OperationSource| row.returns.as_ref() == Some(returns);
            self.set(row, "returns", at, is_said, |row| {
                row.returns = Some(super::sourced(returns, row.returns.as_ref(), source));
            });
        }
        self.request(row, change, &thing, source, at);
        for (parameter, Terse(change)) in &change.parameters {
            let at = at.get("parameters").get(parameter);
            self.parameter(Target { operation: name, row, name: parameter }, change, source, at);
        }
    }

    /// How its requests are sent.
    fn request(&mut self, row: RowAt, change: &'a OperationChange, thing: &str, source: &str, at: At<'a>) {
        if let Some((method, at)) = self.claimed(thing, "method", change.method.as_ref(), at) {
            let usual = self.api.api.value.method;
            let is_said = |row: &OperationSource| row.method.unwrap_or(usual) == *method;
            self.set(row, "method", at, is_said, |row| {
                (row.method, row.method_source) = (Some(*method), Some(source.to_owned()));
            });
        }
        if let Some((encoding, at)) = self.claimed(thing, "encoding", change.encoding.as_ref(), at) {
            let usual = self.api.api.value.encoding.kind;
            let is_said = |row: &OperationSource| row.encoding.unwrap_or(usual) == *encoding;
            self.set(row, "encoding", at, is_said, |row| {
                (row.encoding, row.encoding_source) = (Some(*encoding), Some(source.to_owned()));
            });
        }
    }

    fn word(&mut self, name: &'a str, word: &str, thing: &str, at: At<'a>) {
        if word != "drop" {
            let help = "write `drop`, or a map such as `{path: /api/…}`";
            self.faults.push(at, format!("unknown change `{word}`"), help);
        } else if self.claim(thing, WHOLE, at) && self.find(name, at.key()).is_some() {
            self.drops.push((Named::Operation(name), at));
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
}
