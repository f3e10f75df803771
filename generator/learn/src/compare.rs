//! Values against the types that the spec has in their places.

use std::collections::{BTreeMap, BTreeSet};

use generator_spec::diagnostics::At;
use generator_spec::model::{Field, Shape, Type, TypeId, TypeKind};
use serde_json::{Value, json};

use super::Learner;
use super::finding::{Finding, Place, Section};
use super::kinds::{declaring, fitting, formless, kinds, shape, takes, unlisted, widened};
use super::structure::is_dictionary;
use super::words;
use super::words::{name, samples};
use crate::recordings::{Values, kind};

/// All samples of a field, wherever its type was seen.
#[derive(Debug, Default)]
struct FieldSamples<'v> {
    seen: Values<'v>,
    misfits: Vec<Finding>,
    absent: Vec<Finding>,
}

/// Samples of the spec's types.
#[derive(Debug, Default)]
pub struct SeenTypes<'v> {
    /// Types that the spec only names.
    opaque: BTreeMap<TypeId, Values<'v>>,
    /// Fields of others, by their names in JSON.
    fields: BTreeMap<(TypeId, String), FieldSamples<'v>>,
}

impl<'a> Learner<'a> {
    /// Compares samples with the type of their place, and keeps what they show of the types inside.
    /// Returns what contradicts the type itself; what a field contradicts is the field's.
    pub fn compare(&mut self, ty: &Shape, seen: &Values<'a>, place: &Place<'_>) -> Vec<Finding> {
        let mut found = Vec::new();
        if fitting(self.api, ty, seen) < seen.count() {
            found.push(place.contradicts(ty.notation(&self.api.types), kinds(seen)));
        }
        match ty {
            Shape::Scalar(_) => {
                let others = formless(ty, seen);
                if found.is_empty() && others > 0 {
                    let what = format!("another form in {others} of {}", seen.count());
                    found.push(place.contradicts(ty.notation(&self.api.types), what));
                }
            }
            Shape::List(item) => found.extend(self.compare(item, &seen.items(), &place.within("*"))),
            Shape::Map(value) => found.extend(self.compare(value, &seen.merged_fields(), &place.within("*"))),
            Shape::Nullable(inner) => {
                found.extend(self.compare(inner, &seen.only(|it| !it.is_null()), place));
                found.dedup_by(|one, other| one.place == other.place);
            }
            Shape::Named(id) => self.named(*id, seen, place),
        }
        found
    }

    /// Keeps what values show of a type.
    fn named(&mut self, id: TypeId, seen: &Values<'a>, place: &Place<'_>) {
        let Some(ty) = self.api.ty(id) else { return };
        let objects = seen.only(Value::is_object);
        match &ty.kind {
            TypeKind::Opaque if objects.count() > 0 => {
                self.seen_types.opaque.entry(id).or_default().extend(seen.clone());
            }
            TypeKind::Fields { fields, .. } => {
                self.lacking(id, fields, &objects, place);
                self.fields(id, ty, &objects, place);
            }
            TypeKind::Union { tag: None, members, .. } => {
                // Of several types with objects, none is certain.
                for wanted in ["object", "list"] {
                    let fitting = members.iter().filter(|it| takes(self.api, &it.ty.shape, wanted));
                    if let [member] = fitting.collect::<Vec<_>>()[..] {
                        let own = seen.only(|it| kind(it) == wanted);
                        self.compare_in(id, &member.ty.shape, &own, place);
                    }
                }
            }
            TypeKind::Union { tag: Some(_), .. } => self.tagged(id, ty, &objects, place),
            TypeKind::Enum { .. } => self.unlisted(id, seen, place),
            TypeKind::Opaque | TypeKind::Alias { .. } => {}
        }
    }

    /// Keeps what objects show of the fields of a type.
    fn fields(&mut self, id: TypeId, ty: &Type, objects: &Values<'a>, place: &Place<'_>) {
        let TypeKind::Fields { fields, additional, closed, .. } = &ty.kind else { return };
        for (name, inside) in objects.fields() {
            let place = place.within(&name);
            let misfits = match (fields.iter().find(|it| it.wire_name() == name), additional) {
                (Some(field), _) => self.compare(&shape(field), &inside, &place),
                (None, Some(additional)) => {
                    self.compare_in(id, &additional.shape, &inside, &place);
                    continue;
                }
                (None, None) if *closed => vec![place.contradicts("its fields only", kinds(&inside))],
                (None, None) => Vec::new(),
            };
            let key = (declaring(self.api, id, &name), name.into_owned());
            let samples = self.seen_types.fields.entry(key).or_default();
            samples.seen.extend(inside);
            samples.misfits.extend(misfits);
        }
    }

