//! What is written of the fixtures compiles, for clients and for servers: the
//! crates of all of them, and the examples of their books, READMEs and docs, checked
//! as one workspace.

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
use serde_json::Value;
use tests::write_if_changed;

#[test]
fn every_crate_compiles() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled");
    let sources = folder.join("crates");
    let members: Vec<String> =
        tests::names_in("data/fixtures").iter().flat_map(|it| write(it, &sources)).collect();
    assert!(!members.is_empty());
    write_if_changed(&folder.join("Cargo.toml"), &workspace(&members));
    // The versions of this workspace, which are on this machine.
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).expect("the lock file is copied");
    let output = Command::new(env!("CARGO"))
        .args(["check", "--offline", "--quiet", "--workspace", "--no-default-features"])
        .args(["--features", "client,cli,mock,blocking", "--message-format", "json"])
        .current_dir(&folder)
        // Xtask's test of `new` checks with the same dependencies.
        .env("CARGO_TARGET_DIR", folder.ancestors().nth(2).expect("the target folder"))
        .output()
        .expect("cargo runs");
    let said = String::from_utf8_lossy(&output.stdout);
    let messages = said.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let of_rustc: String =
        messages.filter_map(|it| Some(it["message"]["rendered"].as_str()?.to_owned())).collect();
    assert_eq!(of_rustc, "", "an error or a warning");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Writes the crates of a fixture; gives their folders.
fn write(fixture: &str, sources: &Path) -> Vec<String> {
    let apis = tests::read(&format!("data/fixtures/{fixture}"));
    for file in tests::emitted(&apis) {
        let path = sources.join(fixture).join(&file.path);
        // Packages of one workspace have different names.
        let library = fixture.replace('-', "_");
        let text = match file.path.rsplit('/').next() {
            Some("Cargo.toml") => file.text.replacen("name = \"", &format!("name = \"{fixture}-"), 1),
            Some("main.rs") => file.text.replacen("    ", &format!("    {library}_"), 1),
            _ => file.text,
        };
        write_if_changed(&path, &text);
    }
    examples(fixture, &apis, &sources.join(fixture));
    let members = apis.iter().map(|api| api.name.as_str()).chain(["examples"]);
    members.map(|name| format!("crates/{fixture}/{name}")).collect()
}

/// A crate of the examples in a fixture's book, and in the READMEs and the docs of
/// its crates.
fn examples(fixture: &str, apis: &[Api], sources: &Path) {
    let (mut program, _) = program::program(&pages::pages(&sources.join("docs/src")));
    for (number, code) in apis.iter().flat_map(|api| of_crate(api, &sources.join(&api.name))).enumerate() {
        let _ = write!(program, "mod of_crate_{number} {{\n{code}\n}}\n\n");
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
    write_if_changed(&folder.join("Cargo.toml"), &manifest);
    write_if_changed(&folder.join("src/lib.rs"), &format!("#![allow(warnings)]\n\n{program}"));
}

/// The examples of a crate as items.
fn of_crate(api: &Api, folder: &Path) -> Vec<String> {
    let read = |file: &str| fs::read_to_string(folder.join(file)).expect("the crate has the file");
    let pages = ["src/lib.rs", "src/guide/errors.rs", "src/guide/transports.rs"];
    let docs = pages.iter().flat_map(|page| doctests(&read(page)));
    let item = |code: String| match code.contains("Ok::<()") {
        true => format!("fn test() -> Result<(), {}::Error> {{\n{code}}}", api.rust.library),
        false => code,
    };
    readme(&read("README.md")).into_iter().chain(docs.map(item)).collect()
}

/// The code in the docs of a module, with the lines that rustdoc hides.
fn doctests(module: &str) -> Vec<String> {
    let mut tests: Vec<String> = Vec::new();
    let mut is_code = false;
    for line in module.lines() {
        match line.strip_prefix("//!").map(|line| line.strip_prefix(' ').unwrap_or(line)) {
            Some("```") => is_code = false,
            Some(line) if is_code => {
                let line = if line == "#" { "" } else { line.strip_prefix("# ").unwrap_or(line) };
                tests.iter_mut().last().expect("it has begun").extend([line, "\n"]);
            }
            // The other fence is for builds without a feature.
            None if line.contains("doc = \" ```") && !line.contains("```ignore") => {
                tests.push(String::new());
                is_code = true;
            }
            Some(_) | None => {}
        }
    }
    tests
}

/// The Rust code of a README.
fn readme(text: &str) -> Vec<String> {
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
    // As in this workspace: with another profile, nothing would be shared.
    let profile = "[profile.dev]\ndebug = \"line-tables-only\"\npackage.serde_json.opt-level = 1\n";
    let mut text =
        format!("[workspace]\nresolver = \"3\"\nmembers = {members:?}\n\n{package}\n\n{profile}\n");
    let dependency = format!("{{ path = {runtime:?}, default-features = false }}");
    let _ = write!(text, "[workspace.dependencies]\napi-runtime = {dependency}\n");
    text
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests are in a workspace").to_owned()
}
