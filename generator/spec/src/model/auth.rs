//! Authentication blocks and gates.

use serde::Serialize;

use super::{AsksKind, Note, Parameter, Place, Status};

/// An authentication block.
#[derive(Clone, Debug)]
pub struct AuthBlock {
    /// Key in the spec, `admin`.
    pub name: String,
    /// Rust type of its credential, `KeeperAuth`.
    pub rust: String,
    /// Rust type of the caller that a server makes of it, `Admin`.
    pub caller: String,
    /// Method of the gatekeeper that does so, `admin`.
    pub method: String,
    /// Rust constant that describes the block, `ADMIN`.
    pub constant: String,
    /// Title.
    pub title: String,
    /// The block whose credential it carries: itself, unless it shares another's.
    pub credential: String,
    /// The blocks that can be sent instead; their callers are of the same type.
    pub alternatives: Vec<String>,
    /// The place of its parameters in a request.
    pub place: BlockPlace,
    /// The parameter that a bearer header can carry instead.
    pub bearer: Option<String>,
    /// The parameter that names the scheme.
    pub scheme: Option<String>,
    /// The statuses with which a server refuses a credential that is no longer valid.
    pub refused_with: Vec<u16>,
    /// The origin of these statuses: documented or inferred.
    pub refused_with_status: Status,
    /// True if a server checks it before it does anything.
    pub checked_first: bool,
    /// Parameters.
    pub parameters: Vec<Parameter>,
    /// Constructors of the credential.
    pub schemes: Vec<Scheme>,
    /// The origin of the schemes: documented or inferred.
    pub status: Status,
    /// Sentences about it.
    pub rules: Vec<String>,
    /// Ambiguities and decisions.
    pub notes: Vec<Note>,
}

impl AuthBlock {
    /// Returns whether this block has its own credential type.
    #[must_use]
    pub fn is_own_credential(&self) -> bool {
        self.credential == self.name
    }

    /// Returns the start of its headers' names, if its parameters are sent in headers.
    #[must_use]
    pub fn prefix(&self) -> Option<&str> {
        match &self.place {
            BlockPlace::Form
            | BlockPlace::Query
            | BlockPlace::Cookie
            | BlockPlace::Basic
            | BlockPlace::Bearer => None,
            BlockPlace::Header(prefix) => Some(prefix),
        }
    }

    /// The scheme of the header `Authorization`, if the block is sent in it.
    #[must_use]
    pub fn http_scheme(&self) -> Option<&'static str> {
        match self.place {
            BlockPlace::Basic => Some("basic"),
            BlockPlace::Bearer => Some("bearer"),
            BlockPlace::Form | BlockPlace::Header(_) | BlockPlace::Query | BlockPlace::Cookie => None,
        }
    }

    /// The parameters with places of their own, in all but that header.
    pub fn outside_authorization(&self) -> impl Iterator<Item = &Parameter> {
        self.parameters.iter().filter(|it| it.moved || self.http_scheme().is_none())
    }

    /// Returns the name under which one of its parameters is sent.
    #[must_use]
    pub fn sent_name(&self, it: &Parameter) -> String {
        let prefix = self.prefix().filter(|_| it.place == Place::Header).unwrap_or_default();
        format!("{prefix}{}", it.wire_name())
    }
}

/// The place of an authentication block's parameters in a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockPlace {
    /// In the form, with the operation's parameters.
    Form,
    /// In headers, whose names are this prefix and the parameter's name.
    Header(String),
    /// In the query of the URL.
    Query,
    /// In cookies.
    Cookie,
    /// In the header `Authorization: Basic`: a user and a password, in this order, unless a parameter says
    /// its own place.
    Basic,
    /// In the header `Authorization: Bearer`: a token, the only parameter without its own place.
    Bearer,
}

impl BlockPlace {
    /// Its name in the spec.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Form => "form",
            Self::Header(_) => "header",
            Self::Query => "query",
            Self::Cookie => "cookie",
            Self::Basic => "basic",
            Self::Bearer => "bearer",
        }
    }
}

/// A constructor of a credential.
#[derive(Clone, Debug, Serialize)]
pub struct Scheme {
    /// Rust name of the constructor.
    #[serde(rename = "name")]
    pub rust: String,
    /// Value of the scheme parameter.
    pub value: Option<String>,
    /// Parameters that it takes.
    pub takes: Vec<String>,
}

/// A gate.
#[derive(Clone, Debug)]
pub struct Gate {
    /// Its code.
    pub code: String,
    /// Its meaning.
    pub doc: String,
    /// The authentication that it asks for.
    pub auth: Option<Auth>,
    /// The question that it asks in addition to the credential.
    pub asks: Option<Asks>,
}

/// The decision that a gate depends on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Asks {
    /// The subject of the question.
    pub kind: AsksKind,
    /// Method of the gatekeeper that decides it.
    pub method: String,
    /// Block that is the caller's credential, if the question is about a caller.
    pub credential: Option<String>,
}

/// The authentication of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Auth {
    /// A block, by name, must come along.
    Required(String),
    /// A block, by name, may come along.
    Optional(String),
    /// Nothing is sent.
    None,
    /// The documents don't say.
    NotShown,
}

impl Auth {
    /// The block that it names.
    #[must_use]
    pub fn block(&self) -> Option<&str> {
        match self {
            Self::Required(name) | Self::Optional(name) => Some(name),
            Self::None | Self::NotShown => None,
        }
    }
}
