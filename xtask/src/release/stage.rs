//! A copy of the workspace, in which everything must succeed before anything
//! changes here.

use std::fs;
use std::path::{Path, PathBuf};

use generator_codegen::Selection;
use generator_codegen::write::{self, Accept, replace};
use generator_spec::{Spec, text};

use super::edits::Edit;
use super::older;
use super::package::Package;
use super::packed;
use crate::Failure;
use crate::cargo::{cargo, target};
use crate::command::root;
use crate::git;
use crate::scratch::Scratch;
use crate::terminal::{eprintln, waiting};

/// The copy, after everything has succeeded in it.
pub struct Stage {
    /// `Cargo.lock`, before and after.
    lock: (String, String),
}

const LOCK: &str = "Cargo.lock";

/// Where cargo puts tarballs in the copy.
const TARBALLS: &str = "target";

/// Copies the workspace, edits the copy, runs codegen and packages the released crates there.
pub fn build(
    packages: &[Package],
    released: &[&Package],
    edits: &[Edit],
    verify: bool,
) -> Result<Stage, Failure> {
    let copy = Scratch::new("release")?;
    for path in git::files(&root())? {
        copy_file(&root().join(&path), &copy.path().join(&path))?;
    }
    for edit in edits {
        let path = copy.path().join(&edit.path);
        fs::write(&path, &edit.after).map_err(|error| failed(&path, &error))?;
    }
    codegen(copy.path())?;
    let packaged = with_runtime(packages, released);
    package(copy.path(), &packaged)?;
    if verify {
        packed::check(copy.path(), &copy.path().join(TARBALLS).join("package"), &packaged)?;
    }
    if verify && released.iter().any(|it| it.api.is_none()) {
        older::check(copy.path(), packages)?;
    }
    let lock = |folder: &Path| {
        let path = folder.join(LOCK);
        fs::read_to_string(&path).map_err(|error| failed(&path, &error))
    };
    Ok(Stage { lock: (lock(&root())?, lock(copy.path())?) })
}

pub fn failed(path: &Path, error: &std::io::Error) -> Failure {
    Failure::of(format!("{}: {error}", text::path(path)))
}

fn copy_file(from: &Path, to: &Path) -> Result<(), Failure> {
    // A file that git knows may be gone, and links lead elsewhere.
    if !fs::symlink_metadata(from).is_ok_and(|it| it.is_file()) {
        return Ok(());
    }
    let folder = to.parent().unwrap_or(to);
    fs::create_dir_all(folder).and_then(|()| fs::copy(from, to).map(drop)).map_err(|error| failed(to, &error))
}

/// Writes what is generated from the spec of a workspace.
fn codegen(root: &Path) -> Result<(), Failure> {
    let spec = Spec::open(&root.join("spec"))?;
    let changes = generator_review::diff::table();
    let (outputs, known) = generator_codegen::emit(&spec.apis, &changes, &Selection::default());
    write::write(&root.join("generated"), &outputs, &known, Accept::All, &waiting)
        .map_err(Failure::of)
        .map(drop)
}

/// No registry has the runtime of this workspace: it is packaged even if it is not released.
fn with_runtime<'a>(packages: &'a [Package], released: &[&'a Package]) -> Vec<&'a Package> {
    let is_wanted = |it: &&Package| it.api.is_none() || released.iter().any(|one| one.name == it.name);
    packages.iter().filter(is_wanted).collect()
}

fn package(copy: &Path, packages: &[&Package]) -> Result<(), Failure> {
    let names: Vec<&str> = packages.iter().map(|it| it.name.as_str()).collect();
    let doing = format!("packaging {}", names.join(", "));
    let mut args = vec!["package", "--quiet", "--allow-dirty", "--no-verify", "--target-dir", TARBALLS];
    args.extend(names.iter().flat_map(|name| ["--package", name]));
    let cargo = Cargo { folder: copy, doing: &doing };
    cargo
        .run(&args)
        .map_err(|said| Failure::of(format!("cargo package failed: nothing was changed\n\n{said}")))
}

/// A run of cargo.
pub struct Cargo<'a> {
    /// Where it runs.
    pub folder: &'a Path,
    /// What the user is told that it does.
    pub doing: &'a str,
}

impl Cargo<'_> {
    /// Runs it; what it says is the error if it fails.
    pub fn run(&self, args: &[&str]) -> Result<(), String> {
        eprintln(self.doing);
        let mut command = cargo();
        // Dependencies are built there already.
        command.args(args).current_dir(self.folder).env("CARGO_TARGET_DIR", target());
        let output = command.output().map_err(|error| format!("cannot run cargo: {error}"))?;
        let said = || String::from_utf8_lossy(&output.stderr).trim().to_owned();
        if output.status.success() { Ok(()) } else { Err(said()) }
    }
}

impl Stage {
    /// Makes the same changes here, all or none.
    pub fn apply(&self, edits: &[Edit]) -> Result<(), Failure> {
        let mut new = New::default();
        for edit in edits.iter().filter(|edit| edit.before.is_none()) {
            new.write(root().join(&edit.path), &edit.after)?;
        }
        let lock = root().join(LOCK);
        let paths: Vec<(PathBuf, &str, &str)> = edits
            .iter()
            .filter_map(|edit| Some((root().join(&edit.path), edit.before.as_deref()?, edit.after.as_str())))
            .chain([(lock, self.lock.0.as_str(), self.lock.1.as_str())])
            .collect();
        let changes: Vec<_> =
            paths.iter().map(|(path, before, after)| write::Edit { path, before, after }).collect();
        replace(&changes, &waiting).map_err(Failure::of)?;
        if let Err(failure) = codegen(&root()) {
            let undo: Vec<_> = changes
                .iter()
                .map(|it| write::Edit { path: it.path, before: it.after, after: it.before })
                .collect();
            replace(&undo, &waiting).map_err(Failure::of)?;
            return Err(failure);
        }
        new.keep();
        for edit in edits.iter().filter(|edit| edit.before.as_ref() != Some(&edit.after)) {
            eprintln(&format!("write {}", text::path(&edit.path)));
        }
        eprintln("write generated and Cargo.lock");
        Ok(())
    }
}

/// New files, removed on drop unless they are kept.
#[derive(Default)]
struct New(Vec<PathBuf>);

impl New {
    fn write(&mut self, path: PathBuf, text: &str) -> Result<(), Failure> {
        let file = fs::File::create_new(&path)
            .and_then(|mut file| std::io::Write::write_all(&mut file, text.as_bytes()));
        file.map_err(|error| failed(&path, &error))?;
        self.0.push(path);
        Ok(())
    }

    fn keep(mut self) {
        self.0.clear();
    }
}

impl Drop for New {
    fn drop(&mut self) {
        for path in &self.0 {
            let _ = fs::remove_file(path);
        }
    }
}
