//! The operations of paths, step by step.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::Seen;
use super::substitution::Substitution;
use crate::choice::{UNDECIDED, mark, of_credential};
use crate::recordings::{Evidence, places};
use crate::words;
use generator_spec::model::{Api, Operation, Parameter, Path, Presence};

/// A path that belongs to an operation.
#[derive(Clone, Debug)]
pub struct Match<'a> {
    /// The position of the operation in the spec.
    pub target: usize,
    pub operation: &'a Operation,
    /// The position of what was seen.
    pub seen: usize,
    /// The path, with all its words.
    pub path: String,
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
    /// It has the same letters, with `/` and `-` elsewhere, once these words are replaced.
    Moved(Vec<Substitution>),
    /// Nothing is at the operation's path, and this one is like it.
    Gone,
}

/// An operation and the words of its path as far as is known by now.
pub struct Target<'a> {
    pub operation: &'a Operation,
    pub words: Vec<String>,
    /// Their replacements.
    pub renamed: Vec<Substitution>,
    /// Its path was not seen yet.
    pub is_free: bool,
}

impl Target<'_> {
    pub fn rename(&mut self, substitution: &Substitution) {
        if let Some(words) = substitution.applied(&self.words) {
            self.words = words;
            self.renamed.push(substitution.clone());
        }
    }
}

/// Matching, step by step. Operations and paths are known by their positions.
pub struct Work<'a, 's> {
    pub api: &'a Api,
    pub seen: &'s [Seen<'s>],
    pub evidence: &'s Evidence,
    /// The words of the paths that were seen.
    pub words: Vec<Vec<String>>,
    /// The names of their parameters, if these are known.
    sent: Vec<Option<HashSet<&'s str>>>,
    pub targets: Vec<Target<'a>>,
    /// Paths of operations.
    pub found: Vec<Match<'a>>,
    /// Those that fit several operations, or one that has its path already.
    pub ambiguous: Vec<(usize, Vec<&'a Operation>)>,
    /// Those that no step has decided.
    pub open: BTreeSet<usize>,
    /// Values that look like words.
    pub values: HashSet<String>,
}

impl<'a, 's> Work<'a, 's> {
    /// Nothing is decided yet.
    pub fn new(api: &'a Api, seen: &'s [Seen<'s>], evidence: &'s Evidence) -> Self {
        let target = |operation: &'a Operation| Target {
            operation,
            words: words::of_path(operation.path.text().unwrap_or_default()),
            renamed: Vec::new(),
            is_free: operation.path != Path::AliasOnly,
        };
        Self {
            api,
            seen,
            evidence,
            words: seen.iter().map(|it| words::of_path(&evidence.names.revealed(&it.path))).collect(),
            sent: seen.iter().map(sent).collect(),
            targets: api.operations().map(target).collect(),
            found: Vec::new(),
            ambiguous: Vec::new(),
            open: (0..seen.len()).collect(),
            values: evidence.words(),
        }
    }

    /// Decides what is a path or an alias of an operation; several with different methods can share a path.
    pub fn exact(&mut self) {
        let operations = || self.api.operations().enumerate();
        let aliases = operations().flat_map(|(target, operation)| {
            operation.aliases.iter().map(move |alias| (alias.path.clone(), (target, How::Alias)))
        });
        let own = operations().flat_map(|(target, it)| {
            let own = |mark: &str| it.path.text().map(|path| (path.to_owned() + mark, (target, How::Path)));
            let undecided = own(UNDECIDED).filter(|_| it.shares_path);
            own(&mark(it)).into_iter().chain(undecided)
        });
        let mut known: HashMap<String, Vec<(usize, How)>> = HashMap::new();
        own.chain(aliases).for_each(|(path, one)| known.entry(path).or_default().push(one));
        for (position, seen) in self.seen.iter().enumerate() {
            let all = known.get(&seen.path).map(Vec::as_slice).unwrap_or_default();
            let is_own = |(_, how): &(usize, How)| *how == How::Path;
            let of_aliases = if all.iter().any(is_own) { 0 } else { 1 };
            for (target, how) in all.iter().filter(|it| is_own(it)).chain(all.iter().take(of_aliases)) {
                self.decide(*target, position, how.clone());
            }
        }
    }

