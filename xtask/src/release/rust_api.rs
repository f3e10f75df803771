//! Runs cargo-semver-checks if it is installed.

use std::io::ErrorKind;
use std::process::{Command, Stdio};

use crate::Failure;
use crate::cargo::cargo;
use crate::command::root;
use crate::terminal::eprintln;

/// The verdict on a crate.
#[derive(Debug)]
pub enum RustApi {
    /// It found nothing that breaks programs.
    Compatible,
    /// The changes that break programs, a line each.
    Breaking(Vec<String>),
}

/// Compares a package with a revision; `None` if the program is not installed.
pub fn compare(package: &str, revision: &str) -> Result<Option<RustApi>, Failure> {
    let mut checks = Command::new("cargo-semver-checks");
    checks.args(["semver-checks", "--package", package, "--baseline-rev", revision]);
    // Only what needs a major version is a failure then.
    checks.args(["--release-type", "minor", "--color", "never"]).current_dir(root());
    checks.env("CARGO", cargo().get_program());
    let running = match checks.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        other => other.map_err(failed)?,
    };
    eprintln(&format!("comparing the Rust API of {package} with {revision}"));
    let output = running.wait_with_output().map_err(failed)?;
    let said = [output.stderr, output.stdout].map(|text| String::from_utf8_lossy(&text).into_owned());
    match (output.status.success(), said) {
        (true, _) => Ok(Some(RustApi::Compatible)),
        (false, [summary, found]) if summary.contains("semver requires new major version") => {
            let headings = found.lines().filter_map(|line| line.strip_prefix("--- failure "));
            let headings = headings.map(|line| line.trim_end_matches(" ---").to_owned());
            Ok(Some(RustApi::Breaking(headings.collect())))
        }
        // A program that failed has compared nothing.
        (false, said) => Err(Failure::of(format!("cargo-semver-checks failed\n\n{}", said.concat().trim()))),
    }
}

fn failed(error: std::io::Error) -> Failure {
    Failure::of(format!("cannot run cargo-semver-checks: {error}"))
}
