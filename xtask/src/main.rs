//! The maintainers' commands: `cargo xtask --help`.
//!
//! A command is a file with a `COMMAND`, and its line in [`COMMANDS`].

mod add;
mod args;
mod bench;
mod codegen;
mod diff;
mod docs;
mod explain;
mod export;
mod failure;
mod files;
mod fmt;
mod gaps;
mod lint;
mod list;
mod new;
mod standalone;
mod terminal;

use std::ffi::OsString;
use std::process::ExitCode;

use self::args::{Command, Common, Format, Reads};
use self::failure::Failure;

const COMMANDS: &[Command] = &[
    codegen::COMMAND,
    fmt::COMMAND,
    lint::COMMAND,
    diff::COMMAND,
    export::COMMAND,
    list::COMMAND,
    explain::COMMAND,
    gaps::COMMAND,
    add::COMMAND,
    new::COMMAND,
    docs::COMMAND,
    bench::COMMAND,
];

fn main() -> ExitCode {
    if let Some(result) = bench::wrap_rustc() {
        return exit_code(result, Format::Text);
    }
    let mut args: Vec<OsString> = std::env::args_os().skip(1).collect();
    let command = match find(&args) {
        Ok(Some(command)) => command,
        Ok(None) => return exit_code(terminal::print(&help()), Format::Text),
        Err(failure) => return failure.tell(Format::Text),
    };
    args.remove(0);
    if args.iter().take_while(|arg| *arg != "--").any(|arg| arg == "--help" || arg == "-h") {
        return exit_code(terminal::print(&help_on(command)), Format::Text);
    }
    let formats = match command.reads {
        Reads::Spec(formats) => formats,
        Reads::Nothing => return exit_code(run(command, args, &Common::default()), Format::Text),
    };
    match Common::take(&mut args, formats) {
        Ok(common) => exit_code(run(command, args, &common), common.format),
        Err(failure) => failure.tell(Format::Text),
    }
}

fn run(command: &Command, args: Vec<OsString>, common: &Common) -> Result<(), Failure> {
    (command.run)(lexopt::Parser::from_args(args), common)
}

fn exit_code(result: Result<(), Failure>, format: Format) -> ExitCode {
    result.map_or_else(|failure| failure.tell(format), |()| ExitCode::SUCCESS)
}

/// The command that is asked for; `None` where it is help.
fn find(args: &[OsString]) -> Result<Option<&'static Command>, Failure> {
    let Some(name) = args.first() else { return Err(Failure::Usage("which command?".to_owned())) };
    if ["help", "-h", "--help"].iter().any(|it| name == it) {
        return Ok(None);
    }
    let found = COMMANDS.iter().find(|command| name == command.name);
    found.map(Some).ok_or_else(|| {
        let near =
            generator::diagnostics::suggest(&name.to_string_lossy(), COMMANDS.iter().map(|it| it.name));
        let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        Failure::Usage(format!("unknown command {}{near}", name.display()))
    })
}

fn help() -> String {
    let width = COMMANDS.iter().map(|command| command.name.len()).max().unwrap_or_default();
    let commands = COMMANDS.iter().map(|command| format!("  {:width$}  {}\n", command.name, command.about));
    format!(
        "The maintainers' commands.\n\nUsage: cargo xtask COMMAND [OPTIONS]\n\nCommands:\n{}\n\
         `cargo xtask COMMAND --help` tells more.\n",
        commands.collect::<String>()
    )
}

fn help_on(command: &Command) -> String {
    let common = match command.reads {
        Reads::Spec(formats) => Common::help(formats),
        Reads::Nothing => String::new(),
    };
    format!("{}{common}", (command.help)())
}
