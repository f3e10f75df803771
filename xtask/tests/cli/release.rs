//! `cargo xtask release` and `diff --deny version`, in small repositories.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use tests::compile::{self, Crate, Output};

use super::{Ran, TempDir, command, copy_file, copy_folder, git, ran, workspace};

/// A workspace with the runtime and the API `lamps`, in a git repository; and a folder of
/// programs that xtask finds before any other.
struct Repository(TempDir, TempDir);

const FILES: [&str; 3] = ["LICENSE-APACHE", "LICENSE-MIT", "Cargo.lock"];

const API: &str = "spec/lamps/api.yaml";

const CHANGELOG: &str = "spec/lamps/CHANGELOG.md";

const OPERATIONS: &str = "spec/lamps/operations/2-wicks.yaml";

impl Repository {
    /// Committed, without a tag: a copy of one that all tests share.
    fn new() -> Self {
        static FIRST: LazyLock<PathBuf> = LazyLock::new(|| {
            let repository = Repository::first();
            let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("release");
            let _ = fs::remove_dir_all(&folder);
            copy_folder(repository.0.path(), &folder);
            folder
        });
        let folder = TempDir::new();
        copy_folder(&FIRST, folder.path());
        Self(folder, TempDir::new())
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
        let repository = Self(folder, TempDir::new());
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
        self.xtask_with(args, Path::new(env!("CARGO")))
    }

    fn xtask_with(&self, args: &[&str], cargo: &Path) -> Ran {
        let mut command = command(args);
        command.current_dir(self.0.path()).env("CARGO_MANIFEST_DIR", self.0.path().join("xtask"));
        command.env("CARGO", cargo).env("CARGO_NET_OFFLINE", "true").env("PATH", self.programs());
        // What the tests depend on is built there.
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("a folder");
        ran(command.env("CARGO_TARGET_DIR", target))
    }

    /// Programs of the tests and of the system, but not its cargo-semver-checks.
    fn programs(&self) -> OsString {
        let cargo = Path::new(env!("CARGO")).parent().expect("a folder");
        let others = std::env::var_os("PATH").expect("a path");
        let others = std::env::split_paths(&others).filter(|it| !it.join("cargo-semver-checks").exists());
        let folders = [self.1.path().to_owned(), cargo.to_owned()].into_iter().chain(others);
        std::env::join_paths(folders).expect("a path")
    }

    /// Makes a program of the tests.
    #[cfg(unix)]
    fn program(&self, name: &str, script: &str) -> PathBuf {
        use std::os::unix::fs::PermissionsExt;
        let path = self.1.path().join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
        path
    }

