//! A folder that one run at a time writes to, and a private folder inside it
//! for files in the making.

use std::fs::{self, DirBuilder, File, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::place::at;

/// Called once if another run has the folder.
pub type Wait<'a> = &'a dyn Fn(&Path);

/// What a run does with a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// It only reads: others can do that at the same time.
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
    /// Waits until no other run has the folder, then removes what runs that
    /// were killed left there.
    ///
    /// # Errors
    /// The folder is not there.
    pub fn open(path: &Path, access: Access, wait: Wait<'_>) -> io::Result<Self> {
        // The user named this path: if it is a link, it is meant to be followed.
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

    /// The folder for files in the making, which goes with the value.
    ///
    /// # Errors
    /// It can't be made.
    pub fn staging(&self) -> io::Result<&Staging> {
        let staging = self.staging.get_or_init(|| Staging::new(&self.path));
        staging.as_ref().map_err(|error| io::Error::new(error.kind(), error.to_string()))
    }
}

/// `None` where the file system has no locks, as some of a network.
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

/// The folder itself, so that no file stays behind.
#[cfg(unix)]
fn lock_file(path: &Path, _: Access) -> io::Result<File> {
    File::open(path)
}

/// Here folders can't be locked. Reading makes no file.
#[cfg(not(unix))]
fn lock_file(path: &Path, access: Access) -> io::Result<File> {
    let write = access == Access::Write;
    File::options().read(true).write(write).create(write).open(path.join(".codegen.lock"))
}

/// Begins the name of a private folder; 32 random digits follow.
const PREFIX: &str = ".codegen-";

/// Stands in every private folder. A folder without it is not ours.
const MARK: &str = "made-by-codegen";

const ABOUT: &str = "Files in the making. The next run removes this folder if a killed one left it.\n";

/// A private folder, which goes with the value.
pub struct Staging {
    path: PathBuf,
    count: AtomicUsize,
}

impl Staging {
    fn new(parent: &Path) -> io::Result<Self> {
        // The standard library seeds each hasher with random bytes of the system.
        let random = || RandomState::new().hash_one(0);
        let path = parent.join(format!("{PREFIX}{:016x}{:016x}", random(), random()));
        make_private(&path).map_err(|error| at(&path, error))?;
        let staging = Self { path, count: AtomicUsize::new(0) };
        write_new(&staging.path.join(MARK), ABOUT)?;
        Ok(staging)
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A path in it that nothing has.
    pub(super) fn free(&self) -> PathBuf {
        self.path.join(self.count.fetch_add(1, Ordering::Relaxed).to_string())
    }

    /// Writes a file that still has to be moved to its place.
    pub(super) fn put(&self, text: &str) -> io::Result<PathBuf> {
        let path = self.free();
        write_new(&path, text).map(|()| path)
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Fails if anything is there, a link too.
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

/// Removes the private folders of killed runs. Only who holds the lock may.
fn clear(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_named = entry.file_name().to_str().is_some_and(is_staging);
        // This is the type of the entry itself, not of what a link leads to.
        if !is_named || !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        let is_marked = fs::symlink_metadata(path.join(MARK)).is_ok_and(|mark| mark.is_file());
        // Without a mark, only an empty one can be ours: of a run that was killed before it made the mark.
        let _ = if is_marked { fs::remove_dir_all(path) } else { fs::remove_dir(path) };
    }
}

fn is_staging(name: &str) -> bool {
    let digits = name.strip_prefix(PREFIX);
    digits.is_some_and(|digits| digits.len() == 32 && digits.bytes().all(|it| it.is_ascii_hexdigit()))
}
