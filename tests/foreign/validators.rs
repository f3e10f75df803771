//! Independent validators, on the descriptions of both APIs
//! and of every fixture, in both versions of OpenAPI.

use std::fs;

use tests::TempDir;

use crate::foreign::{APIS, description, generated, run, tool};

/// The descriptions of both APIs.
fn ours() -> Vec<String> {
    APIS.iter().flat_map(|api| [description(api), generated(&format!("{api}.3.0.json"))]).collect()
}

/// The paths of all descriptions; those of the fixtures are in the folder.
fn all(folder: &TempDir) -> Vec<String> {
    let mut paths = ours();
    for name in tests::names_in("data/fixtures") {
        let files = tests::emitted(&tests::read(&format!("data/fixtures/{name}")));
        let is_description = |path: &str| path.starts_with("openapi/") && path.ends_with(".json");
        for file in files.iter().filter(|file| is_description(&file.path)) {
            let path = folder.path().join(format!("{name}.{}", file.path.replace('/', ".")));
            fs::write(&path, &file.text).expect("a file can be written");
            paths.push(path.display().to_string());
        }
    }
    paths
}

#[test]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
fn openapi_spec_validator_finds_no_error() {
    let folder = TempDir::new();
    run(tool("venv/bin/openapi-spec-validator").args(all(&folder)));
}

#[test]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
fn redocly_finds_no_error() {
    let folder = TempDir::new();
    run(tool("node_modules/.bin/redocly").args(["lint", "--config", "redocly.yaml"]).args(all(&folder)));
}

/// The validator warns about fixtures whose texts look like scripts.
#[test]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
fn spectral_finds_no_warning() {
    let mut spectral = tool("node_modules/.bin/spectral");
    run(spectral.args(["lint", "--ruleset", "spectral.yaml", "--fail-severity", "warn"]).args(ours()));
}
