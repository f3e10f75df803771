//! Why a command fails.

use std::io::{self, ErrorKind};
use std::path::Path;
use std::process::ExitCode;

use generator_review::report::{Format, json};
use generator_spec::diagnostics::{self, Diagnostic, Errors};
use generator_spec::text::counted;
use generator_spec::{program, text};

use crate::command::Command;
use crate::terminal;

/// Why a command fails.
#[derive(Debug)]
pub enum Failure {
    /// The command line is invalid.
    Usage(String),
    /// A spec has errors.
    Spec(Errors),
    /// Any other failure, as it is printed.
    Failed(String),
    /// It has been reported already.
    Reported,
}

impl Failure {
    /// An error, after the word `error`.
    pub fn of(error: impl std::fmt::Display) -> Self {
        Self::Failed(format!("error: {error}"))
    }

    /// An error of writing to a place, with a remedy.
    pub fn at(place: &Path, error: &io::Error) -> Self {
        Self::writing(&io::Error::new(error.kind(), format!("{}: {error}", text::path(place))))
    }

    /// An error of writing that names its place, with a remedy.
    pub fn writing(error: &io::Error) -> Self {
        let help = match error.kind() {
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => "\nhelp: make it writable",
            _ => "",
        };
        Self::of(format!("{error}{help}"))
    }

    /// Reports it on standard error; errors in a spec that are meant for a
    /// program go to standard output.
    pub fn report(self, command: Option<&Command>, format: Format) -> ExitCode {
        match self {
            Self::Usage(reason) => {
                let name = command.map(|command| format!("{} ", command.name)).unwrap_or_default();
                terminal::eprintln(&format!("error: {reason}\n\nSee `{} {name}--help`.", program::name()));
                return ExitCode::from(2);
            }
            Self::Failed(reason) => terminal::eprintln(&reason),
            Self::Reported => {}
            Self::Spec(errors) => report_errors(errors, format),
        }
        ExitCode::FAILURE
    }
}

impl From<Diagnostic> for Failure {
    fn from(error: Diagnostic) -> Self {
        let errors = Errors::default();
        errors.add(error);
        errors.into()
    }
}

impl From<Errors> for Failure {
    fn from(errors: Errors) -> Self {
        Self::Spec(errors)
    }
}

fn report_errors(errors: Errors, format: Format) {
    let printed = match format {
        Format::Text | Format::Markdown => {
            let count = counted(errors.len(), "error");
            let rendered = diagnostics::render(errors, terminal::color());
            return terminal::eprintln(&format!("{rendered}\n\n{count}: nothing was written"));
        }
        Format::Json => json(diagnostics::json(&errors.findings())),
        Format::Github => diagnostics::github(&errors.findings()),
    };
    // The command has failed already.
    let _ = terminal::print(&printed);
}
