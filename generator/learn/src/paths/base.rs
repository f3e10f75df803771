//! The part of the paths before the API's own, as behind a proxy.

use std::collections::{BTreeMap, HashSet};

use crate::recordings::Evidence;

use crate::model::{Api, Operation};

/// What comes before the API's own paths where most requests were sent.
pub fn base(api: &Api, evidence: &Evidence) -> String {
    let known: HashSet<&str> = api.operations().flat_map(Operation::paths).collect();
    let deepest = known.iter().map(|path| path.matches('/').count()).max().unwrap_or_default();
    let mut bases: BTreeMap<&str, u64> = BTreeMap::new();
    for (path, _) in evidence.endpoints.keys() {
        for (start, _) in path.rmatch_indices('/').take(deepest) {
            let (base, rest) = path.split_at(start);
            if known.contains(rest) {
                *bases.entry(base).or_default() += 1;
            }
        }
    }
    // The shortest of those that are as frequent.
    let most = bases.iter().max_by_key(|(base, count)| (**count, std::cmp::Reverse(base.len())));
    most.map_or(String::new(), |(base, _)| (*base).to_owned())
}
