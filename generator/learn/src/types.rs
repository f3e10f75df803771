//! Shapes as types of the spec's notation, with new types for objects.

use std::collections::{BTreeMap, BTreeSet};

use crate::recordings::Shape;
use indexmap::IndexMap;

use super::draft::{Fact, FieldDraft, TypeDraft};
use super::near;
use super::report::Section;
use super::same::{Place, Same};
use super::structure::Structure;
use super::words;
use crate::model::{Api, Type, TypeId};
use crate::naming;
use crate::text::counted;

/// Names that a field can't have in Rust.
const RESERVED: &[&str] = &["clone", "default", "eq", "extra", "fmt", "self", "super", "crate", "_"];

/// New types, and what was odd about the shapes they were made of.
///
/// Which objects are of one type depends on all of them. So the API is learned
/// twice: first for the places of objects, then, with their names, for the rest.
#[derive(Debug, Default)]
pub struct Types {
    /// Names that others have.
    reserved: BTreeSet<String>,
    taken: BTreeSet<String>,
    /// Words that the names of many operations have.
    frequent: BTreeSet<String>,
    /// Names in the spec, by Rust name: an overlay names types as the spec does.
    spec: BTreeMap<String, String>,
    /// Types that have a name.
    known: Vec<(Structure, String)>,
    /// Shapes that were seen, each where it was, or the type that it is.
    seen: Vec<(Shape, Seen)>,
    same: Same,
    names: BTreeMap<Structure, String>,
    /// The types, by name.
    pub new: IndexMap<String, TypeDraft>,
    /// Lines of the report.
    pub odd: Vec<(Section, String)>,
}

#[derive(Debug)]
enum Seen {
    At(Place),
    As(String),
}

/// A type, and whether it can be null.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typed {
    /// In the spec's notation.
    pub notation: String,
    /// `null` was seen.
    pub nullable: bool,
}

impl Typed {
    /// For a field.
    pub fn text(&self) -> String {
        if self.nullable { format!("{} or null", self.notation) } else { self.notation.clone() }
    }

    /// Within a list, a dictionary or a result, where the notation has no null.
    fn inner(self) -> String {
        if self.nullable { "any".to_owned() } else { self.notation }
    }
}

impl Types {
    /// None yet, beside those of the API; `base` is the API without overlays.
    pub fn new(api: &Api, base: &Api) -> Self {
        let types = api.types.iter().flat_map(|ty| [ty.name.clone(), ty.rust.clone()]);
        let operations = api.operations().flat_map(|it| [it.name.clone(), it.rust.clone()]);
        let blocks = api.blocks.iter().flat_map(|block| [block.rust.clone(), block.caller.clone()]);
        let reserved: BTreeSet<String> = types.chain(operations).chain(blocks).collect();
        let spec = base.types.iter().map(|ty| (ty.rust.clone(), ty.name.clone())).collect();
        let mut new =
            Self { taken: reserved.clone(), reserved, frequent: frequent(api), spec, ..Self::default() };
        for (id, ty) in api.types.iter().enumerate() {
            let structure = Structure::of_type(api, TypeId(id), &mut Vec::new());
            if matches!(structure, Structure::Object(_)) {
                new.known.push((structure, new.in_spec(ty)));
            }
        }
        new
    }

    /// What the spec calls a type.
    pub fn in_spec(&self, ty: &Type) -> String {
        self.spec.get(&ty.rust).unwrap_or(&ty.name).clone()
    }

    /// Names the types of everything that was seen: those with which to learn for good.
    pub fn settled(self) -> Self {
        let Self { reserved, mut taken, frequent, spec, mut known, seen, .. } = self;
        let seen: Vec<(Structure, Shape, Seen)> =
            seen.into_iter().map(|(shape, it)| (Structure::of(&shape), shape, it)).collect();
        for (structure, _, it) in &seen {
            if let Seen::As(name) = it {
                known.push((structure.clone(), name.clone()));
            }
        }
        let mut all = BTreeSet::new();
        seen.iter().for_each(|(structure, ..)| structure.objects(&mut all));
        let mut same = Same::of(&all, &known);
        for (structure, shape, it) in &seen {
            if let Seen::As(name) = it {
                same.add_seen(name, structure, shape);
            }
        }
        for (structure, shape, it) in &seen {
            if let Seen::At(place) = it {
                same.add(structure, shape, place);
            }
        }
        let (names, several) = same.names(&frequent, |wanted| {
            let free = wanted.iter().find(|name| !taken.contains(*name)).or(wanted.last());
            naming::unused(free.map_or("Object", String::as_str), &mut taken)
        });
        let taken = reserved.clone();
        let mut types = Self { taken, reserved, frequent, spec, known, same, names, ..Self::default() };
        for (name, places) in several {
            types.odd.push((Section::Results, format!("{name}: the type of {places} places")));
        }
        let questions = near::questions(&types.names, &types.known);
        types.odd.extend(questions.into_iter().map(|line| (Section::Ambiguous, line)));
        types.drafted();
        types
    }

    fn drafted(&mut self) {
        let objects = std::mem::take(&mut self.same.objects);
        for (structure, object) in &objects {
            let Some(name) = self.names.get(structure).cloned() else { continue };
            let draft = TypeDraft {
                seen: samples(object.shape.objects),
                fields: self.fields_of(&object.shape, &name),
                adds: false,
            };
            self.new.insert(name, draft);
        }
        self.new.sort_keys();
    }

