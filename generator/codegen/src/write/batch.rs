//! File changes that happen all or not at all.

use crate::load::without_byte_order_mark;
use crate::text;
use std::collections::BTreeMap;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use super::folder::{Access, Folder, Staging, Wait};
use super::place::{at, refuse};

/// Changes that are undone on drop, unless they are kept.
#[derive(Default)]
pub struct Batch {
    done: Vec<Done>,
}

enum Done {
    Made(PathBuf),
    Changed { place: PathBuf, old: Option<PathBuf> },
}

impl Batch {
    /// Moves a staged file to its place. This replaces the old file in one step.
    pub fn replace(
        &mut self,
        staging: &Staging,
        staged: &Path,
        place: &Path,
        found: Option<Metadata>,
    ) -> io::Result<()> {
        let old = match found {
            Some(found) => {
                fs::set_permissions(staged, found.permissions()).map_err(|error| at(place, error))?;
                let old = staging.free();
                // Not all file systems have hard links.
                let kept = fs::hard_link(place, &old).or_else(|_| fs::copy(place, &old).map(drop));
                kept.map_err(|error| at(place, error))?;
                Some(old)
            }
            None => None,
        };
        fs::rename(staged, place).map_err(|error| at(place, error))?;
        self.done.push(Done::Changed { place: place.to_owned(), old });
        Ok(())
    }

    /// Removes a file.
    pub fn remove(&mut self, staging: &Staging, place: &Path) -> io::Result<()> {
        let old = staging.free();
        fs::rename(place, &old).map_err(|error| at(place, error))?;
        self.done.push(Done::Changed { place: place.to_owned(), old: Some(old) });
        Ok(())
    }

    /// Makes a folder and its missing parents.
    pub fn make_folder(&mut self, path: &Path) -> io::Result<()> {
        // The last ancestor of a relative path is empty.
        let is_missing = |it: &&Path| !it.as_os_str().is_empty() && fs::symlink_metadata(it).is_err();
        let missing = path.ancestors().take_while(is_missing);
        for folder in missing.collect::<Vec<_>>().into_iter().rev() {
            match fs::create_dir(folder) {
                Ok(()) => self.done.push(Done::Made(folder.to_owned())),
                // Another run made it in the meantime.
                Err(_) if folder.is_dir() => {}
                Err(error) => return Err(at(folder, error)),
            }
        }
        Ok(())
    }

    /// Makes the changes permanent.
    pub fn keep(mut self) {
        self.done.clear();
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        for done in self.done.drain(..).rev() {
            let _ = match done {
                Done::Made(folder) => fs::remove_dir(folder),
                Done::Changed { place, old: Some(old) } => fs::rename(old, place),
                Done::Changed { place, old: None } => fs::remove_file(place),
            };
        }
    }
}

/// An edit of a hand-written file.
#[derive(Clone, Copy, Debug)]
pub struct Edit<'a> {
    /// The file.
    pub path: &'a Path,
    /// The text that was read.
    pub before: &'a str,
    /// The new text.
    pub after: &'a str,
}

/// Makes all edits or none. A link stays a link: its target is replaced.
///
/// # Errors
/// A file is not a regular file, cannot be written, or changed since it was read.
pub fn replace(edits: &[Edit<'_>], wait: Wait<'_>) -> io::Result<()> {
    let mut folders: BTreeMap<PathBuf, Vec<(PathBuf, &Edit<'_>)>> = BTreeMap::new();
    for edit in edits {
        let place = fs::canonicalize(edit.path).map_err(|error| at(edit.path, error))?;
        let folder = place.parent().unwrap_or(&place).to_owned();
        folders.entry(folder).or_default().push((place, edit));
    }
    let mut staged = Vec::new();
    for (folder, edits) in folders {
        // Every run locks folders in the same order.
        let folder = Folder::open(&folder, Access::Write, wait)?;
        let edits = edits.into_iter().map(|(place, edit)| stage(&folder, place, edit));
        staged.push((edits.collect::<io::Result<Vec<_>>>()?, folder));
    }
    let mut batch = Batch::default();
    for (edits, folder) in &staged {
        for (place, found, file) in edits {
            batch.replace(folder.staging()?, file, place, Some(found.clone()))?;
        }
    }
    batch.keep();
    Ok(())
}

fn stage(folder: &Folder, place: PathBuf, edit: &Edit<'_>) -> io::Result<(PathBuf, Metadata, PathBuf)> {
    let found = fs::symlink_metadata(&place).map_err(|error| at(&place, error))?;
    let shown = text::path(edit.path);
    if !found.is_file() {
        return Err(refuse(format!("{shown} is not a regular file")));
    }
    let bytes = fs::read(&place).map_err(|error| at(&place, error))?;
    // `before` has no byte order mark if it is the text of a spec file.
    let text = |text| without_byte_order_mark(text);
    if std::str::from_utf8(&bytes).map(text) != Ok(text(edit.before)) {
        return Err(refuse(format!("{shown} changed after it was read\nhelp: run the command again")));
    }
    Ok((place, found, folder.staging()?.put(edit.after)?))
}
