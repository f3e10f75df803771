//! Edits of hand-written files.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::disk::{at, put, refuse};
use super::lock::{Access, Wait, lock};
use generator_spec::load::without_byte_order_mark;
use generator_spec::text;

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

/// Makes all edits, or none if a file is not as it was. A link stays a link: its target is replaced.
///
/// # Errors
/// A file is not a regular file, cannot be written, or changed since it was read.
pub fn replace(edits: &[Edit<'_>], wait: Wait<'_>) -> io::Result<()> {
    let mut folders: BTreeMap<PathBuf, Vec<(PathBuf, &Edit<'_>)>> = BTreeMap::new();
    for edit in edits {
        let place = fs::canonicalize(edit.path).map_err(|error| at(edit.path, error))?;
        let folder = place.parent().expect("a file is in a folder").to_owned();
        folders.entry(folder).or_default().push((place, edit));
    }
    // Every run locks folders in the same order.
    let _locks: Vec<_> = folders.keys().map(|folder| lock(folder, Access::Write, wait)).collect();
    let edits: Vec<_> = folders.values().flatten().collect();
    edits.iter().try_for_each(|(place, edit)| check(place, edit))?;
    edits.iter().try_for_each(|(place, edit)| put(place, edit.after))
}

fn check(place: &Path, edit: &Edit<'_>) -> io::Result<()> {
    let shown = text::path(edit.path);
    if !fs::symlink_metadata(place).map_err(|error| at(place, error))?.is_file() {
        return Err(refuse(format!("{shown} is not a regular file")));
    }
    let bytes = fs::read(place).map_err(|error| at(place, error))?;
    // `before` has no byte order mark if it is the text of a spec file.
    let text = |text| without_byte_order_mark(text);
    if std::str::from_utf8(&bytes).map(text) != Ok(text(edit.before)) {
        return Err(refuse(format!("{shown} changed after it was read\nhelp: run the command again")));
    }
    Ok(())
}
