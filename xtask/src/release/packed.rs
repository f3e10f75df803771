//! Packages built from their own tarballs.
//!
//! `cargo package` does that too, but it keeps the unpacked tarball and the
//! build of a version: after a change it would build the dependents with the
//! runtime of an earlier run.

use std::fs::{self, File};
use std::path::Path;

use flate2::read::GzDecoder;
use tar::Archive;

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
    manifest += &format!("\n{}", profiles(copy)?);
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
    let unpacked = File::open(tarball).and_then(|file| Archive::new(GzDecoder::new(file)).unpack(folder));
    unpacked.map_err(|error| failed(tarball, &error))
}

/// The profiles of this workspace: what it has built already is used.
fn profiles(copy: &Path) -> Result<String, Failure> {
    let path = copy.join("Cargo.toml");
    let manifest = fs::read_to_string(&path).map_err(|error| failed(&path, &error))?;
    Ok(manifest.find("[profile.").and_then(|start| manifest.get(start..)).unwrap_or_default().to_owned())
}
