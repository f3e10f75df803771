//! The crates of the fixtures `rest-places` and `rest-results` in a program: clients, a command
//! line and a mock call servers over HTTP, with parameters at each place.

use std::path::{Path, PathBuf};

use tests::compile::{Crate, run};
use tests::write_if_changed;

#[test]
fn clients_and_servers_agree_on_places_bodies_and_results() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rest");
    let places = library("places_api", "rest-places", &["blocking", "cli", "client", "server"], &folder);
    let results = library("results_api", "rest-results", &["blocking", "client", "mock", "server"], &folder);
    let uses = [("places_api", Some(&*places)), ("results_api", Some(&*results)), ("tokio", None)];
    let program = Crate::program("rest", "generator/rest/program.rs".into(), &uses);
    assert!(run(&program.compiled(&folder), &[]).ends_with("done\n"));
}

fn library(name: &str, fixture: &str, features: &[&str], folder: &Path) -> PathBuf {
    let source = folder.join(fixture);
    for file in tests::emitted_of(&format!("data/fixtures/{fixture}")) {
        write_if_changed(&source.join(&file.path), &file.text);
    }
    Crate::library(name, source.join("lamps/src/lib.rs"), features).compiled(folder)
}
