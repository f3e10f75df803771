//! Everything known about one operation, and where the spec says it.

mod facts;

use serde_json::{Value, json};

use crate::export;
use generator_codegen::emit::shown::Shown;
use generator_spec::Spec;
use generator_spec::load::{ApiSource, Locator, Said};
use generator_spec::model::{Api, Group, Operation};

/// One operation, explained.
pub struct Explanation<'a> {
    /// Its API.
    pub api: &'a Api,
    /// Its group.
    pub group: &'a Group,
    /// The operation.
    pub operation: &'a Operation,
    /// Its facts, in the order of the spec language.
    pub facts: Vec<Fact<'a>>,
}

/// One fact.
#[derive(Clone)]
pub struct Fact<'a> {
    /// Its key in the spec language.
    pub what: &'static str,
    /// Its value in words.
    pub value: String,
    /// Its place in the spec; `None` if the generator decides it.
    pub place: Option<Said<'a>>,
}

/// Explains the operations with a name: in the documents, in Rust, of an alias, or a path.
#[must_use]
pub fn explain<'a>(spec: &'a Spec, name: &str) -> Vec<Explanation<'a>> {
    let apis = spec.apis.iter().zip(&spec.sources);
    apis.flat_map(|(api, source)| explain_in(api, source, name)).collect()
}

fn explain_in<'a>(api: &'a Api, source: &'a ApiSource, name: &str) -> Vec<Explanation<'a>> {
    let found =
        api.operations_in_groups().filter(|(_, operation)| names(operation).any(|other| other == name));
    found
        .map(|(group, operation)| {
            let facts = facts::facts(api, &Locator::new(source), group, operation);
            Explanation { api, group, operation, facts }
        })
        .collect()
}

/// The names and paths that find an operation.
pub fn names(operation: &Operation) -> impl Iterator<Item = &str> {
    let aliases = operation.aliases.iter();
    let aliases = aliases.flat_map(|alias| alias.name.as_deref().into_iter().chain([alias.path.as_str()]));
    [operation.name.as_str(), operation.rust.as_str()].into_iter().chain(operation.path.text()).chain(aliases)
}

impl Explanation<'_> {
    /// The parts of the generated files that show it.
    #[must_use]
    pub fn shown(&self) -> Shown {
        Shown::new(self.api, self.group, self.operation)
    }

    /// The facts as JSON, whose shape is in `FORMATS.md`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let Shown { example, client, server, docs, openapi } = self.shown();
        let file = |file: generator_codegen::emit::File| json!({ "file": file.path, "text": file.text });
        json!({
            "api": self.api.name,
            "facts": self.facts.iter().map(Fact::to_json).collect::<Vec<_>>(),
            "operation": export::row_of(self.api, self.group, self.operation),
            "example": example,
            "client": file(client),
            "server": file(server),
            "docs": file(docs),
            "openapi": file(openapi),
        })
    }
}

impl Fact<'_> {
    fn to_json(&self) -> Value {
        json!({
            "what": self.what,
            "value": self.value,
            "file": self.place.map(|place| place.at.path()),
            "line": self.place.map(|place| place.at.line()),
            "of": self.place.map(|place| place.of.name()),
        })
    }
}
