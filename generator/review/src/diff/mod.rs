//! The meaning of a spec change and the programs that it breaks.
//!
//! [`diff`] compares the meaning of two specs, not their texts: it ignores
//! where a fact is and how it is written. Each change is a row of [`TABLE`],
//! which says which of four audiences it breaks.
//!
//! An API is a tree of entries, such as operations, parameters and types, each an `Entity`: it
//! has a name, facts (those of `generator_spec::facts`), other values, and parts. One comparison
//! pairs them, and looks up the differences of each pair in the table.
//!
//! To add a kind of change: a row in `rules`, with the key of a fact and how it changes; or, if
//! it is not a fact, with the name of a value that the entry lists in `traits`. Then an edit in
//! `tests/generator/changes`, which proves the row. A change without a row is documentation.

mod apis;
mod compare;
mod credentials;
mod entity;
mod facts;
mod location;
#[cfg(test)]
mod names;
mod operations;
mod order;
mod pairing;
mod rule;
mod rules;
mod sentence;
mod table;
mod values;

pub use self::rule::{AUDIENCES, Effect, Effects, Heading, Rule, Step};
pub use self::rules::TABLE;
pub use self::table::table;

use self::compare::{Differ, only};
use self::location::{Half, Location};
use self::rule::Section;
use generator_spec::Spec;
use generator_spec::load::ApiSource;
use generator_spec::model::{Api, Uses};
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
    /// The directions in which it is sent: in requests, in results, or both.
    pub uses: Uses,
    /// The value before.
    pub before: Option<String>,
    /// The value now.
    pub after: Option<String>,
    /// Its place.
    pub place: Option<ChangePlace>,
}

impl Change {
    /// The effects on [`AUDIENCES`].
    #[must_use]
    pub fn effects(&self) -> Effects {
        self.rule.effects(self.uses)
    }

    /// The audiences that it breaks, in words.
    #[must_use]
    pub fn broken(&self) -> String {
        rule::broken(self.effects())
    }

    /// Returns whether it breaks anyone.
    #[must_use]
    pub fn is_breaking(&self) -> bool {
        self.step() == Step::Major
    }

    /// The step that the version of the generated crate takes.
    #[must_use]
    pub fn step(&self) -> Step {
        rule::step(self.effects())
    }
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
    TABLE.iter().flat_map(Section::rows)
}

/// The changes from one spec to another, in the order of the APIs' names.
#[must_use]
pub fn diff(base: &Spec, head: &Spec) -> Vec<Change> {
    let specs = [base, head].map(|spec| spec.sources.iter().zip(&spec.apis).collect::<Vec<_>>());
    let matched = pairing::pair(specs.each_ref().map(Vec::as_slice), |(_, api)| &*api.name);
    let both = matched.both.into_iter().flat_map(|pair| compare(pair.map(|(_, api)| api)));
    let one_sided = matched
        .left
        .into_iter()
        .enumerate()
        .flat_map(|(side, apis)| apis.into_iter().flat_map(move |(_, api)| whole(side, api)));
    let mut changes: Vec<Change> = both.chain(one_sided).collect();
    // Operations that now destroy something come first.
    changes.sort_by_cached_key(|change| (change.api.clone(), change.rule.id != "operation-destroys"));
    changes
}

/// The changes of an API.
fn compare<'a>(apis: [(&'a ApiSource, &'a Api); 2]) -> Vec<Change> {
    let mut halves = apis.map(Half::new);
    // The comparison of everything else needs the new names of types and groups.
    let [types, groups] = [values::types, apis::groups]
        .map(|entries| compare::names(halves.each_ref().map(entries).each_ref()));
    (halves[0].types, halves[0].groups) = (types, groups);
    let location = Location::of(SubjectKind::Api, halves.each_ref().map(|half| Some(&*half.api.name)));
    let types = halves.each_ref().map(values::types);
    let [base, head] = halves.each_ref().map(apis::api);
    let mut differ = Differ { halves, changes: Vec::new() };
    let held = differ.halves.each_ref().map(values::held);
    differ.list(location, types.each_ref());
    differ.list(location, held.each_ref());
    differ.pair(location, [&base, &head]);
    differ.changes
}

/// The change that an API is in only one of the specs.
fn whole<'a>(side: usize, spec: (&'a ApiSource, &'a Api)) -> Vec<Change> {
    let mut differ = Differ { halves: [spec; 2].map(Half::new), changes: Vec::new() };
    let location = Location::of(SubjectKind::Api, only(side, &*spec.1.name));
    let lists = only(side, apis::whole(spec.1)).map(Vec::from_iter);
    differ.list(location, lists.each_ref());
    differ.changes
}
