//! The crate of the fixture `http-methods` in a program: its client calls its
//! server over HTTP, with parameters in queries and in bodies.

use std::path::Path;

use tests::compile::{Crate, run};
use tests::write_if_changed;

#[test]
fn a_client_and_a_server_agree_on_every_http_method() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("http-methods");
    for file in tests::emitted_of("data/fixtures/http-methods") {
        write_if_changed(&folder.join(&file.path), &file.text);
    }
    let features = ["blocking", "client", "server"];
    let library = Crate::library("lamps_api", folder.join("lamps/src/lib.rs"), &features).compiled(&folder);
    let uses = [("lamps_api", Some(&*library)), ("tokio", None)];
    let program = Crate::program("http_methods", "generator/http_methods/program.rs".into(), &uses);
    assert_eq!(run(&program.compiled(&folder), &[]), "done\n");
}