    /// Compares objects with the types of a union that their tags say.
    fn tagged(&mut self, id: TypeId, ty: &Type, objects: &Values<'a>, place: &Place<'_>) {
        let TypeKind::Union { tag: Some(tag), content, members, closed, .. } = &ty.kind else { return };
        let mut others = objects.count();
        for member in members {
            let own = |it: &Value| Some(it.get(tag)?.as_str()? == member.value.as_deref()?);
            let own = objects.only(|it| own(it) == Some(true));
            others -= own.count();
            let own = content.as_ref().map_or_else(|| own.without(tag), |content| own.field(content));
            self.compare_in(id, &member.ty.shape, &own, place);
        }
        if others > 0 && *closed {
            let what = format!("another `{tag}` in {others} of {}", objects.count());
            self.open_type(id, "its own types only", what, place);
        } else if others > 0 {
            let line = format!("{}: {} with another `{tag}`, which is kept whole", ty.name, samples(others));
            self.add(Section::LeftOut, line);
        }
    }

    /// Compares samples that are of a type as a whole, such as a member of a union.
    fn compare_in(&mut self, id: TypeId, ty: &Shape, seen: &Values<'a>, place: &Place<'_>) {
        let found = self.compare(ty, seen, place);
        self.of_type(id, found);
    }

    fn of_type(&mut self, id: TypeId, found: impl IntoIterator<Item = Finding>) {
        let at = self.api.ty(id).and_then(|ty| self.locator.named_type(&ty.name));
        self.found.extend(found.into_iter().map(|it| it.at(at)));
    }

    /// Notes values of an enum that lists all.
    pub fn unlisted(&mut self, id: TypeId, seen: &Values<'_>, place: &Place<'_>) {
        let others = unlisted(self.api, id, seen);
        if others > 0 {
            let what = format!("another value in {others} of {}", seen.count());
            self.open_type(id, "the listed values only", what, place);
        }
    }

    /// Opens a type that has more values than the spec lists.
    fn open_type(&mut self, id: TypeId, spec: &str, seen: String, place: &Place<'_>) {
        let Some(ty) = self.api.ty(id) else { return };
        let found = place.contradicts(spec, seen).write(&["types", &ty.name, "closed"], false, "");
        self.of_type(id, [found]);
    }

    /// Notes required fields that some objects lack. A request may leave out what a server sets: which of both
    /// it is, nobody knows.
    fn lacking(&mut self, id: TypeId, fields: &[Field], objects: &Values<'a>, place: &Place<'_>) {
        for field in fields.iter().filter(|it| it.required) {
            let (name, all) = (field.wire_name(), objects.count());
            let absent = objects.counted(|it| it.get(name).is_none());
            if absent > 0 && place.is_response() && field.in_responses() {
                let what = format!("absent in {absent} of {all}");
                let key = (declaring(self.api, id, name), name.to_owned());
                let found = place.within(name).contradicts("required", what);
                self.seen_types.fields.entry(key).or_default().absent.push(found);
            } else if absent > 0 && !place.is_response() && field.in_requests() {
                let (at, ty) = (place.within(name), self.api.ty(id).map_or("", |ty| &ty.name));
                let line = format!(
                    "{}: {} {}: absent in {absent} of {all}; to write, for {ty}: `{}: {{only: read}}`, or without \
                     `{}` in `required`",
                    at.operation, at.part, at.pointer, field.name, field.name
                );
                self.add(Section::Ambiguous, line);
            }
        }
    }

    /// Finds what was seen of types: the fields of those that the spec only names, more fields of
    /// others, and wider types of fields.
    pub fn type_fields(&mut self) {
        let SeenTypes { opaque, fields } = std::mem::take(&mut self.seen_types);
        for (id, seen) in opaque {
            let Some(ty) = self.api.ty(id) else { continue };
            if seen.counted(|it| !it.is_object() && !it.is_null()) > 0 || is_dictionary(&seen) {
                let line = format!("{}: was seen, but not as an object with fixed fields", ty.name);
                self.add(Section::LeftOut, line);
            } else {
                self.types.add_named(&ty.name, &["types"], seen);
            }
        }
        let mut taken: BTreeMap<TypeId, BTreeSet<String>> = BTreeMap::new();
        let mut absent: BTreeMap<TypeId, Vec<(&Field, Vec<Finding>)>> = BTreeMap::new();
        for ((id, name), FieldSamples { seen, misfits, absent: lacking }) in fields {
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
        seen: &Values<'a>,
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
