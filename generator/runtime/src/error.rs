//! What can go wrong with a call.

use std::{error, fmt};

use crate::{BoxError, Failure, Misfit, Version, failure::Undecoded, transport::TimedOut};

/// A call that gave no output: which operation, what happened, what to do.
///
/// Neither `Display` nor `Debug` shows a secret that was sent or the body of
/// an answer. The cause of a broken connection is the [`source`].
///
/// [`source`]: error::Error::source
pub struct Error {
    operation: Option<&'static str>,
    kind: Box<ErrorKind>,
}

/// What happened.
#[derive(Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The base URL can't be used, for the reason given.
    BaseUrl(&'static str),
    /// A header can't have this name, or can't carry its value.
    Header {
        /// Name of the header or of the field that it should carry.
        name: String,
    },
    /// A path that was set for an operation is none.
    Path {
        /// Name of the operation.
        operation: String,
    },
    /// A path was set for an operation that the API does not have.
    UnknownOperation {
        /// The name that was given.
        name: String,
    },
    /// The server is too old.
    TooNew {
        /// What it lacks.
        what: Newer,
        /// The version that has it.
        needs: Version,
        /// The version that the client was told.
        has: Version,
    },
    /// No path of the operation is known.
    NoPath,
    /// The operation needs credentials and the client has none.
    MissingCredential {
        /// What it needs, in words.
        needs: &'static str,
    },
    /// The operation needs other credentials than the client has.
    WrongCredential {
        /// What it needs, in words.
        needs: &'static str,
        /// What the client has, in words.
        has: &'static str,
    },
    /// The bearer header should carry a credential that has nothing for it.
    NoBearer {
        /// The credential, in words.
        block: &'static str,
    },
    /// The client's credential has a code that works once, and it was sent.
    OneTimeSent,
    /// A file is put where no file can travel: the description of the
    /// operation contradicts itself.
    FileOutsideMultipart {
        /// Name of the parameter.
        name: &'static str,
    },
    /// The server refused.
    Failure(Failure),
    /// The answer does not fit the type of the output.
    Decode(Undecoded),
    /// The server redirects, which no operation of this kind does.
    Redirected {
        /// The HTTP status.
        status: http::StatusCode,
    },
    /// The server should have redirected.
    NotRedirected {
        /// The HTTP status.
        status: http::StatusCode,
    },
    /// The answer is larger than the client takes.
    TooLarge {
        /// What it takes, in bytes.
        limit: usize,
    },
    /// The answer did not come in time.
    TimedOut,
    /// The request or its answer did not get through.
    Transport(BoxError),
}

/// What a server is too old for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Newer {
    /// The operation itself.
    Operation,
    /// A parameter, by its name on the wire.
    Parameter(&'static str),
}

impl Error {
    pub(crate) fn new(operation: &'static str, kind: ErrorKind) -> Self {
        Self { operation: Some(operation), kind: Box::new(kind) }
    }

    /// The operation; `None` if the client could not be built.
    #[must_use]
    pub fn operation(&self) -> Option<&'static str> {
        self.operation
    }

    /// What happened.
    #[must_use]
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// What the server said, if it refused.
    #[must_use]
    pub fn failure(&self) -> Option<&Failure> {
        match self.kind() {
            ErrorKind::Failure(failure) => Some(failure),
            _ => None,
        }
    }
}

impl From<ErrorKind> for Error {
    /// An error of no operation.
    fn from(kind: ErrorKind) -> Self {
        Self { operation: None, kind: Box::new(kind) }
    }
}

impl ErrorKind {
    /// The error of a transport or of a body.
    pub(crate) fn transport(error: BoxError) -> Self {
        if error.is::<TimedOut>() { Self::TimedOut } else { Self::Transport(error) }
    }

    pub(crate) fn decode(misfit: Misfit, status: http::StatusCode, body: bytes::Bytes) -> Self {
        Self::Decode(Undecoded { misfit, status, body })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(operation) = self.operation {
            write!(f, "{operation}: ")?;
        }
        self.kind.fmt(f)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error").field("operation", &self.operation).field("kind", &self.kind).finish()
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self.kind() {
            ErrorKind::Transport(error) => Some(&**error),
            _ => None,
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BaseUrl(reason) => {
                write!(f, "the base URL can't be used: {reason}; give one such as https://backup.example.com")
            }
            Self::Header { name } => write!(
                f,
                "the header for `{name}` can't be sent: a name has no spaces, a value no line \
                 breaks and no spaces at its ends"
            ),
            Self::Path { operation } => write!(
                f,
                "the path set for {operation} is none; it begins with `/` and has neither `?` nor \
                 `#`"
            ),
            Self::UnknownOperation { name } => write!(
                f,
                "a path is set for `{name}`, which is no operation of this API; write the name as \
                 the documents do"
            ),
            Self::TooNew { what, needs, has } => write!(
                f,
                "{what} needs server {needs} and the server has {has}; update the server, or tell \
                 the client its right version"
            ),
            Self::NoPath => f.write_str("no path is known; set one in the client's builder"),
            Self::MissingCredential { needs } => {
                write!(f, "it needs the {needs}; give the client a credential")
            }
            Self::WrongCredential { needs, has } => write!(
                f,
                "it needs the {needs} and the client has the {has}; use a client with that \
                 credential"
            ),
            Self::NoBearer { block } => write!(
                f,
                "the {block} has nothing that the bearer header could carry; use a credential \
                 with a bearer token"
            ),
            Self::OneTimeSent => f.write_str(
                "the credential holds a code that works once, and it was sent already; start a \
                 session with it, or give the client a new code",
            ),
            Self::FileOutsideMultipart { name } => write!(
                f,
                "`{name}` is a file and the form is not multipart; correct the description of the \
                 operation"
            ),
            Self::Failure(failure) => failure.fmt(f),
            Self::Decode(undecoded) => undecoded.fmt(f),
            Self::Redirected { status } => {
                write!(f, "the server redirects (HTTP {status}), which is not followed; check the base URL")
            }
            Self::NotRedirected { status } => write!(
                f,
                "the server should redirect and did not (HTTP {status}); check that nothing on \
                 the way follows redirects"
            ),
            Self::TooLarge { limit } => write!(
                f,
                "the answer has more than {limit} bytes; raise the limit in the client's builder, \
                 or read the download in chunks"
            ),
            Self::TimedOut => f.write_str(
                "no answer in time; the server may have carried it out all the same: look before \
                 you repeat it",
            ),
            Self::Transport(_) => f.write_str(
                "the request or its answer did not get through; see the source of this error, and \
                 look whether it was carried out before you repeat it",
            ),
        }
    }
}

impl fmt::Display for Newer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Operation => f.write_str("the operation"),
            Self::Parameter(name) => write!(f, "the parameter `{name}`"),
        }
    }
}
