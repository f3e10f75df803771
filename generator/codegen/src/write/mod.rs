//! Files -> disk: only what differs is written, stale files go, nothing else is
//! touched.
//!
//! Each part of the output is emitted and compared with what is on disk; a run
//! that writes holds the files that differ. When all is compared and nothing is
//! in the way, each is written beside its place and renamed, so that no file is
//! ever half written. A run that fails before that has changed nothing; after it,
//! the error names the file, and git has those before it as they were.
//!
//! ```text
//! disk     what is at a path: no link is followed, no device opened
//! list     FILES, the list of what was written
//! lock     a lock on the output folder
//! edits    edits of hand-written files
//! ```

mod disk;
mod edits;
mod list;
mod lock;

pub use self::disk::put;
pub use self::edits::{Edit, replace};
pub use self::list::Owner;
pub use self::lock::Wait;

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use self::disk::{at, holds, is_left, is_ours, look, refuse};
use self::list::{Files, LIST};
use self::lock::{Access, lock};
use crate::emit::{File, Part};
use generator_spec::parallel;
use generator_spec::text;

/// The files of one owner.
pub struct Output<'a> {
    /// The owner.
    pub owner: Owner,
    /// Its files, part by part.
    pub parts: Vec<Part<'a>>,
}

impl Output<'_> {
    /// All its files at once.
    #[must_use]
    pub fn files(&self) -> Vec<File> {
        self.parts.iter().flat_map(Part::files).collect()
    }
}

/// The changes of a run, made or only found.
#[derive(Debug, Default)]
pub struct Report {
    /// The changes: `write a/one.rs`, `remove b/two.rs`.
    pub changes: Vec<String>,
    /// The number of files that are up to date.
    pub unchanged: usize,
}

/// The folders that a run may write to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accept {
    /// Those with a list of an earlier run, and empty ones.
    Ours,
    /// All; what codegen did not write stays.
    All,
}

impl Accept {
    fn check(self, folder: &Path) -> io::Result<()> {
        let has_list = look(folder, LIST)?.is_some();
        if self == Self::All || is_empty(folder)? || has_list && is_ours(&folder.join(LIST))? {
            return Ok(());
        }
        Err(refuse(format!(
            "{} is not empty, and codegen did not write to it before: nothing was written\n\
            help: name a new folder, or add `{ALLOW}` to write into this one",
            text::path(folder)
        )))
    }
}

/// The option for [`Accept::All`].
pub const ALLOW: &str = "--allow-nonempty";

/// Returns whether a folder holds nothing but a repository, or what runs leave that are killed.
fn is_empty(folder: &Path) -> io::Result<bool> {
    let mut entries = fs::read_dir(folder).map_err(|error| at(folder, error))?;
    let is_nothing = |name: &str| name == ".git" || name.starts_with(".codegen");
    Ok(entries.all(|entry| entry.is_ok_and(|it| it.file_name().to_str().is_some_and(is_nothing))))
}

