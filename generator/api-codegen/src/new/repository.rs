//! The files that a repository needs beside its specs.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write as _};
use std::path::Path;

use generator_spec::{program, text};
use toml_edit::DocumentMut;

use super::Placeholders;
use crate::Failure;
use crate::command::{folder, output, read, root};
use crate::settings::{self, settings};
use crate::terminal::eprintln;

/// Each file with its template.
const FILES: &[(&str, &str)] = &[
    (settings::FILE, include_str!("codegen.toml")),
    (".gitignore", include_str!("gitignore.txt")),
    (".gitattributes", include_str!("gitattributes.txt")),
];

/// The workflow for each change. GitHub reads workflows only at the root of a git repository.
const WORKFLOW: (&str, &str) = (".github/workflows/api.yml", include_str!("workflow.yml"));

/// The workflow that compares a server with its spec, for a repository with crates.
const NIGHTLY: (&str, &str) = (".github/workflows/{name}-nightly.yml", include_str!("nightly.yml"));

/// The step of the workflow that only a repository with crates has.
const CARGO_TEST: &str = "      - run: cargo test\n";

const MANIFEST: (&str, &str) = ("Cargo.toml", include_str!("manifest.toml"));

/// Files of the package that uses the crate: paths and templates.
pub type Programs = &'static [(&'static str, &'static str)];

/// The programs that call the operations of a new spec.
pub const PROGRAMS: Programs =
    &[("tests/{name}.rs", include_str!("test.rs")), ("examples/{name}-mock.rs", include_str!("example.rs"))];

/// The program for any spec.
pub const STARTED: Programs = &[("tests/{name}.rs", include_str!("started.rs"))];

/// Writes the files that are missing, and reports those that exist. Returns the next steps.
pub fn write(names: &Placeholders, programs: Programs) -> Result<String, Failure> {
    for (path, template) in FILES {
        let template = names.fill(template);
        if !write_new(path, &template)? && path.starts_with(".git") {
            report_missing(path, &template);
        }
    }
    let has_crate = settings().writes("manifest");
    write_workflows(names, has_crate)?;
    if !has_crate {
        return Ok(format!("  {} codegen\n", program::name()));
    }
    let (path, template) = MANIFEST;
    let is_new = write_new(path, &names.fill(template))?;
    let has_package = is_new || has_package(&folder(path));
    for (path, template) in programs.iter().filter(|_| has_package) {
        write_new(&names.fill(path), &names.fill(template))?;
    }
    Ok(next_steps(names, programs, is_new, has_package))
}

fn write_workflows(names: &Placeholders, has_crate: bool) -> Result<(), Failure> {
    let (path, workflow) = WORKFLOW;
    if !root().join(".git").exists() && root().ancestors().any(|folder| folder.join(".git").exists()) {
        eprintln(&format!("{path} is not written: this is not the root of the git repository"));
        return Ok(());
    }
    let workflow = if has_crate { workflow.to_owned() } else { workflow.replace(CARGO_TEST, "") };
    let nightly = has_crate.then(|| (names.fill(NIGHTLY.0), names.fill(NIGHTLY.1)));
    for (path, workflow) in [(path.to_owned(), workflow)].into_iter().chain(nightly) {
        if write_new(&path, &workflow)? {
            eprintln(&format!("note: set `GENERATOR` in {path} to the URL of the generator's repository"));
        }
    }
    Ok(())
}

/// Writes a file unless it exists, and reports either. Returns whether it was written.
fn write_new(path: &str, text: &str) -> Result<bool, Failure> {
    let place = folder(path);
    let failed = |error: io::Error| Failure::at(&place, &error);
    fs::create_dir_all(root().join(path).parent().unwrap_or(Path::new("."))).map_err(failed)?;
    match File::create_new(&place) {
        Ok(mut file) => {
            file.write_all(text.as_bytes()).map_err(failed)?;
            eprintln(&format!("write {}", text::path(&place)));
            Ok(true)
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            eprintln(&format!("{} is there already: not changed", text::path(&place)));
            Ok(false)
        }
        Err(error) => Err(failed(error)),
    }
}

/// Reports the lines that a file lacks.
fn report_missing(path: &str, template: &str) {
    let there = read(&folder(path)).unwrap_or_default();
    let bare = |line: &str| line.trim().trim_matches('/').to_owned();
    let is_missing =
        |line: &&str| !line.starts_with('#') && there.lines().all(|other| bare(other) != bare(line));
    let missing: Vec<&str> = template.lines().filter(is_missing).collect();
    if !missing.is_empty() {
        eprintln(&format!("note: add to {path}:\n    {}", missing.join("\n    ")));
    }
}

/// Returns whether a manifest has a package, which can have tests.
fn has_package(manifest: &Path) -> bool {
    let manifest = read(manifest).unwrap_or_default().parse::<DocumentMut>();
    manifest.is_ok_and(|manifest| manifest.contains_key("package"))
}

fn next_steps(names: &Placeholders, programs: Programs, is_new: bool, has_package: bool) -> String {
    let (program, name, output) = (program::name(), &names.name, text::path(output()));
    let codegen = format!("  {program} codegen\n");
    match (is_new, has_package) {
        (true, _) if programs == STARTED => format!("{codegen}  cargo test\n"),
        (true, _) => format!("{codegen}  cargo test\n  cargo run --example {name}-mock\n"),
        (false, true) => format!(
            "{codegen}  \
               cargo add --dev --path {output}/{name} --no-default-features --features blocking,mock\n  \
               cargo test --test {name}\n"
        ),
        (false, false) => format!(
            "  add \"{}/{name}\" to `members` in Cargo.toml\n{codegen}  cargo check -p {name}-api\n",
            settings().output
        ),
    }
}
