//! The documentation of the crates, as a folder of the site.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::Failure;
use crate::cargo::cargo;
use crate::command::{Common, root};
use crate::terminal::eprintln;

/// Documents the runtime and the generated crates, and returns the folder. What is
/// compiled for it stays where other builds have it.
pub fn build() -> Result<PathBuf, Failure> {
    let out = root().join("target/rustdoc");
    let mut cargo = cargo();
    cargo
        .args(["doc", "--no-deps", "--features", "blocking,cli,mock", "--package", "api-runtime"])
        .current_dir(root());
    for api in Common::usual().read()? {
        cargo.args(["--package", &api.rust.package]);
    }
    cargo.env("CARGO_TARGET_DIR", &out).env("CARGO_BUILD_BUILD_DIR", root().join("target"));
    eprintln("documenting the crates");
    let status = cargo.status().map_err(Failure::of)?;
    if status.success() {
        Ok(out.join("doc"))
    } else {
        Err(Failure::of(format!("cargo doc failed: {status}")))
    }
}

/// Copies a folder with all that is in it.
pub fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type()?.is_dir() {
            copy(&from, &to)?;
        } else {
            fs::copy(from, to)?;
        }
    }
    Ok(())
}
