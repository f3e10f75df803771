//! The routes of a server: for axum's router one per form of a path, each with all operations
//! whose paths it can match.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    sync::Arc,
};

use super::{
    BuildError,
    pattern::{self, HasVariables, Pattern, Shape},
    target::{Operation, Target},
};
use crate::core::{ApiDescriptor, Descriptor, Place, Version, descriptor::is_path, version::is_in};

/// A path of an operation.
pub(super) struct Path {
    descriptor: &'static Descriptor,
    pattern: Pattern,
    /// The same for all operations with its method and pattern.
    family: usize,
}

/// Paths that a server has set, by operation.
pub(super) type Paths = HashMap<String, String>;

/// Returns every path of a server.
///
/// # Errors
/// If a path that was set is invalid, belongs to another operation, or is of an unknown one.
pub(super) fn paths(
    api: &ApiDescriptor,
    set: &Paths,
    version: Option<Version>,
) -> Result<Vec<Path>, BuildError> {
    let names: HashSet<&str> = api.operations.iter().map(|known| known.name).collect();
    if let Some(name) = set.keys().find(|name| !names.contains(name.as_str())) {
        return Err(BuildError::UnknownOperation { name: name.clone() });
    }
    let (mut taken, mut paths) = (HashMap::<_, (usize, HashSet<_>)>::new(), Vec::new());
    for descriptor in api.operations {
        for path in paths_of(descriptor, set, version) {
            let operation = descriptor.name;
            let pattern = pattern(descriptor, path).ok_or(BuildError::Path { operation })?;
            let count = taken.len();
            let family = taken.entry((pattern.nameless(), descriptor.method));
            let (family, others) = family.or_insert_with(|| (count, HashSet::new()));
            let own = descriptor.choosing().map(|(_, known)| (known.wire_name(), known.constant));
            if !others.insert(own.collect::<BTreeSet<_>>()) {
                return Err(BuildError::PathTaken { operation });
            }
            paths.push(Path { descriptor, pattern, family: *family });
        }
    }
    Ok(paths)
}

/// The paths of an operation in the server's version.
fn paths_of<'a>(
    descriptor: &'a Descriptor,
    set: &'a Paths,
    version: Option<Version>,
) -> impl Iterator<Item = &'a str> {
    let is_removed = descriptor.removed.zip(version).is_some_and(|(version, own)| own >= version);
    let own = match set.get(descriptor.name) {
        Some(path) => Some(path.as_str()),
        None => descriptor.path.filter(|_| is_in(descriptor.since, version)),
    };
    let aliases = descriptor.aliases.iter().filter(move |alias| is_in(alias.since, version));
    own.into_iter().chain(aliases.map(|alias| alias.path)).filter(move |_| !is_removed)
}

/// The pattern of a path; `None` if it isn't one, or lacks a parameter of the operation.
fn pattern(descriptor: &Descriptor, path: &str) -> Option<Pattern> {
    let in_path = descriptor.parameters.iter().filter(|known| known.place == Place::Path);
    let mut wanted: Vec<&str> = in_path.map(|known| known.name).collect();
    let has_variables = if wanted.is_empty() { HasVariables::No } else { HasVariables::Yes };
    let pattern = Pattern::of(path, has_variables);
    let mut names = pattern.names();
    wanted.sort_unstable();
    names.sort_unstable();
    (is_path(path) && names == wanted).then_some(pattern)
}

/// Returns the routes for axum's router, with what they can match: the most literal path first.
pub(super) fn routes(
    paths: Vec<Path>,
    operation: impl Fn(&'static Descriptor) -> Operation,
) -> BTreeMap<String, Arc<[Target]>> {
    let mut members = HashMap::<_, usize>::new();
    paths.iter().for_each(|path| *members.entry(path.family).or_default() += 1);
    let mut operations = HashMap::new();
    let mut all: Vec<(Vec<Shape>, Arc<Pattern>, Target)> = Vec::new();
    for Path { descriptor, pattern, family } in paths {
        let known = operations.entry(descriptor.name).or_insert_with(|| Arc::new(operation(descriptor)));
        let (shape, pattern, operation) = (pattern.shape(), Arc::new(pattern), known.clone());
        let patterned = Some(pattern.clone()).filter(|pattern| !pattern.is_fixed());
        let family = Some(family).filter(|family| members[family] > 1);
        all.push((shape, pattern, Target { operation, pattern: patterned, family }));
    }
    all.sort_by_cached_key(|(_, pattern, _)| pattern.order());
    let wide: Vec<_> = all.iter().filter(|(shape, ..)| shape.contains(&Shape::Rest)).collect();
    let mut routes = BTreeMap::new();
    for (shape, ..) in &all {
        let is_own = !wide.iter().any(|(wide, ..)| pattern::is_within(shape, wide));
        routes.entry(pattern::route(shape)).or_insert_with(|| (shape, is_own));
    }
    routes.retain(|_, (_, is_own)| *is_own);
    let patterned: Vec<_> = all.iter().filter(|(_, pattern, _)| !pattern.is_fixed()).collect();
    let mut fixed = HashMap::<_, Vec<_>>::new();
    for entry in all.iter().filter(|(_, pattern, _)| pattern.is_fixed()) {
        fixed.entry(&entry.0).or_default().push(entry);
    }
    let target = |(.., target): &(Vec<Shape>, Arc<Pattern>, Target)| target.clone();
    let routes = routes.into_iter().map(|(path, (shape, _))| {
        let own = fixed.get(shape).into_iter().flatten().copied();
        let others = patterned.iter().copied().filter(|(other, ..)| pattern::overlap(other, shape));
        (path, own.chain(others).map(target).collect())
    });
    routes.collect()
}
