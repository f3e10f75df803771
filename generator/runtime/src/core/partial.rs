//! Files that are written beside their target, and renamed when they are complete.

use std::{
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use tempfile::NamedTempFile;

/// A file that is still being written, beside its target. Dropping it removes it.
pub(crate) struct Partial {
    file: NamedTempFile,
    target: PathBuf,
}

impl Partial {
    /// Creates an empty file, which only its owner can read. If it replaces a file, it gets that
    /// file's permissions.
    ///
    /// # Errors
    /// If the target is a folder, or no file can be made beside it.
    pub(crate) fn new(target: &Path) -> io::Result<Self> {
        Self::with_mode(target, 0o600)
    }

    /// [`Partial::new`] with other permissions, as far as the user's `umask`
    /// allows them.
    pub(crate) fn with_mode(target: &Path, mode: u32) -> io::Result<Self> {
        // A link stays a link: the file that it names is replaced.
        let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        let old = fs::metadata(&target).ok();
        if old.as_ref().is_some_and(fs::Metadata::is_dir) {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let partial = Self::beside(target, mode)?;
        old.map(|old| partial.file.as_file().set_permissions(old.permissions())).transpose()?;
        Ok(partial)
    }

    /// Creates an empty file, which only its owner can read, whatever file it replaces. A symbolic
    /// link is replaced itself, not its target.
    ///
    /// # Errors
    /// If no file can be made beside the target.
    #[cfg(feature = "cli")]
    pub(crate) fn private(target: &Path) -> io::Result<Self> {
        Self::beside(target.to_owned(), 0o600)
    }

    fn beside(target: PathBuf, mode: u32) -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".").suffix(".part");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
        #[cfg(not(unix))]
        let _ = mode;
        // Without the error's text, which names the temporary file.
        let file = builder.tempfile_in(folder(&target)).map_err(|error| io::Error::from(error.kind()))?;
        Ok(Self { file, target })
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.as_file_mut().write_all(bytes)
    }

    /// Gives the file its name, unless there is a file with that name.
    #[cfg(feature = "cli")]
    pub(crate) fn finish_new(self) -> io::Result<()> {
        self.file.persist_noclobber(&self.target).map(drop).map_err(|failed| failed.error)
    }

    /// Gives the file its name, and replaces any file with that name.
    pub(crate) fn finish(self) -> io::Result<()> {
        self.file.persist(&self.target).map(drop).map_err(|failed| failed.error)
    }
}

/// The folder of a file.
pub(crate) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
