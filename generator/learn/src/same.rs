//! Which objects are of one type, and what it is called.

use std::collections::{BTreeMap, BTreeSet};

use crate::recordings::Shape;

use super::structure::Structure;
use super::words;
use crate::naming;

/// Words at the end of a name that say what of a place it is.
const PLACES: &[&str] = &["result", "item", "entry"];
/// Words that many names have, besides those that many operations have.
const VERBS: &[&str] = &["get", "list", "set", "add", "new"];

/// An object that was seen, wherever it was.
#[derive(Clone, Debug, Default)]
pub struct Object {
    /// All samples.
    pub shape: Shape,
    /// Where it was seen.
    places: BTreeSet<Place>,
}

/// A place: the object that it is in, if that has no name yet, and words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    within: Option<Structure>,
    words: Vec<String>,
}

impl Place {
    /// A place that is in no object, or in one that has a name.
    pub fn new<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        Self { within: None, words: names.into_iter().flat_map(naming::path_words).collect() }
    }

    fn with(&self, word: &str) -> Self {
        let words = self.words.iter().cloned().chain([word.to_owned()]).collect();
        Self { within: self.within.clone(), words }
    }
}

/// The types of objects: each is one that has a name, or one of `objects`.
#[derive(Debug, Default)]
pub struct Same {
    /// Those that have a name.
    named: BTreeMap<Structure, String>,
    /// The samples of types that have a name, but fields only by what was seen.
    pub shapes: BTreeMap<String, Shape>,
    /// What a structure is, that has an open part, if it fits one other.
    whole: BTreeMap<Structure, Structure>,
    /// The objects that are new.
    pub objects: BTreeMap<Structure, Object>,
}

impl Same {
    /// Decides what all structures are. `known` are types that have a name.
    pub fn of<'s>(all: &BTreeSet<&'s Structure>, known: &[(Structure, String)]) -> Self {
        let mut same = Self::default();
        let mut closed: BTreeMap<Vec<&String>, Vec<&Structure>> = BTreeMap::new();
        let names = |it: &'s Structure| match it {
            Structure::Object(fields) => fields.keys().collect(),
            _ => Vec::new(),
        };
        for it in all.iter().filter(|it| !it.is_open()) {
            closed.entry(names(it)).or_default().push(it);
        }
        for it in all {
            if let Some((_, name)) = only(known.iter().filter(|(known, _)| it.fits(known))) {
                same.named.insert((*it).clone(), name.clone());
            } else if it.is_open()
                && let Some(whole) =
                    only(closed.get(&names(it)).into_iter().flatten().filter(|whole| it.fits(whole)))
            {
                same.whole.insert((*it).clone(), (*whole).clone());
            }
        }
        same
    }

    fn whole<'a>(&'a self, structure: &'a Structure) -> &'a Structure {
        self.whole.get(structure).unwrap_or(structure)
    }

    /// The name of an object, if it has one already or if `names` has it.
    pub fn name<'a>(&'a self, it: &Structure, names: &'a BTreeMap<Structure, String>) -> Option<&'a String> {
        self.named.get(it).or_else(|| names.get(self.whole(it)))
    }

    /// Adds samples of a type that has a name, but fields only by what was seen.
    pub fn add_seen(&mut self, name: &str, structure: &Structure, shape: &Shape) {
        self.shapes.entry(name.to_owned()).or_default();
        self.add_named(name, structure, shape);
    }

    /// Adds samples of a structure, seen at a place.
    pub fn add(&mut self, structure: &Structure, shape: &Shape, place: &Place) {
        match structure {
            Structure::Unknown | Structure::Lost | Structure::Mixed | Structure::Plain(_) => {}
            Structure::List(item) => {
                if let Some(shape) = &shape.item {
                    self.add(item, shape, &place.with("item"));
                }
            }
            Structure::Dictionary(value) => self.add(value, &shape.merged_fields(), &place.with("entry")),
            Structure::Object(_) => {
                if let Some(name) = self.named.get(structure).cloned() {
                    return self.add_named(&name, structure, shape);
                }
                let whole = self.whole(structure).clone();
                let object = self.objects.entry(whole.clone()).or_default();
                object.shape = std::mem::take(&mut object.shape).and(shape.clone());
                object.places.insert(place.clone());
                self.add_fields(&whole, shape, |name| Place {
                    within: Some(whole.clone()),
                    words: naming::path_words(name),
                });
            }
        }
    }

    /// Adds samples of a type that has a name; what the documents show is left to them.
    fn add_named(&mut self, name: &str, structure: &Structure, shape: &Shape) {
        if let Some(samples) = self.shapes.get_mut(name) {
            *samples = std::mem::take(samples).and(shape.clone());
            self.add_fields(structure, shape, |field| Place::new([name, field]));
        }
    }

    /// Adds the fields of an object.
    fn add_fields(&mut self, structure: &Structure, shape: &Shape, place: impl Fn(&str) -> Place) {
        let Structure::Object(fields) = structure else { return };
        for (name, inside) in fields {
            if let Some(shape) = shape.fields.get(name) {
                self.add(inside, shape, &place(name));
            }
        }
    }

    /// Names the objects: `frequent` are words that say little, and `take` takes
    /// one of several names.
    /// Returns the names, and in how many places objects with several are.
    pub fn names(
        &self,
        frequent: &BTreeSet<String>,
        mut take: impl FnMut(&[String]) -> String,
    ) -> (BTreeMap<Structure, String>, BTreeMap<String, usize>) {
        let mut outer_first: Vec<(&Structure, &Object)> = self.objects.iter().collect();
        outer_first.sort_by_key(|(structure, _)| std::cmp::Reverse(structure.depth()));
        let (mut names, mut several) = (BTreeMap::new(), BTreeMap::new());
        for (structure, object) in outer_first {
            let places: BTreeSet<Vec<String>> = object.places.iter().map(|it| in_words(it, &names)).collect();
            let wanted = wanted(&places, frequent);
            let name = take(
                &wanted.iter().map(|it| words::type_name(it.iter().map(String::as_str))).collect::<Vec<_>>(),
            );
            if places.len() > 1 {
                several.insert(name.clone(), places.len());
            }
            names.insert(structure.clone(), name);
        }
        (names, several)
    }
}

