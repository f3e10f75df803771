//! The maintainers' commands: those of `api-codegen`, with this repository as their root.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use api_codegen::{HAS_FORMATTER, HAS_IMPORTER, HAS_WATCHER, Program, ROOT};

fn main() -> ExitCode {
    let command = env::args_os().nth(1).unwrap_or_default();
    if !HAS_FORMATTER && command == "fmt" {
        return with_feature("fmt");
    }
    let imports = command == "import"
        || command == "new" && env::args_os().any(|arg| arg.to_string_lossy().starts_with("--openapi"));
    if !HAS_IMPORTER && imports {
        return with_feature("import");
    }
    if !HAS_WATCHER && command == "codegen" && env::args_os().any(|arg| arg == "--watch") {
        return with_feature("watch");
    }
    // Cargo says where this package is, unless this program was started for another root.
    let xtask = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).filter(|_| env::var_os(ROOT).is_none());
    let root = xtask.as_deref().and_then(Path::parent).map(Path::to_owned);
    let tests = root.as_deref().map(|root| root.join("tests/rest")).filter(|test| test.exists());
    let code = Program { name: "cargo xtask", about: "The maintainers' commands.", root }.run();
    match tests {
        Some(tests) if command == "codegen" && code == ExitCode::SUCCESS && is_of_all() => {
            started(Command::new(env::current_exe().unwrap_or_default()).env(ROOT, tests))
        }
        _ => code,
    }
}

/// Returns whether the command writes or checks all output. Then it runs for the tests' API too, which
/// has its own spec and settings.
fn is_of_all() -> bool {
    env::args_os().skip(2).all(|arg| arg == "--check")
}

/// Builds this program with a feature that only some commands need, and runs it.
fn with_feature(name: &str) -> ExitCode {
    let program = ["run", "--quiet", "--package", "xtask", "--features", name, "--"];
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    started(Command::new(cargo).args(program))
}

/// Runs a program with the arguments of this one.
fn started(program: &mut Command) -> ExitCode {
    match program.args(env::args_os().skip(1)).status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(status) => ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)),
        Err(error) => {
            eprintln!("error: {}: {error}", program.get_program().display());
            ExitCode::FAILURE
        }
    }
}
