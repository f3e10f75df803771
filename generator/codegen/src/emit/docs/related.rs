//! Related operations: those of the same resource.
//!
//! A small folder of paths that is one group's is a resource. Elsewhere, as in
//! `/api/v1/admin`, operations are of one resource if the last segments of their
//! paths share words: `add-user`, `list-users`.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use generator_spec::model::{Api, Group, Operation};

/// Related operations that a page lists, at most.
const MOST: usize = 15;

/// A word that more operations of a folder have is not looked up: the book
/// stays linear in the spec.
const COMMON: usize = 50;

/// The operations of an API, in the documents' order.
pub struct Related<'a> {
    operations: Vec<Entry<'a>>,
    places: HashMap<&'a str, usize>,
    folders: HashMap<&'a str, Folder<'a>>,
}

struct Entry<'a> {
    operation: &'a Operation,
    group: &'a str,
    words: Vec<&'a str>,
}

/// Places of operations.
#[derive(Default)]
struct Folder<'a> {
    all: Vec<usize>,
    by_word: HashMap<&'a str, Vec<usize>>,
}

impl<'a> Related<'a> {
    /// The operations of an API.
    pub fn new(api: &'a Api) -> Self {
        let entry = |(group, operation): (&'a Group, &'a Operation)| Entry {
            operation,
            group: &group.rust,
            words: words(path(operation)),
        };
        let operations: Vec<Entry<'_>> = api.operations_in_groups().map(entry).collect();
        let places = operations.iter().enumerate().map(|(at, it)| (it.operation.name.as_str(), at)).collect();
        let mut folders: HashMap<&str, Folder<'_>> = HashMap::new();
        for (at, entry) in operations.iter().enumerate() {
            let folder = folders.entry(folder(path(entry.operation))).or_default();
            folder.all.push(at);
            entry.words.iter().for_each(|word| folder.by_word.entry(word).or_default().push(at));
        }
        Self { operations, places, folders }
    }

    /// Others of the same resource, the closest first.
    pub fn of_same_resource(&self, it: &Operation) -> Vec<&'a Operation> {
        let (at, folder) = (self.places[it.name.as_str()], &self.folders[folder(path(it))]);
        let is_of_group = |other: &usize| self.operations[*other].group == self.operations[at].group;
        let is_resource = folder.all.len() <= MOST + 1 && folder.all.iter().all(is_of_group);
        let others = if is_resource { folder.all.clone() } else { self.of_same_words(at, folder) };
        let others = others.into_iter().filter(|other| *other != at);
        others.map(|other| self.operations[other].operation).collect()
    }

    /// The operations that share at least a third of the words that either has.
    fn of_same_words(&self, at: usize, folder: &Folder<'_>) -> Vec<usize> {
        let own = &self.operations[at].words;
        let with_word = own.iter().filter_map(|word| folder.by_word.get(word));
        let near: BTreeSet<usize> = with_word.filter(|it| it.len() <= COMMON).flatten().copied().collect();
        let near = near.into_iter().filter(|other| *other != at).filter_map(|other| {
            let words = &self.operations[other].words;
            let shared = words.iter().filter(|word| own.contains(word)).count();
            let all = own.len() + words.len() - shared;
            (shared * 3 >= all).then_some((Reverse(shared * 100 / all), other))
        });
        let mut near: Vec<(Reverse<usize>, usize)> = near.collect();
        near.sort_unstable();
        near.into_iter().map(|(_, other)| other).take(MOST).collect()
    }
}

/// Its path, or its first alias's if it has none.
fn path(it: &Operation) -> &str {
    it.paths().next().expect("an operation has a path or an alias")
}

/// A path without its last segment.
fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The different words of the last segment, in the singular, without the verb before them.
fn words(path: &str) -> Vec<&str> {
    let segment = path.rsplit('/').next().unwrap_or_default();
    let mut words: Vec<&str> = segment.split(|c: char| !c.is_alphanumeric()).collect();
    if words.len() > 1 {
        words.remove(0);
    }
    let mut words: Vec<&str> = words.into_iter().map(singular).collect();
    words.sort_unstable();
    words.dedup();
    words
}

fn singular(word: &str) -> &str {
    word.strip_suffix('s').filter(|it| it.len() > 2 && !it.ends_with('s')).unwrap_or(word)
}
