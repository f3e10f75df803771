//! Runs of cargo.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Failure;
use crate::command::root;

/// The cargo that runs this program.
pub fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Cargo's target folder.
pub fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Runs it in a folder, where the user sees what it prints.
pub fn run(folder: &Path, args: &[&str]) -> Result<(), Failure> {
    let status = cargo().args(args).current_dir(folder).status().map_err(Failure::of)?;
    if status.success() {
        Ok(())
    } else {
        Err(Failure::of(format!("cargo {} failed: {status}", args.join(" "))))
    }
}
