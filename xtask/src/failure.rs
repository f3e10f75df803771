//! Why a command fails.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use generator::diagnostics::{self, Colour, Faults};
use generator::text::counted;

use crate::args::{Command, Format};
use crate::terminal;

/// Why a command fails.
#[derive(Debug)]
pub enum Failure {
    /// The command line makes no sense.
    Usage(String),
    /// The spec of that folder is at fault.
    Spec(Faults, PathBuf),
    /// Anything else, as it is told to the user.
    Failed(String),
    /// What the user has been told already.
    Told,
}

impl Failure {
    /// Something that the machine refuses: `error: permission denied`.
    pub fn of(error: impl std::fmt::Display) -> Self {
        Self::Failed(format!("error: {error}"))
    }

    /// Tells the user of a command, on standard error; faults for a program go
    /// to standard output.
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
            terminal::tell(&as_rustc_does(faults, folder, terminal::colour()));
            return;
        }
        Format::Json => format!("{:#}\n", diagnostics::json(faults)),
        Format::Github => diagnostics::github(faults),
    };
    // There is nothing left to fail.
    let _ = terminal::print(&printed);
}

fn as_rustc_does(faults: Faults, folder: &Path, colour: Colour) -> String {
    let errors = counted(faults.len(), "error");
    let rendered = diagnostics::render(faults, colour);
    format!("{rendered}\n\n{errors} in {}: nothing was written", folder.display())
}

impl From<lexopt::Error> for Failure {
    fn from(error: lexopt::Error) -> Self {
        Self::Usage(error.to_string())
    }
}
