//! Errors of calls.

mod not_recorded;
mod text;

use std::{error, fmt, io, path::PathBuf, sync::Arc};

pub use self::not_recorded::NotRecorded;
pub(crate) use self::text::Inferred;
use crate::{
    BoxError, Effect, Failure, Secret, Version,
    failure::Undecoded,
    transport::{NotSent, TimedOut},
};

/// A failed call: which operation, what is wrong, and what to do about it.
///
/// `Display` and `Debug` redact the secrets that were sent (with the exceptions
/// of [`Failure::message`]) and characters that control a terminal or text
/// direction. Of the body of a response they show only the server's message, or
/// the beginning of a plain text. If a connection failed, the cause is the
/// [`source`], as the transport reports it.
///
/// [`source`]: error::Error::source
#[derive(Debug)]
pub struct Error {
    operation: Option<&'static str>,
    inferred_path: Option<&'static str>,
    tries: u32,
    kind: Box<ErrorKind>,
}

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

impl Error {
    pub(crate) fn new(operation: &'static str, kind: ErrorKind) -> Self {
        Self { operation: Some(operation), inferred_path: None, tries: 0, kind: Box::new(kind) }
    }

    /// An error of a call to a path that is inferred, if there is one here.
    pub(crate) fn at_inferred(mut self, path: Option<&'static str>) -> Self {
        self.inferred_path = path.filter(|_| self.kind.may_be_of_an_unknown_path());
        self
    }

    /// An error of a call that was sent that many times.
    pub(crate) fn after(mut self, tries: u32) -> Self {
        self.tries = tries;
        self
    }

    /// Returns the name of the operation; `None` if the client could not be built.
    pub fn operation(&self) -> Option<&'static str> {
        self.operation
    }

    /// Returns the kind of error.
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// Returns how often the call was sent, or was to be sent, before it failed: more than once if
    /// [`ClientBuilder::retry`](crate::ClientBuilder::retry) says so. Returns 0 if it failed before
    /// that, or while a [`Download`](crate::Download) was read.
    pub fn tries(&self) -> u32 {
        self.tries
    }

    /// Returns the path of the operation, if it is inferred and the server responds as
    /// if it had nothing there: with status 404 or 405, a redirect or a web page.
    /// Set another one with [`ClientBuilder::path`](crate::ClientBuilder::path).
    pub fn inferred_path(&self) -> Option<&'static str> {
        self.inferred_path
    }

    /// Returns the server's refusal, if it refused.
    pub fn failure(&self) -> Option<&Failure> {
        match self.kind() {
            ErrorKind::Failure(failure) => Some(failure),
            _ => None,
        }
    }
}

impl From<ErrorKind> for Error {
    /// An error without an operation.
    fn from(kind: ErrorKind) -> Self {
        Self { operation: None, inferred_path: None, tries: 0, kind: Box::new(kind) }
    }
}

impl From<Error> for io::Error {
    /// An error of the kind [`TimedOut`](io::ErrorKind::TimedOut), of the kind
    /// that a file's error has, or [`Other`](io::ErrorKind::Other), for code that
    /// returns [`io::Result`].
    fn from(error: Error) -> Self {
        match error.kind() {
            ErrorKind::TimedOut => Self::new(io::ErrorKind::TimedOut, error),
            ErrorKind::File { error: cause, .. } => Self::new(cause.kind(), error),
            _ => Self::other(error),
        }
    }
}

impl ErrorKind {
    /// Sorts the error of a transport or of a body.
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

    /// Returns whether servers respond like this where they have no operation.
    fn may_be_of_an_unknown_path(&self) -> bool {
        match self {
            Self::Failure(failure) => failure.may_be_of_an_unknown_path(),
            Self::Decode(undecoded) => undecoded.is_page(),
            Self::Redirected { .. } => true,
            _ => false,
        }
    }

    /// Returns whether the transport knows that nothing was sent.
    pub(crate) fn was_not_sent(&self) -> bool {
        matches!(self, Self::Connect(_) | Self::NotRecorded(_))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(operation) = self.operation {
            write!(f, "{operation}: ")?;
        }
        if self.tries > 1 {
            write!(f, "failed {} times: ", self.tries)?;
        }
        self.kind.fmt(f)?;
        match self.inferred_path {
            Some(path) => write!(f, "; {}", Inferred { path, remedy: text::SET_PATH }),
            None => Ok(()),
        }
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self.kind() {
            ErrorKind::Connect(error) | ErrorKind::Transport(error) => Some(&**error),
            ErrorKind::Credential(error) => Some(&**error),
            _ => None,
        }
    }
}
