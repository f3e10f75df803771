//! Why the program did not do what it was asked.

use std::{fmt, io};

use crate::Error;

/// Why the program did not do what it was asked.
#[derive(Debug)]
pub(super) enum Problem {
    /// The arguments can't be used; the text says why.
    Usage(String),
    /// The call failed.
    Call(Error),
    /// Something on this machine failed; the text says what.
    Local(String),
    /// Ctrl-C, or a signal to end.
    Interrupted,
    /// Nobody reads the output any more.
    PipeClosed,
}

impl Problem {
    /// A file, or another thing on this machine, that can't be used.
    pub(super) fn local(what: impl fmt::Display, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::PipeClosed,
            _ => Self::Local(format!("{what}: {error}")),
        }
    }
}
