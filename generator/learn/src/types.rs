//! Shapes as types of the spec's notation, with new types for objects.
//!
//! The objects of a type, and its name, depend on all objects. Until all were seen,
//! a notation has the number of an object, such as `~3~`.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::recordings::Values;
use indexmap::IndexMap;
use serde_json::{Value, json};

use super::finding::{Finding, Section};
use super::structure::Structure;
use super::words;
use super::words::samples;
use generator_spec::keywords::{NEVER_RAW, TYPE_FIELDS};
use generator_spec::model::{self, Api, TypeId, TypeKind};
use generator_spec::{naming, secret_names};

/// Words at the end of a name that say what of a place it is.
const PLACES: &[&str] = &["result", "body", "item", "entry"];

/// The mark of a type that can be null.
const OR_NULL: &str = " or null";

/// The section of new types in the draft.
const NEW: &[&str] = &["add", "types"];

/// The objects that were seen.
#[derive(Debug)]
pub struct Types<'v> {
    /// Names that something has.
    taken: BTreeSet<String>,
    objects: IndexMap<Key, Object<'v>>,
    /// Places whose samples are of different kinds.
    mixed: Vec<String>,
}

/// The name of an object, if the spec or the draft has one, and its structure.
type Key = (Option<String>, Structure);

/// An object that was seen, wherever it was, or a type of the documents.
#[derive(Debug, Default)]
struct Object<'v> {
    seen: Values<'v>,
    places: BTreeSet<Place>,
    /// Its section in the draft; `None` for a type of the documents.
    section: Option<&'static [&'static str]>,
}

/// A place of samples in words, after those of the object around it, which may have no name yet.
type Place = (Option<usize>, Vec<String>);

fn within((object, words): &Place, more: &[String]) -> Place {
    (*object, [words, more].concat())
}

/// A type within a list, a dictionary or a result, where the notation has no null.
pub fn inner(notation: String) -> String {
    if notation.ends_with(OR_NULL) { "any".to_owned() } else { notation }
}

impl<'v> Types<'v> {
    /// The types of the API.
    pub fn new(api: &Api) -> Self {
        let types = api.types.iter().flat_map(|ty| [ty.name.clone(), ty.rust.clone()]);
        let operations = api.operations().flat_map(|it| [it.name.clone(), it.rust.clone()]);
        let blocks = api.blocks.iter().flat_map(|block| [block.rust.clone(), block.caller.clone()]);
        let mut new = Self {
            taken: types.chain(operations).chain(blocks).collect(),
            objects: IndexMap::new(),
            mixed: Vec::new(),
        };
        for (id, ty) in api.types.iter().enumerate() {
            // The type of a partial body is like the whole one.
            if let (TypeKind::Fields { .. }, None) = (&ty.kind, &ty.part_of) {
                let structure = Structure::of_type(api, &model::Shape::Named(TypeId(id)), &[]);
                new.objects.insert((Some(ty.name.clone()), structure), Object::default());
            }
        }
        new
    }

    /// A name that nothing has yet.
    pub fn take(&mut self, wanted: &str) -> String {
        naming::unused(wanted, &mut self.taken)
    }

    /// The type of the values that were seen at a place, in words or names, as a spec writes it.
    pub fn of(&mut self, seen: &Values<'v>, place: &[&str]) -> String {
        let structure = Structure::of(seen);
        let words = place.iter().flat_map(|name| naming::path_words(name)).collect();
        self.add(&structure, seen, &(None, words));
        self.typed(&structure, seen, place)
    }

    /// A field of a type, with a Rust name that none of `taken` is.
    pub fn field(&mut self, ty: &str, name: &str, seen: &Values<'v>, taken: &mut BTreeSet<String>) -> Value {
        let typed = self.of(seen, &[ty, name]);
        field(&typed, name, taken)
    }

