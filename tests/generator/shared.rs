//! Files that all APIs share: which runs write them, keep them and remove them.

use std::path::Path;

use generator_codegen::Selection;
use generator_codegen::write::{self, Accept};
use generator_spec::model::Api;
use tests::TempDir;

/// Writes to a folder that is ours; returns the changes in words.
fn run(root: &Path, apis: &[Api], selection: &Selection) -> Vec<String> {
    let (outputs, known) = generator_codegen::emit(apis, "", selection);
    let report = write::write(root, &outputs, &known, Accept::All, &|_| {}).expect("the run succeeds");
    report.changes
}

fn only(api: &str) -> Selection {
    Selection { apis: vec![api.to_owned()], targets: Vec::new() }
}

#[test]
fn a_run_for_one_api_leaves_what_all_share() {
    let dir = TempDir::new();
    let apis = tests::read("data/fixtures/states");
    run(dir.path(), &apis, &Selection::default());
    assert_eq!(run(dir.path(), &apis, &only("lamps")), Vec::<String>::new());
    assert!(dir.path().join("docs/book.toml").exists());
    let alone = TempDir::new();
    run(alone.path(), &apis, &only("lamps"));
    assert!(alone.path().join("docs/src/lamps/index.md").exists());
    assert!(!alone.path().join("docs/book.toml").exists());
}

#[test]
fn pages_of_an_api_that_is_gone_go() {
    let dir = TempDir::new();
    run(dir.path(), &tests::read("data/fixtures/states"), &Selection::default());
    let changes = run(dir.path(), &tests::read("data/fixtures/another-api"), &Selection::default());
    assert!(changes.contains(&"remove docs/src/lamps/index.md".to_owned()), "{changes:?}");
    assert!(changes.contains(&"remove docs/src/lamps/states-1.svg".to_owned()), "{changes:?}");
    assert!(!dir.path().join("docs/src/lamps").exists());
}
