//! `cargo probe`, which is `cargo xtask probe` with an HTTP client: the other
//! commands build without one.

#[cfg(feature = "probe")]
mod http;
#[cfg(feature = "probe")]
mod run;

use generator_review::report::Format;

#[cfg(feature = "probe")]
use self::run::run;
use crate::command::{Command, Reads};
#[cfg(not(feature = "probe"))]
use crate::{Failure, args::Args, command::Common};

pub const COMMAND: Command = Command {
    name: "probe",
    about: "Ask a running server which inferred paths exist (`cargo probe`)",
    help: || HELP.to_owned(),
    reads: Reads::Spec(Format::OF_FAULTS),
    flags: &["--yes"],
    options: &["--api", "--rate", "--timeout", "--guesses", "--name", "--out", "--source"],
    run,
};

const HELP: &str = "\
Ask a running server which paths exist, without credentials, so that nothing is
carried out. Print a table, and write an overlay with the inferred paths that
exist.

Each request is a POST with an empty body and without credentials. It goes to
the path of an operation that demands credentials, so the server refuses it; how
it refuses shows whether the path exists. Operations whose credentials are
optional, absent or not shown are never asked about. If an inferred path doesn't
exist, paths with `/` and `-` in other places are tried. Ctrl-C stops the run and
keeps what was found.

Usage: cargo probe [OPTIONS] URL

Options:
  --api NAME     The API [default: the API, if there is only one]
  --rate N       Maximum requests per second [default: 5]
  --timeout N    Timeout per request, in seconds [default: 10]
  --guesses N    Maximum number of other paths tried for each inferred one [default: 24]
  --yes          Don't ask before the first request
  --name NAME    Name of the overlay [default: probed]
  --out FILE     The overlay; an existing file is not replaced [default: NAME.yaml]
  --source TEXT  Where the paths are from [default: A running server.]
";

#[cfg(not(feature = "probe"))]
fn run(_: Args, _: &Common) -> Result<(), Failure> {
    Err(Failure::of(
        "`cargo xtask` is built without an HTTP client\n  run `cargo probe` with these arguments",
    ))
}
