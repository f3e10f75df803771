//! Files -> disk: only what differs is written, stale files go, nothing else is
//! touched.
//!
//! Each part of the output is emitted, compared with what is on disk, and
//! staged if it differs: no run holds all files. When all is staged, the files
//! are moved to their places, all or none.
//!
//! ```text
//! place    what is at a path: no link is followed, no device opened
//! list     FILES, the list of what was written
//! folder   a lock on the output folder, and a private folder for staging
//! batch    changes that are made together; edits of hand-written files too
//! ```

mod batch;
mod folder;
mod list;
mod place;

pub use self::batch::{Edit, replace};
pub use self::folder::{Access, Folder, Staging, Wait};

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use self::batch::Batch;
use self::list::{Files, LIST};
use self::place::{at, holds, is_ours, look, refuse};
use crate::emit::{File, Part};
use crate::parallel;
use crate::text;

/// What a file belongs to. A run changes no files of owners that it does not write.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Owner {
    /// Name of the API, or of the folder that all APIs share.
    pub api: String,
    /// Name of the target.
    pub target: String,
}

/// What one owner writes.
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

/// A change of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Written, new or with other content.
    Write(String),
    /// Removed.
    Remove(String),
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Write(path) => write!(f, "write {path}"),
            Self::Remove(path) => write!(f, "remove {path}"),
        }
    }
}

/// What a run changed, or would change.
#[derive(Debug, Default)]
pub struct Report {
    /// The changes.
    pub changes: Vec<Change>,
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

/// Whether a folder holds nothing but a repository, or what runs leave that are killed.
fn is_empty(folder: &Path) -> io::Result<bool> {
    let mut entries = fs::read_dir(folder).map_err(|error| at(folder, error))?;
    let is_nothing = |name: &str| name == ".git" || name.starts_with(".codegen");
    Ok(entries.all(|entry| entry.is_ok_and(|it| it.file_name().to_str().is_some_and(is_nothing))))
}

/// Writes the outputs. Owners in `known` that have no output keep their files;
/// files of owners that are not in `known` are removed. A run that fails changes
/// nothing.
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
    let mut made = Batch::default();
    made.make_folder(root)?;
    let folder = Folder::open(root, Access::Write, wait)?;
    accept.check(folder.path())?;
    let plan = Plan::new(folder.path(), outputs, known, |text| folder.staging()?.put(text))?;
    if !plan.report.changes.is_empty() {
        plan.apply(&folder)?;
    }
    made.keep();
    Ok(plan.report)
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
    let folder = root.exists().then(|| Folder::open(root, Access::Read, wait)).transpose()?;
    folder.as_ref().map_or(Ok(()), |folder| accept.check(folder.path()))?;
    let root = folder.as_ref().map_or(root, Folder::path);
    Plan::new(root, outputs, known, |_| Ok(PathBuf::new())).map(|plan| plan.report)
}

/// A file that differs: its path, and where it is staged.
struct Staged {
    path: String,
    file: PathBuf,
}

/// What to do.
struct Plan {
    write: Vec<Staged>,
    remove: Vec<String>,
    list: Option<Staged>,
    report: Report,
}