    fn release(&self) -> Ran {
        let ran = self.xtask(&["release", "--no-verify"]);
        assert_eq!(ran.code, Some(0), "{}\n{}", ran.out, ran.err);
        ran
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

    fn has(&self, file: &str, text: &str) {
        let found = self.0.read(file);
        assert!(found.contains(text), "{file} lacks {text:?}:\n{found}");
    }

    fn denied(&self) -> Ran {
        self.xtask(&["diff", "--deny", "version"])
    }
}

#[test]
fn a_first_release_keeps_the_version() {
    let repository = Repository::new();
    assert_eq!(repository.denied().code, Some(0));
    let ran = repository.release();
    assert!(ran.out.contains("lamps-api 0.1.0: first release"), "{}", ran.out);
    assert!(ran.out.contains("\n  git tag -a lamps-api-v0.1.0 -m \"lamps-api 0.1.0\"\n"), "{}", ran.out);
    assert!(ran.out.contains("cargo publish -p api-runtime -p lamps-api\n"), "{}", ran.out);
    repository.has(API, "crate_version: 0.1.0\n");
    repository.has(CHANGELOG, "## [Unreleased]\n\n## [0.1.0] - 20");
    repository.has("generated/lamps/CHANGELOG.md", "## [0.1.0] - 20");
    repository.has("generator/runtime/CHANGELOG.md", "## [0.1.0] - 20");
    repository.commit();
    let again = repository.release();
    assert!(again.out.contains("lamps-api 0.1.0: ready, but not tagged"), "{}", again.out);
    assert_eq!(repository.git(&["status", "--porcelain"]), "");
    repository.tag("lamps-api-v0.1.0");
    repository.tag("api-runtime-v0.1.0");
    let after = repository.release();
    assert!(after.out.ends_with("lamps-api 0.1.0: as released\nNothing to release.\n"), "{}", after.out);
}

#[test]
fn a_breaking_change_of_the_spec_raises_the_version() {
    let repository = Repository::released();
    repository.0.write(CHANGELOG, "# Changelog\n\n## [Unreleased]\n\nBy hand.\n");
    repository.edit(OPERATIONS, "From: int,", "From: int?,");
    let denied = repository.denied();
    assert_eq!(denied.code, Some(1));
    assert!(denied.err.contains("lamps-api 0.1.0 must be 0.2.0 since lamps-api-v0.1.0: set `crate_version: 0.2.0` in spec/lamps/api.yaml"), "{}", denied.err);

    let dry = repository.xtask(&["release", "--no-verify", "--dry-run"]);
    assert!(dry.out.contains("\n+crate_version: 0.2.0\n"), "{}", dry.out);
    assert!(!dry.out.contains("generated/"), "{}", dry.out);
    assert_eq!(repository.git(&["status", "--porcelain"]), "");

    let ran = repository.release();
    assert!(ran.out.contains("lamps-api 0.1.0 -> 0.2.0\n  spec: 1 major\n"), "{}", ran.out);
    assert!(ran.out.contains("api-runtime 0.1.0: as released"), "{}", ran.out);
    assert!(!ran.out.contains("api-runtime-v"), "{}", ran.out);
    repository.has(API, "crate_version: 0.2.0\n");
    repository.has("generated/lamps/Cargo.toml", "\nversion = \"0.2.0\"\n");
    repository.has("Cargo.lock", "name = \"lamps-api\"\nversion = \"0.2.0\"\n");
    repository.has(
        CHANGELOG,
        "\n\nBy hand.\n\n### Changed\n\n- **Breaking.** `WickTrim`: `From` became optional.\n",
    );
    assert_eq!(repository.xtask(&["codegen", "--check"]).code, Some(0));
    assert_eq!(repository.denied().code, Some(0));
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
    repository.release();
    repository.has(CHANGELOG, "## [3.0.0] - 20");
}

/// The generator or the runtime changed, and no spec: only cargo-semver-checks knows what that breaks.
#[cfg(unix)]
#[test]
fn what_cargo_semver_checks_finds_is_breaking() {
    let repository = Repository::released();
    let file = "generated/lamps/src/api.rs";
    repository.0.write(file, repository.0.read(file) + "\npub fn new() {}\n");
    repository.commit();
    let without = repository.denied();
    assert_eq!(without.code, Some(1));
    assert!(without.err.contains("lamps-api 0.1.0 must be 0.1.1"), "{}", without.err);
    assert!(without.err.contains("\n  1 file changed\n"), "{}", without.err);
    let note = "not checked, because cargo-semver-checks is not installed";
    assert!(without.err.contains(note) && without.err.contains("use lamps-api\n"), "{}", without.err);

    repository.program("cargo-semver-checks", &format!("echo \"$*\"\n{BREAKS}"));
    let with = repository.denied();
    let found = "  Rust API, by cargo-semver-checks:\n    function_missing: pub fn removed or renamed\n";
    assert!(with.err.contains("lamps-api 0.1.0 must be 0.2.0") && with.err.contains(found), "{}", with.err);
    assert!(!with.err.contains(note), "{}", with.err);

    let asked =
        "semver-checks --package lamps-api --baseline-rev refs/tags/lamps-api-v0.1.0 --release-type minor";
    repository.program("cargo-semver-checks", &format!("case \"$*\" in '{asked} '*) exit 0;; esac; exit 2"));
    assert!(repository.denied().err.contains("lamps-api 0.1.0 must be 0.1.1"));

    // One that can't run has compared nothing.
    repository.program("cargo-semver-checks", "echo 'unsupported rustdoc format' >&2; exit 1");
    let failed = repository.denied();
    assert_eq!(failed.code, Some(1));
    assert!(
        failed.err.contains("cargo-semver-checks failed\n\nunsupported rustdoc format"),
        "{}",
        failed.err
    );
}

/// As cargo-semver-checks says it.
#[cfg(unix)]
const BREAKS: &str = "echo '--- failure function_missing: pub fn removed or renamed ---'
echo '     Summary semver requires new major version: 1 major and 0 minor checks failed' >&2
exit 100";

#[cfg(unix)]
#[test]
fn an_incompatible_runtime_breaks_the_crates_that_share_its_types() {
    let repository = Repository::released();
    repository.program("cargo-semver-checks", BREAKS);
    repository.edit("generator/runtime/src/secret.rs", "pub fn expose", "pub fn reveal");
    let ran = repository.release();
    assert!(ran.out.contains("api-runtime 0.1.0 -> 0.2.0\n  Rust API, by "), "{}", ran.out);
    assert!(
        ran.out.contains("lamps-api 0.1.0 -> 0.2.0\n  needs the incompatible runtime 0.2.0\n"),
        "{}",
        ran.out
    );
    repository.has("generator/runtime/Cargo.toml", "\nversion = \"0.2.0\"\n");
    repository.has("Cargo.toml", "\napi-runtime = { version = \"0.2.0\", path");
    repository.has(CHANGELOG, "- **Breaking.** Needs the runtime 0.2.0.\n");
    repository.has("generator/runtime/CHANGELOG.md", "- **Breaking.** The Rust API.\n");
}

#[test]
fn a_step_that_fails_changes_nothing() {
    let repository = Repository::released();
    repository.edit(OPERATIONS, "From: int,", "From: int?,");
    let ran = repository.xtask_with(&["release"], Path::new("false"));
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("cargo package failed: nothing was changed"), "{}", ran.err);
    assert_eq!(repository.git(&["status", "--porcelain"]), "");
    repository.0.write("spec/lamps/operations/2-wicks.yaml", repository.0.read(OPERATIONS) + "\n");
    let ran = repository.xtask(&["release", "--no-verify"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("1 file not committed: nothing was changed"), "{}", ran.err);
}

/// Only here something is in the way: the clone doesn't have what git ignores.
#[test]
fn a_failure_in_the_workspace_changes_nothing() {
    let repository = Repository::released();
    repository.edit(OPERATIONS, "From: int,", "From: int?,");
    repository.0.write(".git/info/exclude", "CHANGELOG.md\n");
    repository.0.write(CHANGELOG, "My own.\n");
    let ran = repository.xtask(&["release", "--no-verify"]);
    assert_eq!(ran.code, Some(1), "{}", ran.out);
    assert!(ran.err.contains("CHANGELOG.md: already exists"), "{}", ran.err);
    assert_eq!(repository.git(&["status", "--porcelain"]), "");
    repository.has(CHANGELOG, "My own.\n");
}

/// No line of the Rust API says what a macro takes: only the compiler sees it.
#[cfg(unix)]
#[test]
fn released_crates_compile_with_a_compatible_runtime() {
    let repository = Repository::released();
    repository.edit("generator/runtime/src/json/object.rs", "($name:ident {", "($name:ident; {");
    let compile = compile_as_cargo(&repository.1);
    let cargo = env!("CARGO");
    let script =
        format!("case $1 in package) ;; build) echo \"$*\" >&2; {compile};; *) exec '{cargo}' \"$@\";; esac");
    let ran = repository.xtask_with(&["release"], &repository.program("cargo", &script));
    assert_eq!(ran.code, Some(1), "{}", ran.out);
    let failed = "released crates do not compile with the runtime 0.1.1: nothing was changed";
    assert!(ran.err.contains("compiling lamps-api as released") && ran.err.contains(failed), "{}", ran.err);
    for said in ["build --quiet --all-features --package lamps-api\n", "error: no rules expected"] {
        assert!(ran.err.contains(said), "{}", ran.err);
    }
    assert_eq!(repository.git(&["status", "--porcelain"]), "");
}

/// Compiles the runtime and `lamps-api` with what the tests are built with: `cargo build` would build
/// most dependencies again, with other features.
#[cfg(unix)]
fn compile_as_cargo(out: &TempDir) -> String {
    let features =
        ["blocking", "cassette", "cli", "client", "default", "mock", "reqwest", "server", "tls"].as_slice();
    let compile = |name, root: &str, uses| {
        let root = Path::new(root).join("src/lib.rs");
        let it = Crate { name, root, output: Output::CheckedLibrary, warnings: "allow", features, uses };
        let rustc = it.command(out.path());
        let words = [rustc.get_program()].into_iter().chain(rustc.get_args());
        let words = words.map(|it| format!("'{}'", it.to_str().expect("a text")));
        format!("CARGO_PKG_VERSION=0.1.1 {}", words.collect::<Vec<_>>().join(" "))
    };
    let runtime = out.path().join("libapi_runtime.rmeta");
    let runtime = [("api_runtime", Some(runtime.as_path()))];
    format!(
        "{} && {}",
        compile("api_runtime", "generator/runtime", &compile::dependencies()),
        compile("lamps_api", "generated/lamps", &runtime)
    )
}

#[test]
fn only_tags_of_releases_count() {
    let repository = Repository::released();
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

#[test]
fn unknown_names_are_refused() {
    let repository = Repository::released();
    let ran = repository.xtask(&["release", "lamp"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("unknown API `lamp`: did you mean `lamps`?"), "{}", ran.err);
    assert_eq!(repository.xtask(&["release", "lamps"]).code, Some(0));
    assert_eq!(repository.xtask(&["diff", "--deny", "versions"]).code, Some(2));
    assert_eq!(repository.xtask(&["diff", "--deny", "version", "HEAD", "HEAD"]).code, Some(2));
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
