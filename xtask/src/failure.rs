//! Why a command fails.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use generator::diagnostics::{self, Faults};
use generator::report::{Format, json};
use generator::text::{self, counted};

use crate::command::Command;
use crate::terminal;

/// Why a command fails.
#[derive(Debug)]
pub enum Failure {
    /// The command line makes no sense.
    Usage(String),
    /// The spec in that folder has errors.
    Spec(Faults, PathBuf),
    /// Anything else, as the user reads it.
    Failed(String),
    /// It has been reported already.
    Told,
}

impl Failure {
    /// An error, after the word `error`.
    pub fn of(error: impl std::fmt::Display) -> Self {
        Self::Failed(format!("error: {error}"))
    }

    /// Reports it on standard error; errors in a spec that are meant for a
    /// program go to standard output.
    pub fn tell(self, command: Option<&Command>, format: Format) -> ExitCode {
        match self {
            Self::Usage(reason) => {
                let name = command.map(|command| format!("{} ", command.name)).unwrap_or_default();
                terminal::tell(&format!("error: {reason}\n\nSee `cargo xtask {name}--help`."));
                return ExitCode::from(2);
            }
            Self::Failed(reason) => terminal::tell(&reason),
            Self::Told => {}
            Self::Spec(faults, folder) => tell_faults(faults, &folder, format),
        }
        ExitCode::FAILURE
    }
}

fn tell_faults(faults: Faults, folder: &Path, format: Format) {
    let printed = match format {
        Format::Text | Format::Markdown => {
            let errors = counted(faults.len(), "error");
            let rendered = diagnostics::render(faults, terminal::colour());
            return terminal::tell(&format!(
                "{rendered}\n\n{errors} in {}: nothing was written",
                text::path(folder)
            ));
        }
        Format::Json => json(diagnostics::json(faults)),
        Format::Github => diagnostics::github(faults),
    };
    // The command has failed already.
    let _ = terminal::print(&printed);
}
