//! Fields of types that the spec has.

use indexmap::IndexMap;

use super::facts::WHOLE;
use super::{Named, Rename, Work};
use crate::load::Loaded;
use crate::load::graft::{self, keys};
use crate::load::source::{FieldChange, FieldSource, Overlaid, Terse};
use crate::naming;
use crate::place::At;

/// Changes of fields, by name.
type Changes = IndexMap<String, Terse<FieldChange>>;

/// A field, by the name of its type and its own.
#[derive(Clone, Copy)]
struct Target<'a> {
    ty: &'a str,
    name: &'a str,
}

impl Target<'_> {
    fn thing(&self) -> String {
        format!("field `{}` of `{}`", self.name, self.ty)
    }
}

impl<'a> Work<'a, '_> {
    /// The fields of an opaque type, or changes of the fields of another.
    pub(super) fn fields(&mut self, ty: &'a str, changes: &'a Changes, source: &str, at: At<'a>) {
        let Some(Terse(known)) = self.api.types.as_ref().and_then(|types| types.value.get(ty)) else {
            return;
        };
        let thing = format!("type `{ty}`");
        // Which of two overlays comes first does not matter.
        if known.word.as_deref() == Some("opaque") || known.opaque.is_some() || self.facts.has(&thing, FIELDS)
        {
            if self.claim(&thing, FIELDS, at) {
                self.fill(ty, changes, source, at);
            }
        } else if known.fields.is_some() {
            for (name, Terse(change)) in changes {
                self.field(Target { ty, name }, change, source, at.get(name));
            }
        } else {
            let types = self.api.types.as_ref().map(Loaded::at);
            let is_lost = types.is_some_and(|types| types.get(ty).loses_any());
            let help = "only an opaque type or one with fields can get them; add a new type under `add`";
            self.faults.push(at.lost_if(is_lost).key(), format!("`{ty}` cannot have fields"), help);
        }
    }

    /// Gives an opaque type its fields.
    fn fill(&mut self, ty: &str, changes: &Changes, source: &str, at: At<'_>) {
        let mut fields = IndexMap::new();
        for (name, Terse(change)) in changes {
            match change.defined() {
                Some(field) => drop(fields.insert(name.clone(), Terse(field))),
                None => {
                    let help =
                        "write its type, or a map with `type`: the type is opaque, so all fields are new";
                    self.faults.push(at.get(name), format!("`{ty}` has no field `{name}` to change"), help);
                }
            }
        }
        self.change_type(ty, at.graft(FIELDS), |ty| {
            ty.word = None;
            ty.doc = ty.doc.take().or_else(|| ty.opaque.take());
            (ty.opaque, ty.fields, ty.source) = (None, Some(fields), Some(source.to_owned()));
            true
        });
    }

    fn field(&mut self, target: Target<'a>, change: &'a FieldChange, source: &str, at: At<'a>) {
        if let Some(Terse(added)) = &change.add {
            return self.add_field(target, change, added, source, at);
        }
        if !self.has_field(target, at.key()) {
            return;
        }
        let (thing, Target { ty, name }) = (target.thing(), target);
        if change.drop {
            if self.claim(&thing, WHOLE, at) {
                self.drops.push((Named::Field { ty, name }, at));
            }
            return;
        }
        if let Some((notation, at)) = self.claimed(&thing, "type", change.notation.as_ref(), at) {
            self.set_field(target, "type", at, Some(source), |it| {
                std::mem::replace(&mut it.notation, notation.clone()) != *notation
            });
        }
        if let Some((doc, at)) = self.claimed(&thing, "doc", change.doc.as_ref(), at) {
            self.set_field(target, "doc", at, Some(source), |it| {
                it.doc.replace(doc.clone()).as_ref() != Some(doc)
            });
        }
        if let Some((secret, at)) = self.claimed(&thing, "secret", change.secret.as_ref(), at) {
            self.set_field(target, "secret", at, Some(source), |it| {
                std::mem::replace(&mut it.secret, *secret) != *secret
            });
        }
        if let Some((rust, at)) = self.claimed(&thing, "rust", change.rust.as_ref(), at) {
            self.set_field(target, "rust", at, None, |it| {
                it.rust.replace(rust.clone()).unwrap_or_else(|| naming::field(name)) != *rust
            });
        }
        if let Some((to, at)) = self.claimed(&thing, "rename", change.rename.as_ref(), at) {
            self.renames.push(Rename { what: Named::Field { ty, name }, to, at });
            self.mark_field(target, source);
        }
        if change.is_empty() {
            self.nothing(at);
        }
    }

    /// Adds a field after the others.
    fn add_field(
        &mut self,
        target: Target<'a>,
        change: &FieldChange,
        added: &FieldSource,
        source: &str,
        at: At<'a>,
    ) {
        let Target { ty, name } = target;
        if !(FieldChange { add: None, ..change.clone() }).is_empty() {
            return self.adds_and_changes(name, at);
        }
        if !self.claim(&target.thing(), WHOLE, at) {
            return;
        }
        let Some(Loaded { file, value }) = self.api.types.as_mut() else { return };
        let Some(fields) = value.get_mut(ty).and_then(|ty| ty.0.fields.as_mut()) else { return };
        if fields.contains_key(name) {
            return self.exists(name, at.key());
        }
        let source = Some(Overlaid::Added(source.to_owned()));
        fields.insert(name.to_owned(), Terse(FieldSource { source, ..added.clone() }));
        graft::put(file, &keys([ty, FIELDS]), at.get("add").graft(name));
    }

    fn has_field(&mut self, Target { ty, name }: Target<'_>, at: At<'_>) -> bool {
        let types = self.api.types.as_ref();
        let fields = types.and_then(|types| types.value.get(ty)?.0.fields.as_ref());
        let is_there = fields.is_some_and(|fields| fields.contains_key(name));
        let is_lost = types.is_some_and(|types| types.at().get(ty).get(FIELDS).loses(name));
        if !is_there && !is_lost {
            let names = fields.into_iter().flat_map(|fields| fields.keys().map(String::as_str));
            self.faults.unknown(
                at,
                "field",
                name,
                names,
                "use one of the type's fields, or write `{add: TYPE}`",
            );
        }
        is_there
    }

    /// Changes a field and the place of a key of it. The change says whether it changed anything.
    fn set_field(
        &mut self,
        target: Target<'_>,
        key: &str,
        at: At<'_>,
        source: Option<&str>,
        change: impl FnOnce(&mut FieldSource) -> bool,
    ) {
        let Some(Loaded { file, value }) = self.api.types.as_mut() else { return };
        let fields = value.get_mut(target.ty).and_then(|ty| ty.0.fields.as_mut());
        let Some(Terse(field)) = fields.and_then(|fields| fields.get_mut(target.name)) else { return };
        if !change(field) {
            return self.nothing(at);
        }
        graft::put(file, &keys([target.ty, FIELDS, target.name]), at.graft(key));
        if let Some(source) = source {
            self.mark_field(target, source);
        }
    }

    /// Marks a field as changed.
    fn mark_field(&mut self, Target { ty, name }: Target<'_>, source: &str) {
        let types = self.api.types.as_mut();
        let fields = types.and_then(|types| types.value.get_mut(ty)?.0.fields.as_mut());
        if let Some(Terse(field)) = fields.and_then(|fields| fields.get_mut(name)) {
            field.source.get_or_insert_with(|| Overlaid::Changed(source.to_owned()));
        }
    }

    /// Takes a field out, unless the message needs it.
    pub(super) fn drop_field(&mut self, ty: &str, name: &str, at: At<'_>) {
        let message = self.api.api.value.message.as_ref().filter(|it| it.type_name == ty);
        if message.is_some_and(|it| it.status == name || it.text == name) {
            let help = "set `message` too, or keep the field";
            return self.faults.push(at, format!("the message needs the field `{name}`"), help);
        }
        let Some(Loaded { file, value }) = self.api.types.as_mut() else { return };
        if let Some(fields) = value.get_mut(ty).and_then(|ty| ty.0.fields.as_mut()) {
            fields.shift_remove(name);
            graft::remove(file, &keys([ty, FIELDS, name]));
        }
    }
}

const FIELDS: &str = "fields";

impl FieldChange {
    fn is_empty(&self) -> bool {
        let Self { drop, add, notation, doc, secret, rename, rust } = self;
        let is_changed = [notation, doc, rename, rust].into_iter().any(Option::is_some);
        !drop && add.is_none() && !is_changed && secret.is_none()
    }

    /// The field that it defines where there was none.
    fn defined(&self) -> Option<FieldSource> {
        let Self { drop: false, add: None, rename: None, notation: Some(notation), doc, secret, rust } = self
        else {
            return None;
        };
        Some(FieldSource {
            notation: notation.clone(),
            rust: rust.clone(),
            doc: doc.clone(),
            secret: secret.unwrap_or_default(),
            source: None,
        })
    }
}
