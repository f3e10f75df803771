//! The entries of an API: each has a name, facts and parts.

use std::borrow::Cow;

use super::rule::{Section, When};
use super::{Rule, SubjectKind};
use generator_spec::facts::{Fact, Key};
use generator_spec::model::Uses;

/// An entry of an API.
pub struct Entity<'a> {
    pub kind: Kind,
    /// Its name in the documents or on the wire, by which it is paired.
    pub name: Cow<'a, str>,
    /// Its name on the wire, if it is sent. Its name in the documents has no effect then.
    pub wire: Option<Cow<'a, str>>,
    /// Its Rust name; empty if it always follows from its name.
    pub rust: &'a str,
    /// The directions in which it is sent.
    pub uses: Uses,
    /// Its sort within its kind, if rows depend on it: `required` or `optional`.
    pub sort: &'static str,
    /// The text that is reported if it is added or removed.
    pub text: Option<String>,
    /// Clues that recognize it under another name, the best first.
    pub clues: Vec<String>,
    /// True if its place in a list matters.
    pub is_ordered: bool,
    /// The facts about it.
    pub facts: Vec<Fact<'a>>,
    /// The values that are not facts: the same for each entry of a kind, in the same order.
    pub traits: Vec<Chain>,
    /// Its parts; two lists are compared if they have the same name.
    pub parts: Vec<(&'static str, Vec<Self>)>,
}

impl<'a> Entity<'a> {
    /// An entry with nothing but a name.
    pub fn new(kind: Kind, name: impl Into<Cow<'a, str>>) -> Self {
        Self {
            kind,
            name: name.into(),
            wire: None,
            rust: "",
            uses: Uses::ALL,
            sort: "",
            text: None,
            clues: Vec::new(),
            is_ordered: true,
            facts: Vec::new(),
            traits: Vec::new(),
            parts: Vec::new(),
        }
    }
}

/// A kind of entries.
#[derive(Clone, Copy)]
pub struct Kind {
    /// Its name in rows.
    pub name: &'static str,
    /// Its rows.
    pub section: &'static Section,
    /// Its position.
    pub position: Position,
}

impl Kind {
    /// The row for a change of an entry as a whole.
    pub fn row(self, values: [Option<&str>; 2], how: When) -> Option<&'static Rule> {
        self.section.row(self.name, values, how)
    }
}

/// The position of an entry in the spec.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// It is a subject.
    Subject(SubjectKind),
    /// It has a name under this key of a subject.
    Member(&'static str),
    /// It is in the list that is under this key of a subject.
    Item(&'static str),
}

/// Values of one entry. Only the first that differs and has a row is reported.
pub type Chain = Vec<Trait>;

/// A value of one entry.
pub struct Trait {
    /// Its name in rows. Without a row, a change of it is documentation with this name.
    pub name: &'static str,
    /// The key that has it in a spec.
    pub key: &'static str,
    /// The value that is compared.
    pub is: Option<String>,
    /// The value that is reported, if not the one that is compared; empty for none.
    pub shown: Option<String>,
}

impl Trait {
    /// Sets the key.
    pub fn at(self, key: &'static str) -> Self {
        Self { key, ..self }
    }

    /// Sets the value that is reported.
    pub fn shown(self, shown: impl Into<Option<String>>) -> Self {
        Self { shown: Some(shown.into().unwrap_or_default()), ..self }
    }

    /// Returns whether the two are equal, or would be reported as equal.
    pub fn is_same(&self, other: &Self) -> bool {
        let is_shown = self.shown.as_ref().is_some_and(|text| !text.is_empty());
        self.is == other.is || is_shown && self.shown == other.shown
    }

    /// The value that is reported.
    pub fn reported(&self) -> Option<String> {
        self.shown.as_ref().or(self.is.as_ref()).filter(|text| !text.is_empty()).cloned()
    }
}

/// The name of a value that another chain reports. If it differs, the rest of this chain is skipped.
pub const ELSEWHERE: &str = "";

/// A value that is reported as it is compared.
pub fn is(name: &'static str, value: impl ToString) -> Trait {
    maybe(name, Some(value))
}

/// A value that is reported as it is compared, if there is one.
pub fn maybe(name: &'static str, value: Option<impl ToString>) -> Trait {
    Trait { name, key: "", is: value.map(|value| value.to_string()), shown: None }
}

/// The value of a key for people, if it has one.
pub fn value(facts: &[Fact<'_>], key: Key) -> Option<String> {
    let values: Vec<String> = facts.iter().filter(|fact| fact.key == key).map(Fact::short).collect();
    listed(&values)
}

/// A list of names; `None` if it is empty.
pub fn listed(names: &[String]) -> Option<String> {
    (!names.is_empty()).then(|| names.join(", "))
}
