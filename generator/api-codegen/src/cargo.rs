//! Runs of cargo.

use std::env;
use std::process::Command;

/// The cargo that runs this program.
pub fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}
