//! The description of an API: what applies to all its operations.

use super::{Descriptor, Parameter, Place};

/// One API: its names, its shapes and its operations.
#[derive(Clone, Copy, Debug)]
pub struct ApiDescriptor {
    /// Short name, such as `garden`.
    pub name: &'static str,
    /// Title, in words.
    pub title: &'static str,
    /// Version of the crate that describes it.
    pub crate_version: &'static str,
    /// The fields of the message type; `None` if the API has none.
    pub message: Option<MessageShape>,
    /// The fields of the envelope; `None` if the API has none.
    pub envelope: Option<EnvelopeShape>,
    /// The gates, in the spec's order.
    pub gates: &'static [Gate],
    /// Its types with fields, and its unions.
    pub types: &'static [TypeShape],
    /// Listed values, as text, by the field that has them, or by the operation that returns them.
    pub listed: &'static [(&'static str, &'static [&'static str])],
    /// All operations, in the documents' order.
    pub operations: &'static [&'static Descriptor],
}

#[cfg(test)]
impl ApiDescriptor {
    /// An API with nothing in it.
    pub(crate) const EMPTY: Self = Self {
        name: "lamps",
        title: "Lamps",
        crate_version: "1.0.0",
        message: None,
        envelope: None,
        gates: &[],
        types: &[],
        listed: &[],
        operations: &[],
    };
}

description! {
    /// A type with fields or a union, for what sees only its JSON.
    pub struct TypeShape {
        /// Its name in the documents.
        name: &'static str = "";
        /// The names of its fields in JSON.
        fields: &'static [&'static str] = &[], set(names: &'static [&'static str]) = names;
        /// Those that are secrets.
        secret: &'static [&'static str] = &[], set(names: &'static [&'static str]) = names;
        /// Fields that have such types in them, each with its type in the documents' notation.
        inner: &'static [(&'static str, &'static str)] = &[],
            set(types: &'static [(&'static str, &'static str)]) = types;
        /// The type of all other fields, if it is one.
        additional: Option<&'static str> = None, set(type_name: &'static str) = Some(type_name);
        /// The types of a union: what the tag says, or an empty text, and the type.
        members: &'static [(&'static str, &'static str)] = &[],
            set(types: &'static [(&'static str, &'static str)]) = types;
        /// The field that says which it is.
        tag: Option<&'static str> = None, set(name: &'static str) = Some(name);
        /// The field that has the member, where the member doesn't have the tag itself.
        content: Option<&'static str> = None, set(name: &'static str) = Some(name);
    }
}

impl TypeShape {
    /// Creates a type without fields.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self { name, ..Self::DEFAULT }
    }
}

/// A condition that operations refer to by its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gate {
    /// Its code.
    pub code: &'static str,
    /// Its meaning, in words.
    pub doc: &'static str,
    /// True if it requires a credential.
    pub credential: bool,
    /// The question that a server's gatekeeper decides, if any.
    pub asks: Option<Asks>,
}

/// The question that a gate asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// A property of the server: whether a role is enabled, for instance.
    Server,
    /// A property of the caller.
    Caller,
    /// Is the caller at the top level?
    TopLevel,
    /// May this caller call this operation?
    Operation,
    /// May callers without a credential call it?
    Anonymous,
}

/// The fields of the message type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageShape {
    /// Field of the status code, an integer; 400 and above is a failure. Without it, the HTTP
    /// status counts.
    pub status: Option<&'static str>,
    /// Field of the text. Dots separate its name from those of the fields around it.
    pub text: &'static str,
}

/// The fields of the envelope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnvelopeShape {
    /// Field that says whether the call succeeded.
    pub status: &'static str,
    /// Its value on success.
    pub ok: &'static str,
    /// Its value on failure.
    pub error: &'static str,
    /// Field of the status code, a number.
    pub code: &'static str,
    /// Field of the result; on failure, of the text.
    pub data: &'static str,
}

