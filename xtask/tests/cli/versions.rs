//! `cargo xtask diff --deny version`, in small repositories.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use super::{Ran, TempDir, command, copy_file, copy_folder, git, ran, workspace};

/// A workspace with the runtime and the API `lamps`, in a git repository.
struct Repository(TempDir);

const FILES: [&str; 4] = ["LICENSE-APACHE", "LICENSE-MIT", "Cargo.lock", "codegen.toml"];

const API: &str = "spec/lamps/api.yaml";

const OPERATIONS: &str = "spec/lamps/operations/2-wicks.yaml";

impl Repository {
    /// Committed, without a tag: a copy of one that all tests share.
    fn new() -> Self {
        static FIRST: LazyLock<PathBuf> = LazyLock::new(|| {
            let repository = Repository::first();
            let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("versions");
            let _ = fs::remove_dir_all(&folder);
            copy_folder(repository.0.path(), &folder);
            folder
        });
        let folder = TempDir::new();
        copy_folder(&FIRST, folder.path());
        Self(folder)
    }

    fn first() -> Self {
        let folder = TempDir::new();
        let (from, to) = (workspace(), folder.path());
        copy_folder(&from.join("generator/runtime"), &to.join("generator/runtime"));
        copy_folder(&from.join("tests/data/changes"), &to.join("spec"));
        for file in FILES {
            copy_file(&from.join(file), &to.join(file)).expect("a file");
        }
        let manifest = fs::read_to_string(from.join("Cargo.toml")).expect("the manifest");
        let members = manifest.lines().find(|line| line.starts_with("members = ")).expect("its members");
        let manifest = manifest.replace(members, "members = [\"generator/runtime\", \"generated/*\"]");
        folder.write("Cargo.toml", manifest);
        folder.write(".gitignore", "target\n");
        let repository = Self(folder);
        repository.xtask(&["codegen"]);
        let mut lock = Command::new(env!("CARGO"));
        // Unlike `metadata`, it doesn't need the dependencies of other platforms.
        lock.args(["update", "--workspace", "--offline"]).current_dir(repository.0.path());
        assert_eq!(ran(&mut lock).code, Some(0));
        repository.git(&["init", "--quiet", "--initial-branch=main"]);
        repository.commit();
        repository
    }

    /// A workspace with version 0.1.0 of both packages tagged.
    fn released() -> Self {
        let repository = Self::new();
        repository.tag("lamps-api-v0.1.0");
        repository.tag("api-runtime-v0.1.0");
        repository
    }

    fn xtask(&self, args: &[&str]) -> Ran {
        let mut command = command(args);
        command.current_dir(self.0.path()).env("CARGO_MANIFEST_DIR", self.0.path().join("xtask"));
        ran(command.env("CARGO", env!("CARGO")).env("CARGO_NET_OFFLINE", "true"))
    }

    fn git(&self, args: &[&str]) -> String {
        git(self.0.path(), args)
    }

    fn commit(&self) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--message=x"]);
    }

    fn tag(&self, name: &str) {
        self.git(&["tag", name]);
    }

    /// Replaces a text, and commits.
    fn edit(&self, file: &str, from: &str, to: &str) {
        let before = self.0.read(file);
        assert!(before.contains(from), "{file} lacks {from}: {before}");
        self.0.write(file, before.replacen(from, to, 1));
        self.xtask(&["codegen"]);
        self.commit();
    }

    fn denied(&self) -> Ran {
        self.xtask(&["diff", "--deny", "version"])
    }
}

#[test]
fn a_breaking_change_of_the_spec_raises_the_version() {
    let repository = Repository::released();
    repository.edit(OPERATIONS, "From: int,", "From: int?,");
    let denied = repository.denied();
    assert_eq!(denied.code, Some(1));
    assert!(denied.err.contains("lamps-api 0.1.0 must be 0.2.0 since lamps-api-v0.1.0: set `crate_version: 0.2.0` in spec/lamps/api.yaml"), "{}", denied.err);

    assert!(
        denied.err.contains("\n  spec: 1 major\n") && !denied.err.contains("api-runtime"),
        "{}",
        denied.err
    );
    repository.0.write(API, repository.0.read(API) + "crate_version: 0.2.0\n");
    assert_eq!(repository.denied().code, Some(0));
}

/// `codegen.toml` has the version, and the name of the tag.
#[test]
fn the_version_is_set_where_it_is() {
    let repository = Repository::new();
    let settings =
        "runtime = \"workspace\"\n\n[crates.lamps]\nname = \"oil-lamps\"\nversion = \"1.0.0\" # ours\n";
    repository.0.write("codegen.toml", settings);
    repository.commit();
    repository.tag("oil-lamps-v1.0.0");
    repository.tag("api-runtime-v0.1.0");
    repository.edit(OPERATIONS, "From: int,", "From: int?,");
    let denied = repository.denied();
    let remedy = "oil-lamps 1.0.0 must be 2.0.0 since oil-lamps-v1.0.0: set `version = \"2.0.0\"` in [crates.lamps] of codegen.toml";
    assert!(denied.err.contains(remedy), "{}", denied.err);
}

