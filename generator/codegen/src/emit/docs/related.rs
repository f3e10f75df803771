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

/// The operations of an API by the folders of their paths, in the documents' order.
pub struct Related<'a>(HashMap<&'a str, Folder<'a>>);

#[derive(Default)]
struct Folder<'a> {
    all: Vec<Entry<'a>>,
    /// The positions of the operations whose paths have a word.
    by_word: HashMap<&'a str, Vec<usize>>,
}

struct Entry<'a> {
    operation: &'a Operation,
    group: &'a str,
    words: Vec<&'a str>,
}

impl<'a> Related<'a> {
    /// The operations of an API.
    pub fn new(api: &'a Api) -> Self {
        let mut folders: HashMap<&str, Folder<'_>> = HashMap::new();
        for (group, operation) in api.operations_in_groups() {
            let (folder, words) = resource(operation);
            let Folder { all, by_word } = folders.entry(folder).or_default();
            words.iter().for_each(|word| by_word.entry(word).or_default().push(all.len()));
            all.push(Entry { operation, group: &group.rust, words });
        }
        Self(folders)
    }

    /// Others of the same resource, the closest first.
    pub fn of_same_resource(&self, group: &Group, it: &Operation) -> Vec<&'a Operation> {
        let (folder, words) = resource(it);
        let folder = &self.0[folder];
        let is_resource = folder.all.len() <= MOST + 1 && folder.all.iter().all(|it| it.group == group.rust);
        let others = if is_resource { folder.all.iter().collect() } else { folder.of_same_words(&words) };
        let others = others.into_iter().map(|it| it.operation).filter(|other| other.name != it.name);
        others.take(MOST).collect()
    }
}

impl<'a> Folder<'a> {
    /// The operations that share at least a third of the words that either has.
    fn of_same_words(&self, own: &[&str]) -> Vec<&Entry<'a>> {
        let with_word = own.iter().filter_map(|word| self.by_word.get(word));
        let near: BTreeSet<usize> = with_word.filter(|it| it.len() <= COMMON).flatten().copied().collect();
        let near = near.into_iter().filter_map(|at| {
            let words = &self.all[at].words;
            let shared = words.iter().filter(|word| own.contains(word)).count();
            let all = own.len() + words.len() - shared;
            (shared * 3 >= all).then_some((Reverse(shared * 100 / all), at))
        });
        let mut near: Vec<(Reverse<usize>, usize)> = near.collect();
        near.sort_unstable();
        near.into_iter().map(|(_, at)| &self.all[at]).collect()
    }
}

/// The folder of its path, or of its first alias's if it has none, and the different words of the
/// last segment, in the singular, without the verb before them.
fn resource(it: &Operation) -> (&str, Vec<&str>) {
    let path = it.paths().next().expect("an operation has a path or an alias");
    let (folder, segment) = path.rsplit_once('/').unwrap_or(("", path));
    let mut words: Vec<&str> = segment.split(|c: char| !c.is_alphanumeric()).collect();
    if words.len() > 1 {
        words.remove(0);
    }
    let mut words: Vec<&str> = words.into_iter().map(singular).collect();
    words.sort_unstable();
    words.dedup();
    (folder, words)
}

fn singular(word: &str) -> &str {
    word.strip_suffix('s').filter(|it| it.len() > 2 && !it.ends_with('s')).unwrap_or(word)
}
