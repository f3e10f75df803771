//! Runs of cargo, and of this program again.

use std::env;
use std::process::Command;

use crate::Failure;
use crate::command::root;
use crate::settings;

/// This program, for the same repository: it reads its settings again.
pub fn this_program() -> Result<Command, Failure> {
    let mut program = Command::new(env::current_exe().map_err(Failure::of)?);
    program.env(settings::ROOT, std::path::absolute(root()).map_err(Failure::of)?);
    Ok(program)
}

/// The cargo that runs this program.
pub fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}
