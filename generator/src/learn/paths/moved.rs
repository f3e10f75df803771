//! Paths that differ only in where `/` and `-` are.

use std::collections::BTreeMap;

use super::{How, Work};
use crate::learn::words;
use crate::model::Operation;

pub fn find(work: &mut Work<'_, '_>) {
    let mut groups: BTreeMap<String, (Vec<usize>, Vec<&Operation>)> = BTreeMap::new();
    for position in work.answered() {
        if let Some(path) = work.path(position) {
            groups.entry(words::squashed(path)).or_default().0.push(position);
        }
    }
    let free: Vec<&str> = work.free().iter().map(|operation| operation.name.as_str()).collect();
    let free: std::collections::HashSet<&str> = free.into_iter().collect();
    for operation in work.api.operations() {
        if let Some(path) = operation.path.text()
            && let Some(group) = groups.get_mut(&words::squashed(path))
        {
            group.1.push(operation);
        }
    }
    for (_, (positions, operations)) in groups {
        match (&*positions, &*operations) {
            (_, []) => {}
            ([position], [operation]) if free.contains(operation.name.as_str()) => {
                work.decide(operation, *position, How::Moved);
            }
            _ => positions.iter().for_each(|position| work.doubt(*position, operations.clone())),
        }
    }
}
