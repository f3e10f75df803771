//! Packages built from their own tarballs.
//!
//! `cargo package` does that too, but it keeps the unpacked tarball and the
//! build of a version: after a change it would build the dependents with the
//! runtime of an earlier run.

use std::fs;
use std::path::Path;
use std::process::Command;

use generator::text;

use super::package::Package;
use super::stage::{Cargo, failed};
use crate::Failure;

/// The folder of their workspace in the copy of this one.
const FOLDER: &str = "packed";

/// Builds each package from its tarball, with the runtime from its tarball.
pub fn check(copy: &Path, tarballs: &Path, packages: &[&Package]) -> Result<(), Failure> {
    let folder = copy.join(FOLDER);
    fs::create_dir_all(&folder).map_err(|error| failed(&folder, &error))?;
    let mut manifest = "[workspace]\nresolver = \"3\"\nmembers = [\"*\"]\n\n[patch.crates-io]\n".to_owned();
    for package in packages {
        let name = format!("{}-{}", package.name, package.wanted);
        unpack(&tarballs.join(format!("{name}.crate")), &folder)?;
        if package.api.is_none() {
            manifest += &format!("{} = {{ path = \"{name}\" }}\n", package.name);
        }
    }
    let path = folder.join("Cargo.toml");
    fs::write(&path, manifest).map_err(|error| failed(&path, &error))?;
    let lock = folder.join("Cargo.lock");
    fs::copy(copy.join("Cargo.lock"), &lock).map_err(|error| failed(&lock, &error))?;
    let cargo = Cargo { folder: &folder, doing: "building each package from its tarball" };
    cargo.run(&["build", "--quiet", "--workspace", "--all-features"]).map_err(|said| {
        Failure::of(format!("a package does not build from its tarball: nothing was changed\n\n{said}"))
    })
}

fn unpack(tarball: &Path, folder: &Path) -> Result<(), Failure> {
    let output = Command::new("tar").arg("-xzf").arg(tarball).arg("-C").arg(folder).output();
    let output = output.map_err(|error| Failure::of(format!("cannot run tar: {error}")))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(Failure::of(format!("tar cannot unpack {}: {said}", text::path(tarball))))
}
