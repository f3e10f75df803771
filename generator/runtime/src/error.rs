//! What can go wrong with a call.

mod text;

use std::{error, fmt};

use crate::{
    BoxError, Failure, Misfit, Version,
    failure::Undecoded,
    transport::{NotSent, TimedOut},
};

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
    /// The client's credential has a code that works once, and it may have been
    /// sent.
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
    /// No connection could be made: nothing was sent.
    Connect(BoxError),
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
        match error.downcast::<NotSent>() {
            Ok(error) => Self::Connect(error.0),
            Err(error) if error.is::<TimedOut>() => Self::TimedOut,
            Err(error) => Self::Transport(error),
        }
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
            ErrorKind::Connect(error) | ErrorKind::Transport(error) => Some(&**error),
            _ => None,
        }
    }
}
