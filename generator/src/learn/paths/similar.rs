//! Paths that nothing explains, but whose words and parameters fit one operation only.

use std::collections::{BTreeMap, BTreeSet};

use super::{How, Work};
use crate::learn::{credentials, endpoints, words};
use crate::model::{Operation, Path, Presence};

pub fn find(work: &mut Work<'_, '_>) {
    let free: Vec<&Operation> =
        work.free().into_iter().filter(|operation| matches!(operation.path, Path::Inferred(_))).collect();
    let mut claims: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for position in work.answered() {
        let fits =
            |(index, operation): (usize, &&Operation)| fits(work, position, operation).then_some(index);
        let fitting: Vec<usize> = free.iter().enumerate().filter_map(fits).collect();
        if !fitting.is_empty() {
            claims.insert(position, fitting);
        }
    }
    let mut wanted: BTreeMap<usize, usize> = BTreeMap::new();
    claims.values().flatten().for_each(|index| *wanted.entry(*index).or_default() += 1);
    for (position, fitting) in claims {
        let candidates: Vec<&Operation> =
            fitting.iter().filter_map(|index| free.get(*index).copied()).collect();
        match (&*fitting, &*candidates) {
            ([index], [operation]) if wanted.get(index) == Some(&1) => {
                work.decide(operation, position, How::Similar);
            }
            _ => work.doubt(position, candidates),
        }
    }
}

/// At least half of the words are shared, and the parameters are the operation's:
/// all that are required, one at least, and no other.
fn fits(work: &Work<'_, '_>, position: usize, operation: &Operation) -> bool {
    let Some(seen) = work.seen.get(position) else { return false };
    let Some((method, part)) = seen.main() else { return false };
    let credential = credentials::names(work.api, operation);
    let names: BTreeSet<&str> = endpoints::parameters(method, part)
        .keys()
        .map(String::as_str)
        .filter(|name| !credential.contains(name))
        .collect();
    let has = |name: &str| operation.parameters.iter().any(|it| it.name == name);
    let required = operation.parameters.iter().filter(|it| it.presence == Presence::Required);
    !names.is_empty()
        && names.iter().all(|name| has(name))
        && required.map(|it| it.name.as_str()).all(|name| names.contains(name))
        && shares_words(&seen.path, operation)
}

fn shares_words(path: &str, operation: &Operation) -> bool {
    let own: BTreeSet<String> =
        words::of_path(operation.path.text().unwrap_or_default()).into_iter().collect();
    let seen: BTreeSet<String> = words::of_path(path).into_iter().collect();
    own.intersection(&seen).count() * 2 >= own.union(&seen).count()
}
