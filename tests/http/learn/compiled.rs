//! A crate that is generated with what was learned talks to the simulated server: every
//! operation is understood, and nothing of a response is lost.

use std::path::{Path, PathBuf};

use backup_server_api::BackupServer;
use generator_codegen::Selection;
use generator_spec::Spec;
use serde_json::Value;
use tests::TempDir;
use tests::compile::{Crate, run};

use crate::learn::fake_server::{Answers, Served};
use crate::learn::{Told, api, told};

#[tokio::test(flavor = "multi_thread")]
async fn a_crate_made_of_what_was_learned_is_understood() {
    let api = api::<BackupServer>();
    let mut seeds = 0..;
    let Told { simulated, learned, .. } = loop {
        let told = told::<BackupServer>(seeds.next().expect("there are many")).await;
        if told.undecided.is_empty() {
            break told;
        }
    };
    let draft = &learned.draft;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("simulated");
    let program = build(&folder, &draft.yaml());
    let new = draft.inside(&["add", "operations"]).flat_map(|(_, group)| &group.inside);
    let new: Vec<(String, String)> = new
        .map(|(name, it)| (it.inside["path"].value.as_str().expect("a path").to_owned(), name.clone()))
        .collect();
    let (served, url) = Served::start(api.clone(), simulated).await;
    let output = tokio::task::spawn_blocking(move || run(&program, &[&url])).await.expect("it runs");
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

/// Builds the crate of the spec with an overlay and the program that uses it.
fn build(folder: &Path, overlay: &str) -> PathBuf {
    let scratch = TempDir::new();
    let overlay = scratch.write("learned.yaml", overlay);
    let opened = Spec::open_with(Path::new("../spec"), &[overlay]).expect("no error");
    let targets = ["api", "auth", "operations", "package", "server", "types"].map(str::to_owned).to_vec();
    let selection = Selection { apis: vec!["backup-server".to_owned()], targets };
    let (written, _) = generator_codegen::emit(&opened.apis, "", &selection);
    for file in written.into_iter().flat_map(|it| it.files()) {
        tests::write_if_changed(&folder.join(&file.path), &file.text);
    }
    let root = folder.join("backup-server/src/lib.rs");
    let library = Crate::library("simulated_api", root, &["client", "server"]).compiled(folder);
    for (name, text) in [
        ("program.rs", include_str!("../../data/learn/program.rs")),
        ("sample.rs", include_str!("../support/sample.rs")),
    ] {
        tests::write_if_changed(&folder.join(name), text);
    }
    let of_tests =
        ["api_runtime", "form_urlencoded", "serde", "serde_json", "tokio"].map(|name| (name, None));
    let uses = [&of_tests[..], &[("simulated_api", Some(library.as_path()))]].concat();
    Crate::program("simulated", folder.join("program.rs"), &uses).compiled(folder)
}
