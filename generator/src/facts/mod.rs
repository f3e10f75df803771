//! What is known about an API, fact by fact: the one place that puts it into
//! words.
//!
//! A [`Fact`] has a key of the spec language, one sentence made of [`Piece`]s,
//! and a value for machines. Printers turn pieces into rustdoc, Markdown or
//! plain text; they decide where a fact appears by its [`Part`], and how it is
//! marked by its [`Origin`], and otherwise know no fact.
//!
//! To add a fact: a row in [`Key`]'s table, and a line where its subject's
//! facts are made.

mod api;
mod key;
mod list;
mod operation;
mod parameter;
mod types;
mod value;
mod words;

pub use self::api::{asked, encoding, of_api, of_block, of_constant, of_gate};
pub use self::key::{Key, Part, Shape};
pub use self::operation::{of_deprecation, of_operation, of_unnamed};
pub use self::parameter::of_parameter;
pub use self::types::{of_field, of_type};
pub use self::value::{ToJson, Value};
pub use self::words::{Piece, Plain, Print, Words};

/// One fact.
#[derive(Clone, Debug)]
pub struct Fact<'a> {
    /// What it is about.
    pub key: Key,
    /// Where it is from.
    pub origin: Origin<'a>,
    /// The sentence.
    pub words: Words<'a>,
    /// The value for machines.
    pub value: Value<'a>,
}

/// Where a fact is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin<'a> {
    /// The documents.
    Documented,
    /// A convention or a guess: the documents do not show it.
    Inferred,
    /// An overlay, which names this source.
    Elsewhere(&'a str),
    /// Nowhere: the documents leave it open.
    NotShown,
    /// What always holds unless the spec says otherwise: only programs are told.
    Usual,
}

impl<'a> Origin<'a> {
    /// The documents, or the source that an overlay names.
    #[must_use]
    pub fn of(source: Option<&'a String>) -> Self {
        source.map_or(Self::Documented, |source| Self::Elsewhere(source))
    }
}

impl From<crate::model::Status> for Origin<'_> {
    fn from(status: crate::model::Status) -> Self {
        match status {
            crate::model::Status::Documented => Self::Documented,
            crate::model::Status::Inferred => Self::Inferred,
            crate::model::Status::Elsewhere => Self::Elsewhere("an overlay"),
        }
    }
}

impl Fact<'_> {
    /// Its value in a few plain words; empty if that it holds says it all.
    #[must_use]
    pub fn short(&self) -> String {
        let mut text = String::new();
        Plain.pieces(self.words.value(), &mut text);
        text
    }

    /// The whole sentence in plain words.
    #[must_use]
    pub fn sentence(&self) -> String {
        Plain.sentence(self)
    }
}
