//! A lock on a folder, and a private folder inside it for staging.

use std::fs::{self, DirBuilder, File, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::place::at;

/// Called if another run holds the lock, before waiting for it.
pub type Wait<'a> = &'a dyn Fn(&Path);

/// What a run does with a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// It only reads: several runs can do that at the same time.
    Read,
    /// It writes.
    Write,
}

/// A folder that is locked until the value is dropped.
pub struct Folder {
    path: PathBuf,
    staging: OnceLock<io::Result<Staging>>,
    _lock: Option<File>,
}

impl Folder {
    /// Locks the folder and removes what killed runs left in it.
    ///
    /// # Errors
    /// The folder does not exist.
    pub fn open(path: &Path, access: Access, wait: Wait<'_>) -> io::Result<Self> {
        // The user chose this path: it may be a link.
        let path = fs::canonicalize(path).map_err(|error| at(path, error))?;
        let lock = lock(&path, access, wait);
        if access == Access::Write && lock.is_some() {
            clear(&path);
        }
        Ok(Self { path, staging: OnceLock::new(), _lock: lock })
    }

    /// Where it is, without links.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The private folder, made on first use and removed on drop.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn staging(&self) -> io::Result<&Staging> {
        let staging = self.staging.get_or_init(|| Staging::new(&self.path));
        staging.as_ref().map_err(|error| io::Error::new(error.kind(), error.to_string()))
    }
}

/// `None` if the file system has no locks, as some network file systems.
fn lock(path: &Path, access: Access, wait: Wait<'_>) -> Option<File> {
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

/// The folder in a private folder that the files are in.
const STAGED: &str = "files";

/// A file in every private folder. A folder without it is not ours.
const MARK: &str = "made-by-codegen";

const ABOUT: &str = "Staged files. If a killed run left this folder behind, the next run removes it.\n";

/// A private folder, removed on drop.
pub struct Staging {
    path: PathBuf,
    count: AtomicUsize,
}

impl Staging {
    fn new(parent: &Path) -> io::Result<Self> {
        // The standard library seeds its hashers with random bytes from the system.
        let random = || RandomState::new().hash_one(0);
        let path = parent.join(format!("{PREFIX}{:016x}{:016x}", random(), random()));
        make_private(&path).map_err(|error| at(&path, error))?;
        let staging = Self { path: path.join(STAGED), count: AtomicUsize::new(0) };
        write_new(&path.join(MARK), ABOUT)?;
        fs::create_dir(&staging.path).map_err(|error| at(&staging.path, error))?;
        Ok(staging)
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// An unused path in it.
    pub(super) fn free(&self) -> PathBuf {
        self.path.join(self.count.fetch_add(1, Ordering::Relaxed).to_string())
    }

    /// Stages a file.
    pub(super) fn put(&self, text: &str) -> io::Result<PathBuf> {
        let path = self.free();
        write_new(&path, text).map(|()| path)
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        let _ = self.path.parent().map(remove_private);
    }
}

/// The mark goes after the files: if this run is killed, the next one sees it.
fn remove_private(path: &Path) -> io::Result<()> {
    let staged = path.join(STAGED);
    if fs::symlink_metadata(&staged).is_ok() {
        fs::remove_dir_all(staged)?;
    }
    fs::remove_file(path.join(MARK))?;
    fs::remove_dir(path)
}

/// Fails if anything has that name, even a link.
fn make_private(path: &Path) -> io::Result<()> {
    #[cfg_attr(not(unix), allow(unused_mut))]
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let written = File::create_new(path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| at(path, error))
}

/// Removes the private folders of killed runs. Requires the lock.
fn clear(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_named = entry.file_name().to_str().is_some_and(is_staging);
        if !is_named || !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        let is_marked = fs::symlink_metadata(path.join(MARK)).is_ok_and(|mark| mark.is_file());
        // A run that was killed before it made the mark left an empty folder.
        let _ = if is_marked { remove_private(&path) } else { fs::remove_dir(path) };
    }
}

fn is_staging(name: &str) -> bool {
    let digits = name.strip_prefix(PREFIX);
    digits.is_some_and(|digits| digits.len() == 32 && digits.bytes().all(|it| it.is_ascii_hexdigit()))
}
