//! Types, header names, the message and the envelope.

use super::facts::WHOLE;
use super::{Named, Rename, Work};
use crate::load::Loaded;
use crate::load::graft::{self, keys};
use crate::load::source::{AuthChange, BlockPlace, OverlayFile, Terse, TypeChange, TypeSource, ValuesSource};
use crate::naming;
use crate::place::{At, Place};

impl<'a> Work<'a, '_> {
    pub(super) fn add_types(&mut self, overlay: &'a OverlayFile, at: At<'a>) {
        for (name, Terse(added)) in &overlay.add.types {
            let at = at.get(name);
            let thing = format!("type `{name}`");
            let is_there = self.types_mut(at).value.contains_key(name);
            if is_there && !self.facts.is_whole(&thing) {
                self.exists(name, at.key());
                continue;
            }
            if !self.claim(&thing, WHOLE, at) {
                continue;
            }
            let types = self.types_mut(at);
            let source = Some(overlay.source.clone());
            types.value.insert(name.clone(), Terse(TypeSource { source, ..added.clone() }));
            graft::put(&mut types.file, &[], at.graft(name));
        }
    }

    pub(super) fn named_type(&mut self, name: &'a str, change: &'a TypeChange, source: &str, at: At<'a>) {
        if !self.has_type(name, at.key()) {
            return;
        }
        let thing = format!("type `{name}`");
        let TypeChange { rename, rust, fields, add_values } = change;
        if !fields.is_empty() {
            self.fields(name, fields, source, at.get("fields"));
        }
        if let Some((added, at)) = self.claimed(&thing, "add_values", add_values.as_ref(), at) {
            self.add_values(name, added, at);
        }
        if let Some((rust, at)) = self.claimed(&thing, "rust", rust.as_ref(), at) {
            self.type_rust(name, rust, at);
        }
        if let Some((to, at)) = self.claimed(&thing, "rename", rename.as_ref(), at) {
            self.renames.push(Rename { what: Named::Type(name), to, at });
        }
        if rename.is_none() && rust.is_none() && fields.is_empty() && add_values.is_none() {
            self.nothing(at);
        }
    }

    fn type_rust(&mut self, name: &str, rust: &str, at: At<'_>) {
        let usual = naming::type_name(name.trim_end_matches("_*"));
        let given = self.change_type(name, at.graft("rust"), |ty| {
            ty.rust.replace(rust.to_owned()).unwrap_or(usual) != rust
        });
        if given.is_none() {
            self.nothing(at);
        }
    }

    fn has_type(&mut self, name: &str, at: At<'_>) -> bool {
        let types = self.api.types.as_ref().map(|types| &types.value);
        let is_there = types.is_some_and(|types| types.contains_key(name));
        if !is_there {
            let names = types.into_iter().flat_map(|types| types.keys().map(String::as_str));
            let at = at.lost_if(self.api.loses_type(name));
            self.faults.unknown(at, "type", name, names, "use a name of the spec, or add it under `add`");
        }
        is_there
    }

    /// Changes a type and the place of a key of it; `None` where the change says that it does not fit.
    pub(super) fn change_type(
        &mut self,
        name: &str,
        place: Place,
        change: impl FnOnce(&mut TypeSource) -> bool,
    ) -> Option<()> {
        let Loaded { file, value } = self.api.types.as_mut()?;
        let Terse(ty) = value.get_mut(name)?;
        let mut changed = ty.clone();
        if !change(&mut changed) {
            return None;
        }
        *ty = changed;
        graft::put(file, &keys([name]), place);
        Some(())
    }

    fn add_values(&mut self, name: &str, added: &ValuesSource, at: At<'_>) {
        let Some(Loaded { file, value }) = self.api.types.as_mut() else { return };
        let path = keys([name, "values"]);
        let mut known = None;
        match (value.get_mut(name).and_then(|ty| ty.0.values.as_mut()), added) {
            (Some(ValuesSource::List(values)), ValuesSource::List(added)) => {
                for (index, value) in added.iter().enumerate() {
                    graft::insert(file, &path, values.len(), at.item(index).graft(""));
                    values.push(value.clone());
                }
            }
            (Some(ValuesSource::Constants(values)), ValuesSource::Constants(added)) => {
                for (index, (constant, value)) in added.iter().enumerate() {
                    if values.contains_key(constant) {
                        known = known.or(Some((constant, at.item(index))));
                    } else {
                        graft::put(file, &path, at.item(index).graft(constant));
                        values.insert(constant.clone(), value.clone());
                    }
                }
            }
            (Some(_), _) => {
                let help = "write `{NAME: value}` if the type names its values, otherwise a list";
                self.faults.push(at, format!("`{name}` lists its values in another form"), help);
            }
            (None, _) => {
                let help = "use a type that has `values`";
                self.faults.push(at.key(), format!("`{name}` has no listed values"), help);
            }
        }
        if let Some((constant, at)) = known {
            self.exists(constant, at.key());
        }
        if added.is_empty() {
            self.nothing(at);
        }
    }

    pub(super) fn auth(&mut self, name: &'a str, change: &'a AuthChange, at: At<'a>) {
        let blocks = &mut self.api.api.value.auth;
        let Some(block) = blocks.get_mut(name) else {
            let at = at.lost_if(At::root(&self.api.api.file).get("auth").loses(name));
            let (names, help) = (blocks.keys().map(String::as_str), "use a block of `auth` in api.yaml");
            return self.faults.unknown(at.key(), "authentication block", name, names, help);
        };
        let Some(prefix) = &change.prefix else { return self.nothing(at) };
        let at = at.get("prefix");
        if block.place != BlockPlace::Header {
            let help = "set a prefix only for a block with `in: header`";
            return self.faults.push(at, format!("`{name}` is not sent in headers"), help);
        }
        if block.prefix.as_ref() == Some(prefix) {
            return self.nothing(at);
        }
        block.prefix = Some(prefix.clone());
        graft::put(&mut self.api.api.file, &keys(["auth", name]), at.graft("prefix"));
        self.claim(&format!("authentication block `{name}`"), "prefix", at);
    }

    pub(super) fn message(&mut self, overlay: &'a OverlayFile, at: At<'a>) {
        if let Some((message, at)) = self.claimed("API", "message", overlay.message.as_ref(), at) {
            let Loaded { file, value } = &mut self.api.api;
            if value.message.replace(message.clone()).as_ref() == Some(message) {
                return self.nothing(at);
            }
            graft::put(file, &[], at.graft("message"));
        }
    }

    pub(super) fn envelope(&mut self, overlay: &'a OverlayFile, at: At<'a>) {
        if let Some((envelope, at)) = self.claimed("API", "envelope", overlay.envelope.as_ref(), at) {
            let Loaded { file, value } = &mut self.api.api;
            if value.envelope.replace(envelope.clone()).as_ref() == Some(envelope) {
                return self.nothing(at);
            }
            graft::put(file, &[], at.graft("envelope"));
        }
    }
}

impl ValuesSource {
    fn is_empty(&self) -> bool {
        match self {
            Self::List(values) => values.is_empty(),
            Self::Constants(values) => values.is_empty(),
        }
    }
}
