//! Finds the operation that a path belongs to.
//!
//! A path is the operation's own or an alias; or has the same letters, with `/`
//! and `-` elsewhere; or it has them once words are replaced as the server
//! replaces them everywhere. Nothing else is decided.

mod substitutions;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::recordings::Evidence;

use self::substitutions::Substitution;
use super::endpoints::Seen;
use super::{credentials, words};
use generator_spec::model::{Api, Operation, Path, Presence};

/// A path that belongs to an operation.
#[derive(Clone, Debug)]
pub struct Match<'a> {
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
    /// Only `/` and `-` are elsewhere.
    Moved,
    /// The server has other words for some.
    Renamed(Vec<Substitution>),
}

/// All paths that were seen, each in one of the lists.
#[derive(Debug, Default)]
pub struct Matched<'a> {
    /// Those of operations, in the order of the spec.
    pub matches: Vec<Match<'a>>,
    /// Those that fit several operations, or one that has its path already.
    pub ambiguous: Vec<(usize, Vec<&'a Operation>)>,
    /// Positions of all others.
    pub rest: Vec<usize>,
}

/// The prefix before the API's own paths in most requests, such as a proxy's.
pub fn base(api: &Api, evidence: &Evidence) -> String {
    let known: HashSet<&str> = api.operations().flat_map(Operation::paths).collect();
    let deepest = known.iter().map(|path| path.matches('/').count()).max().unwrap_or_default();
    let mut bases: BTreeMap<&str, u64> = BTreeMap::new();
    for (path, _) in evidence.endpoints.keys() {
        for (start, _) in path.rmatch_indices('/').take(deepest) {
            if known.contains(&path[start..]) {
                *bases.entry(&path[..start]).or_default() += 1;
            }
        }
    }
    // The shortest of those that are as frequent.
    let most = bases.iter().max_by_key(|(base, count)| (**count, std::cmp::Reverse(base.len())));
    most.map_or(String::new(), |(base, _)| (*base).to_owned())
}

/// Finds the operations of paths.
pub fn matched<'a>(api: &'a Api, seen: &[Seen], evidence: &Evidence) -> Matched<'a> {
    let target = |operation: &'a Operation| Target {
        operation,
        words: words::of_path(operation.path.text().unwrap_or_default()),
        renamed: Vec::new(),
        is_free: operation.path != Path::AliasOnly,
    };
    let mut work = Work {
        api,
        seen,
        evidence,
        words: seen.iter().map(|it| words::of_path(&evidence.names.revealed(&it.path))).collect(),
        targets: api.operations().map(target).collect(),
        found: Vec::new(),
        ambiguous: Vec::new(),
        open: (0..seen.len()).collect(),
    };
    work.exact();
    work.same_letters();
    while let Some(substitution) = substitutions::best(&work) {
        work.targets.iter_mut().filter(|it| it.is_free).for_each(|it| it.rename(&substitution));
        work.same_letters();
    }
    work.offer();
    work.found.sort_by_key(|(target, found)| (*target, found.seen));
    let matches = work.found.into_iter().map(|(_, found)| found).collect();
    Matched { matches, ambiguous: work.ambiguous, rest: work.open.into_iter().collect() }
}

/// An operation and the words of its path as far as is known by now.
struct Target<'a> {
    operation: &'a Operation,
    words: Vec<String>,
    /// Their replacements.
    renamed: Vec<Substitution>,
    /// Its path was not seen yet.
    is_free: bool,
}

impl Target<'_> {
    fn rename(&mut self, substitution: &Substitution) {
        if let Some(words) = substitution.applied(&self.words) {
            self.words = words;
            self.renamed.push(substitution.clone());
        }
    }
}

