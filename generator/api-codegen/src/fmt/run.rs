//! The command `fmt`, with the formatter.

use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};

use generator_codegen::write::{Edit, replace};
use generator_fmt::{Change, changes};
use generator_spec::diagnostics::Errors;
use generator_spec::text;

use crate::Failure;
use crate::args::Args;
use crate::command::Common;
use crate::terminal::{eprintln, waiting};

/// Formats the files, or says which are not formatted.
pub fn run(args: Args, common: &Common) -> Result<(), Failure> {
    let is_check = args.flag("--check");
    let mut files: Vec<PathBuf> = args.values(usize::MAX)?.into_iter().map(PathBuf::from).collect();
    if files.is_empty() && !common.folder().is_dir() {
        // Its error says how to start.
        common.read()?;
    }
    if files.is_empty() {
        files = [vec![common.folder()], common.overlays.clone()].concat();
    }
    let changes = changes(&with_folders(files)?)?;
    if is_check && !changes.is_empty() {
        let errors = Errors::default();
        changes.into_iter().for_each(|change| errors.add(change.into_error()));
        return Err(errors.into());
    }
    write(&changes)
}

/// The files and those in the folders.
fn with_folders(paths: Vec<PathBuf>) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            yaml_files(&path, &mut files)
                .map_err(|error| Failure::of(format!("cannot read {}: {error}", text::path(&path))))?;
        } else {
            files.push(path);
        }
    }
    Ok(files)
}

/// Adds the files of a folder, without hidden entries and folders that are links.
fn yaml_files(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(DirEntry::path);
    for entry in entries {
        let path = entry.path();
        if entry.file_type()?.is_dir() && !entry.file_name().as_encoded_bytes().starts_with(b".") {
            yaml_files(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "yaml") && !path.is_dir() {
            files.push(path);
        }
    }
    Ok(())
}

fn write(changes: &[Change]) -> Result<(), Failure> {
    let edits =
        changes.iter().map(|Change { path, before, after }| Edit { path: path.as_ref(), before, after });
    replace(&edits.collect::<Vec<_>>(), &waiting).map_err(|error| Failure::writing(&error))?;
    for change in changes {
        eprintln(&format!("formatted {}", text::path(&change.path)));
    }
    Ok(())
}
