//! The packages of this workspace, and what changed in each since its last
//! release.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use generator_codegen::Selection;
use generator_review::public_api::{Difference, Source, public_api};
use generator_review::release::{Evidence, has_section, last_release, next, tag};
use generator_spec::model::Api;
use generator_spec::{Spec, text};
use semver::Version;

use crate::Failure;
use crate::command::{Common, root};
use crate::git::{self, Checkout};
use crate::standalone::{self, RUNTIME, RUNTIME_FOLDER};

/// A package that is published.
pub struct Package {
    /// Its name.
    pub name: String,
    /// The API of which it is the crate; none for the runtime.
    pub api: Option<String>,
    /// Its version in the working tree.
    pub version: Version,
    /// Its last release.
    pub last: Option<Version>,
    /// The files of the crate then; empty for the runtime.
    pub released: Files,
    /// What changed since then.
    pub evidence: Evidence,
    /// The lowest version that the next release can have, or the one in the tree if that is higher.
    pub wanted: Version,
    /// What is to be done.
    pub state: State,
}

/// What is to be done about a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing: it is as it was released.
    Unchanged,
    /// Its files are to be changed, committed and tagged.
    Changed,
    /// Only the tag is missing.
    Prepared,
}

/// Files by their path below the folder of a package, with `/`.
pub type Files = BTreeMap<String, String>;

/// All packages, the runtime first.
pub fn survey() -> Result<Vec<Package>, Failure> {
    let spec = Common::default().open()?;
    let tags = git::tags(&root())?;
    let runtime = runtime(&tags)?;
    let version = runtime.wanted.clone();
    let apis = spec.apis.iter().map(|api| of_api(api, &spec, &tags, &version));
    std::iter::once(Ok(runtime)).chain(apis).collect()
}

fn runtime(tags: &[String]) -> Result<Package, Failure> {
    let last = last_release(RUNTIME, tags.iter().map(String::as_str));
    let mut evidence = Evidence::default();
    if let Some(last) = &last {
        let base = read(&git::read(&revision(RUNTIME, last), &root().join(RUNTIME_FOLDER))?.path())?;
        let head = read(&root().join(RUNTIME_FOLDER))?;
        evidence = compared(&base, &head, |path| !path.starts_with("tests/"))?;
    }
    let changelog = fs::read_to_string(root().join(RUNTIME_FOLDER).join("CHANGELOG.md")).unwrap_or_default();
    Ok(Package::new(RUNTIME, None, standalone::runtime_version()?, last, evidence, &changelog))
}

fn of_api(api: &Api, spec: &Spec, tags: &[String], runtime: &Version) -> Result<Package, Failure> {
    let name = &api.rust.package;
    let last = last_release(name, tags.iter().map(String::as_str));
    let (mut evidence, mut released) = (Evidence::default(), Files::new());
    if let Some(last) = &last {
        let revision = revision(name, last);
        let checkout = |folder: &str| git::read(&revision, &root().join(folder));
        released = read(&checkout(&format!("generated/{}", api.name))?.path())?;
        evidence = compared(&released, &emitted(api), |_| true)?;
        evidence.changes = changes(&checkout("spec")?, spec, &api.name)?;
        let then = standalone::version_in(&checkout(RUNTIME_FOLDER)?.path())?;
        evidence.runtime = Some((then, runtime.clone()));
    }
    let changelog = api.changelog.clone().unwrap_or_default();
    let package = Package::new(name, Some(&api.name), api.crate_version.clone(), last, evidence, &changelog);
    Ok(Package { released, ..package })
}

/// The tag itself, even if a branch has its name.
fn revision(package: &str, version: &Version) -> OsString {
    format!("refs/tags/{}", tag(package, version)).into()
}

fn changes(base: &Checkout, head: &Spec, api: &str) -> Result<Vec<generator_review::diff::Change>, Failure> {
    let mut changes = generator_review::diff::diff(&base.open()?, head);
    changes.retain(|change| change.api == api);
    Ok(changes)
}

/// The crate as codegen writes it now.
fn emitted(api: &Api) -> Files {
    let apis = std::slice::from_ref(api);
    let (outputs, _) = generator_codegen::emit(apis, "", &Selection::default());
    let files = outputs.iter().flat_map(generator_codegen::write::Output::files);
    let own = files.filter_map(|file| {
        Some((file.path.strip_prefix(&api.name)?.strip_prefix('/')?.to_owned(), file.text))
    });
    own.collect()
}

/// All files of a folder that are text.
fn read(folder: &Path) -> Result<Files, Failure> {
    let mut files = Files::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        let failed = |error| Failure::of(format!("{}: {error}", text::path(&next)));
        for entry in fs::read_dir(&next).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let path: PathBuf = entry.path();
            if entry.file_type().map_err(failed)?.is_dir() {
                folders.push(path);
            } else if let (Ok(below), Ok(text)) = (path.strip_prefix(folder), fs::read_to_string(&path)) {
                files.insert(below.to_string_lossy().replace('\\', "/"), text);
            }
        }
    }
    Ok(files)
}

