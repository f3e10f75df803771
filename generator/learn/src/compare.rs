//! Values against the types that the spec has in their places.

use std::collections::{BTreeMap, BTreeSet};

use generator_spec::diagnostics::At;
use generator_spec::model::{Field, Shape, Type, TypeId, TypeKind};
use serde_json::json;

use super::Learner;
use super::finding::{Finding, Place, Section};
use super::kinds::{declaring, fitting, kinds, only, shape, takes, widened};
use super::structure::is_dictionary;
use super::words;
use super::words::{name, samples};
use crate::recordings::{HIDDEN, ValueShape};

/// All samples of a field, wherever its type was seen.
#[derive(Debug, Default)]
struct FieldSamples {
    shape: ValueShape,
    misfits: Vec<Finding>,
    absent: Vec<Finding>,
}

/// Samples of the spec's types.
#[derive(Debug, Default)]
pub struct SeenTypes {
    /// Types that the spec only names.
    opaque: BTreeMap<TypeId, ValueShape>,
    /// Fields of others, by their names in JSON.
    fields: BTreeMap<(TypeId, String), FieldSamples>,
}

impl Learner<'_> {
    /// Compares samples with the type of their place, and keeps what they show of the types inside.
    /// Returns what contradicts the type itself; what a field contradicts is the field's.
    pub fn compare(&mut self, ty: &Shape, seen: &ValueShape, place: &Place<'_>) -> Vec<Finding> {
        let mut found = Vec::new();
        if fitting(self.api, ty, seen) + seen.lost < seen.count() {
            found.push(place.contradicts(ty.notation(&self.api.types), kinds(seen)));
        }
        match ty {
            Shape::Scalar(_) if found.is_empty() && ty.text_form().is_some() && seen.unlisted > 0 => {
                let what = format!("another form in {} of {}", seen.unlisted, seen.count());
                found.push(place.contradicts(ty.notation(&self.api.types), what));
            }
            Shape::Scalar(_) => {}
            Shape::List(item) => {
                let inside = seen.item.iter().map(|it| self.compare(item, it, &place.within("*")));
                found.extend(inside.flatten());
            }
            Shape::Map(value) if seen.objects > 0 => {
                found.extend(self.compare(value, &seen.merged_fields(), &place.within("*")));
            }
            Shape::Nullable(inner) => {
                found.extend(self.compare(inner, &ValueShape { nulls: 0, ..seen.clone() }, place));
                found.dedup_by(|one, other| one.place == other.place);
            }
            Shape::Named(id) if seen.unlisted > 0 => self.unlisted(*id, seen, place),
            Shape::Named(id) if seen.objects + seen.lists > 0 => self.named(*id, seen, place),
            Shape::Map(_) | Shape::Named(_) => {}
        }
        found
    }

    /// Keeps what objects show of a type.
    fn named(&mut self, id: TypeId, seen: &ValueShape, place: &Place<'_>) {
        let Some(ty) = self.api.ty(id) else { return };
        match &ty.kind {
            TypeKind::Opaque if seen.objects > 0 => {
                self.seen_types.opaque.entry(id).or_default().merge(seen.clone());
            }
            TypeKind::Fields { fields, additional, closed, .. } if seen.objects > 0 => {
                self.lacking(id, fields, seen, place);
                let others = seen.others.iter().map(|inside| (HIDDEN, &**inside));
                for (name, inside) in seen.fields.iter().map(|(name, it)| (name.as_str(), it)).chain(others) {
                    let place = place.within(name);
                    let misfits = match (fields.iter().find(|it| it.wire_name() == name), additional) {
                        (Some(field), _) => self.compare(&shape(field), inside, &place),
                        (None, Some(additional)) => {
                            self.compare_in(id, &additional.shape, inside, &place);
                            continue;
                        }
                        (None, None) if *closed => {
                            vec![place.contradicts("its fields only", kinds(inside))]
                        }
                        (None, None) => Vec::new(),
                    };
                    let key = (declaring(self.api, id, name), name.to_owned());
                    let samples = self.seen_types.fields.entry(key).or_default();
                    samples.shape.merge(inside.clone());
                    samples.misfits.extend(misfits);
                }
            }
            TypeKind::Union { tag: None, members, .. } => {
                // Of several types with objects, none is certain.
                for kind in ["object", "list"] {
                    let fitting = members.iter().filter(|it| takes(self.api, &it.ty.shape, kind));
                    if let [member] = fitting.collect::<Vec<_>>()[..] {
                        self.compare_in(id, &member.ty.shape, &only(&[kind], seen), place);
                    }
                }
            }
            TypeKind::Union { tag: Some(tag), content, members, closed, .. } => {
                for member in members {
                    let own = member.value.as_ref().and_then(|value| seen.tagged.get(value));
                    let inside = |own: &'_ ValueShape| match content {
                        Some(content) => own.fields.get(content).cloned(),
                        None => Some(own.clone()),
                    };
                    if let Some(mut own) = own.and_then(inside) {
                        own.fields.shift_remove(tag);
                        self.compare_in(id, &member.ty.shape, &own, place);
                    }
                }
                let others = seen.objects - seen.tagged.values().map(ValueShape::count).sum::<u64>();
                if others > 0 && *closed {
                    let what = format!("another `{tag}` in {others} of {}", seen.objects);
                    self.open_type(id, "its own types only", what, place);
                } else if others > 0 {
                    let what = samples(others);
                    let line = format!("{}: {what} with another `{tag}`, which is kept whole", ty.name);
                    self.add(Section::LeftOut, line);
                }
            }
            TypeKind::Opaque | TypeKind::Fields { .. } | TypeKind::Enum { .. } | TypeKind::Alias { .. } => {}
        }
    }

    /// Compares samples that are of a type as a whole, such as a member of a union.
    fn compare_in(&mut self, id: TypeId, ty: &Shape, seen: &ValueShape, place: &Place<'_>) {
        let found = self.compare(ty, seen, place);
        self.of_type(id, found);
    }

    fn of_type(&mut self, id: TypeId, found: impl IntoIterator<Item = Finding>) {
        let at = self.api.ty(id).and_then(|ty| self.locator.named_type(&ty.name));
        self.found.extend(found.into_iter().map(|it| it.at(at)));
    }

    /// Notes values of an enum that lists all.
    pub fn unlisted(&mut self, id: TypeId, seen: &ValueShape, place: &Place<'_>) {
        if self.api.ty(id).is_some_and(|ty| matches!(ty.kind, TypeKind::Enum { closed: true, .. })) {
            let what = format!("another value in {} of {}", seen.unlisted, seen.count());
            self.open_type(id, "the listed values only", what, place);
        }
    }

    /// Opens a type that has more values than the spec lists.
    fn open_type(&mut self, id: TypeId, spec: &str, seen: String, place: &Place<'_>) {
        let Some(ty) = self.api.ty(id) else { return };
        let found = place.contradicts(spec, seen).write(&["types", &ty.name, "closed"], false, "");
        self.of_type(id, [found]);
    }

    /// Notes required fields that some responses lack; requests may leave out what a server sets.
    fn lacking(&mut self, id: TypeId, fields: &[Field], seen: &ValueShape, place: &Place<'_>) {
        for field in fields.iter().filter(|it| it.required && it.in_responses() && place.is_response()) {
            let name = field.wire_name();
            let there = seen.fields.get(name).map_or(0, ValueShape::count);
            if there < seen.objects {
                let what = format!("absent in {} of {}", seen.objects - there, seen.objects);
                let key = (declaring(self.api, id, name), name.to_owned());
                let found = place.within(name).contradicts("required", what);
                self.seen_types.fields.entry(key).or_default().absent.push(found);
            }
        }
    }

    /// Finds what was seen of types: the fields of those that the spec only names, more fields of
    /// others, and wider types of fields.
    pub fn type_fields(&mut self) {
        let SeenTypes { opaque, fields } = std::mem::take(&mut self.seen_types);
        for (id, seen) in opaque {
            let Some(ty) = self.api.ty(id) else { continue };
            if seen.objects == 0 || seen.objects + seen.nulls < seen.count() || is_dictionary(&seen) {
                let line = format!("{}: was seen, but not as an object with fixed fields", ty.name);
                self.add(Section::LeftOut, line);
            } else {
                self.types.add_named(&ty.name, &["types"], seen);
            }
        }
        let mut taken: BTreeMap<TypeId, BTreeSet<String>> = BTreeMap::new();
        let mut absent: BTreeMap<TypeId, Vec<(&Field, Vec<Finding>)>> = BTreeMap::new();
        for ((id, name), FieldSamples { shape: seen, misfits, absent: lacking }) in fields {
            let Some(ty) = self.api.ty(id) else { continue };
            let Some(field) = ty.fields().iter().find(|field| field.wire_name() == name) else {
                let rust = || ty.fields().iter().map(|field| field.rust.clone()).collect();
                self.add_field(ty, &name, &seen, taken.entry(id).or_insert_with(rust), misfits);
                continue;
            };
            let at = self.locator.named_type(&ty.name).map(|at| at.get("fields").get(&field.name));
            let wider = widened(self.api, &shape(field), &seen);
            let path = ["types", &ty.name, "fields", &field.name];
            let wide = |it: Finding| it.at(at).write(&path, wider.clone(), samples(seen.count()));
            self.found.extend(misfits.into_iter().map(wide));
            if !lacking.is_empty() {
                let lacking = lacking.into_iter().map(|it| it.at(at)).collect();
                absent.entry(id).or_default().push((field, lacking));
            }
        }
        absent.into_iter().for_each(|(id, fields)| self.not_required(id, fields));
    }

    /// Takes fields out of the list of those that are always there.
    fn not_required(&mut self, id: TypeId, absent: Vec<(&Field, Vec<Finding>)>) {
        let ty = self.api.ty(id).map_or("", |ty| ty.name.as_str());
        let listed = |key: &str| {
            let list = self.locator.named_type(ty).and_then(|at| at.find(key));
            list.into_iter().flat_map(At::items).filter_map(At::text).collect::<Vec<_>>()
        };
        let lists = ["required", "required_inferred"].map(|key| (key, listed(key)));
        for (field, found) in &absent {
            let Some((key, list)) = lists.iter().find(|(_, list)| list.contains(&&*field.name)) else {
                self.found.extend(found.iter().cloned());
                continue;
            };
            let is_left = |name: &&str| !absent.iter().any(|(field, _)| field.name == **name);
            let left: Vec<&str> = list.iter().copied().filter(is_left).collect();
            let found = found.iter().map(|it| it.clone().change(format!("without `{}`", field.name)));
            self.found.extend(found.map(|it| it.write(&["types", ty, key], json!(left), "")));
        }
    }

    /// Finds a field that a type lacks.
    fn add_field(
        &mut self,
        ty: &Type,
        field: &str,
        seen: &ValueShape,
        taken: &mut BTreeSet<String>,
        misfits: Vec<Finding>,
    ) {
        let at = self.locator.named_type(&ty.name);
        if !words::is_usable(field) {
            let line = format!("{}: fields whose names are not known words", ty.name);
            self.add(Section::LeftOut, line);
            let opened = |it: Finding| it.at(at).write(&["types", &ty.name, "closed"], false, "");
            return self.found.extend(misfits.into_iter().map(opened));
        }
        let added = self.types.field(&ty.rust, field, seen, taken);
        let notation = added.get("type").unwrap_or(&added).as_str().unwrap_or_default();
        let line = format!("{}: has the field {}, {}", ty.name, name(field), name(notation));
        let path = ["types", &ty.name, "fields", field];
        let added = |it: Finding| it.at(at).write(&path, json!({ "add": added }), samples(seen.count()));
        match misfits.is_empty() {
            true => self.found.push(added(Finding::new(Section::Fields, line))),
            false => self.found.extend(misfits.into_iter().map(added)),
        }
    }
}