fn only<T>(mut found: impl Iterator<Item = T>) -> Option<T> {
    let first = found.next();
    first.filter(|_| found.next().is_none())
}

/// A place in words, those of the object that it is in first.
fn in_words(place: &Place, names: &BTreeMap<Structure, String>) -> Vec<String> {
    let outer = place.within.as_ref().and_then(|within| names.get(within));
    let mut words = outer.map(|name| naming::path_words(name)).unwrap_or_default();
    while words.last().is_some_and(|last| PLACES.contains(&last.as_str())) {
        words.pop();
    }
    words.extend(place.words.iter().cloned());
    words
}

/// The words that all places have, in their order, if they say anything; and
/// those of the shortest place.
fn wanted(places: &BTreeSet<Vec<String>>, frequent: &BTreeSet<String>) -> Vec<Vec<String>> {
    let common = places.iter().cloned().reduce(|one, two| common(&one, &two));
    let says_little =
        |word: &String| frequent.contains(word) || [PLACES, VERBS].concat().contains(&word.as_str());
    let common = common.filter(|words| !words.iter().all(says_little));
    common.into_iter().chain(places.iter().min_by_key(|words| words.len()).cloned()).collect()
}

/// The longest common subsequence.
fn common(one: &[String], two: &[String]) -> Vec<String> {
    let mut before: Vec<Vec<String>> = vec![Vec::new(); two.len() + 1];
    for word in one {
        let mut row = vec![Vec::new()];
        for (index, other) in two.iter().enumerate() {
            let [diagonal, above] = [index, index + 1].map(|at| before.get(at).cloned().unwrap_or_default());
            let left = row.last().cloned().unwrap_or_default();
            row.push(match word == other {
                true => diagonal.into_iter().chain([word.clone()]).collect(),
                false if left.len() > above.len() => left,
                false => above,
            });
        }
        before = row;
    }
    before.pop().unwrap_or_default()
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn a_name_is_what_the_places_share() {
        let name = |places: &[&str]| {
            let frequent = BTreeSet::from(["admin".to_owned()]);
            let wanted = wanted(&places.iter().map(|it| words(it)).collect(), &frequent);
            wanted.first().expect("a name").join(" ")
        };
        assert_eq!(name(&["admin get job log result"]), "admin get job log result");
        let places = ["admin get user profile result", "user web get user profile result"];
        assert_eq!(name(&places), "get user profile result");
        assert_eq!(name(&["admin get job result", "admin list users result"]), "admin get job result");
    }
}
