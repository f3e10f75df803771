//! A lock on a folder and a private folder inside it for staging.

use std::fs::{self, DirBuilder, File, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::place::at;

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

/// A folder to write to, locked until the value is dropped.
pub struct Folder {
    path: PathBuf,
    staging: PathBuf,
    staged: AtomicUsize,
    _lock: Option<File>,
}

impl Folder {
    /// Locks the folder and removes what killed runs left in it.
    ///
    /// # Errors
    /// The folder does not exist, or nothing can be made in it.
    pub fn open(path: &Path, wait: Wait<'_>) -> io::Result<Self> {
        // The user chose this path: it may be a link.
        let path = fs::canonicalize(path).map_err(|error| at(path, error))?;
        let lock = lock(&path, Access::Write, wait);
        if lock.is_some() {
            clear(&path);
        }
        // The standard library seeds its hashers with random bytes from the system.
        let random = || RandomState::new().hash_one(0);
        let staging = path.join(format!("{PREFIX}{:016x}{:016x}", random(), random()));
        make_private(&staging).map_err(|error| at(&staging, error))?;
        Ok(Self { path, staging, staged: AtomicUsize::new(0), _lock: lock })
    }

    /// Its path, without links.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A private folder in it, removed on drop.
    #[must_use]
    pub fn staging(&self) -> &Path {
        &self.staging
    }

    /// Stages a file.
    pub(super) fn stage(&self, text: &str) -> io::Result<PathBuf> {
        let path = self.staging.join(self.staged.fetch_add(1, Ordering::Relaxed).to_string());
        let written = File::create_new(&path).and_then(|mut file| file.write_all(text.as_bytes()));
        written.map(|()| path.clone()).map_err(|error| at(&path, error))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.staging);
    }
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

/// The names of private folders begin with this; 32 random digits follow.
const PREFIX: &str = ".codegen-";

/// Fails if anything has that name, even a link.
fn make_private(path: &Path) -> io::Result<()> {
    #[cfg_attr(not(unix), allow(unused_mut))]
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Removes the private folders of killed runs. Requires the lock.
fn clear(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let digits = name.to_str().and_then(|name| name.strip_prefix(PREFIX)).unwrap_or_default();
        let is_ours = digits.len() == 32 && digits.bytes().all(|it| it.is_ascii_hexdigit());
        if is_ours && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}
