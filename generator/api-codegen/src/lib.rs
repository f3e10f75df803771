//! The commands about specs, for `api-codegen` and for `cargo xtask`.
//!
//! A command is a file with a `COMMAND`, and its line in `COMMANDS`. It reads
//! its options and calls the generator, which does the work and makes the report.

// A command should stop at a broken invariant, with a message that names it.
#![allow(clippy::expect_used)]

mod args;
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
mod import;
mod learn;
mod lint;
mod list;
mod new;
mod schema;
mod scratch;
mod settings;
mod standalone;
mod terminal;
#[cfg(feature = "watch")]
mod watch;

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::process::ExitCode;

use generator_review::report::Format;
use generator_spec::program;

use self::args::{Args, unknown, usage};
use self::command::{Command, Common, Reads};
use self::failure::Failure;
use self::settings::Settings;

const COMMANDS: &[Command] = &[
    codegen::COMMAND,
    fmt::COMMAND,
    lint::COMMAND,
    diff::COMMAND,
    export::COMMAND,
    list::COMMAND,
    explain::COMMAND,
    gaps::COMMAND,
    learn::COMMAND,
    new::COMMAND,
    import::COMMAND,
    schema::COMMAND,
    docs::COMMAND,
];

/// Set if the command `fmt` has its formatter: the feature `fmt`.
pub const HAS_FORMATTER: bool = cfg!(feature = "fmt");

/// Set if the command `import` has its importer: the feature `import`.
pub const HAS_IMPORTER: bool = cfg!(feature = "import");

/// Set if `codegen` has `--watch`: the feature `watch`.
pub const HAS_WATCHER: bool = cfg!(feature = "watch");

pub use settings::ROOT;

/// A program with these commands.
#[derive(Clone, Debug)]
pub struct Program {
    /// The command line before a command.
    pub name: &'static str,
    /// Its purpose, in a sentence.
    pub about: &'static str,
    /// The root of the repository; if it is not given, the folder of `codegen.toml`.
    pub root: Option<PathBuf>,
}

impl Program {
    /// Runs the command that the command line names.
    #[must_use]
    pub fn run(self) -> ExitCode {
        let args: Vec<OsString> = std::env::args_os().skip(1).collect();
        program::set_name(self.name);
        match args.split_first() {
            Some((name, args)) if ["help", "-h", "--help"].iter().any(|known| name == *known) => {
                exit_code(self.print_help(args.first()), None, Format::Text)
            }
            Some((name, _)) if name == "--version" || name == "-V" => {
                exit_code(terminal::print(&self.version()), None, Format::Text)
            }
            Some((name, args)) => match find(name) {
                Ok(command) => self.start(command, args),
                Err(failure) => failure.report(None, Format::Text),
            },
            None => usage("missing command").report(None, Format::Text),
        }
    }

    fn start(self, command: &Command, args: &[OsString]) -> ExitCode {
        if args.iter().take_while(|arg| *arg != "--").any(|arg| arg == "--help" || arg == "-h") {
            return exit_code(terminal::print(&help_on(command)), None, Format::Text);
        }
        let ready = Settings::find(self.root).and_then(|settings| {
            settings.set();
            parse(command, args)
        });
        match ready {
            Ok((args, common)) => exit_code((command.run)(args, &common), Some(command), common.format),
            Err(failure) => failure.report(Some(command), Format::Text),
        }
    }

    /// `help` and `help COMMAND`.
    fn print_help(&self, name: Option<&OsString>) -> Result<(), Failure> {
        match name {
            Some(name) => terminal::print(&help_on(find(name)?)),
            None => terminal::print(&self.help()),
        }
    }

    /// Versions of the program and of the spec language that it reads.
    fn version(&self) -> String {
        let Self { name, .. } = self;
        format!("{name} {} (spec language {})\n", env!("CARGO_PKG_VERSION"), settings::LANGUAGE)
    }

    fn help(&self) -> String {
        let line = |name: &str, about: &str| format!("  {name:8}  {about}\n");
        let commands: String = COMMANDS.iter().map(|command| line(command.name, command.about)).collect();
        let settings: String = settings::KEYS.iter().map(|(name, about)| line(name, about)).collect();
        let Self { name, about, .. } = self;
        format!(
            "{about}\n\nUsage: {name} COMMAND [OPTIONS]\n\nCommands:\n{commands}\n\
             For the options of a command: `{name} COMMAND --help`; for the version: `{name} --version`.\n\n\
             Settings, in {} at the root of the repository (it may be empty, or missing):\n{settings}",
            settings::FILE
        )
    }
}

fn parse(command: &Command, args: &[OsString]) -> Result<(Args, Common), Failure> {
    match command.reads {
        Reads::Spec(formats) => {
            let args = Args::parse(args, command.flags, &[command.options, Common::OPTIONS].concat())?;
            let common = Common::of(&args, formats)?;
            Ok((args, common))
        }
        Reads::Nothing => Ok((Args::parse(args, command.flags, command.options)?, Common::usual())),
    }
}

fn exit_code(result: Result<(), Failure>, command: Option<&Command>, format: Format) -> ExitCode {
    result.map_or_else(|failure| failure.report(command, format), |()| ExitCode::SUCCESS)
}

fn find(name: &OsStr) -> Result<&'static Command, Failure> {
    let found = COMMANDS.iter().find(|command| name == command.name);
    found.ok_or_else(|| {
        unknown("command", &name.to_string_lossy(), COMMANDS.iter().map(|command| command.name))
    })
}

fn help_on(command: &Command) -> String {
    let common = match command.reads {
        Reads::Spec(formats) => Common::help(formats),
        Reads::Nothing => String::new(),
    };
    program::named(&(command.help)()) + &common
}
