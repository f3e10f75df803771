//! A crate that is generated with what was learned talks to the world: every
//! operation is understood, and nothing of an answer is lost.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use backup_server_api::BackupServer;
use generator::Spec;
use serde_json::Value;
use tests::TempDir;

use crate::double::{Answers, Served};
use crate::{Told, spec, told};

const PROGRAM: &str = r#"[package]
name = "program"
edition = "2024"

[dependencies]
api-runtime = { path = "RUNTIME", default-features = false, features = ["blocking", "server"] }
form_urlencoded = "1"
serde = "1"
serde_json = "1"
tokio = { version = "1", default-features = false, features = ["io-util", "macros", "net", "rt-multi-thread", "signal", "time"] }
world-api = { path = "../world", default-features = false, features = ["blocking", "server"] }
"#;

const WORKSPACE: &str = r#"[workspace]
resolver = "3"
members = ["program", "world"]

[workspace.dependencies]
api-runtime = { path = "RUNTIME", default-features = false }

[profile.dev]
debug = "line-tables-only"

"#;

#[tokio::test(flavor = "multi_thread")]
async fn a_crate_made_of_what_was_learned_is_understood() {
    let spec = spec();
    let api = spec.apis.iter().find(|api| api.name == "backup-server").expect("the API");
    // The first world with another message and other headers; the rest is in each.
    let mut seed = 0;
    let Told { world, learned, .. } = loop {
        let told = told::<BackupServer>(&spec, api, seed).await;
        if told.learned.draft.message.is_some() && !told.learned.draft.prefixes.is_empty() {
            break told;
        }
        seed += 1;
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("world");
    write(&folder, &learned.draft.yaml().expect("it is YAML"));
    let new: Vec<(String, String)> = learned
        .draft
        .new_operations
        .values()
        .flatten()
        .map(|it| (it.value.path.clone(), it.value.name.clone()))
        .collect();
    let (served, url) = Served::start(api.clone(), world).await;
    let output = tokio::task::spawn_blocking(move || run(&folder, &url)).await.expect("it runs");
    let (mut answers, refused) = served.heard();
    assert_eq!(refused, Vec::<String>::new());
    for (path, name) in new {
        let of_path = answers.remove(&path).expect("the new operation was called");
        answers.insert(name, of_path);
    }
    let mut got = Answers::new();
    for line in output.lines() {
        let (name, value) = line.split_once('\t').expect("a name and a value");
        let value: Value = serde_json::from_str(value).unwrap_or_else(|_| panic!("{line}"));
        got.entry(name.to_owned()).or_default().push(value);
    }
    assert!(got.len() > 220, "{}", got.len());
    for (name, values) in &got {
        assert_eq!(Some(values), answers.get(name), "{name}");
    }
    assert_eq!(got.len(), answers.len());
}

/// Writes the crate of the spec with an overlay, and the program that uses it.
fn write(folder: &Path, overlay: &str) {
    let scratch = TempDir::new();
    let overlay = scratch.write("learned.yaml", overlay);
    let opened = Spec::open_with(Path::new("../spec"), &[overlay]).expect("no fault");
    let apis: Vec<_> = opened.apis.into_iter().filter(|api| api.name == "backup-server").collect();
    let put = |path: PathBuf, text: &str| tests::write_if_changed(&path, text);
    for file in tests::emitted(&apis) {
        if let Some(path) = file.path.strip_prefix("backup-server/") {
            let text = match path {
                "Cargo.toml" => file
                    .text
                    .replace("backup-server-api", "world-api")
                    .replace("backup_server_api", "world_api"),
                _ => file.text,
            };
            put(folder.join("world").join(path), &text);
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let runtime = root.join("generator/runtime");
    let with_runtime = |text: &str| text.replace("RUNTIME", runtime.to_str().expect("a path"));
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("a manifest");
    let package = manifest.split("\n\n").find(|it| it.starts_with("[workspace.package]")).expect("a package");
    put(folder.join("Cargo.toml"), &format!("{}{package}\n", with_runtime(WORKSPACE)));
    put(folder.join("program/Cargo.toml"), &with_runtime(PROGRAM));
    put(folder.join("program/src/main.rs"), include_str!("../../data/worlds/program.rs"));
    put(folder.join("program/src/sample.rs"), include_str!("../end_to_end/sample.rs"));
    // The same versions as here: they are downloaded already.
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).expect("a file");
}

/// Builds in this workspace's own folder: what does not differ is built already.
fn run(folder: &Path, url: &str) -> String {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target folder");
    let output = Command::new(env!("CARGO"))
        .args(["run", "--offline", "--quiet", "--package", "program", "--", url])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", target)
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}
