//! The description of a generated crate's program, as plain static data.

use crate::codec::{Credential as Typed, Decode, Encode, FormReader, FormWriter, Operation};
use crate::core::{ApiDescriptor, AuthBlock, Descriptor, Parameter, descriptor::description};

/// Reads a form as the request it is, and writes that request: what is invalid
/// is an error of the reader, and what is written is what a client sends.
pub type Recode = fn(&mut FormReader, &mut FormWriter);

type Sentences = &'static [&'static str];

/// An API as a program.
#[derive(Debug)]
pub struct Program {
    /// Name of the program.
    pub name: &'static str,
    /// Title of the API.
    pub title: &'static str,
    /// The purpose of the API, in paragraphs.
    pub about: Sentences,
    /// The API.
    pub api: &'static ApiDescriptor,
    /// Its credentials, one per block.
    pub credentials: &'static [Credential],
    /// Words that mean the same, a list each.
    pub synonyms: &'static [&'static [&'static str]],
    /// Words that say nothing about what is looked for, with a space between them.
    pub ignored: &'static str,
    /// Its groups, in the documents' order.
    pub groups: &'static [&'static Group],
}

/// A credential, as a block sends it.
#[derive(Debug)]
pub struct Credential {
    /// The fields and where they are sent.
    pub block: &'static AuthBlock,
    /// Reads and writes it.
    pub recode: Recode,
    /// Notes from the documents.
    pub notes: Sentences,
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
    /// Creates the scheme with this value and the fields that it takes.
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

description! {
    /// An operation as a command.
    pub struct Command {
        /// Its name.
        name: &'static str = "";
        /// A shorter name that is its own in its group.
        short: &'static str = "", set(name: &'static str) = name;
        /// The operation.
        operation: &'static Descriptor = &Descriptor::new("");
        /// Reads and writes its request.
        recode: Recode = |_, _| {};
        /// The summary, one sentence.
        summary: &'static str = "";
        /// The documents' sentences about its deprecation.
        deprecated: Sentences = &[], set(sentences: Sentences) = sentences;
        /// The documents' sentences in addition to the summary.
        rules: Sentences = &[], set(sentences: Sentences) = sentences;
        /// The words that people use for it.
        also: Sentences = &[], set(words: Sentences) = words;
        /// Its path, its version, its gates, what it returns and the like.
        facts: Sentences = &[], set(sentences: Sentences) = sentences;
        /// Ambiguities and the place in the documents.
        notes: Sentences = &[], set(sentences: Sentences) = sentences;
        /// The help for each parameter, in the order of the descriptor's.
        parameters: &'static [Help] = &[], set(help: &'static [Help]) = help;
        /// The fields of its body, which are options too.
        fields: Fields = Fields::new(&[], &[]);
    }
}

impl Command {
    /// Creates the command of an operation.
    #[must_use]
    pub const fn of<O: Operation + Encode + Decode>(name: &'static str, summary: &'static str) -> Self {
        Self { name, operation: O::DESCRIPTOR, recode: recode::<O>, summary, ..Self::DEFAULT }
    }

    /// Makes the fields of its body options.
    #[must_use]
    pub const fn body<B: Body>(mut self) -> Self {
        self.fields = B::FIELDS;
        self
    }
}

/// A type with fields that is the body of an operation.
pub trait Body {
    /// Its fields.
    const FIELDS: Fields;
}

/// The fields of a body as options.
#[derive(Clone, Copy, Debug)]
pub struct Fields {
    pub(super) all: &'static [Parameter],
    pub(super) help: &'static [Help],
}

impl Fields {
    /// Creates the fields with the help for each.
    #[must_use]
    pub const fn new(all: &'static [Parameter], help: &'static [Help]) -> Self {
        Self { all, help }
    }
}

/// The name and the help of an option.
#[derive(Debug)]
pub struct Help {
    pub(super) option: &'static str,
    pub(super) lines: Sentences,
    pub(super) example: Option<&'static str>,
}

impl Help {
    /// Creates the help of an option, from its name without dashes and a sentence per line.
    #[must_use]
    pub const fn new(option: &'static str, lines: Sentences) -> Self {
        Self { option, lines, example: None }
    }

    /// Adds a value that is valid.
    #[must_use]
    pub const fn example(self, text: &'static str) -> Self {
        Self { example: Some(text), ..self }
    }
}

/// Recodes an operation: see [`Recode`].
pub fn recode<O: Encode + Decode>(from: &mut FormReader, to: &mut FormWriter) {
    O::decode(from).encode(to);
}

/// Recodes a credential: see [`Recode`].
pub fn recode_credential<C: Typed + Decode>(from: &mut FormReader, to: &mut FormWriter) {
    C::decode(from).encode(to);
}
