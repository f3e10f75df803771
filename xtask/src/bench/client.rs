//! A call through the generated client against the same by hand.

use std::process::Command;

use super::{Options, failed};
use crate::Failure;

/// Runs the benchmark of the tests crate, which holds both.
pub fn run(options: &Options) -> Result<(), Failure> {
    let status = Command::new("cargo")
        .args(["bench", "--quiet", "--package", "tests", "--bench", "client"])
        .current_dir(&options.root)
        .status()
        .map_err(|error| failed(&error))?;
    if status.success() { Ok(()) } else { Err(failed(&"the benchmark failed")) }
}
