//! The command `import`, with the importer.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use generator_import::{Files, Imported, LeftOut, MOST, STACK, import};
use generator_spec::program;
use generator_spec::text::{self, counted};

use crate::Failure;
use crate::args::{Args, check_name, usage};
use crate::command::{Common, folder};
use crate::schema;
use crate::scratch::Scratch;
use crate::settings::settings;
use crate::terminal::{eprintln, print};

pub fn run(args: Args, _: &Common) -> Result<(), Failure> {
    let name = args.text("--name")?.ok_or_else(|| usage("missing `--name`: the name of the API"))?;
    let is_check = args.flag("--check");
    let file = args.value("FILE")?;
    check_name(&name)?;
    if is_check {
        return check(file, &name);
    }
    let file = file.ok_or_else(|| usage("missing FILE"))?;
    write(&file, &name)?;
    eprintln(&format!("\nNext:\n  {} codegen", program::name()));
    Ok(())
}

/// Imports a description, and reports what is left out.
pub fn write(file: &str, name: &str) -> Result<(), Failure> {
    check_name(name)?;
    let imported = read(file, name)?;
    let target = target(name);
    let before = Files::of(&target).map_err(Failure::of)?;
    if before.is_some_and(|files| !files.is_untouched()) {
        return Err(Failure::of(format!(
            "{0} was not imported, or was edited since: nothing was written\n\
             help: write the corrections into an overlay, and undo them in {0}; or remove the folder",
            text::path(&target)
        )));
    }
    if imported.total == 0 {
        let help = "help: webhooks and components alone have nothing to call";
        return Err(Failure::of(format!("{file} has no operations in `paths`: nothing was written\n{help}")));
    }
    if imported.files.is_empty() {
        list(&imported)?;
        return Err(Failure::of(format!(
            "{file} has no operation that can be described: nothing was written"
        )));
    }
    replace(&target, name, &imported)?;
    schema::write(&folder(&settings().spec))?;
    report(&target, &imported)
}

fn target(name: &str) -> PathBuf {
    folder(&settings().spec).join(name)
}

/// Fails if the description has changed since the import. Without a file, api.yaml names it.
fn check(file: Option<String>, name: &str) -> Result<(), Failure> {
    let target = target(name);
    let Some(before) = Files::of(&target).map_err(Failure::of)? else {
        return Err(Failure::of(format!(
            "{} is not there: import it without `--check`",
            text::path(&target)
        )));
    };
    let imported = || before.source().map(|source| folder(source).to_string_lossy().into_owned());
    let file = file.or_else(imported).ok_or_else(|| usage("missing FILE"))?;
    if before.is_from(&read(&file, name)?) {
        return Ok(());
    }
    Err(Failure::of(format!(
        "{file} has changed since {} was imported\nhelp: run `{1} import {file} --name {name}`, then `{1} diff`",
        text::path(&target),
        program::name()
    )))
}

fn read(file: &str, name: &str) -> Result<Imported, Failure> {
    let (text, folder) = match file {
        "-" => (from(std::io::stdin(), file)?, None),
        path => {
            let unreadable = |error| Failure::of(format!("cannot read {}: {error}", text::path(path)));
            if !fs::metadata(path).map_err(unreadable)?.is_file() {
                return Err(Failure::of(format!("{} is not a file", text::path(path))));
            }
            let folder = Path::new(path).parent().filter(|folder| !folder.as_os_str().is_empty());
            (from(fs::File::open(path).map_err(unreadable)?, path)?, Some(folder.unwrap_or(Path::new("."))))
        }
    };
    // Nested schemas need a large stack.
    let recorded = recorded(file);
    let work = || import(&text, name, &recorded, folder);
    let imported = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        thread.map(|thread| thread.join())
    });
    match imported {
        Ok(Ok(imported)) => imported.map_err(Failure::of),
        Ok(Err(panic)) => std::panic::resume_unwind(panic),
        Err(error) => Err(Failure::of(error)),
    }
}

/// A file as api.yaml names it: below the root of the repository, so that any folder will do.
fn recorded(file: &str) -> String {
    let below = || {
        let root = fs::canonicalize(crate::command::folder(".")).ok()?;
        let path = fs::canonicalize(file).ok()?;
        Some(path.strip_prefix(root).ok()?.to_string_lossy().replace('\\', "/"))
    };
    if file == "-" { "standard input".to_owned() } else { below().unwrap_or_else(|| file.to_owned()) }
}

/// The text of a description.
fn from(file: impl std::io::Read, name: &str) -> Result<String, Failure> {
    let name = text::path(name);
    let mut bytes = Vec::new();
    let read = file.take(MOST + 1).read_to_end(&mut bytes);
    if read.map_err(|error| Failure::of(format!("cannot read {name}: {error}")))? as u64 > MOST {
        return Err(Failure::of(format!("{name} is larger than {} MiB", MOST >> 20)));
    }
    String::from_utf8(bytes).map_err(|_| Failure::of(format!("{name} is not UTF-8: save it as UTF-8")))
}

/// Writes the files beside their place, and moves them there. Files that no import writes stay.
fn replace(target: &Path, name: &str, imported: &Imported) -> Result<(), Failure> {
    let spec = folder(&settings().spec);
    let scratch = Scratch::staging(&spec)?;
    let staged = scratch.path().join(name);
    for (path, text) in &imported.files {
        let path = staged.join(path);
        let written =
            fs::create_dir_all(path.parent().unwrap_or(&staged)).and_then(|()| fs::write(&path, text));
        written.map_err(|error| Failure::at(&path, &error))?;
    }
    fs::create_dir_all(target).map_err(|error| Failure::at(target, &error))?;
    for entry in Files::ENTRIES {
        let place = target.join(entry);
        let removed = if place.is_dir() { fs::remove_dir_all(&place) } else { fs::remove_file(&place) };
        if let Err(error) = removed
            && error.kind() != std::io::ErrorKind::NotFound
        {
            return Err(Failure::at(&place, &error));
        }
        let from = staged.join(entry);
        if from.exists() {
            fs::rename(&from, &place).map_err(|error| Failure::at(&place, &error))?;
        }
    }
    Ok(())
}

/// Prints what is left out.
fn list(imported: &Imported) -> Result<(), Failure> {
    let mut lines = String::new();
    for LeftOut { pointer, reason, detail, .. } in &imported.left_out {
        let detail = if detail.is_empty() { String::new() } else { format!(" ({detail})") };
        let _ = writeln!(lines, "{}", text::visible(&format!("{pointer}: {reason}{detail}")));
    }
    print(&lines)
}

/// The list on standard output, and a summary on standard error.
fn report(target: &Path, imported: &Imported) -> Result<(), Failure> {
    let Imported { left_out, total, described, operations, types, .. } = imported;
    list(imported)?;
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    left_out.iter().for_each(|omission| *counts.entry(&omission.reason).or_default() += 1);
    eprintln(&format!(
        "write {}: {} of {total}, {described} of them as described, and {}",
        text::path(target),
        counted(*operations, "operation"),
        counted(*types, "type")
    ));
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    if !counts.is_empty() {
        eprintln("left out, each with its place on standard output:");
    }
    counts
        .iter()
        .take(20)
        .for_each(|(reason, count)| eprintln(&format!("  {count:5}  {}", text::visible(reason))));
    Ok(())
}
