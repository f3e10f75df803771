//! An overlay as data: facts, each with how often it was seen.

use indexmap::IndexMap;

use crate::model::{Envelope, RequestEncoding};

/// A fact, and the comment on its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact<T> {
    /// What holds.
    pub value: T,
    /// How often it was seen: `14 of 14 requests`.
    pub seen: String,
}

impl<T> Fact<T> {
    /// A fact that was seen so often.
    pub fn new(value: T, seen: impl Into<String>) -> Self {
        Self { value, seen: seen.into() }
    }
}

/// An overlay to be written.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// Its name.
    pub name: String,
    /// The API that it changes.
    pub api: String,
    /// Where its facts are from.
    pub source: String,
    /// Changes of operations, by name.
    pub operations: IndexMap<String, OperationDraft>,
    /// Names of unnamed rows, by where the rows are.
    pub unnamed: IndexMap<String, Fact<NewOperation>>,
    /// Fields of types that the spec names but doesn't show.
    pub types: IndexMap<String, TypeDraft>,
    /// Prefixes of headers, by authentication block.
    pub prefixes: IndexMap<String, Fact<String>>,
    /// The message type.
    pub message: Option<Fact<MessageDraft>>,
    /// The envelope.
    pub envelope: Option<Fact<Envelope>>,
    /// New types, by name.
    pub new_types: IndexMap<String, TypeDraft>,
    /// New operations, by group.
    pub new_operations: IndexMap<String, Vec<Fact<NewOperation>>>,
}

/// Changes of an operation.
#[derive(Clone, Debug, Default)]
pub struct OperationDraft {
    /// Its path.
    pub path: Option<Fact<String>>,
    /// Its HTTP method.
    pub method: Option<Fact<String>>,
    /// How its requests are encoded.
    pub encoding: Option<Fact<RequestEncoding>>,
    /// Its parameters, by name.
    pub parameters: IndexMap<String, Fact<ParameterDraft>>,
    /// What it returns.
    pub returns: Option<Fact<ReturnsDraft>>,
}

/// A change of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParameterDraft {
    /// It is new, and has this type.
    Add(String),
    /// It doesn't exist.
    Drop,
    /// It has another name on the wire.
    Rename(String),
    /// It may be absent.
    Optional,
    /// It has another type.
    Type(String),
}

/// What an operation returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReturnsDraft {
    /// The API's message.
    Message,
    /// A kind, its type, and a content type that isn't the kind's own.
    Kind {
        /// `json`, `envelope`, `text`, `bytes` or `redirect`.
        kind: &'static str,
        /// Its type, or the status of a redirect.
        of: String,
        /// The content type.
        content_type: Option<String>,
    },
}

/// A type with fields.
#[derive(Clone, Debug, Default)]
pub struct TypeDraft {
    /// How often it was seen.
    pub seen: String,
    /// The fields, by name.
    pub fields: IndexMap<String, Fact<FieldDraft>>,
    /// The type has other fields already, and these besides.
    pub adds: bool,
}

/// A field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldDraft {
    /// Its type.
    pub notation: String,
    /// Its Rust name, if the usual one can't be used.
    pub rust: Option<String>,
}

/// The message type and the roles of its fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageDraft {
    /// The type.
    pub ty: String,
    /// The field that holds the status.
    pub status: String,
    /// The field that holds the text.
    pub text: String,
}

/// An operation that the spec lacks, or doesn't name.
#[derive(Clone, Debug, Default)]
pub struct NewOperation {
    /// Its name.
    pub name: String,
    /// Its path.
    pub path: String,
    /// Its HTTP method, if it isn't the API's.
    pub method: Option<String>,
    /// How its requests are encoded, if not as the API's.
    pub encoding: Option<RequestEncoding>,
    /// Its requests carry a credential.
    pub has_credential: bool,
    /// Parameters of its group that it doesn't have.
    pub without: Vec<String>,
    /// Names and types.
    pub parameters: IndexMap<String, Fact<String>>,
    /// What it returns.
    pub returns: Option<Fact<ReturnsDraft>>,
}

impl OperationDraft {
    /// Whether it changes nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let Self { path, method, encoding, parameters, returns } = self;
        let is_empty = path.is_none() && method.is_none() && encoding.is_none();
        is_empty && parameters.is_empty() && returns.is_none()
    }
}

impl Draft {
    /// Whether it changes nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let Self { operations, unnamed, types, prefixes, message, envelope, new_operations, .. } = self;
        let is_empty = operations.is_empty() && unnamed.is_empty() && types.is_empty();
        let is_empty = is_empty && prefixes.is_empty() && new_operations.is_empty();
        is_empty && message.is_none() && envelope.is_none()
    }

    /// How many facts it has.
    #[must_use]
    pub fn facts(&self) -> usize {
        let own = |it: &OperationDraft| {
            let single =
                [it.path.is_some(), it.method.is_some(), it.encoding.is_some(), it.returns.is_some()];
            it.parameters.len() + single.into_iter().filter(|it| *it).count()
        };
        let operations = self.operations.values().map(own).sum::<usize>();
        let new_operations = self.new_operations.values().map(Vec::len).sum::<usize>();
        let single = self.types.len() + self.prefixes.len() + self.unnamed.len();
        let shapes = usize::from(self.message.is_some()) + usize::from(self.envelope.is_some());
        operations + new_operations + single + shapes
    }

    /// The changes of an operation.
    pub fn operation(&mut self, name: &str) -> &mut OperationDraft {
        self.operations.entry(name.to_owned()).or_default()
    }
}
