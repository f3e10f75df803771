//! Which operations of a group are related: those before and after, and those
//! of the same resource.
//!
//! A resource is a folder of paths within a group. In a large folder, only
//! operations whose paths begin with the same words are related. They are
//! neighbours where paths are sorted.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::model::{Group, Operation};

/// Related operations that a page lists, at most.
const MOST: usize = 12;

/// The operations of a group, in the documents' order and by path.
pub struct Related<'a> {
    operations: Vec<&'a Operation>,
    /// Folder, path, and place in `operations`.
    by_path: Vec<(&'a str, &'a str, usize)>,
    /// Places in both, by name.
    places: HashMap<&'a str, (usize, usize)>,
}

impl<'a> Related<'a> {
    /// The operations of a group.
    pub fn new(group: &'a Group) -> Self {
        let operations: Vec<&Operation> = group.operations().collect();
        let mut by_path: Vec<(&str, &str, usize)> =
            operations.iter().enumerate().map(|(at, it)| (folder(path(it)), path(it), at)).collect();
        by_path.sort_unstable();
        let places = by_path.iter().enumerate().filter_map(|(rank, (_, _, at))| {
            let operation = operations.get(*at)?;
            Some((operation.name.as_str(), (*at, rank)))
        });
        Self { places: places.collect(), operations, by_path }
    }

    /// The operation before it in the documents.
    pub fn previous(&self, it: &Operation) -> Option<&'a Operation> {
        let (at, _) = self.places.get(it.name.as_str())?;
        self.operations.get(at.checked_sub(1)?).copied()
    }

    /// The operation after it in the documents.
    pub fn next(&self, it: &Operation) -> Option<&'a Operation> {
        let (at, _) = self.places.get(it.name.as_str())?;
        self.operations.get(at + 1).copied()
    }

    /// Others of the same resource, in the documents' order.
    pub fn of_same_resource(&self, it: &Operation) -> Vec<&'a Operation> {
        let Some((_, rank)) = self.places.get(it.name.as_str()) else { return Vec::new() };
        // One more than fit, on either side: if that many are in the folder, it is large.
        let first = rank.saturating_sub(MOST + 1);
        let near = self.by_path.iter().enumerate().skip(first).take(rank - first + MOST + 2);
        let near = near.filter(|(other, (of, _, _))| other != rank && *of == folder(path(it)));
        let mut near: Vec<_> =
            near.map(|(_, (_, other, at))| (Reverse(shared(other, path(it))), *at)).collect();
        if near.len() > MOST {
            // Of so many, only those whose last segments begin with the same word.
            near.retain(|(Reverse(shared), _)| *shared > folder(path(it)).len());
            near.sort_unstable();
            near.truncate(MOST);
        }
        near.sort_unstable_by_key(|(_, at)| *at);
        near.into_iter().filter_map(|(_, at)| self.operations.get(at).copied()).collect()
    }
}

/// Its path, or its first alias's if it has none.
fn path(it: &Operation) -> &str {
    let alias = || it.aliases.first().map(|alias| alias.path.as_str());
    it.path.text().or_else(alias).unwrap_or_default()
}

/// A path without its last segment.
fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// How many bytes the whole words are long that two paths begin with.
fn shared(one: &str, other: &str) -> usize {
    let is_end = |c: char| !c.is_alphanumeric();
    let ends = one.match_indices(is_end).map(|(at, _)| at).chain([one.len()]);
    let is_shared = |end: &usize| {
        let rest = other.get(*end..).filter(|_| one.get(..*end) == other.get(..*end));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(is_end))
    };
    ends.take_while(is_shared).last().unwrap_or_default()
}
