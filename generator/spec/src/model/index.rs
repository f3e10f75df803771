//! The positions of names, so that no lookup goes through the whole API.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use super::{Api, TypeId};

/// By names.
#[derive(Clone, Debug, Default)]
pub struct Index {
    operations: IndexMap<String, Mentions>,
    types: IndexMap<String, TypeId>,
}

/// The position of a name in the lists of the API.
#[derive(Clone, Debug, Default)]
pub(super) struct Mentions {
    /// Its group and its row there.
    pub row: Option<(usize, usize)>,
    pub version_changes: Vec<usize>,
    pub limits: Vec<usize>,
    pub states: Vec<usize>,
}

impl Index {
    /// Reads each list of the API once.
    pub fn new(api: &Api) -> Self {
        let types = api.types.iter().enumerate().map(|(at, ty)| (ty.name.clone(), TypeId(at)));
        let mut index = Self { operations: IndexMap::new(), types: types.collect() };
        for (at, group) in api.groups.iter().enumerate() {
            for (row, operation) in group.rows.iter().enumerate() {
                if let Some(operation) = operation.named() {
                    index.at(&operation.name).row.get_or_insert((at, row));
                }
            }
        }
        for (at, change) in api.version_changes.iter().enumerate() {
            for name in change.operations.iter().collect::<BTreeSet<_>>() {
                index.at(name).version_changes.push(at);
            }
        }
        for (at, limit) in api.limits.iter().enumerate() {
            index.at(&limit.applies_to).limits.push(at);
        }
        for (at, state) in api.states.iter().enumerate() {
            state.trigger.iter().for_each(|name| index.at(name).states.push(at));
        }
        index
    }

    fn at(&mut self, name: &str) -> &mut Mentions {
        self.operations.entry(name.to_owned()).or_default()
    }

    pub(super) fn of(&self, name: &str) -> Option<&Mentions> {
        self.operations.get(name)
    }

    pub(super) fn type_id(&self, name: &str) -> Option<TypeId> {
        self.types.get(name).copied()
    }
}
