//! The kinds of errors.

use std::{error, io, path::PathBuf, sync::Arc};

use super::not_recorded::NotRecorded;
use super::transport::{BoxError, NotSent, TimedOut, Unanswered};
use crate::core::failure::{Failure, Undecoded};
use crate::core::{descriptor::Effect, secret::Secret, version::Version};

/// The kind of error.
#[derive(Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The base URL is invalid, for this reason.
    BaseUrl(&'static str),
    /// The name or the value of a header is invalid.
    Header {
        /// Name of the header, or of the field in it.
        name: String,
    },
    /// The path that was set for an operation is invalid.
    Path {
        /// Name of the operation.
        operation: String,
    },
    /// A path was set for an operation that doesn't exist.
    UnknownOperation {
        /// The name.
        name: String,
    },
    /// The server is too old.
    TooNew {
        /// The operation or parameter that the server lacks.
        what: Newer,
        /// The first version that has it.
        needs: Version,
        /// The server's version, as set in the client.
        has: Version,
    },
    /// The server is too new: it has no longer the operation.
    Removed {
        /// The first version without it.
        version: Version,
        /// The server's version, as set in the client.
        has: Version,
    },
    /// The operation does more than read, and the client is
    /// [`read_only`](crate::ClientBuilder::read_only).
    ReadOnly {
        /// The operation's effect on the server.
        effect: Effect,
        /// The other operation whose effect it is, if the call has that one's path.
        other: Option<&'static str>,
    },
    /// The API doesn't have the path that was set for the call, and the client is
    /// [`read_only`](crate::ClientBuilder::read_only).
    UntrustedPath,
    /// The operation has no known path.
    NoPath,
    /// The operation requires a credential, and the client has none.
    MissingCredential {
        /// The required credential, in words.
        needs: &'static str,
    },
    /// The operation requires a different credential.
    WrongCredential {
        /// The required credential, in words.
        needs: &'static str,
        /// The client's credential, in words.
        has: &'static str,
    },
    /// The credential has no token for the bearer header.
    NoBearer {
        /// The credential, in words.
        block: &'static str,
    },
    /// The function of [`credential_from`](crate::ClientBuilder::credential_from)
    /// returned no credential. The cause is the error's source.
    Credential(Arc<dyn error::Error + Send + Sync>),
    /// The function of [`credential_from`](crate::ClientBuilder::credential_from) makes
    /// this call, which needs the credential that the function is asked for.
    CredentialOfItself,
    /// The client's credential contains a one-time code, which may already have
    /// been sent.
    OneTimeSent,
    /// The operation has a file but no multipart form: its description
    /// contradicts itself.
    FileOutsideMultipart {
        /// Name of the parameter.
        name: &'static str,
    },
    /// An item of a list contains what is between the items, where nothing can encode it.
    ListItem {
        /// Name of the parameter on the wire.
        name: &'static str,
        /// The text between the items.
        between: &'static str,
    },
    /// A name in an object contains a text that ends names where the object is sent.
    FieldName {
        /// Name of the parameter on the wire.
        name: &'static str,
        /// The text that ends names.
        end: &'static str,
    },
    /// The content type of the body is not known, or can't be another.
    ContentType {
        /// The types that it can be.
        needs: &'static str,
    },
    /// The value can't be that of a cookie.
    Cookie {
        /// Name of the cookie.
        name: &'static str,
    },
    /// The value of a parameter can't be a part of the path: it is missing, empty, `.` or `..`.
    PathValue {
        /// Name of the parameter.
        name: String,
    },
    /// The URL of the next page is not one of the server, or not a URL. It isn't followed.
    NextPage,
    /// A page of a list is one that was read before: it has the items of the page before it, or is
    /// named again by a later page.
    RepeatedPage,
    /// Too many pages of a list in a row have no items.
    EmptyPages,
    /// The path and the parameters are too long for a URL.
    QueryTooLong {
        /// Their length in bytes.
        length: usize,
    },
    /// The server refused.
    Failure(Failure),
    /// The response doesn't fit the output type.
    Decode(Undecoded),
    /// The server redirected an operation that never redirects.
    Redirected {
        /// The HTTP status.
        status: http::StatusCode,
        /// The scheme, the host and the port of the target, if it has a host.
        host: Option<String>,
        /// The whole target, if the server states it. It may hold a secret, such as a ticket:
        /// [`Secret::expose`] returns it.
        target: Option<Secret>,
    },
    /// The server did not redirect an operation that always redirects.
    NotRedirected {
        /// The HTTP status.
        status: http::StatusCode,
    },
    /// A file on this machine can't be read or written.
    File {
        /// Its path.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// The response is larger than the client's `max_body`.
    TooLarge {
        /// The limit, in bytes.
        limit: usize,
    },
    /// The response did not arrive in time, or paused for too long.
    TimedOut,
    /// The connection failed before anything was sent.
    Connect(BoxError),
    /// The transport replays a cassette, and this request is not in it.
    NotRecorded(NotRecorded),
    /// The connection failed after something was sent.
    Transport(BoxError),
}

/// The thing that a server is too old for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Newer {
    /// The operation itself.
    Operation,
    /// A parameter, by its name on the wire.
    Parameter(&'static str),
}

impl ErrorKind {
    /// The kind of an error of a transport or of a body.
    pub(crate) fn transport(error: BoxError) -> Self {
        match error.downcast::<NotSent>() {
            Ok(error) => match error.0.downcast::<NotRecorded>() {
                Ok(error) => Self::NotRecorded(*error),
                Err(error) => Self::Connect(error),
            },
            Err(error) if error.is::<TimedOut>() => Self::TimedOut,
            Err(error) => Self::Transport(error),
        }
    }

    /// Returns whether servers respond like this at unknown paths.
    pub(super) fn may_be_of_an_unknown_path(&self) -> bool {
        match self {
            Self::Failure(failure) => failure.may_be_of_an_unknown_path(),
            Self::Decode(undecoded) => undecoded.is_page(),
            Self::Redirected { .. } => true,
            _ => false,
        }
    }

    /// Returns whether the connection ended before any part of the response arrived.
    pub(crate) fn is_unanswered(&self) -> bool {
        matches!(self, Self::Transport(error) if error.is::<Unanswered>())
    }

    /// Returns whether the transport knows that nothing was sent.
    pub(crate) fn was_not_sent(&self) -> bool {
        matches!(self, Self::Connect(_) | Self::NotRecorded(_))
    }
}