/// After 1.0, and with a text that no program sees.
#[test]
fn steps_follow_from_the_version_that_is_tagged() {
    let repository = Repository::new();
    let title = repository.0.read(API).lines().next().unwrap_or_default().to_owned();
    repository.edit(API, &title, &format!("{title}\ncrate_version: 1.4.2"));
    repository.tag("lamps-api-v1.4.2");
    repository.edit("spec/lamps/operations/1-lamps.yaml", "Lights a lamp.", "Lights it.");
    let patch = repository.denied();
    assert!(patch.err.contains("lamps-api 1.4.2 must be 1.4.3 since"), "{}", patch.err);
    repository.edit(OPERATIONS, "From: int,", "From: int?,");
    let major = repository.denied();
    assert!(major.err.contains("lamps-api 1.4.2 must be 2.0.0 since"), "{}", major.err);
    repository.edit(API, "crate_version: 1.4.2", "crate_version: 3.0.0");
    assert_eq!(repository.denied().code, Some(0));
}

/// The generator or the runtime changed, and no spec: only cargo-semver-checks knows what that breaks.
#[test]
fn what_only_cargo_semver_checks_finds_is_said() {
    let repository = Repository::released();
    let file = "generated/lamps/src/api.rs";
    repository.0.write(file, repository.0.read(file) + "\npub fn new() {}\n");
    repository.commit();
    let denied = repository.denied();
    assert_eq!(denied.code, Some(1));
    assert!(denied.err.contains("lamps-api 0.1.0 must be 0.1.1"), "{}", denied.err);
    assert!(denied.err.contains("\n  1 file changed\n"), "{}", denied.err);
    let command = "\n  cargo semver-checks --package lamps-api --baseline-rev refs/tags/lamps-api-v0.1.0\n";
    assert!(denied.err.contains(command), "{}", denied.err);
}

#[test]
fn an_incompatible_runtime_breaks_the_crates_that_share_its_types() {
    let repository = Repository::released();
    for file in ["generator/runtime/Cargo.toml", "Cargo.toml"] {
        let text = repository.0.read(file);
        let set = |text: String, line: &str| {
            text.replace(&line.replace("{}", "0.1.0"), &line.replace("{}", "0.2.0"))
        };
        let text = set(text, "\nversion = \"{}\"\nedition");
        repository.0.write(file, set(text, "api-runtime = { version = \"{}\""));
    }
    repository.edit("generator/runtime/src/core/secret.rs", "pub fn expose", "pub fn reveal");
    let needs = "lamps-api 0.1.0 must be 0.2.0";
    let denied = repository.denied();
    assert!(denied.err.contains(needs), "{}", denied.err);
    assert!(denied.err.contains("\n  needs the incompatible runtime 0.2.0\n"), "{}", denied.err);
}

#[test]
fn only_tags_of_releases_count() {
    let repository = Repository::released();
    assert_eq!(repository.xtask(&["diff", "--deny", "versions"]).code, Some(2));
    assert_eq!(repository.xtask(&["diff", "--deny", "version", "HEAD", "HEAD"]).code, Some(2));
    for name in ["lamps-api-v9.9.9;reboot", "lamps-api-v9.9.9-rc.1", "lamps-api-v9", "lamps-api-v09.0.0"] {
        repository.tag(name);
    }
    repository.edit(OPERATIONS, "From: int,", "From: int?,");
    // A branch with the name of the tag and a tag outside the history.
    repository.git(&["branch", "lamps-api-v0.1.0"]);
    repository.git(&["checkout", "--quiet", "--orphan", "other"]);
    repository.git(&["commit", "--quiet", "--message=x"]);
    repository.tag("lamps-api-v8.0.0");
    repository.git(&["checkout", "--quiet", "main"]);
    let ran = repository.denied();
    assert!(ran.err.contains("lamps-api 0.1.0 must be 0.2.0 since lamps-api-v0.1.0"), "{}", ran.err);
}

/// Generated code can use everything that the runtime has, so a crate accepts no older one.
#[test]
fn a_crate_needs_the_runtime_that_it_was_generated_with() {
    let read = |path: &str| fs::read_to_string(workspace().join(path)).expect("a file");
    let manifest = read("generator/runtime/Cargo.toml");
    let version = manifest.lines().find(|line| line.starts_with("version = ")).expect("a version");
    let needed = format!("\napi-runtime = {{ {version}, path = ");
    assert!(read("Cargo.toml").contains(&needed), "Cargo.toml lacks {needed}");
}

#[test]
fn a_package_has_the_licenses_of_the_repository() {
    for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
        let read = |folder: &str| fs::read_to_string(workspace().join(folder).join(name)).expect("a license");
        assert!(read("generator/runtime") == read("."), "{name}");
        assert!(read("generated/backup-server").ends_with(&read(".")), "{name}");
    }
}
