//! Types that the spec names without their fields, as they were seen.

use std::collections::{BTreeMap, BTreeSet};

use evidence::Shape as Seen;

use super::draft::{Draft, TypeDraft};
use super::report::{Report, Section};
use super::types::{Types, is_dictionary};
use crate::model::{Api, Shape, TypeId, TypeKind};

/// What was seen of each such type, in requests and answers.
#[derive(Debug)]
pub struct Opaque<'a> {
    api: &'a Api,
    seen: BTreeMap<TypeId, Seen>,
    /// Fields that types have, but not in the spec.
    more: BTreeSet<(String, String)>,
}

impl<'a> Opaque<'a> {
    /// Nothing so far.
    pub fn new(api: &'a Api) -> Self {
        Self { api, seen: BTreeMap::new(), more: BTreeSet::new() }
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
                        None => drop(self.more.insert((ty.name.clone(), name.clone()))),
                    }
                }
            }
            TypeKind::Enum { .. } => {}
        }
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
            let fields = types.fields(&seen, &ty.rust);
            if !fields.is_empty() {
                let times = format!("{} samples", seen.objects);
                report.add(Section::Results, format!("{}: {} fields ({times})", ty.name, fields.len()));
                draft.types.insert(ty.name.clone(), TypeDraft { seen: times, fields });
            }
        }
        for (ty, field) in self.more {
            let line = format!("{ty}: has the field {}, which the spec lacks", super::report::name(&field));
            report.add(Section::Contradictions, line);
        }
    }
}