impl Plan {
    fn new(
        root: &Path,
        outputs: &[Output<'_>],
        known: &BTreeSet<Owner>,
        stage: impl Fn(&str) -> io::Result<PathBuf> + Sync,
    ) -> io::Result<Self> {
        let before = list::read(root)?;
        let selected: BTreeSet<&Owner> = outputs.iter().map(|it| &it.owner).collect();
        let mut after = before.clone();
        after.retain(|_, owner| known.contains(owner) && !selected.contains(owner));
        let mut emitted = emit(root, outputs, &before, &stage)?;
        emitted.sort_by(|a, b| a.path.cmp(&b.path));
        check_paths(&emitted)?;
        let mut report = Report::default();
        let mut write = Vec::new();
        for Emitted { path, owner, staged } in emitted {
            after.insert(path.clone(), owner.clone());
            match staged {
                Some(file) => write.push(Staged { path, file }),
                None => report.unchanged += 1,
            }
        }
        let text = list::text(&after);
        let list = match differs(root, LIST, &text, &before)? {
            true => Some(Staged { path: LIST.to_owned(), file: stage(&text)? }),
            false => None,
        };
        let remove = stale(root, before, &after, known, &selected)?;
        report.changes = write.iter().chain(&list).map(|it| Change::Write(it.path.clone())).collect();
        report.changes.extend(remove.iter().cloned().map(Change::Remove));
        Ok(Self { write, remove, list, report })
    }

    /// The list comes last: if the run is killed before, the next one still has
    /// the old list. In a new folder it comes first, and says whose the folder is.
    fn apply(&self, folder: &Folder) -> io::Result<()> {
        let (root, staging) = (folder.path(), folder.staging()?);
        let mut batch = Batch::default();
        let replace = |batch: &mut Batch, Staged { path, file }: &Staged| {
            let place = root.join(path);
            // It may have changed since it was compared.
            let found = look(root, path)?;
            batch.make_folder(place.parent().unwrap_or(root))?;
            batch.replace(staging, file, &place, found)
        };
        let (first, last) = self.list.iter().partition::<Vec<_>, _>(|_| !root.join(LIST).exists());
        first.into_iter().chain(&self.write).try_for_each(|file| replace(&mut batch, file))?;
        self.remove.iter().try_for_each(|path| batch.remove(staging, &root.join(path)))?;
        last.into_iter().try_for_each(|file| replace(&mut batch, file))?;
        batch.keep();
        for path in &self.remove {
            remove_empty_folders(root, path);
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

/// A file that was emitted: whose it is, and where it is staged if it differs.
struct Emitted<'a> {
    path: String,
    owner: &'a Owner,
    staged: Option<PathBuf>,
}

/// Emits, compares and stages on all cores. The longest parts come first, so
/// that no core idles at the end.
fn emit<'a>(
    root: &Path,
    outputs: &'a [Output<'_>],
    before: &Files,
    stage: &(impl Fn(&str) -> io::Result<PathBuf> + Sync),
) -> io::Result<Vec<Emitted<'a>>> {
    let parts = outputs.iter().flat_map(|it| it.parts.iter().map(move |part| (&it.owner, part)));
    let mut parts: Vec<_> = parts.collect();
    parts.sort_by_key(|(_, part)| std::cmp::Reverse(part.size));
    let emitted = parallel::map(&parts, |(owner, part)| {
        let files = part.files().into_iter().map(|File { path, text }| {
            let staged = match differs(root, &path, &text, before)? {
                true => Some(stage(&text)?),
                false => None,
            };
            Ok(Emitted { path, owner, staged })
        });
        files.collect::<io::Result<Vec<_>>>()
    });
    emitted.into_iter().collect::<io::Result<Vec<_>>>().map(|parts| parts.into_iter().flatten().collect())
}

/// Whether a file must be written. A file that is not ours is an error.
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
fn stale(
    root: &Path,
    before: Files,
    after: &Files,
    known: &BTreeSet<Owner>,
    selected: &BTreeSet<&Owner>,
) -> io::Result<Vec<String>> {
    let mut ours: BTreeSet<String> = before.into_keys().collect();
    for api in known.iter().map(|owner| &owner.api).collect::<BTreeSet<_>>() {
        // If only some targets are selected, the owner of an unlisted file is unknown.
        if known.iter().all(|owner| owner.api != *api || selected.contains(owner)) {
            unlisted(root, api, &mut ours)?;
        }
    }
    ours.retain(|path| {
        let is_file = !after.contains_key(path) && matches!(look(root, path), Ok(Some(_)));
        is_file && is_ours(&root.join(path)).unwrap_or_default()
    });
    Ok(ours.into_iter().collect())
}

/// Adds all files below a folder.
fn unlisted(root: &Path, folder: &str, found: &mut BTreeSet<String>) -> io::Result<()> {
    let place = root.join(folder);
    if !fs::symlink_metadata(&place).is_ok_and(|it| it.is_dir()) {
        return Ok(());
    }
    for entry in fs::read_dir(&place).map_err(|error| at(&place, error))? {
        let entry = entry.map_err(|error| at(&place, error))?;
        let kind = entry.file_type().map_err(|error| at(&entry.path(), error))?;
        let name = entry.file_name();
        let Some(name) = name.to_str().filter(|name| !name.starts_with('.')) else { continue };
        let path = format!("{folder}/{name}");
        if kind.is_dir() {
            unlisted(root, &path, found)?;
        } else if kind.is_file() {
            found.insert(path);
        }
    }
    Ok(())
}
