//! Types that the spec names without their fields, as they were seen.

use std::collections::BTreeMap;

use crate::recordings::Shape as Seen;

use super::draft::{Draft, Fact, TypeDraft};
use super::report::{self, Report, Section};
use super::structure::is_dictionary;
use super::types::{Types, samples};
use super::words;
use crate::model::{Api, Shape, Type, TypeId, TypeKind};

/// What was seen of each such type, in requests and answers.
#[derive(Debug)]
pub struct Opaque<'a> {
    api: &'a Api,
    seen: BTreeMap<TypeId, Seen>,
    /// Fields that types have, but not in the spec.
    more: BTreeMap<TypeId, BTreeMap<String, Seen>>,
}

impl<'a> Opaque<'a> {
    /// Nothing so far.
    pub fn new(api: &'a Api) -> Self {
        Self { api, seen: BTreeMap::new(), more: BTreeMap::new() }
    }

    /// Adds what was seen in the place of a type.
    pub fn add(&mut self, shape: &Shape, seen: &Seen) {
        match shape {
            Shape::Scalar(_) => {}
            Shape::List(item) => {
                if let Some(seen) = &seen.item {
                    self.add(item, seen);
                }
            }
            Shape::Map(value) => self.add(value, &seen.merged_fields()),
            Shape::Named(id) => self.named(*id, seen),
        }
    }

    fn named(&mut self, id: TypeId, seen: &Seen) {
        let Some(ty) = self.api.ty(id) else { return };
        match &ty.kind {
            TypeKind::Opaque => {
                let before = self.seen.remove(&id).unwrap_or_default();
                self.seen.insert(id, before.and(seen.clone()));
            }
            TypeKind::Fields { fields, .. } => {
                for (name, inside) in &seen.fields {
                    match fields.iter().find(|field| field.name == *name) {
                        Some(field) => self.add(&field.ty.shape, inside),
                        None => self.more_of(id, name, inside),
                    }
                }
            }
            TypeKind::Enum { .. } => {}
        }
    }

    fn more_of(&mut self, id: TypeId, field: &str, seen: &Seen) {
        let fields = self.more.entry(id).or_default();
        let before = fields.remove(field).unwrap_or_default();
        fields.insert(field.to_owned(), before.and(seen.clone()));
    }

    /// Writes the fields.
    pub fn finish(self, types: &mut Types, draft: &mut Draft, report: &mut Report) {
        for (id, seen) in self.seen {
            let Some(ty) = self.api.ty(id) else { continue };
            if seen.objects == 0 || seen.objects + seen.nulls < seen.count() || is_dictionary(&seen) {
                let line = format!("{}: was seen, but not as an object with fixed fields", ty.name);
                report.add(Section::Results, line);
                continue;
            }
            let fields = types.fields(&seen, &types.in_spec(ty));
            if !fields.is_empty() {
                let times = samples(seen.objects);
                report.add(Section::Results, format!("{}: {} fields ({times})", ty.name, fields.len()));
                draft.types.insert(ty.name.clone(), TypeDraft { seen: times, fields, adds: false });
            }
        }
        for (id, fields) in &self.more {
            if let Some(ty) = self.api.ty(*id) {
                add_fields(ty, fields, types, draft, report);
            }
        }
    }
}

/// Adds fields to a type that has others in the documents.
fn add_fields(
    ty: &Type,
    seen: &BTreeMap<String, Seen>,
    types: &mut Types,
    draft: &mut Draft,
    report: &mut Report,
) {
    let TypeKind::Fields { fields, .. } = &ty.kind else { return };
    let mut taken = fields.iter().map(|field| field.rust.clone()).collect();
    let (usable, odd): (Vec<_>, Vec<_>) = seen.iter().partition(|(name, _)| words::is_usable(name));
    if !odd.is_empty() {
        report.add(Section::LeftOut, format!("{}: fields whose names are not known words", ty.name));
    }
    for (name, shape) in usable {
        let field = types.field(&ty.rust, name, shape, &mut taken);
        let line =
            format!("{}: has the field {}, {}", ty.name, report::name(name), report::name(&field.notation));
        report.add(Section::Contradictions, line);
        let added = draft
            .types
            .entry(ty.name.clone())
            .or_insert_with(|| TypeDraft { adds: true, ..TypeDraft::default() });
        added.fields.insert(name.clone(), Fact::new(field, samples(shape.count())));
    }
}
