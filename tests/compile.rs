//! Compiles generated crates with rustc itself, against the dependencies that the tests
//! are built with. As packages of another workspace, they would have dependencies with
//! other features, and cargo would build most of those again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;

/// The features of a generated crate.
const FEATURES: [&str; 8] = ["blocking", "cassette", "cli", "client", "default", "mock", "server", "tls"];

/// A crate to compile.
#[derive(Clone, Debug)]
pub struct Crate<'a> {
    /// Its name in Rust.
    pub name: &'a str,
    /// Its `lib.rs` or `main.rs`.
    pub root: PathBuf,
    /// The output.
    pub output: Output,
    /// The level of warnings: `allow` or `deny`.
    pub warnings: &'static str,
    /// The features that it is compiled with, and those that they enable.
    pub features: &'a [&'a str],
    /// The libraries that it can use: those without a file are dependencies of the tests.
    pub uses: &'a [(&'a str, Option<&'a Path>)],
}

/// The output of a crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// A library that others can be checked against.
    CheckedLibrary,
    /// Nothing: a program is checked.
    CheckedProgram,
    /// A library that programs can be linked with.
    Library,
    /// A program that can be run.
    Program,
}

impl<'a> Crate<'a> {
    /// Compiles it; returns the file that was made.
    ///
    /// # Errors
    /// Those of the compiler.
    ///
    /// # Panics
    /// If there is no compiler, or no such dependency.
    pub fn compile(&self, out: &Path) -> Result<PathBuf, String> {
        let output = self.command(out).output().expect("rustc runs");
        match output.status.success() {
            true => Ok(out.join(self.file())),
            false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        }
    }

    /// Compiles it without errors.
    ///
    /// # Panics
    /// Where [`Crate::compile`] has an error or panics.
    #[must_use]
    pub fn compiled(&self, out: &Path) -> PathBuf {
        self.compile(out).unwrap_or_else(|said| panic!("{said}"))
    }

    /// The library of an API without warnings.
    #[must_use]
    pub fn library(name: &'a str, root: PathBuf, features: &'a [&'a str]) -> Self {
        let (output, warnings, uses) = (Output::Library, "deny", &[("api_runtime", None)]);
        Self { name, root, output, warnings, features, uses }
    }

    /// A program.
    #[must_use]
    pub fn program(name: &'a str, root: PathBuf, uses: &'a [(&'a str, Option<&'a Path>)]) -> Self {
        Self { name, root, output: Output::Program, warnings: "allow", features: &[], uses }
    }

    /// The name of the file that is made.
    #[must_use]
    pub fn file(&self) -> String {
        match self.output {
            Output::CheckedLibrary | Output::CheckedProgram => format!("lib{}.rmeta", self.name),
            Output::Library => format!("lib{}.rlib", self.name),
            Output::Program => self.name.to_owned() + std::env::consts::EXE_SUFFIX,
        }
    }

    /// The command that compiles it.
    ///
    /// # Panics
    /// If there is no such dependency.
    #[must_use]
    pub fn command(&self, out: &Path) -> Command {
        let (kind, emit) = match self.output {
            Output::CheckedLibrary => ("lib", "metadata"),
            Output::CheckedProgram => ("bin", "metadata"),
            Output::Library => ("lib", "link"),
            Output::Program => ("bin", "link"),
        };
        let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
        rustc.args(["--edition=2024", "--crate-name", self.name, "--crate-type", kind, "--emit", emit]);
        // As the profile of the workspace.
        rustc.args(["-Cdebug-assertions=yes", "-Coverflow-checks=yes"]);
        rustc.arg(&self.root).arg("--out-dir").arg(out).env("CARGO_PKG_VERSION", "0.1.0");
        let names: Vec<String> = FEATURES.iter().map(|name| format!("{name:?}")).collect();
        rustc.arg(format!("--{}=warnings", self.warnings)).arg("--check-cfg=cfg(docsrs)");
        rustc.arg(format!("--check-cfg=cfg(feature, values({}))", names.join(", ")));
        rustc.args(self.features.iter().map(|name| format!("--cfg=feature={name:?}")));
        let dependencies = built();
        rustc.arg("-L").arg(format!("dependency={}", dependencies.folder.display()));
        rustc.arg("-L").arg(format!("dependency={}", out.display()));
        for (name, file) in self.uses {
            let file = file.or_else(|| dependencies.files.get(*name).map(PathBuf::as_path));
            let file = file.unwrap_or_else(|| panic!("the tests do not depend on {name}"));
            rustc.arg("--extern").arg(format!("{name}={}", file.display()));
        }
        rustc
    }
}

/// Runs a program that succeeds; returns what it prints.
///
/// # Panics
/// If it fails.
#[must_use]
pub fn run(program: &Path, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output().expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A file of a crate that becomes a module of another crate: macros are not exported.
#[must_use]
pub fn in_module(code: &str, module: &str) -> String {
    let code = code.replace("#[macro_export]", "#[allow(unused_macros)]");
    code.replace("crate::", &format!("crate::{module}::"))
}

/// All dependencies of the tests, for [`Crate::uses`].
#[must_use]
pub fn dependencies() -> Vec<(&'static str, Option<&'static Path>)> {
    built().files.keys().map(|name| (name.as_str(), None)).collect()
}

/// The program `xtask`, with the features that its own tests have.
///
/// # Panics
/// If it does not compile.
#[must_use]
pub fn xtask() -> PathBuf {
    // Only with an example, dependencies have the features that tests give them.
    let messages = build(&["--bin=xtask", "--example=client"]);
    let programs = messages.iter().filter_map(|message| message["executable"].as_str());
    programs
        .map(PathBuf::from)
        .find(|it| it.file_stem().is_some_and(|name| name == "xtask"))
        .expect("a program")
}

/// The libraries that cargo has built for the tests.
struct Dependencies {
    folder: PathBuf,
    files: BTreeMap<String, PathBuf>,
}

fn built() -> &'static Dependencies {
    static DEPENDENCIES: OnceLock<Dependencies> = OnceLock::new();
    DEPENDENCIES.get_or_init(|| {
        let files: BTreeMap<String, PathBuf> =
            build(&["--example=client"]).iter().filter_map(library).collect();
        let folder = files["api_runtime"].parent().expect("a folder").to_owned();
        Dependencies { folder, files }
    })
}

/// Cargo as from a shell: without what it tells a test of its package. ring would be built again, and
/// all that uses it, because its build script runs when one of these variables changes.
#[must_use]
pub fn cargo() -> Command {
    let is_of_package = |name: &str| {
        name == "OUT_DIR" || name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")
    };
    let mut cargo = Command::new(env!("CARGO"));
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_str().is_some_and(is_of_package)) {
        cargo.env_remove(name);
    }
    cargo
}

/// Builds a part of this workspace with the features that a run of all tests has: after
/// that run has built, nothing is left to do. Returns cargo's messages.
fn build(targets: &[&str]) -> Vec<Value> {
    let mut cargo = cargo();
    cargo.args(["build", "--offline", "--quiet", "--message-format=json", "--workspace"]).args(targets);
    let output = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let messages = String::from_utf8_lossy(&output.stdout);
    messages.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// The name and the file of a library.
fn library(message: &Value) -> Option<(String, PathBuf)> {
    let mut files = message["filenames"].as_array()?.iter().filter_map(Value::as_str);
    let file = files.find(|file| file.ends_with(".rlib"))?;
    Some((message["target"]["name"].as_str()?.replace('-', "_"), file.into()))
}