fn check_folder(root: &Path) -> io::Result<()> {
    match fs::metadata(root) {
        Ok(found) if !found.is_dir() => Err(refuse(format!(
            "{} is not a folder\nhelp: move it, or name another folder",
            text::path(root)
        ))),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Writes the outputs. Owners in `known` that have no output keep their files;
/// files of owners that are not in `known` are removed. If a file can't be written,
/// those before it are: each is as it was, or as it will be.
///
/// # Errors
/// The folder isn't accepted, something that codegen did not write is in the way,
/// or a file can't be read, written, moved or removed.
pub fn write(
    root: &Path,
    outputs: &[Output<'_>],
    known: &BTreeSet<Owner>,
    accept: Accept,
    wait: Wait<'_>,
) -> io::Result<Report> {
    check_folder(root)?;
    fs::create_dir_all(root).map_err(|error| at(root, error))?;
    // The user chose this path: it may be a link.
    let root = fs::canonicalize(root).map_err(|error| at(root, error))?;
    let _lock = lock(&root, Access::Write, wait);
    accept.check(&root)?;
    let plan = Plan::new(&root, outputs, known, Access::Write)?;
    plan.apply(&root)?;
    Ok(plan.report())
}

/// Compares the outputs with what is on disk, and writes nothing.
///
/// # Errors
/// As for [`write()`], as far as reading can tell.
pub fn check(
    root: &Path,
    outputs: &[Output<'_>],
    known: &BTreeSet<Owner>,
    accept: Accept,
    wait: Wait<'_>,
) -> io::Result<Report> {
    check_folder(root)?;
    let root = fs::canonicalize(root).unwrap_or_else(|_| root.to_owned());
    let _lock = lock(&root, Access::Read, wait);
    if root.exists() {
        accept.check(&root)?;
    }
    Plan::new(&root, outputs, known, Access::Read).map(|plan| plan.report())
}

/// A file that was emitted.
struct Emitted<'a> {
    path: String,
    owner: &'a Owner,
    /// Its text, if it differs from the file on disk; empty if it is not written.
    text: Option<String>,
}

/// The changes to make.
struct Plan {
    /// Paths and texts. The list comes last.
    write: Vec<(String, String)>,
    remove: Vec<String>,
    unchanged: usize,
}

impl Plan {
    fn new(root: &Path, outputs: &[Output<'_>], known: &BTreeSet<Owner>, access: Access) -> io::Result<Self> {
        let before = list::read(root)?;
        let selected: BTreeSet<&Owner> = outputs.iter().map(|it| &it.owner).collect();
        let mut after = before.clone();
        after.retain(|_, owner| known.contains(owner) && !selected.contains(owner));
        let mut emitted = emit(root, outputs, &before, access)?;
        emitted.sort_by(|a, b| a.path.cmp(&b.path));
        check_paths(&emitted)?;
        after.extend(emitted.iter().map(|it| (it.path.clone(), it.owner.clone())));
        let unchanged = emitted.iter().filter(|it| it.text.is_none()).count();
        let mut write: Vec<_> = emitted.into_iter().filter_map(|it| Some((it.path, it.text?))).collect();
        let text = list::text(&after);
        if differs(root, LIST, &text, &before)? {
            write.push((LIST.to_owned(), text));
        }
        let remove = stale(root, before, &after);
        Ok(Self { write, remove, unchanged })
    }

    fn report(&self) -> Report {
        let written = self.write.iter().map(|(path, _)| format!("write {path}"));
        let removed = self.remove.iter().map(|path| format!("remove {path}"));
        Report { changes: written.chain(removed).collect(), unchanged: self.unchanged }
    }

    /// Nothing is written if anything is in the way. The list comes last: if the run is killed before,
    /// the next one still has the old list. In a new folder it comes first, and says whose the
    /// folder is.
    fn apply(&self, root: &Path) -> io::Result<()> {
        let mut order: Vec<_> = self.write.iter().collect();
        if !root.join(LIST).exists() {
            order.rotate_right(1);
        }
        // They may have changed since they were compared.
        order.iter().try_for_each(|(path, _)| look(root, path).map(drop))?;
        for path in &self.remove {
            let place = root.join(path);
            fs::remove_file(&place).map_err(|error| at(&place, error))?;
            remove_empty_folders(root, path);
        }
        for (path, text) in order {
            let place = root.join(path);
            let folder = place.parent().unwrap_or(root);
            fs::create_dir_all(folder).map_err(|error| at(folder, error))?;
            put(&place, text)?;
        }
        Ok(())
    }
}

/// `remove_dir` refuses folders that hold anything.
fn remove_empty_folders(root: &Path, path: &str) {
    let place = root.join(path);
    let mut folders = place.ancestors().skip(1).take_while(|folder| *folder != root);
    let _ = folders.try_for_each(fs::remove_dir);
}

/// Emits and compares on all cores. The longest parts come first, so
/// that no core idles at the end.
fn emit<'a>(
    root: &Path,
    outputs: &'a [Output<'_>],
    before: &Files,
    access: Access,
) -> io::Result<Vec<Emitted<'a>>> {
    let parts = outputs.iter().flat_map(|it| it.parts.iter().map(move |part| (&it.owner, part)));
    let mut parts: Vec<_> = parts.collect();
    parts.sort_by_key(|(_, part)| std::cmp::Reverse(part.size));
    let emitted = parallel::map(&parts, |(owner, part)| {
        let files = part.files().into_iter().map(|File { path, text }| {
            let text = match differs(root, &path, &text, before)? {
                true if access == Access::Write => Some(text),
                true => Some(String::new()),
                false => None,
            };
            Ok(Emitted { path, owner, text })
        });
        files.collect::<io::Result<Vec<_>>>()
    });
    emitted.into_iter().collect::<io::Result<Vec<_>>>().map(|parts| parts.into_iter().flatten().collect())
}

/// Returns whether a file must be written. A file that is not ours is an error.
fn differs(root: &Path, path: &str, text: &str, before: &Files) -> io::Result<bool> {
    let Some(found) = look(root, path)? else { return Ok(true) };
    let place = root.join(path);
    if holds(&place, &found, text)? {
        Ok(false)
    } else if before.contains_key(path) || is_ours(&place)? {
        Ok(true)
    } else {
        Err(refuse(format!(
            "{} is in the way: it was not written by codegen\nhelp: move it",
            text::path(&place)
        )))
    }
}

/// Rejects two outputs with the same path, also where only the case differs:
/// some file systems ignore it.
fn check_paths(emitted: &[Emitted<'_>]) -> io::Result<()> {
    let mut taken = BTreeSet::from([LIST.to_ascii_lowercase()]);
    match emitted.iter().find(|file| !taken.insert(file.path.to_ascii_lowercase())) {
        Some(file) => Err(refuse(format!("{} would be written twice", file.path))),
        None => Ok(()),
    }
}

/// Files of earlier runs that are no longer generated.
fn stale(root: &Path, before: Files, after: &Files) -> Vec<String> {
    let mut left = BTreeSet::new();
    let folders = before.keys().chain(after.keys()).map(|path| path.rsplit_once('/').map_or("", |it| it.0));
    for folder in folders.chain([""]).collect::<BTreeSet<_>>() {
        add_left(root, folder, &mut left);
    }
    let mut ours: BTreeSet<String> = before.into_keys().collect();
    ours.retain(|path| {
        let is_file = !after.contains_key(path) && matches!(look(root, path), Ok(Some(_)));
        is_file && is_ours(&root.join(path)).unwrap_or_default()
    });
    ours.append(&mut left);
    ours.into_iter().collect()
}

/// Adds the files that aren't at their places yet since a run was killed, perhaps halfway.
fn add_left(root: &Path, folder: &str, left: &mut BTreeSet<String>) {
    for entry in fs::read_dir(root.join(folder)).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{folder}/{name}").trim_start_matches('/').to_owned();
        if is_left(&name) && matches!(look(root, &path), Ok(Some(_))) {
            left.insert(path);
        }
    }
}
