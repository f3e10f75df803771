//! The way requests are sent.

use serde::{Deserialize, Serialize};

use crate::text::named;

named! {
    /// HTTP methods.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[serde(rename_all = "UPPERCASE")]
    pub enum HttpMethod {
        /// The parameters are sent in the query of the URL.
        Get = "GET",
        /// The parameters are sent in the body.
        #[default]
        Post = "POST",
        /// The parameters are sent in the body.
        Put = "PUT",
        /// The parameters are sent in the body.
        Patch = "PATCH",
        /// The parameters are sent in the query of the URL.
        Delete = "DELETE",
        /// The parameters are sent in the query of the URL; the response has no body.
        Head = "HEAD",
        /// The parameters are sent in the query of the URL.
        Options = "OPTIONS",
        /// The parameters are sent in the query of the URL.
        Trace = "TRACE",
    }
}

impl HttpMethod {
    /// Returns whether it only reads (RFC 9110).
    #[must_use]
    pub fn is_safe(self) -> bool {
        matches!(self, Self::Get | Self::Head | Self::Options | Self::Trace)
    }

    /// Returns whether its requests have a body even if nothing says so.
    #[must_use]
    pub fn has_body(self) -> bool {
        match self {
            Self::Get | Self::Delete | Self::Head | Self::Options | Self::Trace => false,
            Self::Post | Self::Put | Self::Patch => true,
        }
    }
}

/// Request encodings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RequestEncoding {
    /// `application/x-www-form-urlencoded`.
    #[default]
    Form,
    /// `multipart/form-data`.
    Multipart,
    /// The query of the URL; the request has no body.
    Query,
    /// An object of JSON, whose fields are the parameters.
    Json,
    /// A body that is one value; the parameters are sent in the query of the URL.
    #[serde(skip_deserializing)]
    Body,
}

/// A content type, or several to choose from.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "expected a content type, or a list of them")]
pub enum ContentTypes {
    /// One.
    One(String),
    /// Several; the first is the usual one.
    Several(Vec<String>),
}
