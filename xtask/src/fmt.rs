//! `cargo xtask fmt`

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use generator::diagnostics::{Fault, Faults, SpecFile};
use lexopt::prelude::*;

use crate::Failure;
use crate::args::{Command, Common, Format, Reads};
use crate::files;
use crate::terminal::tell;

pub const COMMAND: Command = Command {
    name: "fmt",
    about: "Write the specs in one layout",
    help: || HELP.to_owned(),
    reads: Reads::Spec(Format::OF_FAULTS),
    run,
};

const HELP: &str = "\
Write the specs in one layout; spec/README.md says which. Comments stay, and
what a file means stays. A run that fails changes nothing.

Usage: cargo xtask fmt [OPTIONS] [FILE...]

FILE is a file, or a folder with all that is in it [default: the specs and the
overlays].

Options:
  --check        Write nothing; fail if anything would be written
";

fn run(mut args: lexopt::Parser, common: &Common) -> Result<(), Failure> {
    let (mut mode, mut files) = (Mode::Write, Vec::new());
    while let Some(arg) = args.next()? {
        match arg {
            Long("check") => mode = Mode::Check,
            Value(path) => files.push(PathBuf::from(path)),
            other => return Err(other.unexpected().into()),
        }
    }
    if files.is_empty() {
        files = [vec![common.folder()], common.overlays.clone()].concat();
    }
    let changed = changed(&with_folders(files)?, &common.folder())?;
    match mode {
        Mode::Write => write(&changed),
        Mode::Check => check(changed, &common.folder()),
    }
}

/// What is done about a file that is laid out otherwise.
enum Mode {
    Write,
    Check,
}

/// A file that is laid out otherwise.
struct Change {
    path: String,
    before: String,
    after: String,
}

/// The files, and those of the folders.
fn with_folders(paths: Vec<PathBuf>) -> Result<Vec<PathBuf>, Failure> {
    let files = paths.into_iter().map(|path| if path.is_dir() { yaml_files(&path) } else { Ok(vec![path]) });
    files.collect::<Result<Vec<_>, _>>().map(|files| files.concat()).map_err(Failure::of)
}

fn yaml_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let told = |error| format!("cannot read {}: {error}", folder.display());
    let mut files = Vec::new();
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| entry.map(|entry| entry.path())).collect())
        .map_err(told)?;
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files.extend(yaml_files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "yaml") {
            files.push(path);
        }
    }
    Ok(files)
}

/// Formats the files; what cannot be formatted becomes the failure.
fn changed(files: &[PathBuf], folder: &Path) -> Result<Vec<Change>, Failure> {
    let read = |path: &PathBuf| {
        let name = path.display().to_string();
        let text = fs::read_to_string(path).map_err(|error| format!("error: cannot read {name}: {error}"));
        Ok((name, text?))
    };
    let files: Vec<_> = files.iter().map(read).collect::<Result<_, _>>().map_err(Failure::Failed)?;
    let faults = Faults::default();
    let mut changed = Vec::new();
    for (after, (path, before)) in generator::fmt::format_all(&files).into_iter().zip(files) {
        match after {
            Ok(after) if after == before => {}
            Ok(after) => changed.push(Change { path, before, after }),
            Err(fault) => faults.add(fault),
        }
    }
    if faults.is_empty() { Ok(changed) } else { Err(Failure::Spec(faults, folder.to_owned())) }
}

fn write(changed: &[Change]) -> Result<(), Failure> {
    files::replace(changed.iter().map(|change| (&*change.path, &*change.after)))?;
    for change in changed {
        tell(&format!("formatted {}", change.path));
    }
    Ok(())
}

/// Each file's first line that is laid out otherwise is a fault.
fn check(changed: Vec<Change>, folder: &Path) -> Result<(), Failure> {
    let faults = Faults::default();
    for Change { path, before, after } in changed {
        let span = first_difference(&before, &after);
        let file = SpecFile::new(path, before);
        let title = "this is not how `fmt` lays it out".to_owned();
        let help = "run `cargo xtask fmt`".to_owned();
        faults.add(Fault { file: Some(Arc::new(file)), span, title, help });
    }
    if faults.is_empty() { Ok(()) } else { Err(Failure::Spec(faults, folder.to_owned())) }
}

/// The first line that is not the same.
fn first_difference(before: &str, after: &str) -> Range<usize> {
    let same = before.split_inclusive('\n').zip(after.split_inclusive('\n')).take_while(|(a, b)| a == b);
    let start: usize = same.map(|(line, _)| line.len()).sum();
    let rest = before.get(start..).unwrap_or_default();
    start..start + rest.lines().next().unwrap_or_default().len()
}
