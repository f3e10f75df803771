//! `cargo xtask new`, in a copy of this workspace.

#![allow(clippy::expect_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const TEMPORARY: &str = env!("CARGO_TARGET_TMPDIR");

fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in the workspace")
}

/// A copy of what cargo and xtask read.
fn copy(name: &str) -> PathBuf {
    let root = Path::new(TEMPORARY).join(name);
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(&root).expect("a folder");
    for file in ["Cargo.toml", "Cargo.lock"] {
        fs::copy(workspace().join(file), root.join(file)).expect("a file");
    }
    for folder in ["generated", "generator", "spec", "tests", "xtask"] {
        copy_folder(&workspace().join(folder), &root.join(folder));
    }
    root
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("the folder can be read") {
        let path = entry.expect("an entry").path();
        let to = to.join(path.file_name().expect("a name"));
        match path.is_dir() {
            true => copy_folder(&path, &to),
            false => _ = fs::copy(&path, &to).expect("a file"),
        }
    }
}

fn xtask(root: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(args).current_dir(root).env("CARGO_MANIFEST_DIR", root.join("xtask"));
    command.output().expect("xtask starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn assert_success(output: &Output) {
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
}

/// The names in a folder, those that begin with `.` too.
fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    let mut names: Vec<String> = entries.map(|entry| name(entry.expect("an entry"))).collect();
    names.sort();
    names
}

/// A spec, its crate, and a crate that compiles: with client and server.
#[test]
fn a_new_api_generates_and_compiles() {
    let root = copy("new");
    let made = xtask(&root, &["new", "tool-shed", "--title", "Ann's \"tool shed\": 1"]);
    assert_success(&made);
    assert!(text(&made.stderr).contains("cargo check -p tool-shed-api"), "{}", text(&made.stderr));
    assert_success(&xtask(&root, &["fmt", "--check"]));
    assert_success(&xtask(&root, &["codegen"]));
    assert_success(&xtask(&root, &["codegen", "--check"]));
    let library = fs::read_to_string(root.join("generated/tool-shed/src/lib.rs")).expect("a crate");
    assert!(library.contains("//! Ann's \"tool shed\""), "{library}");

    let cargo = std::env::var_os("CARGO").expect("cargo runs the tests");
    let target = Path::new(TEMPORARY).parent().expect("the target folder");
    let checked = Command::new(cargo)
        .args(["check", "--offline", "--quiet", "-p", "tool-shed-api", "--all-features"])
        .current_dir(&root)
        .env("CARGO_TARGET_DIR", target)
        .output()
        .expect("cargo starts");
    assert_success(&checked);
    fs::remove_dir_all(root).expect("the copy can go");
}

/// What is refused changes nothing.
#[test]
fn what_can_not_be_is_refused() {
    let root = Path::new(TEMPORARY).join("new-refused");
    let _ = fs::remove_dir_all(&root);
    copy_folder(&workspace().join("spec"), &root.join("spec"));
    let before = names_in(&root.join("spec"));
    for (args, code, says) in [
        (&["new"][..], 2, "what is the API called?"),
        (&["new", "Garden"], 2, "can't name a crate"),
        (&["new", "../garden"], 2, "can't name a crate"),
        (&["new", "garden-"], 2, "can't name a crate"),
        (&["new", "garden", "shed"], 2, "shed"),
        (&["new", "backup-server"], 1, "is there already"),
        // Its marker would be the runtime's `Api`; its folder that of the surfaces.
        (&["new", "api"], 1, "reserved"),
        (&["new", "surface"], 1, "taken"),
    ] {
        let ran = xtask(&root, args);
        assert_eq!(ran.status.code(), Some(code), "{args:?}: {}", text(&ran.stderr));
        assert!(text(&ran.stderr).contains(says), "{args:?}: {}", text(&ran.stderr));
        assert_eq!(names_in(&root.join("spec")), before, "{args:?}");
    }
    fs::remove_dir_all(root).expect("the copy can go");
}
