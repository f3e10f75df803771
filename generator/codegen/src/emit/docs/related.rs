//! Related operations: those of the same resource.
//!
//! If a folder of paths is small and has operations of one group only, it is a resource. In other
//! folders, such as `/api/v1/admin`, operations are of one resource if the last segments of their paths
//! share words: `add-user`, `list-users`.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use generator_spec::model::{Api, Group, Operation};

/// The largest number of related operations that a page lists.
const MAX_RELATED: usize = 15;

/// A word that more operations of a folder have is ignored, so that the time is linear in the size of the
/// spec.
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
    pub fn of_same_resource(&self, group: &Group, operation: &Operation) -> Vec<&'a Operation> {
        let (folder, words) = resource(operation);
        let folder = &self.0[folder];
        let is_resource =
            folder.all.len() <= MAX_RELATED + 1 && folder.all.iter().all(|entry| entry.group == group.rust);
        let others = if is_resource { folder.all.iter().collect() } else { folder.of_same_words(&words) };
        others
            .into_iter()
            .map(|entry| entry.operation)
            .filter(|other| other.name != operation.name)
            .take(MAX_RELATED)
            .collect()
    }
}

impl<'a> Folder<'a> {
    /// The operations that share at least a third of all words of both.
    fn of_same_words(&self, words: &[&str]) -> Vec<&Entry<'a>> {
        let candidates: BTreeSet<usize> = words
            .iter()
            .filter_map(|word| self.by_word.get(word))
            .filter(|indexes| indexes.len() <= COMMON)
            .flatten()
            .copied()
            .collect();
        let mut similar: Vec<(Reverse<usize>, usize)> = candidates
            .into_iter()
            .filter_map(|index| {
                let other = &self.all[index].words;
                let shared = other.iter().filter(|word| words.contains(word)).count();
                let all = words.len() + other.len() - shared;
                (shared * 3 >= all).then_some((Reverse(shared * 100 / all), index))
            })
            .collect();
        similar.sort_unstable();
        similar.into_iter().map(|(_, index)| &self.all[index]).collect()
    }
}

/// The folder of an operation's path, or of its first alias, and the different words of the last segment,
/// in the singular and without the leading verb.
fn resource(operation: &Operation) -> (&str, Vec<&str>) {
    let path = operation.paths().next().expect("an operation has a path or an alias");
    let (folder, segment) = path.rsplit_once('/').unwrap_or(("", path));
    let mut words: Vec<&str> = segment.split(|c: char| !c.is_alphanumeric()).map(singular).collect();
    if words.len() > 1 {
        words.remove(0);
    }
    words.sort_unstable();
    words.dedup();
    (folder, words)
}

fn singular(word: &str) -> &str {
    word.strip_suffix('s').filter(|word| word.len() > 2 && !word.ends_with('s')).unwrap_or(word)
}
