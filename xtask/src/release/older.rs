//! Crates that were released before, with the runtime that is to be released:
//! `cargo update` brings the two together.

use std::fs;
use std::path::Path;

use generator_review::release::accepts;

use super::package::Package;
use super::stage::{Cargo, failed};
use crate::Failure;
use crate::standalone::RUNTIME_FOLDER;

/// The folder of their workspace in the copy of this one.
const FOLDER: &str = "older";

/// Compiles the crates, as they were released, that accept the new runtime. Builds them:
/// packaging has built their dependencies.
pub fn check(copy: &Path, packages: &[Package]) -> Result<(), Failure> {
    let Some(runtime) = packages.iter().find(|it| it.api.is_none()).map(|it| &it.wanted) else {
        return Ok(());
    };
    let needs = |it: &Package| it.evidence.runtime.as_ref().is_some_and(|(then, _)| accepts(then, runtime));
    let older: Vec<&Package> = packages.iter().filter(|it| needs(it)).collect();
    if older.is_empty() {
        return Ok(());
    }
    for package in &older {
        for (path, text) in &package.released {
            write(&copy.join(FOLDER).join(&package.name).join(path), text)?;
        }
    }
    write(&copy.join(FOLDER).join("Cargo.toml"), &manifest(&read(&copy.join("Cargo.toml"))?))?;
    write(&copy.join(FOLDER).join("Cargo.lock"), &read(&copy.join("Cargo.lock"))?)?;
    let names: Vec<&str> = older.iter().map(|it| it.name.as_str()).collect();
    let doing = format!("compiling {} as released, with the runtime {runtime}", names.join(", "));
    let cargo = Cargo { folder: &copy.join(FOLDER), doing: &doing };
    cargo.run(&["build", "--quiet", "--workspace", "--all-features"]).map_err(|said| {
        Failure::of(format!(
            "released crates do not compile with the runtime {runtime}: nothing was changed\n\
             help: keep what they use, or set a version in {RUNTIME_FOLDER}/Cargo.toml that they do not accept\n\n{said}"
        ))
    })
}

/// The manifest of this workspace, for members below its folder.
fn manifest(root: &str) -> String {
    let lines = root.lines().map(|line| match line {
        line if line.starts_with("members = ") => "members = [\"*\"]".to_owned(),
        line if line.starts_with("exclude = ") => "exclude = [\"target\"]".to_owned(),
        line => line.replace("path = \"", "path = \"../"),
    });
    lines.map(|line| line + "\n").collect()
}

fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| failed(path, &error))
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder).and_then(|()| fs::write(path, text)).map_err(|error| failed(path, &error))
}
