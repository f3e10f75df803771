//! What a generated crate says about its program, as plain static data.

use crate::{
    ApiDescriptor, AuthBlock, Credential as Typed, Decode, Descriptor, Encode, FormReader, FormWriter,
    Operation,
};

/// Reads a form as the request it is, and writes that request: what is invalid
/// is a fault of the reader, and what is written is what a client sends.
pub type Recode = fn(&mut FormReader, &mut FormWriter);

/// An API as a program.
#[derive(Debug)]
pub struct Program {
    /// Name of the program.
    pub name: &'static str,
    /// Title of the API.
    pub title: &'static str,
    /// What the API is for, a paragraph each.
    pub about: &'static [&'static str],
    /// The API.
    pub api: &'static ApiDescriptor,
    /// Its credentials, one per block.
    pub credentials: &'static [Credential],
    /// Words that mean the same, a list each.
    pub synonyms: &'static [&'static [&'static str]],
    /// Its groups, in the documents' order.
    pub groups: &'static [&'static Group],
}

/// A credential, as a block sends it.
#[derive(Debug)]
pub struct Credential {
    /// How it is sent.
    pub block: &'static AuthBlock,
    /// Reads and writes it.
    pub recode: Recode,
    /// What the documents say about it.
    pub notes: &'static [&'static str],
    /// The field that names the scheme.
    pub scheme: Option<&'static str>,
    /// Its schemes; the first one is the default.
    pub schemes: &'static [Scheme],
    /// The help for each field, in the order of the block's.
    pub fields: &'static [Help],
}

/// A scheme of a credential.
#[derive(Debug)]
pub struct Scheme {
    pub(super) value: Option<&'static str>,
    pub(super) takes: &'static [&'static str],
}

impl Scheme {
    /// The scheme with this value, and the fields that it takes.
    #[must_use]
    pub const fn new(value: Option<&'static str>, takes: &'static [&'static str]) -> Self {
        Self { value, takes }
    }
}

/// A group of operations.
#[derive(Debug)]
pub struct Group {
    /// Name of its command.
    pub name: &'static str,
    /// Title.
    pub title: &'static str,
    /// Its operations, in the documents' order.
    pub commands: &'static [Command],
}

/// An operation as a command.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    pub(super) name: &'static str,
    pub(super) operation: &'static Descriptor,
    pub(super) recode: Recode,
    pub(super) summary: &'static str,
    pub(super) deprecated: &'static [&'static str],
    pub(super) rules: &'static [&'static str],
    pub(super) facts: &'static [&'static str],
    pub(super) notes: &'static [&'static str],
    pub(super) parameters: &'static [Help],
}

impl Command {
    /// The command of an operation.
    #[must_use]
    pub const fn of<O: Operation + Encode + Decode>(name: &'static str, summary: &'static str) -> Self {
        Self {
            name,
            operation: O::DESCRIPTOR,
            recode: recode::<O>,
            summary,
            deprecated: &[],
            rules: &[],
            facts: &[],
            notes: &[],
            parameters: &[],
        }
    }

    /// Sets what the documents say about its deprecation.
    #[must_use]
    pub const fn deprecated(mut self, sentences: &'static [&'static str]) -> Self {
        self.deprecated = sentences;
        self
    }

    /// Sets what the documents say in addition to the summary.
    #[must_use]
    pub const fn rules(mut self, sentences: &'static [&'static str]) -> Self {
        self.rules = sentences;
        self
    }

    /// Sets its path, its version, its gates, what it returns and the like.
    #[must_use]
    pub const fn facts(mut self, sentences: &'static [&'static str]) -> Self {
        self.facts = sentences;
        self
    }

    /// Sets what is ambiguous, and where it is described.
    #[must_use]
    pub const fn notes(mut self, sentences: &'static [&'static str]) -> Self {
        self.notes = sentences;
        self
    }

    /// Sets the help for each parameter, in the order of the descriptor's.
    #[must_use]
    pub const fn parameters(mut self, parameters: &'static [Help]) -> Self {
        self.parameters = parameters;
        self
    }
}

/// The name and the help of an option.
#[derive(Debug)]
pub struct Help {
    pub(super) option: &'static str,
    pub(super) lines: &'static [&'static str],
}

impl Help {
    /// The name of the option without dashes, and its help, a sentence each.
    #[must_use]
    pub const fn new(option: &'static str, lines: &'static [&'static str]) -> Self {
        Self { option, lines }
    }
}

/// [`Recode`] of an operation.
pub fn recode<O: Encode + Decode>(from: &mut FormReader, to: &mut FormWriter) {
    O::decode(from).encode(to);
}

/// [`Recode`] of a credential.
pub fn recode_credential<C: Typed + Decode>(from: &mut FormReader, to: &mut FormWriter) {
    C::decode(from).encode(to);
}
