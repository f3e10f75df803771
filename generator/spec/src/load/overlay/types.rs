//! Types: those that are added, and changes of others.

use super::{Patch, Thing, twice};
use crate::load::source::FieldSource;
use crate::load::{Loaded, keys};
use crate::node::{At, Entry, Node, Value};

impl<'a> Patch<'a, '_> {
    pub(super) fn add_type(&mut self, name: &'a str, at: At<'a>) {
        let types = self.api.types.get_or_insert_with(|| {
            let root = at.node().with(Value::Map(Vec::new()));
            Loaded { file: root.file.clone(), root, value: Default::default() }
        });
        match types.root.get(name).cloned() {
            Some(other) => self.exists_or_twice(Thing::Type(name), At::root(&other), at, at.key()),
            None => types.root.put(at.to_entry(name)),
        }
    }

    /// The fields of an opaque type, or changes of the fields of another.
    pub(super) fn fields(&mut self, name: &'a str, at: At<'a>) {
        let errors = self.errors;
        let ty = self.node_mut(Thing::Type(name)).expect("it was looked for");
        let before = At::root(ty).find("fields");
        if let Some(other) = before.filter(|fields| fields.overlay_in(At::root(ty)).is_some()) {
            twice(Thing::Type(name), Some("fields"), at, other, errors);
        } else if ty.get("opaque").is_some() {
            let mut fields = at.to_entry("fields");
            for field in fields.value.entries().iter().filter(|field| !is_defined(field)) {
                let help = "write its type, or a map with `type`: the type is opaque, so all fields are new";
                let title = format!("`{name}` has no field `{}` to change", field.name);
                errors.push(at.get(&field.name), title, help);
            }
            fields.value.map_mut().into_iter().for_each(|fields| fields.retain(is_defined));
            fill(ty, fields);
        } else if before.is_some() {
            at.entries().for_each(|(field, at)| self.change(Thing::Field { of: name, name: field }, at));
        } else {
            let help = "only an opaque type or one with fields can get them; add a new type under `add`";
            let title = format!("`{name}` cannot have fields");
            self.note_unknown(Thing::Field { of: name, name: "" }, at.key(), title, help.to_owned());
        }
    }

    pub(super) fn add_values(&mut self, name: &'a str, at: At<'a>) {
        if at.items().next().is_none() {
            self.nothing(at);
        }
        let errors = self.errors;
        let ty = self.node_mut(Thing::Type(name)).expect("it was looked for");
        let before = At::root(ty).find("values");
        let is_set = |at: &At<'_>| at.overlay_in(At::root(ty)).is_some();
        if let Some(other) = before.and_then(|values| values.items().find(is_set)) {
            return twice(Thing::Type(name), Some("add_values"), at, other, errors);
        }
        let known = before.map(At::node).cloned().unwrap_or_default();
        match (ty.get_mut("values").map(|values| &mut values.value), &at.node().value) {
            (Some(Value::List(values)), Value::List(added)) => values.extend(added.iter().cloned()),
            (Some(Value::Map(values)), Value::Map(added)) => {
                let is_new = |entry: &&Entry| known.get(&entry.name).is_none();
                values.extend(added.iter().filter(is_new).cloned());
                for entry in added.iter().filter(|entry| !is_new(entry)) {
                    self.exists(&entry.name, at.get(&entry.name).key());
                }
            }
            (Some(_), _) => {
                let help = "write `{NAME: value}` if the type names its values, otherwise a list";
                errors.push(at, format!("`{name}` lists its values in another form"), help);
            }
            (None, _) => {
                let help = "use a type that has `values`";
                errors.push(at.key(), format!("`{name}` has no listed values"), help);
            }
        }
    }
}

/// Returns whether a change of a field describes a whole new field.
fn is_defined(field: &Entry) -> bool {
    let keys = keys::of::<FieldSource>();
    let is_known = |entry: &Entry| keys.contains(&entry.name.as_str());
    let is_full = || field.value.get("type").is_some() && field.value.entries().iter().all(is_known);
    field.value.is_poisoned || field.value.text().map_or_else(is_full, |text| text != "drop")
}

/// Writes an opaque type in short form in full.
pub fn spell_out(ty: &mut Node) {
    if ty.text() == Some("opaque") {
        let entry = At::root(ty).text_entry("opaque", "");
        ty.value = Value::Map(vec![entry]);
    }
}

/// Gives an opaque type its fields, and keeps its description.
fn fill(ty: &mut Node, fields: Entry) {
    let opaque = ty.remove("opaque").filter(|entry| entry.value.text().is_some_and(|text| !text.is_empty()));
    if let Some(opaque) = opaque.filter(|_| ty.get("doc").is_none()) {
        ty.put(Entry { name: "doc".to_owned(), ..opaque });
    }
    ty.put(fields);
}
