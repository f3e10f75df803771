//! The maintainers' commands: `cargo xtask --help`.

mod args;
mod bench;
mod codegen;
mod export;
mod list;

use std::fmt;
use std::io::IsTerminal;
use std::path::Path;
use std::process::ExitCode;

use generator::diagnostics::{self, Colour};
use generator::model::Api;

use self::args::Command;

const HELP: &str = "\
The maintainers' commands.

Usage: cargo xtask COMMAND [OPTIONS]

Commands:
  codegen   Write generated/ from spec/
  export    Print the resolved model of an API as JSON
  list      Print one line per operation
  bench     Measure the generator, the generated crates and the client

`cargo xtask COMMAND --help` tells more.
";

/// Why a command fails. What it prints is for the user as it is.
enum Failure {
    /// The command line makes no sense.
    Usage(String),
    /// Anything else.
    Failed(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(reason) => write!(f, "error: {reason}\n\nSee `cargo xtask --help`."),
            Self::Failed(reason) => f.write_str(reason),
        }
    }
}

impl From<lexopt::Error> for Failure {
    fn from(error: lexopt::Error) -> Self {
        Self::Usage(error.to_string())
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            tell(&failure.to_string());
            match failure {
                Failure::Usage(_) => ExitCode::from(2),
                Failure::Failed(_) => ExitCode::FAILURE,
            }
        }
    }
}

fn run() -> Result<(), Failure> {
    if let Some(result) = bench::wrap_rustc() {
        return result;
    }
    match args::parse()? {
        Command::Help(text) => print(text),
        Command::Codegen(options) => codegen::run(&options),
        Command::Export(options) => export::run(&options),
        Command::List(options) => list::run(&options),
        Command::Bench(options) => bench::run(&options),
    }
}

/// Prints to standard output; a reader that has seen enough is no failure.
fn print(text: &str) -> Result<(), Failure> {
    use std::io::{ErrorKind, Write};
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::Failed(format!("error: {error}")))
        }
        _ => Ok(()),
    }
}

/// Prints a line to standard error; where nobody reads it, there is nobody to tell.
fn tell(line: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Reads the specs; what is wrong with them becomes the failure.
fn read(spec: &Path) -> Result<Vec<Api>, Failure> {
    generator::read(spec).map_err(|faults| {
        let count = faults.len();
        let rendered = diagnostics::render(faults, colour());
        let errors = if count == 1 { "1 error".to_owned() } else { format!("{count} errors") };
        Failure::Failed(format!("{rendered}\n\n{errors} in {}: nothing was written", spec.display()))
    })
}

/// The API of that name.
fn select<'a>(apis: &'a [Api], name: &str) -> Result<&'a Api, Failure> {
    apis.iter().find(|api| api.name == name).ok_or_else(|| {
        let known: Vec<&str> = apis.iter().map(|api| api.name.as_str()).collect();
        Failure::Usage(format!("there is no API `{name}`; there is {}", known.join(", ")))
    })
}

fn colour() -> Colour {
    let is_plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if std::io::stderr().is_terminal() && !is_plain { Colour::Always } else { Colour::Never }
}
