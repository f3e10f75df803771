//! Which operation a path belongs to.
//!
//! From what is certain to what is likely: the operation's own path or an alias;
//! the same words with `/` and `-` elsewhere; another namespace, changed alike
//! for several operations; words and parameters that fit one operation only.
//! What fits several is ambiguous, and nothing is decided.

mod base;
mod moved;
mod namespace;
mod similar;

use std::collections::{HashMap, HashSet};

use super::endpoints::Seen;
use crate::model::{Api, Operation, Path};

pub use base::base;
pub use namespace::Rule;

/// A path that belongs to an operation.
#[derive(Clone, Debug)]
pub struct Match<'a> {
    /// The operation.
    pub operation: &'a Operation,
    /// The position of what was seen.
    pub seen: usize,
    /// Why it belongs there.
    pub how: How,
}

/// Why a path belongs to an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// It is the operation's path.
    Path,
    /// It is an alias.
    Alias,
    /// Only `/` and `-` are elsewhere.
    Moved,
    /// The namespace has another name.
    Namespace(Rule),
    /// Words and parameters fit this operation only.
    Similar,
}

/// What fits several operations, or an operation that has its path already.
#[derive(Clone, Debug)]
pub struct Ambiguous<'a> {
    /// The position of what was seen.
    pub seen: usize,
    /// The operations that it fits.
    pub candidates: Vec<&'a Operation>,
}

/// All paths that were seen, each in one of the lists.
#[derive(Debug, Default)]
pub struct Matched<'a> {
    /// Those of operations, in the order of the spec.
    pub matches: Vec<Match<'a>>,
    /// Those that are not decided.
    pub ambiguous: Vec<Ambiguous<'a>>,
    /// Positions of all others.
    pub rest: Vec<usize>,
}

/// Finds the operations of paths.
pub fn matched<'a>(api: &'a Api, seen: &[Seen]) -> Matched<'a> {
    let mut work = Work { api, seen, found: Matched::default(), open: (0..seen.len()).collect() };
    work.exact();
    moved::find(&mut work);
    namespace::find(&mut work);
    similar::find(&mut work);
    let Work { mut found, open, .. } = work;
    found.rest = open;
    let order: HashMap<&str, usize> =
        api.operations().enumerate().map(|(index, operation)| (operation.name.as_str(), index)).collect();
    found.matches.sort_by_key(|it| (order.get(it.operation.name.as_str()).copied(), it.seen));
    found
}

/// Matching, step by step.
struct Work<'a, 's> {
    api: &'a Api,
    seen: &'s [Seen],
    found: Matched<'a>,
    /// Positions of paths that no step has decided.
    open: Vec<usize>,
}

impl<'a> Work<'a, '_> {
    fn exact(&mut self) {
        let mut known: HashMap<&str, (&'a Operation, How)> = HashMap::new();
        for operation in self.api.operations() {
            for alias in &operation.aliases {
                known.entry(&alias.path).or_insert((operation, How::Alias));
            }
        }
        for operation in self.api.operations() {
            if let Some(path) = operation.path.text() {
                known.insert(path, (operation, How::Path));
            }
        }
        for position in std::mem::take(&mut self.open) {
            match self.path(position).and_then(|path| known.get(path)) {
                Some((operation, how)) => self.decide(operation, position, how.clone()),
                None => self.open.push(position),
            }
        }
    }

    fn path(&self, position: usize) -> Option<&str> {
        self.seen.get(position).map(|seen| seen.path.as_str())
    }

    /// The open paths that a server answered without failure.
    fn answered(&self) -> Vec<usize> {
        let is_fine = |position: &usize| self.seen.get(*position).is_some_and(|seen| seen.fine() > 0);
        self.open.iter().copied().filter(is_fine).collect()
    }

    /// The operations whose own path was not seen.
    fn free(&self) -> Vec<&'a Operation> {
        let taken: HashSet<&str> = self
            .found
            .matches
            .iter()
            .filter(|it| it.how != How::Alias)
            .map(|it| it.operation.name.as_str())
            .collect();
        let is_free = |operation: &&Operation| {
            !taken.contains(operation.name.as_str()) && operation.path != Path::AliasOnly
        };
        self.api.operations().filter(is_free).collect()
    }

    fn decide(&mut self, operation: &'a Operation, seen: usize, how: How) {
        self.open.retain(|open| *open != seen);
        self.found.matches.push(Match { operation, seen, how });
    }

    fn doubt(&mut self, seen: usize, candidates: Vec<&'a Operation>) {
        self.open.retain(|open| *open != seen);
        self.found.ambiguous.push(Ambiguous { seen, candidates });
    }
}
