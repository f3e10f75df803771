//! `cargo xtask new`, in a copy of this workspace.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tests::compile::{Crate, Output};

use super::{Ran, command, copy_folder, ran, workspace};

const TEMPORARY: &str = env!("CARGO_TARGET_TMPDIR");

/// A copy of what cargo and xtask read.
fn copy(name: &str) -> PathBuf {
    let root = Path::new(TEMPORARY).join(name);
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(&root).expect("a folder");
    for file in ["Cargo.toml", "Cargo.lock", "codegen.toml"] {
        fs::copy(workspace().join(file), root.join(file)).expect("a file");
    }
    for folder in ["generated", "generator", "spec", "xtask"] {
        copy_folder(&workspace().join(folder), &root.join(folder));
    }
    // Of this member, cargo reads the manifest only: third-party tools are large.
    fs::create_dir_all(root.join("tests")).expect("a folder");
    fs::copy(workspace().join("tests/Cargo.toml"), root.join("tests/Cargo.toml")).expect("a file");
    root
}

fn xtask(root: &Path, args: &[&str]) -> Ran {
    ran(command(args).current_dir(root).env("CARGO_MANIFEST_DIR", root.join("xtask")))
}

fn assert_success(ran: &Ran) {
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
}

/// A spec, its crate, and a crate that compiles: with client and server.
#[test]
fn a_new_api_generates_and_compiles() {
    let root = copy("new");
    let made = xtask(&root, &["new", "tool-shed", "--title", "Ann's \"tool shed\": 1"]);
    assert_success(&made);
    assert!(made.err.contains("cargo check -p tool-shed-api"), "{}", made.err);
    assert_success(&xtask(&root, &["fmt", "--check"]));
    assert_success(&xtask(&root, &["codegen"]));
    assert_success(&xtask(&root, &["codegen", "--check"]));
    let library = fs::read_to_string(root.join("generated/tool-shed/src/lib.rs")).expect("a crate");
    assert!(library.contains("//! Ann's \"tool shed\": 1: a typed client and server."), "{library}");

    let mut cargo = Command::new(std::env::var_os("CARGO").expect("cargo runs the tests"));
    cargo.args([
        "tree",
        "--offline",
        "--quiet",
        "--depth=0",
        "-p",
        "tool-shed-api",
        "--features=blocking,cli,mock",
    ]);
    assert_success(&ran(cargo.current_dir(&root)));
    let library = Crate {
        name: "tool_shed_api",
        root: root.join("generated/tool-shed/src/lib.rs"),
        output: Output::CheckedLibrary,
        warnings: "deny",
        features: &["blocking", "cassette", "cli", "client", "mock", "server"],
        uses: &[("api_runtime", None)],
    };
    assert!(library.compile(&root).is_ok_and(|file| file.exists()));
    fs::remove_dir_all(root).expect("the copy can go");
}

/// A repository that has nothing yet, not even a folder of specs.
#[test]
fn an_empty_folder_gets_an_api() {
    let root = Path::new(TEMPORARY).join("new-empty");
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(&root).expect("a folder");
    let without_spec = xtask(&root, &["schema"]);
    assert!(without_spec.code == Some(1) && without_spec.err.contains("new NAME"), "{}", without_spec.err);
    for args in [&["new", "lamps"][..], &["codegen"], &["codegen", "--check"], &["lint"]] {
        assert_success(&xtask(&root, args));
    }
    let manifest = fs::read_to_string(root.join("generated/lamps/Cargo.toml")).expect("a crate");
    assert!(manifest.contains("path = \"../api-runtime\""), "{manifest}");
    assert!(root.join("generated/api-runtime/src/lib.rs").exists());
    // Those that the first lines of the files name.
    let schema = root.join("spec/types.schema.json");
    assert_eq!(fs::read(&schema).ok(), fs::read(workspace().join("spec/types.schema.json")).ok());
    fs::write(&schema, "{}").expect("the file can be written");
    let updated = xtask(&root, &["schema"]);
    assert_eq!(updated.err, "write spec/types.schema.json\nspec: 4 schemas, up to date\n");
}

/// A rejected API changes nothing.
#[test]
fn an_api_that_cannot_be_is_rejected() {
    let root = Path::new(TEMPORARY).join("new-refused");
    let _ = fs::remove_dir_all(&root);
    copy_folder(&workspace().join("spec"), &root.join("spec"));
    let before = tests::names_in(root.join("spec"));
    for (args, says) in [
        (["new", "backup-server"], "already exists"),
        // Its marker would be the runtime's `Api`; its folder that of the surfaces.
        (["new", "api"], "reserved"),
        (["new", "surface"], "cannot be called `surface`"),
    ] {
        let ran = xtask(&root, &args);
        assert_eq!(ran.code, Some(1), "{args:?}: {}", ran.err);
        assert!(ran.err.contains(says), "{args:?}: {}", ran.err);
        assert!(!ran.err.contains(".codegen-"), "the folder is gone: {}", ran.err);
        assert_eq!(tests::names_in(root.join("spec")), before, "{args:?}");
    }
    fs::remove_dir_all(root).expect("the copy can go");
}
