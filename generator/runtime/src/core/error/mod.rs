//! Errors of calls.

mod kind;
pub(crate) mod not_recorded;
mod text;
mod transport;

use std::{error, fmt, io};

pub(crate) use self::text::Inferred;
#[cfg(feature = "reqwest")]
pub(crate) use self::transport::Unanswered;
pub use self::{
    kind::{ErrorKind, Newer},
    transport::{BoxError, NotSent, TimedOut},
};
use super::failure::Failure;

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
    page: Option<u64>,
    tries: u32,
    /// True if the call can't have changed anything.
    only_reads: bool,
    kind: Box<ErrorKind>,
}

impl Error {
    pub(crate) fn new(operation: &'static str, kind: impl Into<Box<ErrorKind>>) -> Self {
        Self { operation: Some(operation), ..Self::from(kind.into()) }
    }

    /// Adds the inferred path of the call, if the error may be due to it.
    pub(crate) fn at_inferred(mut self, path: Option<&'static str>) -> Self {
        self.inferred_path = path.filter(|_| self.kind.may_be_of_an_unknown_path());
        self
    }

    /// Adds the number of times that the call was sent.
    pub(crate) fn after(mut self, tries: u32) -> Self {
        self.tries = tries;
        self
    }

    /// Adds whether the call only reads.
    pub(crate) fn reading(self, only_reads: bool) -> Self {
        Self { only_reads, ..self }
    }

    /// The text of the kind: what is wrong, and what to do about it.
    pub(crate) fn text(&self) -> String {
        let text = self.kind.to_string();
        let is_lost = matches!(*self.kind, ErrorKind::TimedOut | ErrorKind::Transport(_));
        let help = self.kind.help().filter(|_| is_lost && self.only_reads);
        match help.and_then(|help| text.strip_suffix(help)) {
            Some(what) => format!("{what}the operation only reads: try again"),
            None => text,
        }
    }

    /// Adds the number of the page of a list.
    pub(crate) fn of_page(self, number: u64) -> Self {
        Self { page: Some(number), ..self }
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

    /// Returns the number of the page of a list that can't be read, counted from 1 for the page that
    /// was read first; `None` if it isn't that of a list, or the call for the first page failed.
    pub fn page(&self) -> Option<u64> {
        self.page
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

impl From<Box<ErrorKind>> for Error {
    /// An error without an operation.
    fn from(kind: Box<ErrorKind>) -> Self {
        Self { operation: None, inferred_path: None, page: None, tries: 0, only_reads: false, kind }
    }
}

impl From<ErrorKind> for Error {
    /// An error without an operation.
    fn from(kind: ErrorKind) -> Self {
        Self::from(Box::new(kind))
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

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(page) = self.page {
            write!(f, "page {page} of the list: ")?;
        }
        if let Some(operation) = self.operation {
            write!(f, "{operation}: ")?;
        }
        if self.tries > 1 {
            write!(f, "failed {} times: ", self.tries)?;
        }
        f.write_str(&self.text())?;
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
