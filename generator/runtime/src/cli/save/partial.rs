//! A file that gets its name when it is complete.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use tempfile::NamedTempFile;

use super::{Existing, Problem};

/// A file that is still being written, beside its target. Dropping it removes
/// it.
pub(super) struct Partial {
    file: NamedTempFile,
    target: PathBuf,
    existing: Existing,
}

impl Partial {
    /// Creates an empty file.
    pub(super) fn new(target: &Path, existing: Existing) -> Result<Self, Problem> {
        // A link stays a link: the file that it names is replaced.
        let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        let file = temporary(folder(&target))?;
        if let Ok(old) = fs::metadata(&target) {
            let set = file.as_file().set_permissions(old.permissions());
            set.map_err(|error| Problem::local(target.display(), &error))?;
        }
        Ok(Self { file, target, existing })
    }

    pub(super) fn file(&mut self) -> &mut fs::File {
        self.file.as_file_mut()
    }

    /// Gives the file its name.
    pub(super) fn finish(self) -> Result<(), Problem> {
        let named = match self.existing {
            Existing::Keep => self.file.persist_noclobber(&self.target),
            Existing::Replace => self.file.persist(&self.target),
        };
        match named {
            Ok(_) => Ok(()),
            Err(failed) if failed.error.kind() == io::ErrorKind::AlreadyExists => {
                let text = "appeared during the download and was left alone; use `--force` to replace it";
                Err(Problem::Local(format!("{} {text}", self.target.display())))
            }
            Err(failed) => Err(Problem::local(self.target.display(), &failed.error)),
        }
    }
}

/// Creates a file that disappears unless it gets a name.
///
/// # Errors
/// If no file can be made in this folder.
pub(super) fn temporary(folder: &Path) -> Result<NamedTempFile, Problem> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".").suffix(".part");
    // Like any new file; one that is replaced keeps its permissions.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder).map_err(|error| {
        // The error itself names a file that the user doesn't know.
        let (folder, error) = (std::path::absolute(folder), io::Error::from(error.kind()));
        let folder = folder.map(|folder| folder.display().to_string()).unwrap_or_default();
        Problem::Local(format!(
            "no file can be made in {folder}: {error}; choose another place with `--output`"
        ))
    })
}

/// The folder of a file.
pub(super) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn has_its_name_at_the_end_only() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("a.zip");
        let mut partial = Partial::new(&target, Existing::Keep).unwrap();
        partial.file().write_all(b"new").unwrap();
        assert!(!target.exists());
        drop(partial);
        assert_eq!(names(folder.path()), Vec::<String>::new());
        let partial = Partial::new(&target, Existing::Keep).unwrap();
        fs::write(&target, "other").unwrap();
        assert!(format!("{:?}", partial.finish().unwrap_err()).contains("appeared during the download"));
        assert_eq!(fs::read_to_string(&target).unwrap(), "other");
        assert_eq!(names(folder.path()), ["a.zip"]);
    }

    #[cfg(unix)]
    #[test]
    fn replaces_the_file_that_a_link_names_and_keeps_permissions() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (target, link) = (folder.path().join("a"), folder.path().join("link"));
        fs::write(&target, "old").unwrap();
        fs::set_permissions(&target, fs::Permissions::from_mode(0o600)).unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        let mut partial = Partial::new(&link, Existing::Replace).unwrap();
        partial.file().write_all(b"new").unwrap();
        partial.finish().unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "new");
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o600);
    }
}
