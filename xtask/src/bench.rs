//! `cargo xtask bench`

use std::path::PathBuf;

use crate::Failure;

pub const HELP: &str = "\
Measure.
";

/// What the user asks for.
#[derive(Default)]
pub struct Options {
    /// The workspace.
    pub root: PathBuf,
    /// Names of measurements; all where there is none.
    pub only: Vec<String>,
}

/// Runs the command.
pub fn run(_options: &Options) -> Result<(), Failure> {
    Ok(())
}
