//! Results and their statuses.

use std::fmt;

use super::{Parameter, TypeId, TypeRef};

/// The result.
#[derive(Clone, Debug)]
pub struct Returns {
    /// The way to read it.
    pub kind: ReturnKind,
    /// Type of the result, if the kind has one.
    pub ty: Option<TypeRef>,
    /// Type of what is in the bytes or the text, which Rust doesn't read: XML, CSV and the like.
    pub holds: Option<TypeRef>,
    /// Enum that lists the possible strings.
    pub values: Option<TypeId>,
    /// Content type.
    pub content_type: String,
    /// Other content types that it may have.
    pub more_content_types: Vec<String>,
    /// Never shown in Debug, errors and logs.
    pub secret: bool,
    /// The result in words.
    pub doc: Option<String>,
    /// It is one of several results of its status, by content type.
    pub by_content: bool,
    /// The statuses that have it; `None` is any success.
    pub status: Option<StatusRange>,
    /// Headers of the response.
    pub headers: Vec<Parameter>,
    /// Rust name of the struct of these headers, if there are any.
    pub headers_rust: Option<String>,
    /// Rust name of its variant, if there are several results.
    pub variant_rust: Option<String>,
    /// Its source, if that is not the documents.
    pub source: Option<String>,
}

/// One or more HTTP statuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatusRange {
    /// The first.
    pub from: u16,
    /// The last.
    pub to: u16,
}

impl StatusRange {
    /// Every failure.
    pub const FAILURES: Self = Self { from: 400, to: 599 };

    /// Every result: that of `default`, if no other success is described.
    pub const RESULTS: Self = Self { from: 200, to: 399 };

    /// A single status.
    #[must_use]
    pub fn one(status: u16) -> Self {
        Self { from: status, to: status }
    }

    /// Returns whether one of the statuses is in both.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        self.from <= other.to && other.from <= self.to
    }
}

impl fmt::Display for StatusRange {
    /// Writes it as in the spec: `404`, `4xx`, `494-499` or `default`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to } = *self;
        match (from % 100, to - from) {
            _ if [Self::FAILURES, Self::RESULTS].contains(self) => f.write_str("default"),
            (_, 0) => write!(f, "{from}"),
            (0, 99) => write!(f, "{}xx", from / 100),
            _ => write!(f, "{from}-{to}"),
        }
    }
}

impl Returns {
    /// Returns whether the Rust type of a secret result has to hide it. That of bytes and
    /// of an unknown shape hides it anyway.
    #[must_use]
    pub fn is_sealed(&self) -> bool {
        self.secret && !matches!(self.kind, ReturnKind::Described | ReturnKind::Bytes)
    }

    /// The same without a body.
    #[must_use]
    pub fn without_body(self) -> Self {
        let kind = ReturnKind::Nothing;
        let content_type = kind.usual_content_type().to_owned();
        Self {
            kind,
            ty: None,
            holds: None,
            values: None,
            content_type,
            more_content_types: Vec::new(),
            secret: false,
            ..self
        }
    }

    /// The type for readers: that of what is in it, or its own.
    #[must_use]
    pub fn documented_type(&self) -> Option<&TypeRef> {
        self.holds.as_ref().or(self.ty.as_ref())
    }

    /// Returns whether more is known of a response than its status.
    #[must_use]
    pub fn has_value(&self) -> bool {
        self.kind != ReturnKind::Nothing || !self.headers.is_empty()
    }
}

/// The kind of a result: the way to read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReturnKind {
    /// The API's message type.
    Message,
    /// JSON of a type.
    Json,
    /// The API's envelope with data of a type.
    Envelope,
    /// Text.
    Text,
    /// A body of bytes.
    Bytes,
    /// A redirect with this HTTP status; the result is its target.
    Redirect(u16),
    /// JSON whose shape is known only in words.
    Described,
    /// No body.
    Nothing,
}

impl ReturnKind {
    /// Its name in the spec and in `export`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Message => "message",
            Self::Json => "json",
            Self::Envelope => "envelope",
            Self::Text => "text",
            Self::Bytes => "bytes",
            Self::Redirect(_) => "redirect",
            Self::Described => "described",
            Self::Nothing => "nothing",
        }
    }

    /// Content type unless the spec says otherwise.
    #[must_use]
    pub fn usual_content_type(self) -> &'static str {
        match self {
            Self::Message | Self::Json | Self::Envelope | Self::Described => "application/json",
            Self::Text | Self::Redirect(_) | Self::Nothing => "text/plain",
            Self::Bytes => "application/octet-stream",
        }
    }

    /// HTTP status of a success.
    #[must_use]
    pub fn status(self) -> u16 {
        match self {
            Self::Redirect(status) => status,
            Self::Nothing => 204,
            Self::Message | Self::Json | Self::Envelope | Self::Text | Self::Bytes | Self::Described => 200,
        }
    }
}
