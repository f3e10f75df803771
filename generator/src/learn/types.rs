//! Shapes as types of the spec's notation, with new types for objects.

use std::collections::BTreeSet;

use evidence::Shape;
use indexmap::IndexMap;

use super::draft::{Fact, FieldDraft, TypeDraft};
use super::report::Section;
use super::words;
use crate::model::Api;
use crate::naming;
use crate::text::counted;

/// Names that a field can't have in Rust.
const RESERVED: &[&str] = &["extra", "self", "super", "crate", "_"];

/// New types, and what was odd about the shapes they were made of.
#[derive(Debug)]
pub struct Types {
    taken: BTreeSet<String>,
    /// The types, by name.
    pub new: IndexMap<String, TypeDraft>,
    /// Lines of the report.
    pub odd: Vec<(Section, String)>,
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
    /// None yet, beside those of the API.
    pub fn new(api: &Api) -> Self {
        let types = api.types.iter().flat_map(|ty| [ty.name.clone(), ty.rust.clone()]);
        let operations = api.operations().flat_map(|it| [it.name.clone(), it.rust.clone()]);
        let blocks = api.blocks.iter().flat_map(|block| [block.rust.clone(), block.caller.clone()]);
        Self { taken: types.chain(operations).chain(blocks).collect(), new: IndexMap::new(), odd: Vec::new() }
    }

    /// The type of a shape; `name` is for the object that it may hold.
    pub fn of(&mut self, shape: &Shape, name: &str) -> Typed {
        let nullable = shape.nulls > 0;
        let typed = |notation: &str| Typed { notation: notation.to_owned(), nullable };
        let kinds =
            [shape.bools, shape.ints + shape.numbers, shape.texts, shape.lists, shape.objects, shape.lost];
        match kinds.map(|count| count > 0) {
            [false, false, false, false, false, false] | [.., true] => {
                Typed { notation: "any".to_owned(), nullable: false }
            }
            [true, false, false, false, false, _] => typed("bool"),
            [_, true, false, false, false, _] if shape.bools == 0 => {
                typed(if shape.numbers > 0 { "number" } else { "int" })
            }
            [false, false, true, false, false, _] => typed("string"),
            [false, false, false, true, false, _] => {
                let item =
                    self.of(shape.item.as_deref().unwrap_or(&Shape::default()), &format!("{name}Item"));
                typed(&format!("List<{}>", item.inner()))
            }
            [false, false, false, false, true, _] => typed(&self.object(shape, name)),
            _ => {
                let line = format!("{name}: samples of different kinds, read as `any`");
                self.odd.push((Section::Contradictions, line));
                Typed { notation: "any".to_owned(), nullable: false }
            }
        }
    }

    /// A result: the notation has no null there.
    pub fn of_result(&mut self, shape: &Shape, name: &str) -> String {
        let typed = self.of(shape, name);
        if typed.nullable {
            self.odd.push((Section::Contradictions, format!("{name}: `null` in some answers")));
        }
        typed.notation
    }

    fn object(&mut self, shape: &Shape, name: &str) -> String {
        if is_dictionary(shape) {
            let entry = self.of(&shape.merged_fields(), &format!("{name}Entry"));
            return format!("Dictionary<string, {}>", entry.inner());
        }
        if shape.fields.is_empty() {
            return "object".to_owned();
        }
        let name = self.take(name);
        // Its place comes before those of the types in it.
        self.new.insert(name.clone(), TypeDraft::default());
        let draft =
            TypeDraft { seen: samples(shape.objects), fields: self.fields(shape, &name), adds: false };
        let is_empty = draft.fields.is_empty();
        self.new.insert(name.clone(), draft);
        if is_empty {
            self.new.shift_remove(&name);
            return "object".to_owned();
        }
        name
    }

    /// The fields of an object.
    pub fn fields(&mut self, shape: &Shape, name: &str) -> IndexMap<String, Fact<FieldDraft>> {
        let base = name.trim_end_matches("Result").to_owned();
        let mut rust_names = BTreeSet::new();
        let mut fields = IndexMap::new();
        let mut left_out = usize::from(shape.others.is_some());
        for (field, inside) in &shape.fields {
            if !words::is_usable(field) {
                left_out += 1;
                continue;
            }
            let draft = self.field(&base, field, inside, &mut rust_names);
            let seen = format!("{} of {}", inside.count(), samples(shape.objects));
            fields.insert(field.clone(), Fact::new(draft, seen));
        }
        if left_out > 0 {
            self.odd.push((Section::LeftOut, format!("{name}: fields whose names may be values")));
        }
        fields
    }

    /// A field of a type; `taken` are the Rust names of its others.
    pub fn field(&mut self, ty: &str, name: &str, seen: &Shape, taken: &mut BTreeSet<String>) -> FieldDraft {
        let words = words::of_path(name);
        let inner = format!("{ty}{}", words::type_name(words.iter().map(String::as_str)));
        FieldDraft { notation: self.of(seen, &inner).text(), rust: rust_name(name, taken) }
    }

    /// A name that nothing has yet.
    pub fn take(&mut self, wanted: &str) -> String {
        naming::unused(wanted, &mut self.taken)
    }
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

/// Whether the keys are values: identifiers, or names that vary between objects
/// of the same shape.
pub fn is_dictionary(shape: &Shape) -> bool {
    if shape.others.is_some() {
        return true;
    }
    let keys = || shape.fields.keys();
    let values = keys().filter(|key| evidence::may_be_value(key)).count();
    if values > 0 && values * 2 >= keys().count() {
        return true;
    }
    let objects =
        || shape.fields.values().filter(|field| field.objects > 0 && field.objects == field.count());
    let (Some(first), true) = (objects().next(), objects().count() == keys().count()) else { return false };
    let names = |shape: &Shape| shape.fields.keys().cloned().collect::<BTreeSet<_>>();
    let are_alike =
        keys().count() > 1 && names(first).len() > 1 && objects().all(|field| names(field) == names(first));
    let varies = shape.fields.values().any(|field| field.count() < shape.objects);
    are_alike && (varies || keys().count() > 2)
}
