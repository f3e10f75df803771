//! The program that runs the generator, as texts for its users name it.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

static NAME: OnceLock<&str> = OnceLock::new();
static SPEC: OnceLock<String> = OnceLock::new();
static ROOT: OnceLock<PathBuf> = OnceLock::new();

/// Sets the command line before a command, once.
pub fn set_name(name: &'static str) {
    let _ = NAME.set(name);
}

/// Sets the folder of the specs, once.
pub fn set_spec(folder: String) {
    let _ = SPEC.set(folder);
}

/// Sets the root of the repository, once.
pub fn set_root(folder: PathBuf) {
    let _ = ROOT.set(folder);
}

/// The root of the repository, if it is known.
#[must_use]
pub fn root() -> Option<&'static Path> {
    ROOT.get().map(PathBuf::as_path)
}

/// The command line before a command: `api-codegen`, or the maintainers' own.
#[must_use]
pub fn name() -> &'static str {
    NAME.get_or_init(|| "cargo xtask")
}

/// The folder of the specs, from the folder that holds the output.
#[must_use]
pub fn spec() -> &'static str {
    SPEC.get_or_init(|| "spec".to_owned())
}

/// A text about the maintainers' program, about this one.
#[must_use]
pub fn named(text: &str) -> String {
    text.replace("cargo xtask", name())
}
