//! `cargo xtask fmt`

use std::fs;
use std::path::{Path, PathBuf};

use generator::diagnostics::Faults;
use generator::fmt::{Change, changes};
use generator::report::Format;
use generator::write::{Edit, replace};

use crate::Failure;
use crate::args::Args;
use crate::command::{Command, Common, Reads};
use crate::terminal::{tell, waiting};
use generator::text;

pub const COMMAND: Command = Command {
    name: "fmt",
    about: "Format the specs",
    help: || HELP.to_owned(),
    reads: Reads::Spec(Format::OF_FAULTS),
    flags: &["--check"],
    options: &[],
    run,
};

const HELP: &str = "\
Format the specs. Comments and meaning are preserved; spec/README.md describes
the layout. A run that fails changes nothing.

Usage: cargo xtask fmt [OPTIONS] [FILE...]

FILE is a file, or a folder with everything in it [default: the specs and the
overlays].

Options:
  --check        Write nothing; fail if a file is not formatted
";

fn run(args: Args, common: &Common) -> Result<(), Failure> {
    let is_check = args.flag("--check");
    let mut files: Vec<PathBuf> = args.values(usize::MAX)?.into_iter().map(PathBuf::from).collect();
    if files.is_empty() {
        files = [vec![common.folder()], common.overlays.clone()].concat();
    }
    let spec = |faults| Failure::Spec(faults, common.folder());
    let changes = changes(&with_folders(files)?).map_err(spec)?;
    if is_check && !changes.is_empty() {
        let faults = Faults::default();
        changes.into_iter().for_each(|change| faults.add(change.into_fault()));
        return Err(spec(faults));
    }
    write(&changes)
}

/// The files, and those in the folders.
fn with_folders(paths: Vec<PathBuf>) -> Result<Vec<PathBuf>, Failure> {
    let files = paths.into_iter().map(|path| if path.is_dir() { yaml_files(&path) } else { Ok(vec![path]) });
    files.collect::<Result<Vec<_>, _>>().map(|files| files.concat()).map_err(Failure::of)
}

fn yaml_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |error| format!("cannot read {}: {error}", text::path(folder));
    let mut files = Vec::new();
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| entry.map(|entry| entry.path())).collect())
        .map_err(failed)?;
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

fn write(changes: &[Change]) -> Result<(), Failure> {
    let edits =
        changes.iter().map(|Change { path, before, after }| Edit { path: path.as_ref(), before, after });
    replace(&edits.collect::<Vec<_>>(), &waiting).map_err(Failure::of)?;
    for change in changes {
        tell(&format!("formatted {}", change.path));
    }
    Ok(())
}
