//! The meaning of a spec change and the programs that it breaks.
//!
//! [`diff`] compares the meaning of two specs, not their texts: it ignores
//! where a fact is and how it is written. Each change is a row of [`TABLE`],
//! which says which of four audiences it breaks. What is compared are the facts of
//! `generator_spec::facts`, key by key: the row of a key says how it changes, and
//! code finds only changes that have structure, such as another path or type.
//!
//! To add a kind of change: a row in `rules`, with the key and how it changes or
//! else a comparison where it is found, and an edit in `tests/generator/changes`, which
//! proves the row.

mod apis;
mod compare;
mod credentials;
mod differ;
mod facts;
mod gatekeeper;
mod groups;
mod operations;
mod pairing;
mod parameters;
mod returns;
mod rule;
mod rules;
mod sentence;
mod table;
mod types;

pub use self::rule::{AUDIENCES, Effect, Heading, Rule, Step};
pub use self::rules::TABLE;
pub use self::table::table;

use generator_spec::Spec;
use generator_spec::load::ApiSource;
use generator_spec::model::Api;
use generator_spec::text::named;

/// One change.
#[derive(Clone, Debug)]
pub struct Change {
    /// Its kind.
    pub rule: &'static Rule,
    /// Name of the API.
    pub api: String,
    /// Its subject.
    pub subject: Subject,
    /// The parameter, field, value or other part of that.
    pub member: Option<String>,
    /// The value before.
    pub before: Option<String>,
    /// The value now.
    pub after: Option<String>,
    /// Its place.
    pub place: Option<ChangePlace>,
}

/// The subject of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// Its kind.
    pub kind: SubjectKind,
    /// Its name in the documents; for something removed, the name it had.
    pub name: String,
}

named! {
    /// The kind of a subject.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum SubjectKind {
        /// The API itself.
        Api = "api",
        /// A group of operations.
        Group = "group",
        /// An operation.
        Operation = "operation",
        /// A type.
        Type = "type",
        /// An authentication block.
        Credential = "credential",
        /// A gate.
        Gate = "gate",
        /// A constant.
        Constant = "constant",
    }
}

/// The place of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangePlace {
    /// The spec that it is in.
    pub side: Side,
    /// The file.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
}

named! {
    /// One of two specs.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Side {
        /// The one before.
        Base = "base",
        /// The one now.
        Head = "head",
    }
}

/// Every kind of change.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    TABLE.iter().flat_map(|section| section.rows)
}

/// The changes from one spec to another, in the order of the APIs' names.
#[must_use]
pub fn diff(base: &Spec, head: &Spec) -> Vec<Change> {
    let (base, head) = (sides(base), sides(head));
    let matched = pairing::pair(&base, &head, |(_, api)| api.name.as_str());
    let mut changes: Vec<Change> =
        matched.both.iter().flat_map(|(base, head)| apis::compare(**base, **head)).collect();
    let gone = matched.gone.iter().map(|(_, (source, api))| apis::whole(Side::Base, source, api));
    let new = matched.new.iter().map(|(_, (source, api))| apis::whole(Side::Head, source, api));
    changes.extend(gone.chain(new));
    // What now destroys something comes first.
    changes.sort_by(|a, b| (&a.api, a.rule != DESTROYS).cmp(&(&b.api, b.rule != DESTROYS)));
    changes
}

const DESTROYS: &Rule = rules::row("operation-destroys");

fn sides(spec: &Spec) -> Vec<(&ApiSource, &Api)> {
    spec.sources.iter().zip(&spec.apis).collect()
}
