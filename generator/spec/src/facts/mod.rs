//! Everything that is known about an API, fact by fact, in words.
//!
//! A [`Fact`] has a key of the spec language, one sentence made of [`Piece`]s,
//! and a value for machines. Printers turn pieces into rustdoc, Markdown or
//! plain text; they decide where a fact appears by its [`Part`], and how it is
//! marked by its [`Origin`], and know nothing else about it.
//!
//! To add a fact: a row in [`Key`]'s table, and a line where its subject's
//! facts are made.

mod api;
mod body;
mod key;
mod list;
mod operation;
mod pages;
mod parameter;
mod piece;
mod returns;
mod types;
mod value;

pub use self::api::{asked, encoding, of_api, of_block, of_constant, of_gate, of_group};
pub use self::key::{Key, Part, Shape, Subject};
pub use self::operation::{note, of_deprecation, of_operation, of_returns, of_unnamed};
pub use self::parameter::{format, of_parameter, since};
pub use self::piece::{Piece, Plain, Print, Words};
pub use self::types::{of_field, of_type};
pub use self::value::{ToJson, Value};

use crate::model::Status;

/// One fact.
#[derive(Clone, Debug)]
pub struct Fact<'a> {
    /// Its key in the spec language.
    pub key: Key,
    /// Its origin.
    pub origin: Origin<'a>,
    /// The sentence.
    pub words: Words<'a>,
    /// The value for machines.
    pub value: Value<'a>,
}

/// The origin of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin<'a> {
    /// The documents.
    Documented,
    /// A convention or a guess, not the documents.
    Inferred,
    /// An overlay, which names this source.
    Elsewhere(&'a str),
    /// Nowhere: the documents leave it open.
    NotShown,
    /// The usual value, which only programs get.
    Usual,
}

impl<'a> Origin<'a> {
    /// The source that an overlay names, or else the documents.
    #[must_use]
    pub fn from_source(source: Option<&'a String>) -> Self {
        source.map_or(Self::Documented, |source| Self::Elsewhere(source))
    }

    /// Returns the mark of a fact that is not from the documents. `emphasis` is put around the
    /// word `inferred`; `prose` prints the name of an overlay's source.
    #[must_use]
    pub fn mark(self, emphasis: &str, prose: impl Fn(&str) -> String) -> Option<String> {
        match self {
            Self::Inferred => Some(format!("({emphasis}inferred{emphasis})")),
            Self::Elsewhere(source) => {
                Some(format!("(from {}, not from the documents)", prose(source.trim_end_matches('.'))))
            }
            Self::Documented | Self::NotShown | Self::Usual => None,
        }
    }
}

impl Status {
    /// Returns the adjective for it.
    #[must_use]
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Documented => "documented",
            Self::Inferred => "inferred",
            Self::Elsewhere => "externally sourced",
        }
    }
}

impl From<Status> for Origin<'_> {
    fn from(status: Status) -> Self {
        match status {
            Status::Documented => Self::Documented,
            Status::Inferred => Self::Inferred,
            Status::Elsewhere => Self::Elsewhere("an overlay"),
        }
    }
}

impl Fact<'_> {
    /// Returns the value as plain text without a mark; empty if the fact has none.
    #[must_use]
    pub fn short(&self) -> String {
        let mut text = String::new();
        Plain.pieces(self.words.value(), &mut text);
        text
    }

    /// Returns whether people see the fact, not only programs.
    #[must_use]
    pub fn is_for_people(&self) -> bool {
        self.origin != Origin::Usual
    }

    /// Returns key and value: `since 1.2.0`. `None` for texts, and for parts with facts of their
    /// own.
    #[must_use]
    pub fn line(&self) -> Option<String> {
        let is_shown = match self.key.part() {
            Part::Name | Part::Summary | Part::Text | Part::Note | Part::Member | Part::Detail => false,
            Part::Source => matches!(self.origin, Origin::Elsewhere(_)),
            Part::Kind
            | Part::Code
            | Part::Deprecation
            | Part::Address
            | Part::Plain
            | Part::Item
            | Part::Result => self.is_for_people(),
        };
        let (key, value) = (self.key.name(), Plain.value(self));
        is_shown.then(|| match self.key.part() {
            Part::Kind => value,
            _ if value.is_empty() => key.to_owned(),
            _ => format!("{key} {value}"),
        })
    }
}

/// Those facts in `parts` that people see.
pub fn of_parts<'f, 'a>(facts: &'f [Fact<'a>], parts: &[Part]) -> impl Iterator<Item = &'f Fact<'a>> {
    facts.iter().filter(|fact| fact.is_for_people() && parts.contains(&fact.key.part()))
}

/// Facts on one line: `int optional since 1.2.0`.
#[must_use]
pub fn line(facts: &[Fact<'_>]) -> String {
    facts.iter().filter_map(Fact::line).collect::<Vec<_>>().join(" ")
}
