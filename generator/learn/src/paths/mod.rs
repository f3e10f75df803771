//! Finds the operation that a path belongs to.
//!
//! A path is the operation's own or an alias; or has the same letters, with `/`
//! and `-` elsewhere; or it has them once words are replaced as the server
//! replaces them everywhere. Nothing else is decided.

mod findings;
mod substitution;
mod substitutions;
mod work;

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::choice::Choices;
use crate::recordings::{Endpoint, Evidence, Exchanges};
use crate::{dialect, words};

pub use self::work::{How, Match, Work};

use self::substitutions::Pair;
use self::work::Agreement;
use generator_spec::model::{Api, Operation};

/// A path and what was seen there.
pub struct Seen<'e> {
    /// The path, without the part before the API's own paths; with the mark of one of the operations that share
    /// it.
    pub path: String,
    /// By HTTP method.
    pub methods: BTreeMap<&'e str, Endpoint<'e>>,
}

impl<'e> Seen<'e> {
    /// The number of requests that didn't fail.
    pub fn fine(&self) -> u64 {
        self.methods.values().map(|endpoint| endpoint.fine.count()).sum()
    }

    /// The method that most requests use, and those with it; HEAD only if it is alone.
    pub fn main(&self) -> Option<(&'e str, &Exchanges<'e>)> {
        let fine = self.methods.iter().filter(|(_, it)| it.fine.count() > 0);
        let main = fine.max_by_key(|(method, it)| (**method != "HEAD", it.fine.count()));
        main.map(|(method, it)| (*method, &it.fine))
    }
}

/// Everything that was seen below a prefix, in the order of the paths.
pub fn seen<'e>(api: &Api, evidence: &'e Evidence, base: &str) -> Vec<Seen<'e>> {
    let (choices, mut paths) = (Choices::of(api), BTreeMap::<String, BTreeMap<&str, Endpoint<'e>>>::new());
    for ((path, method), exchanges) in &evidence.endpoints {
        let path = path.strip_prefix(base).filter(|path| path.starts_with('/'));
        for (path, exchange) in path.into_iter().flat_map(|path| exchanges.iter().map(move |it| (path, it))) {
            let methods = paths.entry(path.to_owned() + choices.mark(path, exchange)).or_default();
            dialect::sort(api, exchange, methods.entry(method).or_default());
        }
    }
    paths.into_iter().map(|(path, methods)| Seen { path, methods }).collect()
}

/// The prefix before the API's own paths in most requests, such as a proxy's.
pub fn base(api: &Api, evidence: &Evidence) -> String {
    let known: HashSet<&str> = api.operations().flat_map(Operation::paths).collect();
    let deepest = known.iter().map(|path| path.matches('/').count()).max().unwrap_or_default();
    let mut bases: BTreeMap<&str, HashSet<&str>> = BTreeMap::new();
    for (path, _) in evidence.endpoints.keys() {
        for (start, _) in path.rmatch_indices('/').take(deepest) {
            let (base, own) = path.split_at(start);
            if known.contains(own) && !base.ends_with('/') {
                bases.entry(base).or_default().insert(own);
            }
        }
    }
    // A single path may have the end of a known one by chance.
    let is_alone = |base: &str, own: &HashSet<&str>| {
        let paths = evidence.endpoints.keys().map(|(path, _)| path);
        let mut below = paths.filter_map(|path| path.strip_prefix(base).filter(|it| it.starts_with('/')));
        below.all(|path| own.contains(path))
    };
    bases.retain(|base, own| base.is_empty() || own.len() > 1 || is_alone(base, own));
    // The shortest of those that are as frequent.
    let most = bases.iter().max_by_key(|(base, own)| (own.len(), std::cmp::Reverse(base.len())));
    most.map_or(String::new(), |(base, _)| (*base).to_owned())
}

/// Finds the operations of paths, in the order of the spec.
pub fn matched<'a, 's>(api: &'a Api, seen: &'s [Seen<'s>], evidence: &'s Evidence) -> Work<'a, 's> {
    let mut work = Work::new(api, seen, evidence);
    work.exact();
    work.same_letters();
    while let Some(substitution) = substitutions::best(&work) {
        work.targets.iter_mut().filter(|it| it.is_free).for_each(|it| it.rename(&substitution));
        work.same_letters();
    }
    // Nothing is at its own path, and only one other is like it.
    for pair in substitutions::unique(&work) {
        if work.is_gone(pair.target) {
            work.decide(pair.target, pair.seen, How::Gone);
        }
    }
    offer(&mut work);
    work.found.sort_by_key(|it| (it.target, it.seen));
    work
}

/// Reports what has the parameters of an operation in the same folder, or
/// the words of one but for a few: that is not enough to decide.
fn offer(work: &mut Work<'_, '_>) {
    let mut alike: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let pairs = substitutions::unique(work);
    // Other paths begin with the same words, which are a folder of their own then.
    let is_open = |seen: &usize| !pairs.iter().any(|it| it.seen == *seen);
    let open: Vec<usize> = work.successful().filter(is_open).collect();
    let is_apart = |pair: &Pair| {
        let start = pair.start_in(&work.words[pair.seen]);
        start.len() > pair.start && open.iter().any(|other| work.words[*other].starts_with(start))
    };
    for pair in pairs.iter().filter(|pair| !is_apart(pair)) {
        alike.entry(pair.seen).or_default().push(pair.target);
    }
    let mut folders: HashMap<Vec<String>, Vec<usize>> = HashMap::new();
    for (target, it) in work.targets.iter().enumerate().filter(|(_, it)| it.is_free) {
        let folder = words::of_namespace(it.operation.path.text().unwrap_or_default());
        folders.entry(folder).or_default().push(target);
    }
    for position in work.successful() {
        let folder = words::of_namespace(&work.evidence.names.revealed(&work.seen[position].path));
        let mut fitting = folders.get(&folder).cloned().unwrap_or_default();
        fitting.retain(|target| work.agreement(position, *target) == Agreement::Full);
        if !fitting.is_empty() {
            alike.entry(position).or_insert(fitting);
        }
    }
    alike.iter().for_each(|(position, targets)| work.doubt(*position, targets));
}