/// The credentials of an operation.
#[derive(Clone, Copy, Debug)]
pub enum Auth {
    /// The block is required.
    Required(&'static AuthBlock),
    /// The block is sent if the client has its credential.
    Optional(&'static AuthBlock),
    /// Nothing is sent.
    None,
    /// The documents don't say: the client sends the credential it has.
    NotShown,
}

impl Auth {
    /// Returns the block that is sent; `None` if the documents don't say which, or none is.
    #[must_use]
    pub const fn block(self) -> Option<&'static AuthBlock> {
        match self {
            Self::Required(block) | Self::Optional(block) => Some(block),
            Self::None | Self::NotShown => None,
        }
    }
}

/// The fields of a credential and where they are sent.
#[derive(Clone, Copy, Debug)]
pub struct AuthBlock {
    /// Name of the block.
    pub name: &'static str,
    /// Name in words.
    pub title: &'static str,
    /// Its credential: blocks of the same credential share a Rust type.
    pub credential: &'static str,
    /// The place of the fields in a request.
    pub place: Place,
    /// The field that can be sent as `Authorization: Bearer` instead of the
    /// block.
    pub bearer: Option<&'static str>,
    /// The statuses, of HTTP or of the body, with which a server refuses a credential
    /// that is no longer valid.
    pub refused_with: &'static [u16],
    /// True if a server checks the credential before it does anything, so that a
    /// refused call had no effect.
    pub checked_first: bool,
    /// The fields.
    pub parameters: &'static [Parameter],
}

impl AuthBlock {
    /// Returns the place of a field: its own, or that of the block.
    #[must_use]
    pub fn place_of(&self, field: &Parameter) -> Place {
        if field.place == Place::Form { self.place } else { field.place }
    }
}

/// Kinds of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReturnKind {
    /// The message type of the API.
    Message,
    /// JSON of a type.
    Json,
    /// The envelope of the API with data of a type.
    Envelope,
    /// Text.
    Text,
    /// A body of bytes.
    Bytes,
    /// A redirect with this HTTP status: the result is its target.
    Redirect(u16),
    /// JSON whose shape the documents only describe in words.
    Described,
    /// No body.
    Nothing,
}

/// A result or a failure with its own HTTP status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatusResult {
    /// The first status that has it.
    pub from: u16,
    /// The last.
    pub to: u16,
    /// The way to read it.
    pub kind: ReturnKind,
    /// Its type, in the documents' notation.
    pub type_name: &'static str,
    /// Its content types, separated by commas.
    pub content_type: &'static str,
}

/// The way to the rest of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pages {
    /// The way from one page to the next.
    pub step: PageStep,
    /// Names of the fields around the list, the outermost first, and its own; empty if the result
    /// is the list.
    pub items: &'static [&'static str],
    /// The same of the field with the number of items in all pages; empty if no field has it.
    pub total: &'static [&'static str],
}

/// The way from one page to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageStep {
    /// A parameter has the number of the page.
    Page {
        /// The parameter.
        parameter: &'static str,
        /// Number of the first page.
        first: u32,
    },
    /// A parameter has the number of items before the page.
    Offset(&'static str),
    /// A parameter has a text that the page before has in a field.
    Cursor {
        /// The parameter.
        parameter: &'static str,
        /// Names of the fields around the text, and its own.
        next: &'static [&'static str],
    },
    /// A parameter has a text that the page before has in a header.
    CursorHeader {
        /// The parameter.
        parameter: &'static str,
        /// The header.
        header: &'static str,
    },
    /// A field has the URL of the next page.
    Url(&'static [&'static str]),
    /// The header `Link` has the URL of the next page, with this relation.
    Link(&'static str),
}

/// The time that a server may take before it responds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    /// As many seconds as this parameter says.
    Parameter(&'static str),
    /// Seconds.
    Seconds(u32),
}

impl ReturnKind {
    /// Returns whether the result is streamed instead of buffered.
    #[must_use]
    pub const fn is_streamed(self) -> bool {
        match self {
            Self::Bytes => true,
            Self::Message
            | Self::Json
            | Self::Envelope
            | Self::Text
            | Self::Redirect(_)
            | Self::Described
            | Self::Nothing => false,
        }
    }

    /// Returns the HTTP status of a success.
    #[must_use]
    pub const fn status(self) -> u16 {
        match self {
            Self::Redirect(status) => status,
            Self::Nothing => 204,
            Self::Message | Self::Json | Self::Envelope | Self::Text | Self::Bytes | Self::Described => 200,
        }
    }
}
