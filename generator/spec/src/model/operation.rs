//! Operations and their parameters.

use std::fmt;
use std::sync::Arc;

use indexmap::IndexMap;
use serde::Serialize;

use super::{
    Auth, Deprecation, DocumentPart, Effect, HttpMethod, Need, Note, Parameter, RequestEncoding, Returns,
    Status, TypeRef,
};
use crate::naming;
use crate::text::named;

/// A version of the server or of a device client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version(pub u16, pub u16, pub u16);

impl Version {
    /// Reads `18.3.9`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        // `u16::parse` takes a sign, and zeros before a number.
        let is_plain = |part: &str| part == "0" || part.starts_with(|c: char| matches!(c, '1'..='9'));
        let mut parts = text.split('.').map(|part| part.parse().ok().filter(|_| is_plain(part)));
        let version = Self(parts.next()??, parts.next()??, parts.next()??);
        parts.next().is_none().then_some(version)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.0, self.1, self.2)
    }
}

/// An operation.
#[derive(Clone, Debug)]
pub struct Operation {
    /// Name in the documents.
    pub name: String,
    /// Rust name.
    pub rust: String,
    /// True if the spec overrides its usual Rust name.
    pub renamed: bool,
    /// Rust name of its method in the group's trait.
    pub method: String,
    /// Its command in the program, below the command of its group, if it has one that is shorter than the usual.
    pub short_command: Option<String>,
    /// One sentence.
    pub summary: String,
    /// Further sentences of the documents.
    pub rules: Vec<String>,
    /// Its effect on the server.
    pub effect: Effect,
    /// The origin of the effect; `None` if neither the spec nor a convention gives it.
    pub effect_status: Option<Status>,
    /// True if sending it twice leaves the server as sending it once does.
    pub repeatable: bool,
    /// The path, or only aliases.
    pub path: Path,
    /// First server version of the path.
    pub since: Option<Version>,
    /// Other paths.
    pub aliases: Vec<Alias>,
    /// Another one has its HTTP method and one of its paths.
    pub shares_path: bool,
    /// Gate codes in the documents' order.
    pub gates: Vec<String>,
    /// Authentication.
    pub auth: Auth,
    /// The credential is sent only in the bearer header.
    pub bearer_only: bool,
    /// The server that it is at, if that isn't the usual one.
    pub server: Option<String>,
    /// HTTP method.
    pub http_method: HttpMethod,
    /// Request encoding.
    pub encoding: RequestEncoding,
    /// Parameters; the body, if it is one value, is the last.
    pub parameters: Vec<Parameter>,
    /// The body, if it is one value.
    pub body: Option<Body>,
    /// The fields of that value, and the content type, by which servers know its requests or those of others
    /// with its HTTP method and path.
    pub marks: Vec<Parameter>,
    /// The result; of several, the first.
    pub returns: Returns,
    /// The other results, by status.
    pub more_returns: Vec<Returns>,
    /// Rust name of the enum of its results, if there are several.
    pub results_rust: Option<String>,
    /// Failures by status.
    pub failures: Vec<Returns>,
    /// The way to the rest of its list.
    pub pages: Option<Pages>,
    /// The time that a server may take before it responds.
    pub waits: Option<Waits>,
    /// Minimum version of the device client.
    pub device_since: Option<Version>,
    /// A rule for how many of some optional parameters are sent.
    pub choices: Vec<Choice>,
    /// Two parameters that the server swaps when the first is greater.
    pub swapped_if_reversed: Option<(String, String)>,
    /// The operation whose behavior this one has.
    pub matches: Option<String>,
    /// Related operations.
    pub see_also: Vec<String>,
    /// Deprecation.
    pub deprecated: Option<Deprecation>,
    /// Permission that the caller's token needs.
    pub permission: Option<String>,
    /// Open questions of the documents.
    pub not_shown: Vec<String>,
    /// Ambiguities and decisions.
    pub notes: Vec<Note>,
    /// The part of the documents that it is in, or whose operations it was added to.
    pub part: Arc<DocumentPart>,
    /// Its source, if that is not the documents.
    pub source: Option<String>,
    /// Its keys that an overlay sets, each with the source that it names.
    pub overlaid: IndexMap<String, String>,
}

/// A rule for how many of some optional parameters are sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The number of them.
    pub takes: Takes,
    /// The parameters.
    pub parameters: Vec<String>,
}

named! {
    /// The number of parameters of a choice that are sent.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Takes {
        /// One, and no other.
        ExactlyOne = "exactly_one",
        /// One or more.
        AtLeastOne = "at_least_one",
        /// One or none.
        AtMostOne = "at_most_one",
    }
}

impl Takes {
    /// Its words, before the parameters.
    #[must_use]
    pub fn in_words(self) -> &'static str {
        match self {
            Self::ExactlyOne => "exactly one of ",
            Self::AtLeastOne => "at least one of ",
            Self::AtMostOne => "at most one of ",
        }
    }
}

