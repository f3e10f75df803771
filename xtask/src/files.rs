//! Files that are written all or none.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::Failure;

/// Replaces the content of files. All is written beside its place first, so
/// that a full disk or a missing permission leaves every file as it was.
pub fn replace<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<(), Failure> {
    let files: Vec<(&Path, &str)> = files.into_iter().map(|(path, text)| (Path::new(path), text)).collect();
    let staged = files.iter().try_for_each(|(path, text)| stage(path, text));
    let moved = staged.and_then(|()| files.iter().try_for_each(|(path, _)| told(path, move_in(path))));
    if moved.is_err() {
        for (path, _) in &files {
            let _ = fs::remove_file(beside(path));
        }
    }
    moved
}

fn stage(path: &Path, text: &str) -> Result<(), Failure> {
    told(path, fs::write(beside(path), text))
}

/// A link stays one: what it leads to is replaced.
fn move_in(path: &Path) -> io::Result<()> {
    let target = fs::canonicalize(path)?;
    fs::set_permissions(beside(path), fs::metadata(&target)?.permissions())?;
    fs::rename(beside(path), target)
}

fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.new"))
}

fn told<T>(path: &Path, result: io::Result<T>) -> Result<T, Failure> {
    result.map_err(|error| Failure::of(format!("cannot write {}: {error}", path.display())))
}
