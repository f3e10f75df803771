//! A temporary folder.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::Failure;

/// A new temporary folder, removed when it is dropped.
pub struct Scratch(PathBuf);

impl Scratch {
    /// Makes one; `name` says what it is for.
    pub fn new(name: &str) -> Result<Self, Failure> {
        Self::inside(&std::env::temp_dir(), &format!("xtask-{name}"))
    }

    /// Makes one in a folder, whose name begins with that.
    pub fn inside(folder: &Path, name: &str) -> Result<Self, Failure> {
        for number in 0..1000 {
            let path = folder.join(format!("{name}-{}-{number}", std::process::id()));
            match std::fs::create_dir(&path) {
                Ok(()) => return Ok(Self(path)),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(Failure::at(&path, &error)),
            }
        }
        Err(Failure::of("cannot make a temporary folder"))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