    /// Decides what has the letters of one operation.
    pub fn same_letters(&mut self) {
        let mut groups: BTreeMap<String, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
        for position in self.successful() {
            groups.entry(self.words[position].concat()).or_default().0.push(position);
        }
        for (target, it) in self.targets.iter().enumerate().filter(|(_, it)| !it.words.is_empty()) {
            if let Some(group) = groups.get_mut(&it.words.concat()) {
                group.1.push(target);
            }
        }
        for (positions, targets) in groups.into_values() {
            match (&positions[..], &targets[..]) {
                (_, []) => {}
                ([position], [target]) if self.targets[*target].is_free => {
                    let how = How::Moved(self.targets[*target].renamed.clone());
                    self.decide(*target, *position, how);
                }
                _ => positions.iter().for_each(|position| self.doubt(*position, &targets)),
            }
        }
    }

    /// The open paths with a response that is not a failure.
    pub fn successful(&self) -> impl Iterator<Item = usize> {
        self.open.iter().copied().filter(|position| self.seen[*position].fine() > 0)
    }

    /// Returns how well the parameters that were seen at a path match those of an operation.
    pub fn agreement(&self, position: usize, target: usize) -> Agreement {
        let operation = self.targets[target].operation;
        let is_own =
            |(method, _): &(&str, _)| self.api.method.is_some() || *method == operation.http_method.name();
        if self.seen[position].main().is_some_and(|main| !is_own(&main)) {
            return Agreement::None;
        }
        let Some(names) = &self.sent[position] else { return Agreement::Partial };
        let credential = of_credential(self.api, operation);
        let names: HashSet<&str> = names.iter().copied().filter(|name| !credential.contains(name)).collect();
        let (shared, absent): (Vec<_>, Vec<_>) =
            operation.parameters.iter().partition(|it| names.contains(it.name.as_str()));
        let required = |of: &[&Parameter]| of.iter().filter(|it| it.presence == Presence::Required).count();
        let (there, missing) = (required(&shared), required(&absent));
        match () {
            () if shared.len() == names.len() && missing == 0 && !shared.is_empty() => Agreement::Full,
            () if shared.len() * 2 >= names.len() && missing <= there => Agreement::Partial,
            () => Agreement::None,
        }
    }

    pub fn decide(&mut self, target: usize, position: usize, how: How) {
        let path = self.evidence.names.revealed(&self.seen[position].path);
        let it = &mut self.targets[target];
        // One that is found at its path only by failures may have another.
        it.is_free &= how == How::Alias || self.seen[position].fine() == 0;
        self.open.remove(&position);
        self.found.push(Match { target, operation: it.operation, seen: position, path, how });
    }

    /// Returns whether a server has nothing at the path of an operation.
    pub fn is_gone(&self, target: usize) -> bool {
        let own = self.found.iter().filter(|it| it.target == target && it.how == How::Path);
        let mut seen = own.filter_map(|it| self.seen[it.seen].methods.get(it.operation.http_method.name()));
        seen.any(|it| {
            it.fine.count() == 0 && it.failed.0.iter().all(|it| matches!(it.response.status, 404 | 405 | 501))
        })
    }

    pub fn doubt(&mut self, position: usize, targets: &[usize]) {
        self.open.remove(&position);
        let candidates = targets.iter().map(|target| self.targets[*target].operation).collect();
        self.ambiguous.push((position, candidates));
    }
}

/// The names of the parameters of most requests.
fn sent<'s>(seen: &Seen<'s>) -> Option<HashSet<&'s str>> {
    let (method, part) = seen.main().filter(|(_, part)| part.whole() > 0)?;
    Some(part.parameters(places(method)).into_keys().collect())
}

/// The degree to which parameters match.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Agreement {
    /// There are some, all are the operation's, and all that it requires are there.
    Full,
    /// They can be the operation's, or nothing is known about them.
    Partial,
    None,
}