impl Operation {
    /// Its command in the program.
    #[must_use]
    pub fn command(&self) -> String {
        naming::option(&self.method)
    }

    /// The first server version that doesn't have it.
    #[must_use]
    pub fn removed(&self) -> Option<Version> {
        self.deprecated.as_ref()?.removed.as_deref().and_then(Version::parse)
    }

    /// Its results that aren't failures.
    pub fn successes(&self) -> impl Iterator<Item = &Returns> {
        std::iter::once(&self.returns).chain(&self.more_returns)
    }

    /// Its results, then its failures.
    pub fn results(&self) -> impl Iterator<Item = &Returns> {
        self.successes().chain(&self.failures)
    }

    /// Its path, then its aliases'.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.path.text().into_iter().chain(self.aliases.iter().map(|alias| alias.path.as_str()))
    }

    /// The parameters and the marks that tell it apart from others with its HTTP method and path.
    pub fn choosing(&self) -> impl Iterator<Item = &Parameter> {
        self.parameters.iter().chain(&self.marks).filter(|it| it.chooses)
    }

    /// The same as needs.
    pub fn needs(&self) -> impl Iterator<Item = Need> {
        self.choosing().map(Need::of)
    }
}

/// A body that is one value: the parameter at [`Place::Body`](super::Place::Body) has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Body {
    /// Content type.
    pub content_type: String,
    /// Other content types that callers can choose.
    pub more_content_types: Vec<String>,
    /// Fields that the type requires may be absent: in the body, or in one of several.
    pub partial: bool,
}

/// The way to the rest of a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pages {
    /// The way from one page to the next.
    pub step: PageStep,
    /// Parameter that says how many items a page may have.
    pub size: Option<String>,
    /// Field of the result that is the list: its name in JSON and those around it, the outermost first.
    /// Empty if the result itself is.
    pub items: Vec<String>,
    /// The type of the items.
    pub item: TypeRef,
    /// Field of the result with the number of items in all pages, and those around it. Empty if it isn't said.
    pub total: Vec<String>,
}

/// The way from one page to the next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PageStep {
    /// A parameter has the number of the page.
    Page {
        /// The parameter.
        parameter: String,
        /// Number of the first page.
        first: u32,
    },
    /// A parameter has the number of items before the page.
    Offset(String),
    /// A parameter has a text that the page before has in a field.
    Cursor {
        /// The parameter.
        parameter: String,
        /// The field, and those around it.
        next: Vec<String>,
    },
    /// A parameter has a text that the page before has in a header.
    CursorHeader {
        /// The parameter.
        parameter: String,
        /// The header.
        header: String,
    },
    /// A field has the URL of the next page.
    Url(Vec<String>),
    /// The header `Link` has the URL of the next page, with this relation.
    Link(String),
}

/// The time that a server may take before it responds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Waits {
    /// As many seconds as this parameter says.
    Parameter(String),
    /// Seconds.
    Seconds(u32),
}

/// A row whose operation name is not shown.
#[derive(Clone, Debug)]
pub struct Unnamed {
    /// The place of the entry.
    pub place: String,
    /// One sentence.
    pub summary: String,
    /// Further sentences of the row.
    pub rules: Vec<String>,
    /// Gate codes in the documents' order.
    pub gates: Vec<String>,
    /// Authentication.
    pub auth: Auth,
    /// Parameters.
    pub parameters: Vec<Parameter>,
    /// The result.
    pub returns: Returns,
    /// Open questions of the documents.
    pub not_shown: Vec<String>,
    /// Ambiguities and decisions.
    pub notes: Vec<Note>,
    /// The part of the documents that it is in.
    pub part: Arc<DocumentPart>,
}

/// The path of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Path {
    /// The documents show it.
    Documented(String),
    /// The convention yields it.
    Inferred(String),
    /// An overlay sets it.
    Elsewhere {
        /// The path.
        path: String,
        /// The source that the overlay names.
        source: String,
    },
    /// There are only aliases.
    AliasOnly,
}

impl Path {
    /// The path, if there is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Documented(path) | Self::Inferred(path) | Self::Elsewhere { path, .. } => Some(path),
            Self::AliasOnly => None,
        }
    }

    /// The origin of the path; `None` if there are only aliases.
    #[must_use]
    pub fn origin(&self) -> Option<Status> {
        match self {
            Self::Documented(_) => Some(Status::Documented),
            Self::Inferred(_) => Some(Status::Inferred),
            Self::Elsewhere { .. } => Some(Status::Elsewhere),
            Self::AliasOnly => None,
        }
    }

    /// The origin of the path, by its name in all outputs.
    #[must_use]
    pub fn status(&self) -> &'static str {
        self.origin().map_or("alias_only", Status::name)
    }
}

/// Another path of an operation.
#[derive(Clone, Debug, Serialize)]
pub struct Alias {
    /// The path.
    pub path: String,
    /// The alias's own operation name.
    pub name: Option<String>,
    /// First server version of the alias.
    pub since: Option<Version>,
}
