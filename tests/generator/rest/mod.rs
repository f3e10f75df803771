//! The crates of the fixtures `rest-places` and `rest-results` in a program: clients, a command
//! line and a mock call servers over HTTP, with parameters at each place.

use std::path::{Path, PathBuf};

use generator_review::report::list::{Filter, text};
use tests::compile::{Crate, run};
use tests::write_if_changed;

#[test]
fn clients_and_servers_agree_on_places_bodies_and_results() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rest");
    let places = library("places_api", "rest-places", &["blocking", "cli", "client", "server"], &folder);
    let results = library(
        "results_api",
        "rest-results",
        &["blocking", "cassette", "client", "mock", "server"],
        &folder,
    );
    let own = [("places_api", Some(&*places)), ("results_api", Some(&*results))];
    let others = ["futures_util", "serde_json", "tokio", "tower_service"].map(|name| (name, None));
    let uses = [&own[..], &others].concat();
    let program = Crate::program("rest", "generator/rest/program.rs".into(), &uses);
    assert!(run(&program.compiled(&folder), &[]).ends_with("done\n"));
}

/// Several operations have the same path, so a list says which method is whose, and can be asked for one.
#[test]
fn a_list_has_the_methods() {
    let spec = tests::open("data/fixtures/rest-places").expect("the fixture is sound");
    let filter = Filter { words: vec!["post".to_owned()], ..Filter::default() };
    let found = filter.apply(&spec.apis);
    assert!(!found.is_empty());
    for line in text(&found).lines() {
        assert!(line.contains(" POST /"), "{line}");
    }
}

fn library(name: &str, fixture: &str, features: &[&str], folder: &Path) -> PathBuf {
    let source = folder.join(fixture);
    for file in tests::emitted_of(&format!("data/fixtures/{fixture}")) {
        write_if_changed(&source.join(&file.path), &file.text);
    }
    Crate::library(name, source.join("lamps/src/lib.rs"), features).compiled(folder)
}
