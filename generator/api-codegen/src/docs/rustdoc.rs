//! The documentation of the crates, as a folder of the site.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use generator_spec::model::Api;

use crate::Failure;
use crate::command::{Common, output, root};
use crate::settings::{Runtime, settings};
use crate::terminal::eprintln;

/// Documents the runtime and the generated crates, and returns the folder. Compiled dependencies are
/// shared with other builds.
pub fn build() -> Result<PathBuf, Failure> {
    let root = std::path::absolute(root()).map_err(Failure::of)?;
    let out = root.join("target/rustdoc");
    eprintln("documenting the crates");
    let apis = Common::usual().read()?;
    match settings().runtime {
        Runtime::Workspace => document(&out, &root, &apis)?,
        // Each crate is its own workspace.
        _ => apis
            .iter()
            .try_for_each(|api| document(&out, &output().join(&api.name), std::slice::from_ref(api)))?,
    }
    Ok(out.join("doc"))
}

fn document(out: &Path, folder: &Path, apis: &[Api]) -> Result<(), Failure> {
    // The cargo that runs this program.
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .args(["doc", "--no-deps", "--features", "blocking,cli,mock", "--package", "api-runtime"])
        .current_dir(folder);
    for api in apis {
        cargo.args(["--package", &api.rust.package]);
    }
    cargo.env("CARGO_TARGET_DIR", out).env("CARGO_BUILD_BUILD_DIR", root().join("target"));
    let status = cargo.status().map_err(Failure::of)?;
    if status.success() { Ok(()) } else { Err(Failure::of(format!("cargo doc failed: {status}"))) }
}

/// Copies a folder with its contents.
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
