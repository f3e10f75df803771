//! A lock on a folder.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

/// Called if another run holds the lock, before waiting for it.
pub type Wait<'a> = &'a dyn Fn(&Path);

/// The access of a run to a folder.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// It only reads: several runs can do that at the same time.
    Read,
    /// It writes.
    Write,
}

/// Locks the folder; `None` if its file system has no locks, like some network file systems.
pub fn lock(path: &Path, access: Access, wait: Wait<'_>) -> Option<File> {
    let file = lock_file(path, access).ok()?;
    let (attempt, lock): (_, fn(&File) -> io::Result<()>) = match access {
        Access::Read => (file.try_lock_shared(), File::lock_shared),
        Access::Write => (file.try_lock(), File::lock),
    };
    let locked = attempt.or_else(|error| match error {
        TryLockError::WouldBlock => {
            wait(path);
            lock(&file)
        }
        TryLockError::Error(error) => Err(error),
    });
    locked.ok().map(|()| file)
}

/// Locks the folder itself, which leaves no file behind.
#[cfg(unix)]
fn lock_file(path: &Path, _: Access) -> io::Result<File> {
    File::open(path)
}

/// Folders cannot be locked here. Reading makes no file.
#[cfg(not(unix))]
fn lock_file(path: &Path, access: Access) -> io::Result<File> {
    let write = access == Access::Write;
    File::options().read(true).write(write).create(write).open(path.join(".codegen.lock"))
}
