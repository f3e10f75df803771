//! The places of facts about an API in its files.

use std::collections::HashMap;

use super::ApiSource;
use crate::diagnostics::At;
use crate::text::named;

/// Finds the places of facts by the documents' names.
pub struct Locator<'a> {
    source: &'a ApiSource,
    rows: HashMap<&'a str, Row<'a>>,
}

#[derive(Clone, Copy)]
struct Row<'a> {
    own: At<'a>,
    defaults: At<'a>,
}

named! {
    /// The owner of a fact about an operation.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Owner {
        /// The operation itself.
        Operation = "operation",
        /// The defaults of its file.
        Defaults = "defaults",
        /// api.yaml.
        Api = "api",
    }
}

/// The place of a fact about an operation.
#[derive(Clone, Copy)]
pub struct Said<'a> {
    /// The owner of the fact.
    pub of: Owner,
    /// The place.
    pub at: At<'a>,
}

impl Owner {
    /// A fact of this owner at a place.
    #[must_use]
    pub fn says(self, at: At<'_>) -> Said<'_> {
        Said { of: self, at }
    }
}

impl<'a> Row<'a> {
    /// The fact of the operation itself, or else of its file.
    fn find(&self, find: impl Fn(At<'a>) -> Option<At<'a>>) -> Option<Said<'a>> {
        let own = find(self.own).map(|at| Owner::Operation.says(at));
        own.or_else(|| find(self.defaults).map(|at| Owner::Defaults.says(at)))
    }
}

impl<'a> Locator<'a> {
    /// Indexes the named rows of an API.
    #[must_use]
    pub fn new(source: &'a ApiSource) -> Self {
        let rows = source.operations.iter().flat_map(|file| {
            let defaults = file.at().get("defaults");
            let rows = file.value.operations.iter().zip(file.at().get("operations").items());
            rows.filter_map(move |(row, own)| Some((row.operation.as_deref()?, Row { own, defaults })))
        });
        Self { source, rows: rows.collect() }
    }

    /// A place in `api.yaml`.
    #[must_use]
    pub fn api(&self) -> At<'a> {
        self.source.api.at()
    }

    /// The row of an operation.
    #[must_use]
    pub fn operation(&self, name: &str) -> Option<At<'a>> {
        self.rows.get(name).map(|row| row.own)
    }

    /// The place of a key of an operation; `None` if it has no such key.
    #[must_use]
    pub fn key(&self, operation: &str, key: &str) -> Option<Said<'a>> {
        self.rows.get(operation)?.find(|at| at.find(key))
    }

    /// The places of the items of a list that adds to the inherited one.
    pub fn items(&self, operation: &str, key: &str) -> impl Iterator<Item = Said<'a>> {
        let row = self.rows.get(operation);
        let items = |at: Option<At<'a>>| at.and_then(|at| at.find(key)).into_iter().flat_map(At::items);
        let inherited = items(row.map(|row| row.defaults)).map(|at| Owner::Defaults.says(at));
        inherited.chain(items(row.map(|row| row.own)).map(|at| Owner::Operation.says(at)))
    }

    /// The place of a parameter of an operation.
    #[must_use]
    pub fn parameter(&self, operation: &str, name: &str) -> Option<Said<'a>> {
        self.rows.get(operation)?.find(|at| at.find("parameters")?.find(name))
    }

    /// A group: in `api.yaml`, or else its file of operations.
    #[must_use]
    pub fn group(&self, name: &str) -> Option<At<'a>> {
        let listed = self.api().find("groups").and_then(|groups| groups.find(name));
        let file = || self.source.operations.iter().find(|file| file.value.group == name);
        listed.or_else(|| file().map(|file| file.at()))
    }

    /// A type in `types.yaml`.
    #[must_use]
    pub fn named_type(&self, name: &str) -> Option<At<'a>> {
        self.source.types.as_ref()?.at().find(name)
    }
}
