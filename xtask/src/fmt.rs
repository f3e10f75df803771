//! `cargo xtask fmt`

use generator_review::report::Format;

#[cfg(not(feature = "fmt"))]
use self::rebuilt::run;
#[cfg(feature = "fmt")]
use self::run::run;
use crate::command::{Command, Reads};

#[cfg(feature = "fmt")]
mod run;

pub const COMMAND: Command = Command {
    name: "fmt",
    about: "Format the specs",
    help: || HELP.to_owned(),
    reads: Reads::Spec(Format::OF_FAULTS),
    flags: &["--check"],
    options: &[],
    run,
};

const HELP: &str = "\
Format the specs. Comments and meaning are preserved; spec/README.md describes
the layout. Nothing changes if a file can't be formatted.

Usage: cargo xtask fmt [OPTIONS] [FILE...]

FILE is a file, or a folder with everything in it [default: the specs and the
overlays].

Options:
  --check        Write nothing; fail if a file is not formatted
";

/// Builds the formatter, which no other command needs, and runs that.
#[cfg(not(feature = "fmt"))]
mod rebuilt {
    use std::env;

    use crate::Failure;
    use crate::args::Args;
    use crate::cargo::cargo;
    use crate::command::Common;

    pub fn run(_: Args, _: &Common) -> Result<(), Failure> {
        let program = ["run", "--quiet", "--package", "xtask", "--features", "fmt", "--"];
        let status = cargo().args(program).args(env::args_os().skip(1)).status().map_err(Failure::of)?;
        if status.success() { Ok(()) } else { Err(Failure::Reported) }
    }
}