    /// Adds samples of a type that has a name, but fields only by what was seen.
    pub fn add_named(&mut self, name: &str, section: &'static [&'static str], seen: Values<'v>) {
        let structure = Structure::of(&seen);
        self.add_fields(&structure, &seen, &(None, naming::path_words(name)));
        let object = Object { seen, section: Some(section), ..Object::default() };
        self.objects.insert((Some(name.to_owned()), structure), object);
    }

    /// Adds the objects in samples, seen at a place.
    fn add(&mut self, structure: &Structure, seen: &Values<'v>, place: &Place) {
        let within = |word: &str| within(place, &[word.to_owned()]);
        match structure {
            Structure::Unknown | Structure::Any | Structure::Plain(_) => {}
            Structure::List(item) => self.add(item, &seen.items(), &within("item")),
            Structure::Dictionary(value) => self.add(value, &seen.merged_fields(), &within("entry")),
            Structure::Object(_) => {
                let entry = self.objects.entry((None, structure.clone()));
                let inside = (Some(entry.index()), Vec::new());
                let object = entry.or_insert_with(|| Object { section: Some(NEW), ..Object::default() });
                object.seen.extend(seen.clone());
                object.places.insert(place.clone());
                self.add_fields(structure, seen, &inside);
            }
        }
    }

    /// Adds the fields of the object at a place.
    fn add_fields(&mut self, structure: &Structure, seen: &Values<'v>, place: &Place) {
        let Structure::Object(fields) = structure else { return };
        let seen = seen.fields();
        for (name, inside) in fields {
            if let Some(seen) = seen.get(name.as_str()) {
                self.add(inside, seen, &within(place, &naming::path_words(name)));
            }
        }
    }

    fn typed(&mut self, structure: &Structure, seen: &Values<'v>, place: &[&str]) -> String {
        let notation = match structure {
            Structure::Unknown => "any".to_owned(),
            Structure::Any => {
                self.mixed.push(words::type_name(place.iter().copied()));
                "any".to_owned()
            }
            Structure::Plain(name) => (*name).to_owned(),
            Structure::List(item) => format!("List<{}>", inner(self.typed(item, &seen.items(), place))),
            Structure::Dictionary(value) => {
                let value = self.typed(value, &seen.merged_fields(), place);
                format!("Dictionary<string, {}>", inner(value))
            }
            Structure::Object(_) => {
                // What was put together may never have been seen as a whole.
                let like = || self.objects.keys().position(|(name, it)| name.is_none() && it.fits(structure));
                let index = self.objects.get_index_of(&(None, structure.clone())).or_else(like);
                index.map_or_else(|| "object".to_owned(), number)
            }
        };
        if seen.of_kind("null") > 0 && notation != "any" { notation + OR_NULL } else { notation }
    }

    /// Decides which objects are of one type, names the types and finds their fields. Names take the place of
    /// numbers in all that was found.
    pub fn finish(mut self, found: &mut Vec<Finding>) {
        let same = self.same();
        for (index, same) in same.iter().enumerate().filter(|(index, same)| index != *same) {
            let Object { seen, places, .. } = std::mem::take(&mut self.objects[index]);
            let whole = &mut self.objects[*same];
            whole.seen.extend(seen);
            whole.places.extend(places);
        }
        let names = self.names(&same, found);
        let mut by_name: Vec<(&String, usize)> = names.iter().zip(0..).collect();
        // New types are in the order of their names.
        by_name.sort_by_key(|(name, at)| (self.objects[*at].section == Some(NEW)).then_some(*name));
        for (name, index) in by_name {
            let Object { seen, section, .. } = std::mem::take(&mut self.objects[index]);
            if let Some(section) = section {
                self.fields(&[section, &[name]].concat(), &seen, found);
            }
        }
        let mixed = |place: &String| format!("{place}: samples of different kinds, read as `any`");
        found.extend(self.mixed.iter().map(|place| Finding::new(Section::Results, mixed(place))));
        found.iter_mut().for_each(|it| it.each_text(&mut |text| *text = replaced(text, &names)));
    }

    /// The object whose type each has: one with a name, the first of those that fit each other,
    /// or itself.
    fn same(&self) -> Vec<usize> {
        let keys = || self.objects.keys().enumerate();
        let named: Vec<_> = keys().filter(|(_, (name, _))| name.is_some()).collect();
        let mut same: Vec<usize> = (0..self.objects.len()).collect();
        let mut alike: BTreeMap<Vec<&str>, Vec<(usize, &Structure)>> = BTreeMap::new();
        for (index, (_, own)) in keys().filter(|(_, (name, _))| name.is_none()) {
            match only(named.iter().filter(|(_, (_, it))| own.fits(it)).map(|(named, _)| *named)) {
                Some(named) => same[index] = named,
                None => alike.entry(own.names()).or_default().push((index, own)),
            }
        }
        for mut all in alike.into_values() {
            // Those of which everything was seen come first, whatever was recorded first.
            all.sort_by_cached_key(|(_, it)| (it.is_open(), format!("{it:?}")));
            let mut types: Vec<Vec<(usize, &Structure)>> = Vec::new();
            for (index, own) in all {
                let fitting = |ty: &&mut Vec<(usize, &Structure)>| ty.iter().all(|(_, it)| own.fits(it));
                match only(types.iter_mut().filter(fitting)) {
                    Some(ty) => {
                        same[index] = ty[0].0;
                        ty.push((index, own));
                    }
                    None => types.push(vec![(index, own)]),
                }
            }
        }
        same
    }

    /// The name of each object: what is new is called by the shortest of its places.
    fn names(&mut self, same: &[usize], found: &mut Vec<Finding>) -> Vec<String> {
        let keys = self.objects.keys();
        let mut names: Vec<String> = keys.map(|(name, _)| name.clone().unwrap_or_default()).collect();
        let is_new = |index: &usize| same[*index] == *index && names[*index].is_empty();
        let mut outer_first: Vec<usize> = (0..names.len()).filter(is_new).collect();
        outer_first.sort_by_key(|index| Reverse(self.objects.get_index(*index).map(|(it, _)| it.1.depth())));
        for index in outer_first {
            let in_words = |place: &Place| in_words(place, |outer| &names[same[outer]]);
            let places: BTreeSet<Vec<String>> = self.objects[index].places.iter().map(in_words).collect();
            let shortest = places.iter().min_by_key(|words| words.len()).expect("it was seen somewhere");
            let name = self.take(&words::type_name(shortest.iter().map(String::as_str)));
            if places.len() > 1 {
                let line = format!("{name}: the type of {} places", places.len());
                found.push(Finding::new(Section::Results, line));
            }
            names[index] = name;
        }
        same.iter().map(|index| names[*index].clone()).collect()
    }

    /// Finds the fields of a type.
    fn fields(&mut self, path: &[&str], objects: &Values<'v>, found: &mut Vec<Finding>) {
        let name = path[path.len() - 1];
        let all = objects.fields();
        let fields: BTreeMap<&str, &Values<'v>> = all
            .iter()
            .map(|(field, it)| (&**field, it))
            .filter(|(field, _)| words::is_usable(field))
            .collect();
        if fields.len() < all.len() {
            let line = format!("{name}: fields whose names are not known words");
            found.push(Finding::new(Section::LeftOut, line));
        }
        if fields.is_empty() {
            return;
        }
        let seen = samples(objects.of_kind("object"));
        let is_known = matches!(path, ["types", _]);
        let line = if is_known { format!("{name}: {} fields ({seen})", fields.len()) } else { String::new() };
        let mut all = Finding::new(Section::Results, line).write(path, Value::Null, &*seen);
        let mut taken = BTreeSet::new();
        for (field, inside) in fields {
            let typed = self.typed(&Structure::of(inside), inside, &[name, field]);
            let times = format!("{} of {seen}", inside.count());
            all = all.write(
                &[path, &["fields", field]].concat(),
                self::field(&typed, field, &mut taken),
                times,
            );
        }
        found.push(all);
    }
}

