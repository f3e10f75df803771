//! The command `fmt`

use generator_review::report::Format;

#[cfg(feature = "fmt")]
use self::run::run;
use crate::command::{Command, Reads};

#[cfg(feature = "fmt")]
mod run;

pub const COMMAND: Command = Command {
    name: "fmt",
    about: "Format the specs",
    help: || HELP.to_owned(),
    reads: Reads::Spec(Format::OF_ERRORS),
    flags: &["--check"],
    options: &[],
    run,
};

const HELP: &str = "\
Format the specs. Comments and meaning are preserved; the language reference
describes the layout. Nothing changes if a file can't be formatted.

Usage: cargo xtask fmt [OPTIONS] [FILE...]

FILE is a file, or a folder with everything in it [default: the specs and the
overlays].

Options:
  --check        Write nothing; fail if a file is not formatted
";

/// Fails without the feature: `cargo xtask` builds it when somebody needs it.
#[cfg(not(feature = "fmt"))]
fn run(_: crate::args::Args, _: &crate::command::Common) -> Result<(), crate::Failure> {
    Err(crate::Failure::of("this program was built without its feature `fmt`: install it again with that"))
}
