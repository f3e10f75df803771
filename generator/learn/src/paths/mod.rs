//! Which operation a path belongs to.
//!
//! A path is the operation's own or an alias; or has the same letters, with `/`
//! and `-` elsewhere; or it has them once words are replaced as the server
//! replaces them everywhere. Nothing else is decided.

mod base;
mod substitutions;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::recordings::Evidence;

use self::substitutions::Substitution;
use super::endpoints::{self, Seen};
use super::{credentials, words};
use crate::model::{Api, Operation, Path, Presence};

pub use base::base;

/// A path that belongs to an operation.
#[derive(Clone, Debug)]
pub struct Match<'a> {
    /// The operation.
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
pub fn matched<'a>(api: &'a Api, seen: &[Seen], evidence: &Evidence) -> Matched<'a> {
    let mut work = Work::new(api, seen, evidence);
    work.exact();
    work.same_letters();
    while let Some(substitution) = substitutions::best(&work) {
        work.targets.iter_mut().filter(|it| it.is_free).for_each(|it| it.rename(&substitution));
        work.same_letters();
    }
    work.offer();
    let Work { mut found, open, .. } = work;
    found.rest = open.into_iter().collect();
    let order: HashMap<&str, usize> =
        api.operations().enumerate().map(|(index, operation)| (operation.name.as_str(), index)).collect();
    found.matches.sort_by_key(|it| (order.get(it.operation.name.as_str()).copied(), it.seen));
    found
}

/// An operation, and the words of its path as far as is known by now.
struct Target<'a> {
    operation: &'a Operation,
    words: Vec<String>,
    /// What they were replaced by.
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

/// Matching, step by step.
struct Work<'a, 's> {
    api: &'a Api,
    seen: &'s [Seen],
    evidence: &'s Evidence,
    /// The words of the paths that were seen.
    words: Vec<Vec<String>>,
    targets: Vec<Target<'a>>,
    found: Matched<'a>,
    /// Positions of paths that no step has decided.
    open: BTreeSet<usize>,
}

impl<'a, 's> Work<'a, 's> {
    fn new(api: &'a Api, seen: &'s [Seen], evidence: &'s Evidence) -> Self {
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
            words: seen.iter().map(|it| words::of_path(&evidence.revealed(&it.path))).collect(),
            targets: api.operations().map(target).collect(),
            found: Matched::default(),
            open: (0..seen.len()).collect(),
        }
    }

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
        for (position, words) in self.answered() {
            groups.entry(words.concat()).or_default().0.push(position);
        }
        for (target, it) in self.targets.iter().enumerate().filter(|(_, it)| !it.words.is_empty()) {
            if let Some(group) = groups.get_mut(&it.words.concat()) {
                group.1.push(target);
            }
        }
        for (positions, targets) in groups.into_values() {
            match (&*positions, self.of(&targets)) {
                (_, found) if found.is_empty() => {}
                ([position], found) if found.iter().all(|it| it.is_free) && found.len() == 1 => {
                    let renamed = found.iter().flat_map(|it| it.renamed.clone()).collect::<Vec<_>>();
                    let how = if renamed.is_empty() { How::Moved } else { How::Renamed(renamed) };
                    targets.iter().for_each(|target| self.decide(*target, *position, how.clone()));
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
        for (position, _) in self.answered() {
            let path = self.seen.get(position).map(|it| self.evidence.revealed(&it.path));
            let near = folders.get(&words::of_namespace(&path.unwrap_or_default()));
            let mut fitting = near.into_iter().flatten().copied().collect::<Vec<_>>();
            fitting.retain(|target| {
                let operation = self.targets.get(*target).map(|it| it.operation);
                operation.is_some_and(|it| self.agreement(position, it) == Agreement::Full)
            });
            if !fitting.is_empty() {
                alike.entry(position).or_insert(fitting);
            }
        }
        alike.iter().for_each(|(position, targets)| self.doubt(*position, targets));
    }

    /// The open paths that a server answered without failure, and their words.
    fn answered(&self) -> impl Iterator<Item = (usize, &Vec<String>)> {
        let is_fine = |position: &usize| self.seen.get(*position).is_some_and(|seen| seen.fine() > 0);
        let open = self.open.iter().copied().filter(is_fine);
        open.filter_map(|position| Some((position, self.words.get(position)?)))
    }

    /// How well the parameters that were seen at a path are those of an operation.
    fn agreement(&self, position: usize, operation: &Operation) -> Agreement {
        let main = self.seen.get(position).and_then(Seen::main);
        let Some((method, part)) = main.filter(|(_, part)| part.whole > 0) else { return Agreement::Partial };
        let credential = credentials::names(self.api, operation);
        let names = endpoints::parameters(method, part).keys().map(String::as_str);
        let names: HashSet<&str> = names.filter(|name| !credential.contains(name)).collect();
        let own = operation.parameters.iter();
        let shared = own.clone().filter(|it| names.contains(it.name.as_str())).count();
        let required = || own.clone().filter(|it| it.presence == Presence::Required);
        let missing = required().filter(|it| !names.contains(it.name.as_str())).count();
        match () {
            () if shared == names.len() && missing == 0 && shared > 0 => Agreement::Full,
            () if shared * 2 >= names.len() && missing * 2 <= required().count() => Agreement::Partial,
            () => Agreement::None,
        }
    }

    fn of(&self, targets: &[usize]) -> Vec<&Target<'a>> {
        targets.iter().filter_map(|target| self.targets.get(*target)).collect()
    }

    fn decide(&mut self, target: usize, position: usize, how: How) {
        let (Some(target), Some(seen)) = (self.targets.get_mut(target), self.seen.get(position)) else {
            return;
        };
        target.is_free &= how == How::Alias;
        self.open.remove(&position);
        let path = self.evidence.revealed(&seen.path);
        self.found.matches.push(Match { operation: target.operation, seen: position, path, how });
    }

    fn doubt(&mut self, position: usize, targets: &[usize]) {
        self.open.remove(&position);
        let candidates = self.of(targets).iter().map(|it| it.operation).collect();
        self.found.ambiguous.push(Ambiguous { seen: position, candidates });
    }
}

/// How well parameters agree.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Agreement {
    /// There are some, all are the operation's, and all that it requires are there.
    Full,
    /// They can be the operation's, or nothing is known about them.
    Partial,
    None,
}
