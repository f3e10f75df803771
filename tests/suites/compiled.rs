//! What is written of the fixtures compiles, for clients and for servers: the
//! crates of all of them and the examples of their books, checked as one
//! workspace.

#![allow(clippy::expect_used)]

#[path = "docs/pages.rs"]
mod pages;
#[path = "docs/program.rs"]
mod program;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use generator::model::Api;

#[test]
fn every_crate_compiles() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled");
    let sources = folder.join("crates");
    let _ = fs::remove_dir_all(&sources);
    let members: Vec<String> =
        tests::names_in("data/fixtures").iter().flat_map(|it| write(it, &sources)).collect();
    assert!(!members.is_empty());
    fs::write(folder.join("Cargo.toml"), workspace(&members)).expect("the manifest is written");
    // The versions of this workspace, which are on this machine.
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).expect("the lock file is copied");
    let output = Command::new(env!("CARGO"))
        .args(["check", "--offline", "--quiet", "--workspace", "--no-default-features"])
        .args(["--features", "client,cli,mock,blocking"])
        .current_dir(&folder)
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .env("RUSTFLAGS", "-D warnings")
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Writes the crates of a fixture; gives their folders.
fn write(fixture: &str, sources: &Path) -> Vec<String> {
    let apis = tests::read(&format!("data/fixtures/{fixture}"));
    for file in tests::emitted(&apis) {
        let path = sources.join(fixture).join(&file.path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder is made");
        // Packages of one workspace have different names.
        let library = fixture.replace('-', "_");
        let text = match file.path.rsplit('/').next() {
            Some("Cargo.toml") => file.text.replacen("name = \"", &format!("name = \"{fixture}-"), 1),
            Some("main.rs") => file.text.replacen("    ", &format!("    {library}_"), 1),
            _ => file.text,
        };
        fs::write(path, text).expect("the file is written");
    }
    examples(fixture, &apis, &sources.join(fixture));
    let members = apis.iter().map(|api| api.name.as_str()).chain(["examples"]);
    members.map(|name| format!("crates/{fixture}/{name}")).collect()
}

/// A crate of the examples in a fixture's book and in the READMEs of its crates.
fn examples(fixture: &str, apis: &[Api], sources: &Path) {
    let (mut program, _) = program::program(&pages::pages(&sources.join("docs/src")));
    let readmes = apis.iter().flat_map(|api| readme(&sources.join(&api.name).join("README.md")));
    for (number, code) in readmes.enumerate() {
        let _ = write!(program, "mod readme_{number} {{\n{code}\n}}\n\n");
    }
    let mut manifest = format!(
        "[package]\nname = \"{fixture}-examples\"\nedition = \"2024\"\n\n[dependencies]\nserde_json = \"1\"\n"
    );
    for Api { name, rust, .. } in apis {
        let package = &rust.package;
        let _ =
            writeln!(manifest, "{package} = {{ package = \"{fixture}-{package}\", path = \"../{name}\" }}");
    }
    let folder = sources.join("examples");
    fs::create_dir_all(folder.join("src")).expect("the folder is made");
    fs::write(folder.join("Cargo.toml"), manifest).expect("the manifest is written");
    fs::write(folder.join("src/lib.rs"), format!("#![allow(warnings)]\n\n{program}"))
        .expect("the program is written");
}

/// The Rust code of a README.
fn readme(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).expect("the crate has a README");
    let blocks = text.split("\n```rust,no_run\n").skip(1);
    blocks.filter_map(|block| block.split_once("\n```")).map(|(code, _)| code.to_owned()).collect()
}

fn workspace(members: &[String]) -> String {
    let runtime = root().join("generator/runtime");
    let package: String = fs::read_to_string(root().join("Cargo.toml"))
        .expect("the manifest is there")
        .split("\n\n")
        .find(|section| section.starts_with("[workspace.package]"))
        .expect("it has a package for all")
        .to_owned();
    let mut text = format!("[workspace]\nresolver = \"3\"\nmembers = {members:?}\n\n{package}\n\n");
    let dependency = format!("{{ path = {runtime:?}, default-features = false }}");
    let _ = write!(text, "[workspace.dependencies]\napi-runtime = {dependency}\n");
    text
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests are in a workspace").to_owned()
}
