//! The manifests in the guides and in README, as cargo reads them: the crates as
//! they are in this workspace have the features that a block names, and so have
//! those that a command installs.

use std::path::Path;
use std::process::{Command, Output};
use std::{env, fs};

use generator_spec::model::Api;
use tests::TempDir;

/// A guide, README or the book's front page, with its blocks.
fn documents() -> Vec<(String, Vec<crate::guides::Block>)> {
    let files = ["README.md", "generated/docs/src/index.md"].map(|file| {
        let text = fs::read_to_string(crate::guides::root().join(file)).expect("the file is there");
        (file.to_owned(), crate::guides::blocks(&text))
    });
    let guides = crate::guides::guides_of_the_workspace();
    let guides = guides.map(|(api, name, blocks)| (format!("{api}: {name}"), blocks));
    files.into_iter().chain(guides).collect()
}

/// The block with the path of a generated crate in this workspace.
fn with_paths(block: &str, apis: &[Api]) -> String {
    apis.iter().fold(block.to_owned(), |block, api| {
        let path = crate::guides::root().join("generated").join(&api.name);
        let beside = format!("path = \"../api-codegen/generated/{}\"", api.name);
        block.replace(&beside, &format!("path = {path:?}"))
    })
}

/// Resolves a package whose manifest is the block, or has it.
fn resolve(block: &str) -> Output {
    let folder = TempDir::new();
    let package = "[package]\nname = \"reader\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n";
    let package = if block.starts_with("[package]") { "" } else { package };
    folder.write("Cargo.toml", format!("{package}{block}\n\n[workspace]\n"));
    folder.write("src/lib.rs", "");
    // The versions of this workspace, which are on this machine.
    fs::copy(crate::guides::root().join("Cargo.lock"), folder.path().join("Cargo.lock"))
        .expect("the lock file is copied");
    tree(folder.path(), &[])
}

/// Resolves a package with these options. (`cargo metadata` needs the dependencies
/// of all platforms, too.)
fn tree(package: &Path, options: &[&str]) -> Output {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["tree", "--offline", "--quiet", "--depth", "0"]).args(options);
    cargo.current_dir(package).output().expect("cargo runs")
}

/// The errors of cargo; empty if it succeeded.
fn complaint(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.success(), !said.contains("error:"), "{said}");
    if output.status.success() { String::new() } else { said.into_owned() }
}

#[test]
fn every_manifest_resolves_with_the_crates_of_this_workspace() {
    let apis = tests::read("../spec");
    let mut count = 0;
    for (document, blocks) in documents() {
        for block in blocks.iter().filter(|block| block.language == "toml") {
            let manifest = with_paths(&block.code, &apis);
            assert!(!manifest.contains('…'), "{document}: no API has this crate:\n{manifest}");
            assert_eq!(complaint(&resolve(&manifest)), "", "{document}");
            count += 1;
        }
    }
    assert!(count >= 3, "{count} manifests");
}

#[test]
fn every_crate_that_is_installed_has_the_features_of_the_command() {
    let mut count = 0;
    for (document, blocks) in documents() {
        let lines = blocks.iter().filter(|block| block.language == "sh").flat_map(|block| block.code.lines());
        for line in lines {
            let line = line.split('#').next().unwrap_or_default();
            let Some(options) = line.strip_prefix("cargo install --path ") else { continue };
            let (path, options) = options.split_once(' ').unwrap_or((options, ""));
            let options: Vec<&str> = options.split_whitespace().collect();
            // The front page of the book can't know where the crates are.
            let folders = ["", "generated"].map(|folder| crate::guides::root().join(folder).join(path));
            let folder = folders.iter().find(|folder| folder.exists()).expect("the crate's folder");
            assert_eq!(complaint(&tree(folder, &options)), "", "{document}: {line}");
            count += 1;
        }
    }
    assert!(count >= 3, "{count} commands");
}

#[test]
fn a_feature_that_is_not_there_is_an_error() {
    let apis = tests::read("../spec");
    let block = "[dependencies]\nbackup-server-api = { path = \"../api-codegen/generated/backup-server\", features = [\"mocks\"] }";
    let said = complaint(&resolve(&with_paths(block, &apis)));
    assert!(said.contains("feature `mocks`"), "{said}");
    let said =
        complaint(&tree(&crate::guides::root().join("generated/backup-server"), &["--features", "clis"]));
    assert!(said.contains("feature: clis"), "{said}");
}
