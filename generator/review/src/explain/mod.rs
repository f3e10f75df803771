//! Everything known about one operation, and where the spec says it.

mod facts;

use serde_json::{Value, json};

use crate::export;
use generator_codegen::emit::shown::Shown;
use generator_spec::Spec;
use generator_spec::diagnostics::At;
use generator_spec::load::{ApiSource, Locator, Said};
use generator_spec::model::{Api, Group, Operation};
use generator_spec::text::named;

/// One operation, explained.
#[derive(Debug)]
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
#[derive(Clone, Debug)]
pub struct Fact<'a> {
    /// Its key in the spec language.
    pub what: &'static str,
    /// Its value in words.
    pub value: String,
    /// Its place in the spec; `None` if the generator decides it.
    pub place: Option<FactPlace<'a>>,
}

/// The place of a fact.
#[derive(Clone, Copy, Debug)]
pub struct FactPlace<'a> {
    /// The file.
    pub file: &'a str,
    /// The line, from 1.
    pub line: usize,
    /// The thing that states it.
    pub of: Owner,
}

named! {
    /// The thing that states a fact.
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

impl<'a> FactPlace<'a> {
    fn new(at: At<'a>, of: Owner) -> Self {
        Self { file: at.path(), line: at.line(), of }
    }

    fn said(said: Said<'a>) -> Self {
        match said {
            Said::Own(at) => Self::new(at, Owner::Operation),
            Said::Inherited(at) => Self::new(at, Owner::Defaults),
        }
    }
}

/// The operations with that name: the documents', the Rust one, that of an
/// alias, or a path.
#[must_use]
pub fn explain<'a>(spec: &'a Spec, name: &str) -> Vec<Explanation<'a>> {
    let apis = spec.apis.iter().zip(&spec.sources);
    apis.flat_map(|(api, source)| explain_in(api, source, name)).collect()
}

fn explain_in<'a>(api: &'a Api, source: &'a ApiSource, name: &str) -> Vec<Explanation<'a>> {
    let found = api.operations_in_groups().filter(|(_, operation)| names(operation).any(|it| it == name));
    let explain = |(group, operation)| Explanation {
        api,
        group,
        operation,
        facts: facts::facts(api, &Locator::new(source), group, operation),
    };
    found.map(explain).collect()
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
            "file": self.place.map(|place| place.file),
            "line": self.place.map(|place| place.line),
            "of": self.place.map(|place| place.of.name()),
        })
    }
}
