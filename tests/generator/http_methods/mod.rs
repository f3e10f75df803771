//! The crate of the fixture `http-methods` in a program: its client calls its
//! server over HTTP, with parameters in queries and in bodies.

use std::path::Path;
use std::process::Command;

use tests::compile::{Crate, Output};
use tests::write_if_changed;

#[test]
fn a_client_and_a_server_agree_on_every_http_method() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("http-methods");
    for file in tests::emitted_of("data/fixtures/http-methods") {
        write_if_changed(&folder.join(&file.path), &file.text);
    }
    let library = Crate {
        name: "lamps_api",
        root: folder.join("lamps/src/lib.rs"),
        output: Output::Library,
        warnings: "deny",
        features: &["blocking", "client", "server"],
        uses: &[("api_runtime", None)],
    };
    let library = library.compile(&folder).unwrap_or_else(|said| panic!("{said}"));
    let program = Crate {
        name: "http_methods",
        root: "generator/http_methods/program.rs".into(),
        output: Output::Program,
        warnings: "allow",
        features: &[],
        uses: &[("lamps_api", Some(&library)), ("tokio", None)],
    };
    let program = program.compile(&folder).unwrap_or_else(|said| panic!("{said}"));
    let output = Command::new(program).output().expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "done\n");
}
