//! A temporary folder.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::Failure;

/// A new temporary folder, removed when it is dropped.
pub struct Scratch(PathBuf);

impl Scratch {
    /// Makes a folder with the purpose in its name.
    pub fn new(name: &str) -> Result<Self, Failure> {
        Self::inside(&std::env::temp_dir(), &format!("xtask-{name}"))
    }

    /// Makes a folder inside another; its name begins with `name`.
    pub fn inside(folder: &Path, name: &str) -> Result<Self, Failure> {
        for number in 0..1000 {
            let path = folder.join(format!("{name}-{}-{number}", std::process::id()));
            match fs::create_dir(&path) {
                Ok(()) => return Ok(Self(path)),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(Failure::at(&path, &error)),
            }
        }
        Err(Failure::of("cannot make a temporary folder"))
    }

    /// Makes a folder among the specs that no command reads, from which files can be moved to their
    /// place. Removes the folders of killed runs, which are older than a minute.
    pub fn staging(spec: &Path) -> Result<Self, Failure> {
        const STAGED: &str = ".codegen-new";
        fs::create_dir_all(spec).map_err(|error| Failure::at(spec, &error))?;
        let is_left = |entry: &fs::DirEntry| {
            let age = entry
                .metadata()
                .and_then(|metadata| metadata.modified())
                .ok()
                .and_then(|modified| modified.elapsed().ok());
            entry.file_name().to_string_lossy().starts_with(STAGED)
                && age.is_some_and(|age| age > Duration::from_secs(60))
        };
        for entry in fs::read_dir(spec).into_iter().flatten().flatten().filter(is_left) {
            // A folder that can't be removed does no harm.
            let _ = fs::remove_dir_all(entry.path());
        }
        Self::inside(spec, STAGED)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
