//! The maintainers' commands: `cargo xtask --help`.
//!
//! A command is a file with a `COMMAND`, and its line in [`COMMANDS`]. It reads
//! its options and calls the generator, which does the work and makes the report.

// A command that meets what can't be should stop, and say why it can't.
#![allow(clippy::expect_used)]

mod args;
mod cargo;
mod codegen;
mod command;
mod diff;
mod docs;
mod explain;
mod export;
mod failure;
mod fmt;
mod gaps;
mod git;
mod learn;
mod lint;
mod list;
mod new;
mod release;
mod scratch;
mod standalone;
mod terminal;

use std::ffi::{OsStr, OsString};
use std::process::ExitCode;

use generator_review::report::Format;

use self::args::{Args, unknown, usage};
use self::command::{Command, Common, Reads};
use self::failure::Failure;

const COMMANDS: &[Command] = &[
    codegen::COMMAND,
    fmt::COMMAND,
    lint::COMMAND,
    diff::COMMAND,
    release::COMMAND,
    export::COMMAND,
    list::COMMAND,
    explain::COMMAND,
    gaps::COMMAND,
    learn::COMMAND,
    new::COMMAND,
    docs::COMMAND,
];

fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    match args.split_first() {
        Some((name, args)) if is_help(name) => exit_code(print_help(args.first()), None, Format::Text),
        Some((name, args)) => match find(name) {
            Ok(command) => run(command, args),
            Err(failure) => failure.report(None, Format::Text),
        },
        None => usage("missing command").report(None, Format::Text),
    }
}

fn run(command: &Command, args: &[OsString]) -> ExitCode {
    if args.iter().take_while(|arg| *arg != "--").any(|arg| arg == "--help" || arg == "-h") {
        return exit_code(terminal::print(&help_on(command)), None, Format::Text);
    }
    match parse(command, args) {
        Ok((args, common)) => exit_code((command.run)(args, &common), Some(command), common.format),
        Err(failure) => failure.report(Some(command), Format::Text),
    }
}

fn parse(command: &Command, args: &[OsString]) -> Result<(Args, Common), Failure> {
    match command.reads {
        Reads::Spec(formats) => {
            let args = Args::parse(args, command.flags, &[command.options, Common::OPTIONS].concat())?;
            let common = Common::of(&args, formats)?;
            Ok((args, common))
        }
        Reads::Nothing => Ok((Args::parse(args, command.flags, command.options)?, Common::default())),
    }
}

fn exit_code(result: Result<(), Failure>, command: Option<&Command>, format: Format) -> ExitCode {
    result.map_or_else(|failure| failure.report(command, format), |()| ExitCode::SUCCESS)
}

fn is_help(name: &OsStr) -> bool {
    ["help", "-h", "--help"].iter().any(|it| name == *it)
}

/// `help` and `help COMMAND`.
fn print_help(name: Option<&OsString>) -> Result<(), Failure> {
    match name {
        Some(name) => terminal::print(&help_on(find(name)?)),
        None => terminal::print(&help()),
    }
}

fn find(name: &OsStr) -> Result<&'static Command, Failure> {
    let found = COMMANDS.iter().find(|command| name == command.name);
    found.ok_or_else(|| unknown("command", &name.to_string_lossy(), COMMANDS.iter().map(|it| it.name)))
}

fn help() -> String {
    let width = COMMANDS.iter().map(|command| command.name.len()).max().unwrap_or_default();
    let commands = COMMANDS.iter().map(|command| format!("  {:width$}  {}\n", command.name, command.about));
    format!(
        "The maintainers' commands.\n\nUsage: cargo xtask COMMAND [OPTIONS]\n\nCommands:\n{}\n\
         For the options of a command: `cargo xtask COMMAND --help`.\n",
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