    /// The type of a shape that was seen at a place, in words or names.
    pub fn of(&mut self, shape: &Shape, place: &[&str]) -> Typed {
        self.seen.push((shape.clone(), Seen::At(Place::new(place.iter().copied()))));
        self.typed(shape, &words::type_name(place.iter().copied()))
    }

    fn typed(&mut self, shape: &Shape, place: &str) -> Typed {
        let structure = Structure::of(shape);
        let notation = self.notation(&structure, shape, place);
        let nullable = shape.nulls > 0 && notation != "any";
        Typed { notation, nullable }
    }

    fn notation(&mut self, structure: &Structure, shape: &Shape, place: &str) -> String {
        match structure {
            Structure::Unknown | Structure::Lost => "any".to_owned(),
            Structure::Mixed => {
                let line = format!("{place}: samples of different kinds, read as `any`");
                self.odd.push((Section::Contradictions, line));
                "any".to_owned()
            }
            Structure::Plain(name) => (*name).to_owned(),
            Structure::List(_) => {
                let item = self.typed(shape.item.as_deref().unwrap_or(&Shape::default()), place);
                format!("List<{}>", item.inner())
            }
            Structure::Dictionary(_) => {
                let value = self.typed(&shape.merged_fields(), place);
                format!("Dictionary<string, {}>", value.inner())
            }
            Structure::Object(_) => {
                self.same.name(structure, &self.names).cloned().unwrap_or_else(|| "object".to_owned())
            }
        }
    }

    /// A result: the notation has no null there.
    pub fn of_result(&mut self, shape: &Shape, operation: &str) -> String {
        let typed = self.of(shape, &[operation, "Result"]);
        if typed.nullable {
            self.odd.push((Section::Contradictions, format!("{operation}: `null` in some answers")));
        }
        typed.notation
    }

    /// The fields of an object whose type has a name already.
    pub fn fields(&mut self, shape: &Shape, name: &str) -> IndexMap<String, Fact<FieldDraft>> {
        self.seen.push((shape.clone(), Seen::As(name.to_owned())));
        let elsewhere = self.same.shapes.get(name).cloned();
        self.fields_of(elsewhere.as_ref().unwrap_or(shape), name)
    }

    fn fields_of(&mut self, shape: &Shape, name: &str) -> IndexMap<String, Fact<FieldDraft>> {
        let mut rust_names = BTreeSet::new();
        let mut fields = IndexMap::new();
        let mut left_out = usize::from(shape.others.is_some());
        // By name: the order in which they were seen is that of the recording.
        for (field, inside) in shape.fields.iter().collect::<BTreeMap<_, _>>() {
            if !words::is_usable(field) {
                left_out += 1;
                continue;
            }
            let draft = self.field_of(name, field, inside, &mut rust_names);
            let seen = format!("{} of {}", inside.count(), samples(shape.objects));
            fields.insert(field.clone(), Fact::new(draft, seen));
        }
        if left_out > 0 {
            self.odd.push((Section::LeftOut, format!("{name}: fields whose names are not known words")));
        }
        fields
    }

    /// A new field of a type; `taken` are the Rust names of its others.
    pub fn field(&mut self, ty: &str, name: &str, seen: &Shape, taken: &mut BTreeSet<String>) -> FieldDraft {
        self.seen.push((seen.clone(), Seen::At(Place::new([ty, name]))));
        self.field_of(ty, name, seen, taken)
    }

    fn field_of(&mut self, ty: &str, name: &str, seen: &Shape, taken: &mut BTreeSet<String>) -> FieldDraft {
        let place = words::type_name([ty, name]);
        FieldDraft { notation: self.typed(seen, &place).text(), rust: rust_name(name, taken) }
    }

    /// A name that nothing has yet.
    pub fn take(&mut self, wanted: &str) -> String {
        naming::unused(wanted, &mut self.taken)
    }
}

/// Words that more than a fifth of the operations have in their names.
fn frequent(api: &Api) -> BTreeSet<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for operation in api.operations() {
        for word in naming::path_words(&operation.name).into_iter().collect::<BTreeSet<_>>() {
            *counts.entry(word).or_default() += 1;
        }
    }
    let all = api.operations().count();
    counts.into_iter().filter(|(_, count)| count * 5 > all).map(|(word, _)| word).collect()
}

/// The Rust name that a field needs, if its usual one is reserved or taken.
fn rust_name(field: &str, taken: &mut BTreeSet<String>) -> Option<String> {
    let usual = naming::field(field);
    let is_name = usual.starts_with(|c: char| c.is_ascii_alphabetic()) && !RESERVED.contains(&usual.as_str());
    if is_name && taken.insert(usual.clone()) {
        return None;
    }
    let base = if is_name { usual } else { format!("field_{}", usual.trim_start_matches('_')) };
    let mut number = 2;
    let mut name = base.trim_end_matches('_').to_owned();
    while !taken.insert(name.clone()) {
        name = format!("{base}_{number}");
        number += 1;
    }
    Some(name)
}

/// `5 samples`
pub fn samples(count: u64) -> String {
    counted(count, "sample")
}