fn compared(base: &Files, head: &Files, counts: fn(&str) -> bool) -> Result<Evidence, Failure> {
    let lines = |files: &Files| {
        lines(files).map_err(|error| Failure::of(format!("cannot compare Rust APIs: {error}")))
    };
    let paths: BTreeSet<&String> = base.keys().chain(head.keys()).collect();
    let content = |files: &Files, path: &str| files.get(path).map(|text| without_version(path, text));
    let is_changed = |path: &&&String| {
        path.as_str() != "CHANGELOG.md" && counts(path) && content(base, path) != content(head, path)
    };
    Ok(Evidence {
        api: Difference::between(&lines(base)?, &lines(head)?),
        files: paths.iter().filter(is_changed).map(|path| (*path).clone()).collect(),
        ..Evidence::default()
    })
}

fn lines(files: &Files) -> Result<BTreeSet<String>, String> {
    let own =
        files.iter().filter_map(|(path, text)| Some((path.strip_prefix("src/")?.to_owned(), text.clone())));
    let source = Source {
        manifest: files.get("Cargo.toml").cloned().unwrap_or_default(),
        files: own.filter(|(path, _)| path.ends_with(".rs")).collect(),
    };
    public_api(&source)
}

/// A manifest without the version, which does not ask for another one.
fn without_version(path: &str, text: &str) -> String {
    if path != "Cargo.toml" {
        return text.to_owned();
    }
    text.lines()
        .filter(|line| !line.starts_with("version = ") && !line.starts_with("version."))
        .collect::<Vec<_>>()
        .join("\n")
}

impl Package {
    fn new(
        name: &str,
        api: Option<&str>,
        version: Version,
        last: Option<Version>,
        evidence: Evidence,
        changelog: &str,
    ) -> Self {
        let step = evidence.step();
        let lowest = last.as_ref().map(|last| step.map_or_else(|| last.clone(), |step| next(last, step)));
        let wanted = lowest.map_or_else(|| version.clone(), |lowest| lowest.max(version.clone()));
        let state = match &last {
            Some(last) if *last == wanted => State::Unchanged,
            _ if version == wanted && has_section(changelog, &wanted) => State::Prepared,
            _ => State::Changed,
        };
        let (name, api) = (name.to_owned(), api.map(str::to_owned));
        Self { name, api, version, last, released: Files::new(), evidence, wanted, state }
    }

    /// What it can be called on the command line.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.api.iter().map(String::as_str).chain([self.name.as_str()])
    }

    /// The version, and why.
    pub fn report(&self) -> String {
        let Self { name, version, wanted, .. } = self;
        let head = match (&self.last, self.state) {
            (Some(last), State::Unchanged) => format!("{name} {last}: as released"),
            (Some(last), State::Prepared) => format!("{name} {last} -> {wanted}: ready, but not tagged"),
            (None, State::Prepared) => format!("{name} {wanted}: ready, but not tagged"),
            (None, _) => format!("{name} {wanted}: first release"),
            (Some(last), State::Changed) if version == wanted => {
                format!("{name} {last} -> {wanted} (the version in the tree)")
            }
            (Some(last), State::Changed) => format!("{name} {last} -> {wanted}"),
        };
        format!("{head}\n{}", self.why())
    }

    /// The reasons, and what the reader can't see elsewhere.
    fn why(&self) -> String {
        let reasons = self.evidence.reasons().into_iter().map(|reason| format!("  {reason}\n"));
        let lines = |mark: &'static str, lines: &[String]| {
            let shown: Vec<String> =
                lines.iter().take(10).map(|line| format!("    {mark} {line}\n")).collect();
            let rest = lines.len().saturating_sub(10);
            shown.concat() + &if rest > 0 { format!("    {mark} {rest} more\n") } else { String::new() }
        };
        let api = &self.evidence.api;
        let unexplained =
            self.evidence.is_unexplained().then(|| lines("-", &api.gone) + &lines("+", &api.new));
        reasons.chain(unexplained).collect()
    }

    /// How to raise the version.
    pub fn remedy(&self) -> String {
        let Self { name, version, wanted, .. } = self;
        let last = self.last.as_ref().map(|last| format!(" since {}", tag(name, last))).unwrap_or_default();
        let (file, key) = match &self.api {
            Some(api) => (format!("spec/{api}/api.yaml"), format!("crate_version: {wanted}")),
            None => {
                (format!("{RUNTIME_FOLDER}/Cargo.toml and Cargo.toml"), format!("version = \"{wanted}\""))
            }
        };
        format!("{name} {version} must be {wanted}{last}: set `{key}` in {file}\n{}", self.why())
    }
}