/// Matching, step by step. Operations and paths are known by their positions.
struct Work<'a, 's> {
    api: &'a Api,
    seen: &'s [Seen],
    evidence: &'s Evidence,
    /// The words of the paths that were seen.
    words: Vec<Vec<String>>,
    targets: Vec<Target<'a>>,
    found: Vec<(usize, Match<'a>)>,
    ambiguous: Vec<(usize, Vec<&'a Operation>)>,
    /// Paths that no step has decided.
    open: BTreeSet<usize>,
}

impl Work<'_, '_> {
    fn exact(&mut self) {
        let mut known: HashMap<&str, (usize, How)> = HashMap::new();
        for (target, operation) in self.api.operations().enumerate() {
            for alias in &operation.aliases {
                known.entry(&alias.path).or_insert((target, How::Alias));
            }
        }
        for (target, operation) in self.api.operations().enumerate() {
            known.extend(operation.path.text().map(|path| (path, (target, How::Path))));
        }
        for (position, seen) in self.seen.iter().enumerate() {
            if let Some((target, how)) = known.get(&*seen.path) {
                self.decide(*target, position, how.clone());
            }
        }
    }

    /// Decides what has the letters of one operation.
    fn same_letters(&mut self) {
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
                    let renamed = self.targets[*target].renamed.clone();
                    let how = if renamed.is_empty() { How::Moved } else { How::Renamed(renamed) };
                    self.decide(*target, *position, how);
                }
                _ => positions.iter().for_each(|position| self.doubt(*position, &targets)),
            }
        }
    }

    /// Reports what has the parameters of an operation in the same folder, or
    /// the words of one but for a few: that is not enough to decide.
    fn offer(&mut self) {
        let mut alike: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for pair in substitutions::unique(self) {
            alike.entry(pair.seen).or_default().push(pair.target);
        }
        let mut folders: HashMap<Vec<String>, Vec<usize>> = HashMap::new();
        for (target, it) in self.targets.iter().enumerate().filter(|(_, it)| it.is_free) {
            let folder = words::of_namespace(it.operation.path.text().unwrap_or_default());
            folders.entry(folder).or_default().push(target);
        }
        for position in self.successful() {
            let folder = words::of_namespace(&self.evidence.names.revealed(&self.seen[position].path));
            let mut fitting = folders.get(&folder).cloned().unwrap_or_default();
            fitting.retain(|target| self.agreement(position, *target) == Agreement::Full);
            if !fitting.is_empty() {
                alike.entry(position).or_insert(fitting);
            }
        }
        alike.iter().for_each(|(position, targets)| self.doubt(*position, targets));
    }

    /// The open paths with a response that is not a failure.
    fn successful(&self) -> impl Iterator<Item = usize> {
        self.open.iter().copied().filter(|position| self.seen[*position].fine() > 0)
    }

    /// Returns how well the parameters that were seen at a path match those of an operation.
    fn agreement(&self, position: usize, target: usize) -> Agreement {
        let main = self.seen[position].main().filter(|(_, part)| part.whole > 0);
        let Some((_, part)) = main else { return Agreement::Partial };
        let operation = self.targets[target].operation;
        let credential = credentials::names(self.api, operation);
        let names = part.parameters.keys().map(String::as_str);
        let names: HashSet<&str> = names.filter(|name| !credential.contains(name)).collect();
        let (shared, absent): (Vec<_>, Vec<_>) =
            operation.parameters.iter().partition(|it| names.contains(it.name.as_str()));
        let count = |of: &[&_]| {
            of.iter()
                .filter(|it: &&&generator_spec::model::Parameter| it.presence == Presence::Required)
                .count()
        };
        let (required, missing) = (count(&shared) + count(&absent), count(&absent));
        match () {
            () if shared.len() == names.len() && missing == 0 && !shared.is_empty() => Agreement::Full,
            () if shared.len() * 2 >= names.len() && missing * 2 <= required => Agreement::Partial,
            () => Agreement::None,
        }
    }

    fn decide(&mut self, target: usize, position: usize, how: How) {
        let path = self.evidence.names.revealed(&self.seen[position].path);
        let it = &mut self.targets[target];
        it.is_free &= how == How::Alias;
        self.open.remove(&position);
        self.found.push((target, Match { operation: it.operation, seen: position, path, how }));
    }

    fn doubt(&mut self, position: usize, targets: &[usize]) {
        self.open.remove(&position);
        let candidates = targets.iter().map(|target| self.targets[*target].operation).collect();
        self.ambiguous.push((position, candidates));
    }
}

/// The degree to which parameters match.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Agreement {
    /// There are some, all are the operation's, and all that it requires are there.
    Full,
    /// They can be the operation's, or nothing is known about them.
    Partial,
    None,
}
