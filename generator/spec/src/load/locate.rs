//! The places of facts about an API in its files.

use std::collections::HashMap;

use super::ApiSource;
use crate::diagnostics::At;

/// Finds facts by the documents' names.
pub struct Locator<'a> {
    source: &'a ApiSource,
    rows: HashMap<&'a str, Row<'a>>,
}

#[derive(Clone, Copy)]
struct Row<'a> {
    own: At<'a>,
    defaults: At<'a>,
}

/// The place of a fact about an operation.
#[derive(Clone, Copy)]
pub enum Said<'a> {
    /// In the operation's own row.
    Own(At<'a>),
    /// In the defaults of its file.
    Inherited(At<'a>),
}

impl<'a> Said<'a> {
    /// The place.
    #[must_use]
    pub fn at(self) -> At<'a> {
        match self {
            Self::Own(at) | Self::Inherited(at) => at,
        }
    }
}

impl<'a> Locator<'a> {
    /// Indexes the named rows of an API.
    #[must_use]
    pub fn new(source: &'a ApiSource) -> Self {
        let rows = source.operations.iter().flat_map(|file| {
            let (rows, defaults) = (file.at().get("operations"), file.at().get("defaults"));
            let names = file.value.operations.iter().map(|row| row.operation.as_deref()).enumerate();
            names.filter_map(move |(index, name)| Some((name?, Row { own: rows.item(index), defaults })))
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
        let row = self.rows.get(operation)?;
        row.own.find(key).map(Said::Own).or_else(|| row.defaults.find(key).map(Said::Inherited))
    }

    /// The places of the items of a list that adds to the inherited one.
    pub fn items(&self, operation: &str, key: &str) -> impl Iterator<Item = Said<'a>> {
        let row = self.rows.get(operation);
        let items = |at: Option<At<'a>>| at.and_then(|at| at.find(key)).into_iter().flat_map(At::items);
        let inherited = items(row.map(|row| row.defaults)).map(Said::Inherited);
        inherited.chain(items(row.map(|row| row.own)).map(Said::Own))
    }

    /// The place of a parameter of an operation.
    #[must_use]
    pub fn parameter(&self, operation: &str, name: &str) -> Option<Said<'a>> {
        let row = self.rows.get(operation)?;
        let find = |at: At<'a>| at.find("parameters")?.find(name);
        find(row.own).map(Said::Own).or_else(|| find(row.defaults).map(Said::Inherited))
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