fn only<T>(mut found: impl Iterator<Item = T>) -> Option<T> {
    let first = found.next();
    first.filter(|_| found.next().is_none())
}

/// Takes the place of an object's name.
fn number(index: usize) -> String {
    format!("~{index}~")
}

/// A text with names instead of numbers.
fn replaced(text: &str, names: &[String]) -> String {
    let piece = |(index, piece): (usize, &str)| match piece.parse().ok().and_then(|it: usize| names.get(it)) {
        Some(name) if index % 2 == 1 => name.clone(),
        _ => piece.to_owned(),
    };
    text.split('~').enumerate().map(piece).collect()
}

/// All words of a place.
fn in_words<'n>((object, own): &Place, name: impl Fn(usize) -> &'n str) -> Vec<String> {
    let mut words = object.map(|outer| naming::path_words(name(outer))).unwrap_or_default();
    while words.last().is_some_and(|last| PLACES.contains(&last.as_str())) {
        words.pop();
    }
    words.extend_from_slice(own);
    words
}

/// A field's type, with the Rust name that it needs, if its usual one is reserved or taken, and the
/// mark of what is probably a secret.
fn field(notation: &str, name: &str, taken: &mut BTreeSet<String>) -> Value {
    let usual = naming::field(name);
    let is_taken = TYPE_FIELDS.has(&usual) || NEVER_RAW.contains(&&*usual);
    let is_name = usual.starts_with(|c: char| c.is_ascii_alphabetic()) && !is_taken;
    let base = if is_name { usual.clone() } else { format!("field_{}", usual.trim_start_matches('_')) };
    let mut rust = if is_name { usual.clone() } else { base.trim_end_matches('_').to_owned() };
    let mut number = 2;
    while !taken.insert(rust.clone()) {
        rust = format!("{base}_{number}");
        number += 1;
    }
    let is_text = notation.trim_end_matches(OR_NULL) == "string";
    let is_secret = is_text && secret_names::names_a_secret(name);
    let mut field = json!({ "type": notation });
    if rust != usual {
        field["rust"] = rust.into();
    } else if !is_secret {
        return notation.into();
    }
    if is_secret {
        field["secret"] = true.into();
    }
    field
}
