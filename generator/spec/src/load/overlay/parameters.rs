//! Parameters of operations that the spec has.

use super::facts::WHOLE;
use super::{Named, Rename, RowAt, Work};
use crate::load::graft;
use crate::load::source::{Overlaid, ParameterChange, ParameterSource, Terse};
use crate::naming;
use crate::place::{At, Children, Place};

/// A parameter, and where its operation is.
#[derive(Clone, Copy)]
pub struct Target<'a> {
    pub operation: &'a str,
    pub row: RowAt,
    pub name: &'a str,
}

impl Target<'_> {
    fn thing(&self) -> String {
        format!("parameter `{}` of `{}`", self.name, self.operation)
    }
}

impl<'a> Work<'a, '_> {
    pub(super) fn parameter(
        &mut self,
        target: Target<'a>,
        change: &'a ParameterChange,
        source: &str,
        at: At<'a>,
    ) {
        let Target { operation, row, name } = target;
        self.spell_out(row);
        if let Some(Terse(added)) = &change.add {
            return self.add_parameter(target, change, added, source, at);
        }
        if !self.has_parameter(row, name, at.key()) {
            return;
        }
        let thing = target.thing();
        if change.drop {
            if self.claim(&thing, WHOLE, at) {
                self.drops.push((Named::Parameter { operation, name }, at));
            }
            return;
        }
        self.retype(target, change, source, at);
        if let Some((secret, at)) = self.claimed(&thing, "secret", change.secret.as_ref(), at) {
            self.set_in(target, "secret", at, Some(source), |it| {
                std::mem::replace(&mut it.secret, *secret) != *secret
            });
        }
        if let Some((rust, at)) = self.claimed(&thing, "rust", change.rust.as_ref(), at) {
            self.set_in(target, "rust", at, None, |it| {
                it.rust.replace(rust.clone()).unwrap_or_else(|| naming::field(name)) != *rust
            });
        }
        if let Some((to, at)) = self.claimed(&thing, "rename", change.rename.as_ref(), at) {
            self.renames.push(Rename { what: Named::Parameter { operation, name }, to, at });
            self.mark(target, source);
        }
        if change.is_empty() {
            self.nothing(at);
        }
    }

    /// Adds a parameter after the others.
    fn add_parameter(
        &mut self,
        target: Target<'a>,
        change: &ParameterChange,
        added: &ParameterSource,
        source: &str,
        at: At<'a>,
    ) {
        let Target { row, name, .. } = target;
        if !(ParameterChange { add: None, ..change.clone() }).is_empty() {
            return self.adds_and_changes(name, at);
        }
        if !self.claim(&target.thing(), WHOLE, at) {
            return;
        }
        let Some((operation, file)) = self.row_mut(row) else { return };
        if operation.parameters.contains_key(name) {
            return self.exists(name, at.key());
        }
        let source = Some(Overlaid::Added(source.to_owned()));
        operation.parameters.insert(name.to_owned(), Terse(ParameterSource { source, ..added.clone() }));
        let [list, item, parameters, _] = row.parameter(name);
        if graft::at(file, &[list.clone(), item.clone()]).find("parameters").is_none() {
            let place = Place { children: Children::Map(Vec::new()), ..at.graft("parameters") };
            graft::put(file, &[list.clone(), item.clone()], place);
        }
        graft::put(file, &[list, item, parameters], at.get("add").graft(name));
    }

    /// Changes the type and what depends on it, which overlays set together.
    fn retype(&mut self, target: Target<'a>, change: &'a ParameterChange, source: &str, at: At<'a>) {
        let ParameterChange { notation, optional, default, values, .. } = change;
        let given = [
            ("type", notation.is_some()),
            ("optional", optional.is_some()),
            ("default", default.is_some()),
            ("values", values.is_some()),
        ];
        let Some((first, _)) = given.iter().find(|(_, is_given)| *is_given) else { return };
        if !self.claim(&target.thing(), "type", at.get(first)) {
            return;
        }
        if notation.is_some() || optional.is_some() {
            let place = at.get(if notation.is_some() { "type" } else { "optional" });
            self.set_in(target, "type", place, Some(source), |it| {
                let ty = notation.clone().unwrap_or_else(|| it.notation.clone());
                it.set_type(match optional {
                    None => ty,
                    Some(true) => format!("{}?", required(&ty)),
                    Some(false) => required(&ty).to_owned(),
                })
            });
        }
        if let Some(default) = default {
            self.set_in(target, "default", at.get("default"), Some(source), |it| {
                it.default.replace(default.clone()).as_ref() != Some(default)
            });
        }
        if let Some(values) = values {
            self.set_in(target, "values", at.get("values"), Some(source), |it| {
                it.values.replace(values.clone()).as_ref() != Some(values)
            });
        }
    }

    /// Changes a parameter and the place of a key of it. The change says whether it changed anything.
    fn set_in(
        &mut self,
        target: Target<'_>,
        key: &str,
        at: At<'_>,
        source: Option<&str>,
        change: impl FnOnce(&mut ParameterSource) -> bool,
    ) {
        let Some((row, file)) = self.row_mut(target.row) else { return };
        let Some(Terse(parameter)) = row.parameters.get_mut(target.name) else { return };
        if !change(parameter) {
            return self.nothing(at);
        }
        graft::put(file, &target.row.parameter(target.name), at.graft(key));
        if let Some(source) = source {
            self.mark(target, source);
        }
    }

    /// Marks a parameter as changed.
    fn mark(&mut self, target: Target<'_>, source: &str) {
        let parameter = self.row_mut(target.row).and_then(|(row, _)| row.parameters.get_mut(target.name));
        if let Some(Terse(parameter)) = parameter {
            parameter.source.get_or_insert_with(|| Overlaid::Changed(source.to_owned()));
        }
    }

    /// Takes a parameter out, and what the operation says of it elsewhere.
    pub(super) fn drop_parameter(&mut self, operation: &str, name: &str, at: At<'_>) {
        let Some(found) = self.find(operation, at) else { return };
        self.leave_out(found, name);
        let Some((row, file)) = self.row_mut(found) else { return };
        row.parameters.shift_remove(name);
        graft::remove(file, &found.parameter(name));
        row.swapped_if_reversed.take_if(|(first, second)| first == name || second == name);
        for Terse(other) in row.parameters.values_mut() {
            other.required_when.take_if(|condition| condition.parameter == name);
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
            self.faults.unknown(
                at,
                "parameter",
                name,
                names,
                "use one of the operation's parameters, or write `{add: TYPE}`",
            );
        }
        is_there
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

impl ParameterChange {
    fn is_empty(&self) -> bool {
        let Self { drop, add, notation, optional, default, values, secret, rename, rust } = self;
        let is_retyped = notation.is_some() || optional.is_some() || default.is_some() || values.is_some();
        let is_named = rename.is_some() || rust.is_some();
        !drop && add.is_none() && !is_retyped && secret.is_none() && !is_named
    }
}

impl ParameterSource {
    /// Sets another type, without what described the old one; says whether it is another.
    fn set_type(&mut self, notation: String) -> bool {
        if self.notation == notation {
            return false;
        }
        if required(&self.notation) != required(&notation) {
            (self.default, self.values, self.format) = (None, None, None);
        }
        if notation == required(&notation) {
            (self.default, self.required_when) = (None, None);
        }
        self.notation = notation;
        true
    }
}

/// A type without the mark of an optional parameter.
fn required(notation: &str) -> &str {
    notation.trim_end().trim_end_matches('?').trim_end()
}
