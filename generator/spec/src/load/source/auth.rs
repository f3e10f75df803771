//! Authentication blocks and gates of `api.yaml`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::{Note, ParametersSource, Status};
use crate::text::named;

/// An authentication block.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AuthBlockSource {
    /// Title.
    pub title: String,
    /// The place of its parameters in a request.
    #[serde(rename = "in")]
    pub place: BlockPlace,
    /// The block whose credential this one carries.
    pub credential_of: Option<String>,
    /// The blocks that can be sent instead.
    #[serde(default)]
    pub alternatives: Vec<String>,
    /// Text before a parameter's name in its header.
    pub prefix: Option<String>,
    /// The parameter that names the scheme.
    pub scheme: Option<String>,
    /// The parameter that a bearer header can carry instead.
    pub bearer: Option<String>,
    /// The statuses with which a server refuses a credential that is no longer valid.
    pub refused_with: Option<Vec<u16>>,
    /// True if a server checks it before it does anything.
    #[serde(default)]
    pub checked_first: bool,
    /// Parameters.
    pub parameters: ParametersSource,
    /// Constructors.
    #[serde(default)]
    pub schemes: IndexMap<String, SchemeSource>,
    /// The origin of the schemes: documented or inferred.
    #[serde(default)]
    pub status: Status,
    /// Sentences about it.
    #[serde(default)]
    pub rules: Vec<String>,
    /// Ambiguities and decisions.
    #[serde(default)]
    pub notes: Vec<Note>,
}

/// The place of an authentication block's parameters in a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BlockPlace {
    /// In the form, with the operation's parameters.
    Form,
    /// In headers.
    Header,
    /// In the query of the URL.
    Query,
    /// In cookies.
    Cookie,
    /// In the header `Authorization: Basic`: a user and a password.
    Basic,
    /// In the header `Authorization: Bearer`: a token.
    Bearer,
}

/// A constructor of a credential.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SchemeSource {
    /// Value of the scheme parameter.
    pub value: Option<String>,
    /// Parameters that it takes.
    pub takes: Vec<String>,
}

/// A gate.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GateSource {
    /// Its meaning.
    pub doc: String,
    /// The authentication block that it needs.
    pub auth: Option<String>,
    /// The block may be left out.
    #[serde(default)]
    pub auth_optional: bool,
    /// The decision that the gate depends on.
    pub asks: Option<AsksKind>,
    /// Rust name of the method that decides it.
    pub rust: Option<String>,
}

named! {
    /// The decision that a gate depends on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[serde(rename_all = "snake_case")]
    pub enum AsksKind {
        /// Something about the server.
        Server = "server",
        /// The server decides whether callers without a credential may call it.
        Anonymous = "anonymous",
        /// Something about the caller.
        Caller = "caller",
        /// The server decides whether the caller is at the top level.
        TopLevel = "top_level",
        /// The server decides whether this caller may call this operation.
        Operation = "operation",
    }
}

impl AsksKind {
    /// Returns whether it is about a caller.
    #[must_use]
    pub fn is_about_callers(self) -> bool {
        match self {
            Self::Server | Self::Anonymous => false,
            Self::Caller | Self::TopLevel | Self::Operation => true,
        }
    }
}
