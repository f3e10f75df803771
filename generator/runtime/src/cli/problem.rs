//! The program's errors.

use std::{io, process::ExitCode};

use super::table::Command;
use crate::core::{Error, ErrorKind};

/// Exit status of a call that was refused or failed.
const FAILED: u8 = 1;

/// Exit status of wrong usage.
const USAGE: u8 = 2;

/// Exit status after Ctrl-C, as shells have it.
const INTERRUPTED: u8 = 130;

/// The program's errors.
#[derive(Debug)]
pub(super) enum Problem {
    /// The arguments are not those of a command, or ask for help.
    Arguments(clap::Error),
    /// The arguments can't be used; the text says why.
    Usage(String),
    /// Parameters that are missing or invalid.
    Invalid(Vec<Invalid>),
    /// The call failed.
    Call(Error),
    /// The server refused the credential of a session. The text is the command that starts another
    /// session.
    SessionEnded(Error, String),
    /// Something on this machine failed; the text says what.
    Local(String),
    /// Ctrl-C, or a signal to end.
    Interrupted,
    /// The reader of the output has closed it.
    PipeClosed,
}

/// A parameter that is missing or invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Invalid {
    /// The name of its option, without dashes.
    pub(super) option: String,
    /// Its name on the wire.
    pub(super) name: String,
    /// The error, in words.
    pub(super) what: String,
}

impl Problem {
    /// A problem with a file, or another thing on this machine.
    pub(super) fn local(what: impl std::fmt::Display, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::PipeClosed,
            _ => Self::Local(format!("{what}: {error}")),
        }
    }

    /// The error of a call.
    pub(super) fn error(&self) -> Option<&Error> {
        match self {
            Self::Call(error) | Self::SessionEnded(error, _) => Some(error),
            Self::Arguments(_)
            | Self::Usage(_)
            | Self::Invalid(_)
            | Self::Local(_)
            | Self::Interrupted
            | Self::PipeClosed => None,
        }
    }

    /// Adds the command that starts another session, if the server refused the credential of this one.
    pub(super) fn of_session(self, command: &Command, login: Option<String>) -> Self {
        let mut blocks = command.operation.auth_blocks();
        let mut is_refused = |error: &Error| {
            error.failure().is_some_and(|failure| blocks.any(|block| failure.is_one_of(block.refused_with)))
        };
        match (self, login) {
            (Self::Call(error), Some(login)) if is_refused(&error) => Self::SessionEnded(error, login),
            (problem, _) => problem,
        }
    }

    pub(super) fn exit_code(&self) -> ExitCode {
        match self {
            Self::Arguments(error) => error.exit_code().try_into().map_or(FAILED, |code: u8| code).into(),
            Self::Usage(_) | Self::Invalid(_) => USAGE.into(),
            Self::Call(error) if is_usage(error) => USAGE.into(),
            Self::Call(_) | Self::SessionEnded(..) | Self::Local(_) => FAILED.into(),
            // As in `… | head`: the reader has all that it needs.
            Self::PipeClosed => ExitCode::SUCCESS,
            Self::Interrupted => INTERRUPTED.into(),
        }
    }
}

/// Returns whether the call failed because of what the user passed, before it was sent.
pub(super) fn is_usage(error: &Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::BaseUrl(_)
            | ErrorKind::Header { .. }
            | ErrorKind::ContentType { .. }
            | ErrorKind::Path { .. }
            | ErrorKind::PathValue { .. }
            | ErrorKind::QueryTooLong { .. }
            | ErrorKind::TooNew { .. }
            | ErrorKind::Removed { .. }
            | ErrorKind::ReadOnly { .. }
            | ErrorKind::UntrustedPath
            | ErrorKind::NoPath
            | ErrorKind::MissingCredential { .. }
            | ErrorKind::WrongCredential { .. }
            | ErrorKind::NoBearer { .. }
    )
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        Self::Call(error)
    }
}
