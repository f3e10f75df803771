//! The command `import`

#[cfg(feature = "import")]
mod run;

#[cfg(feature = "import")]
use self::run::run;
#[cfg(feature = "import")]
pub use self::run::write;
use crate::command::{Command, Reads};

pub const COMMAND: Command = Command {
    name: "import",
    about: "Write the spec of an OpenAPI description",
    help: || HELP.to_owned(),
    reads: Reads::Nothing,
    flags: &["--check"],
    options: &["--name"],
    run,
};

const HELP: &str = "\
Write the spec of an OpenAPI description: Swagger 2.0, OpenAPI 3.0 or 3.1, as
JSON or YAML. The folder NAME in `spec` gets api.yaml, types.yaml, and a file of
operations per tag. Standard output lists what was left out, each with its place
in the description and the reason.

Write corrections into an overlay: another import replaces these files, and
refuses to if somebody edited them.

Usage: cargo xtask import FILE --name NAME [OPTIONS]
       cargo xtask import [FILE] --name NAME --check

FILE is the description, or `-` for standard input. References lead into files
in its folder; nothing is loaded from a network.

Options:
  --name NAME  Name of the API: lowercase words joined by `-`
  --check      Write nothing; fail if the description has changed since the import,
               or a file that it refers to. Without FILE, it is the imported one
";

/// Fails without the feature: `cargo xtask` builds it when somebody needs it.
#[cfg(not(feature = "import"))]
fn run(_: crate::args::Args, _: &crate::command::Common) -> Result<(), crate::Failure> {
    write("", "")
}

/// Fails without the feature.
#[cfg(not(feature = "import"))]
pub fn write(_: &str, _: &str) -> Result<(), crate::Failure> {
    let what = "this program was built without its feature `import`: install it again with that";
    Err(crate::Failure::of(what))
}
