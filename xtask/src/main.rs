//! The maintainers' commands: those of `api-codegen`, with this repository as their root.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use api_codegen::{HAS_FORMATTER, HAS_WATCHER, Program};

fn main() -> ExitCode {
    let command = env::args_os().nth(1).unwrap_or_default();
    if !HAS_FORMATTER && command == "fmt" {
        return with_feature("fmt");
    }
    if !HAS_WATCHER && command == "codegen" && env::args_os().any(|arg| arg == "--watch") {
        return with_feature("watch");
    }
    // Cargo says where this package is.
    let xtask = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let root = xtask.as_deref().and_then(Path::parent).map(Path::to_owned);
    Program { name: "cargo xtask", about: "The maintainers' commands.", root }.run()
}

/// Builds what no other command needs, and runs that.
fn with_feature(name: &str) -> ExitCode {
    let program = ["run", "--quiet", "--package", "xtask", "--features", name, "--"];
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    match Command::new(cargo).args(program).args(env::args_os().skip(1)).status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(status) => ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)),
        Err(error) => {
            eprintln!("error: cargo: {error}");
            ExitCode::FAILURE
        }
    }
}
